"""The studio's page in Chromium: inks of presses, pages of every profile, exports, many pieces, and other sites."""

from __future__ import annotations

import functools
import http.server
import io
import json
import threading
from collections.abc import Iterator
from pathlib import Path

import numpy as np
import pytest
from browsing import Tab, browser, studio
from PIL import Image
from playwright.sync_api import Browser

import room
import shapes_games
from beeprint import outputs, starter
from beeprint.sources.workspace import Workspace


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser("--host-resolver-rules=MAP evil.example 127.0.0.1") as opened:
        yield opened


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return a small game that lies wholly in its own folder, to be changed."""
    starter.write(tmp_path / "mine")
    return tmp_path / "mine"


def rewritten(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def colour(tab: Tab) -> tuple[int, ...]:
    """Return the colour just inside the left edge of the card that is shown large."""
    tab.until("() => !document.querySelector('.framed [data-loading]')")
    box = tab.page.locator(".framed >> nth=1").locator(".trimmed").bounding_box()
    assert box
    clip = {"x": box["x"] + 8, "y": box["y"] + box["height"] / 2, "width": 4, "height": 4}
    picture = Image.open(io.BytesIO(tab.page.screenshot(clip=clip, animations="disabled"))).convert("RGB")  # type: ignore[arg-type]
    return tuple(np.asarray(picture)[2, 2].tolist())


def test_a_face_is_seen_in_the_inks_of_a_press(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1")
        tab.until("() => document.querySelector('.framed img')")
        plain = colour(tab)
        assert plain == (0xF2, 0xB1, 0x34)
        tab.page.keyboard.press("i")
        tab.until(
            "() => location.hash.includes('press=') && document.querySelector('.framed img').src.includes('inks=')"
        )
        first = colour(tab)
        tab.page.get_by_role("button", name="View", exact=True).click()
        chosen = tab.page.locator(".stage-bar select")
        groups = chosen.locator('optgroup[label="In a press\'s CMYK"] option').all_inner_texts()
        assert "CMYK: drivethrucards" in groups and any(
            group.startswith("CMYK: delano, european-offset, ") for group in groups
        )
        assert "no more than 300 % of ink" in (chosen.get_attribute("title") or "")
        chosen.select_option(label="CMYK: drivethrucards")
        tab.until("() => document.querySelector('.framed img').src.includes('press=drivethrucards')")
        second = colour(tab)
        assert len({plain, first, second}) == 3
        assert max(abs(level - other) for level, other in zip(plain, first, strict=True)) < 40
        # A colour whose inks the palette says is printed in these, as soon as it is saved.
        rewritten(mine / "palette.yaml", 'sun: "#F2B134"', 'sun: {srgb: "#F2B134", cmyk: [0, 90, 0, 0]}')
        src = tab.page.locator(".framed img").first.get_attribute("src")
        tab.until("old => document.querySelector('.framed img').getAttribute('src') !== old", src)
        pink = colour(tab)
        assert pink[0] > 180 and pink[1] < 120
        tab.page.keyboard.press("Escape")
        tab.until("() => document.querySelector('[data-key=\"cards/S1\"] img')?.src.includes('press=drivethrucards')")
        tab.pictures()
        tab.go("#card?at=cards/S1&press=nowhere")
        tab.until("() => document.querySelector('.framed img')")
        assert colour(tab) == plain
        assert (
            tab.said == ["Failed to load resource: the server responded with a status of 404 (Not Found)"]
            or not tab.said
        )


#: What is seen of a profile, once it is laid out: how many leaves, or the words that say why there are none.
_SHOWN = """name => {
  const [view] = [...document.querySelectorAll('.pages')].filter(one => one.offsetParent);
  const words = view.querySelector(':scope > [role=status]').textContent;
  const leaves = [...view.querySelectorAll('.sheet')].filter(one => one.dataset.index.startsWith(`${name} `));
  const wrong = view.querySelectorAll(':scope > .problems .problem');
  if (words.startsWith('Laying')) return null;
  if (leaves.length) return `${leaves.length} leaves`;
  return words && (wrong.length || words.includes('no sheets')) && words; }"""

# Takes away what was said of the profile before.
_FORGOTTEN = """() => {
  const [view] = [...document.querySelectorAll('.pages')].filter(one => one.offsetParent);
  view.querySelector(':scope > [role=status]').textContent = ''; }"""


def test_every_profile_is_offered_and_shows_its_pages_or_says_why_not(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#sheets")
        tab.until("() => document.querySelector('.sheet img')")
        field = tab.page.locator("label:has-text('What to make') select")
        offered = [option.get_attribute("value") for option in field.locator("option").all()]
        assert set(outputs.names(Workspace(mine))) < set(offered)
        said = {}
        for name in offered:
            assert name
            tab.page.evaluate(_FORGOTTEN)
            field.select_option(name)
            said[name] = tab.until(_SHOWN, name)
        without = {name for name, words in said.items() if "has no sheets" in str(words)}
        assert without == {"faces", "images", "playingcards-io", "tabletop-simulator", "web-page"}
        refused = {name for name, words in said.items() if "cannot be made" in str(words)}
        assert "the-game-crafter" in refused and "home-a4" not in refused
        assert all("leaves" in words for name, words in said.items() if name not in without | refused)
        assert tab.said == []


def test_pages_of_a_press_have_their_cuts_and_backs_of_the_decks_that_are_chosen(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#sheets?profile=drivethrucards")
        tab.until("() => document.querySelector('.problem')")
        assert "deck tiles" in tab.text(".problem")
        tab.page.click(".only-box summary")
        tab.page.get_by_label("Garden cards").check()
        tab.until("() => document.querySelectorAll('.two-sided .sheet-front img').length > 3")
        assert tab.page.url.endswith("only=cards")
        assert tab.text(".page-bar .count") == "36 pages" and tab.text(".file-of-pages h2") == "cards.pdf"
        assert tab.text(".sheet figcaption") == "pages 1 and 2"
        line, page = (tab.page.locator(selector).first.bounding_box() for selector in (".cuts .line", ".paper"))
        assert line and page
        assert (line["width"] / page["width"]) == pytest.approx(63 / (63 + 2 * 3.175), abs=0.03)
        tab.page.keyboard.press("Escape")
        tab.page.keyboard.press("l")
        tab.until("() => !document.querySelector('.cuts .line').getBoundingClientRect().width")
        tab.page.keyboard.press("f")
        tab.until("() => document.querySelector('.backs')")
        tab.page.get_by_role("button", name="See through").focus()
        tab.page.keyboard.down("x")
        back = tab.page.locator(".two-sided .sheet-back").first
        assert 0 < float(back.evaluate("one => getComputedStyle(one).opacity")) < 1
        tab.page.keyboard.up("x")
        srcs = tab.page.locator(".sheet-back img").evaluate_all("all => all.map(one => one.src)")
        assert len(srcs) > 3 and len(set(srcs)) == 1  # one back for all is asked for once
        assert tab.violations() == []
        assert tab.said == []


def test_a_box_lies_on_the_table_and_is_opened_with_its_folds(chromium: Browser, mine: Path) -> None:
    box = "boxes:\n  card-box: {title: Garden box, shape: {kind: tuck-box, for: [cards]}}\n# Checked"
    rewritten(mine / "game.yaml", "# Checked", box)
    with studio(mine) as address:
        tab = Tab(chromium, address)
        tab.until("() => document.querySelector('.tools .count').textContent === '13 different, 21 printed, 1 box'")
        assert tab.page.locator(".filters .label").all_inner_texts()[:2] == ["Decks", "Boxes"]
        tab.page.get_by_role("group", name="Boxes").get_by_role("button", name="Garden box").click()
        tab.pictures()
        assert tab.text(".row.head .count") == "1 box"
        assert tab.violations() == []
        tab.page.click(".cell")
        tab.page.keyboard.press("t")
        tab.until("() => document.querySelector('.lines .fold.line')?.getAttribute('d').split('M').length > 8")
        assert "follows from its decks" in tab.text(".cells-note")
        assert tab.count(".cells textarea") == 0
        assert tab.violations() == []
        tab.go("#sheets?profile=home-a4")
        tab.until("() => document.querySelectorAll('.file-of-pages').length === 6")
        names = [link.get_attribute("aria-label") for link in tab.page.locator(".file-of-pages").all()]
        assert names == ["cards.pdf", "tiles.pdf", "boxes.pdf", "rules.pdf", "0-print-guide.pdf", "cutting-guide.pdf"]
        tab.page.click(".only-box summary")
        tab.page.get_by_label("Garden box (box)").check()
        tab.until("() => document.querySelectorAll('.file-of-pages').length === 2")
        assert tab.text(".only-box summary") == "Garden box (box)"
        tab.page.keyboard.press("Escape")
        tab.go("#numbers")
        tab.until("() => document.querySelector('.counts')")
        assert "box" not in tab.text("label:has-text('Deck') >> nth=-1")
        assert {"Garden cards", "Garden tiles"} <= {*tab.page.locator(".counts th[scope=row]").all_inner_texts()}
        assert tab.said == []


def test_sheets_are_corrected_for_a_printer_that_was_measured(
    chromium: Browser, mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CONFIG_HOME", str(tmp_path / "config"))
    kept = tmp_path / "config" / "beeprint" / "printers.yaml"
    kept.parent.mkdir(parents=True)
    field = ".printer select"
    with studio(mine) as address:
        tab = Tab(chromium, address, "#sheets?profile=home-a4")
        tab.pictures()
        assert tab.count(field) == 0
        kept.write_text("study: {shift: [0.4, -0.2], turn: 0.3}\n", "utf-8")
        tab.go("#sheets?profile=home-a4")
        tab.pictures()
        tab.page.select_option(field, "study")
        tab.until("() => document.querySelector('.sheet img')?.src.includes('printer=study')")
        assert "Corrected for study: shift 0.4, -0.2 mm; turn 0.3 degrees" in tab.text(".bar-title")
        assert tab.violations() == []
        tab.page.select_option("label:has-text('What to make') select", "press-x4")
        tab.until("() => document.querySelector('.bar-title').textContent.includes('live transparency')")
        assert tab.count(field) == 0
        tab.page.keyboard.press("9")
        tab.until("() => document.querySelector('[data-profile=home-a4] .make')")
        assert tab.page.locator(field).locator("visible=true").input_value() == "study"
        assert tab.violations() == []
        tab.page.click("[data-profile=home-a4] .make")
        tab.until("() => document.querySelector('[data-profile=home-a4] .files a')")
        kept.write_text("study: {turn: 99}\n", "utf-8")
        tab.page.keyboard.press("6")
        tab.page.select_option("label:has-text('What to make') select", "home-a4")
        tab.until(
            "() => document.querySelector('.pages:not([hidden]) .printer p')?.textContent.includes('printers.yaml')"
        )
        assert tab.said == []


def test_a_file_that_was_made_is_offered_after_a_reload(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#export")
        tab.page.click("[data-profile=home-a4] .make")
        tab.until("() => document.querySelector('[data-profile=home-a4] progress:not([hidden])')")
        tab.page.reload()  # while it is made, or just after
        tab.until("() => document.querySelector('[data-profile=home-a4] .files a')")
        assert "cards.pdf" in tab.text("[data-profile=home-a4] .files")
        tab.go("#overview")
        tab.page.keyboard.press("9")
        tab.until("() => document.querySelector('[data-profile=home-a4] .files a')")
        assert tab.page.get_by_role("button", name="Print at home", exact=True).is_enabled()
        assert tab.said == []


def _tasks(trace: bytes) -> list[float]:
    """Return how much processor time each task of the page's main thread took, in ms."""
    events = json.loads(trace)["traceEvents"]
    threads = {
        (event["pid"], event["tid"]): event["args"]["name"] for event in events if event["name"] == "thread_name"
    }
    runs = (event for event in events if event["name"] in ("RunTask", "ThreadControllerImpl::RunTask"))
    return [
        run["tdur"] / 1000
        for run in runs
        if "tdur" in run and threads.get((run["pid"], run["tid"])) == "CrRendererMain"
    ]


def test_ten_thousand_pieces_scroll_without_long_tasks(chromium: Browser, mine: Path) -> None:
    rows = "".join(f"C{at:05},Card {at},{'sun' if at % 2 else 'rain'},{at % 9},,1\n" for at in range(9_999))
    (mine / "cards.csv").write_text("id,title,suit,value,text,copies\n" + rows, "utf-8")
    with studio(mine) as address:
        tab = Tab(chromium, address)
        # The game is read first, and this one is large.
        tab.until("() => document.querySelector('.tools .count')?.textContent === '10,000 different, 10,002 printed'")
        tab.pictures()
        asked = len([address for address in tab.asked if "/face/" in address])
        chromium.start_tracing(page=tab.page, categories=["toplevel", "devtools.timeline"])
        top = tab.page.evaluate(
            """async () => {
              const all = document.querySelector('.scroller');
              const painted = () => new Promise(done => requestAnimationFrame(() => setTimeout(done)));
              for (let step = 0; step < 60; step += 1) { all.scrollTop += 400; await painted(); }
              return all.scrollTop; }"""
        )
        passed = len([address for address in tab.asked if "/face/" in address]) - asked
        tasks = _tasks(chromium.stop_tracing())
        assert top == 24_000 and len(tasks) > 300
        assert passed < 400  # of about 800 that one passes: those that are gone before they are drawn are left out
        # A long task is one of 50 ms (W3C, Long Tasks API); here of processor time, since other programs run too.
        assert not room.MEASURED or sum(task > 50 for task in tasks) < 4, sorted(tasks)[-9:]
        tab.pictures()
        assert len([address for address in tab.asked if "/face/" in address]) - asked < 900
        assert tab.page.evaluate("() => document.querySelectorAll('.cell').length") < 300


class _Elsewhere(http.server.SimpleHTTPRequestHandler):
    """Another site on this machine."""

    page = b""

    def do_GET(self) -> None:
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(self.page)

    def log_message(self, format: str, *args: object) -> None:
        pass


def test_another_site_reads_nothing_and_changes_nothing_even_with_the_address(chromium: Browser, mine: Path) -> None:
    before = {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()}
    other = http.server.ThreadingHTTPServer(("127.0.0.1", 0), functools.partial(_Elsewhere))
    threading.Thread(target=other.serve_forever, daemon=True).start()
    with studio(mine) as address:
        port, token = address.split("/")[2].split(":")[1], address.split("/")[3]
        _Elsewhere.page = (
            f"<img id=picture src='{address}face/cards/S1/front'><iframe src='{address}'></iframe>"
            f"<form method=post enctype=text/plain action='{address}undo'><input name='{{}}'></form>"
        ).encode()
        for site in (f"http://127.0.0.1:{other.server_port}/", f"http://evil.example:{other.server_port}/"):
            tab = Tab(chromium, site)
            tab.page.wait_for_timeout(500)
            tried = """async address => {
              const tries = [fetch(address + 'state'), fetch(address + 'state', {mode: 'no-cors'}),
                fetch(address + 'undo', {method: 'POST', body: '{}', headers: {'X-Beeprint': '1'}})];
              const said = await Promise.allSettled(tries.map(async one => (await one).text()));
              return said.map(one => one.value ?? ''); }"""
            assert tab.page.evaluate(tried, address) == ["", "", ""]
            assert tab.page.evaluate("() => document.getElementById('picture').naturalWidth") == 0
            assert all("beeprint studio" not in (frame.content() or "") for frame in tab.page.frames[1:])
            with tab.page.expect_navigation():
                tab.page.evaluate("() => document.querySelector('form').submit()")
            assert tab.text("body") == "Forbidden"
            tab.context.close()
        # A name that suddenly means this machine (DNS rebinding) is one origin for the browser: only the name is wrong.
        tab = Tab(chromium, f"http://evil.example:{port}/{token}/")
        assert tab.text("body") == "Forbidden"
        assert tab.page.evaluate("async () => (await fetch('state')).status") == 403
        tab.context.close()
    other.shutdown()
    other.server_close()
    assert {path: path.read_bytes() for path in mine.rglob("*") if path.is_file()} == before


def test_a_place_is_copied_or_opened_by_a_link_where_no_editor_can_be_started(
    chromium: Browser, mine: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("PATH", "/nowhere")
    monkeypatch.setenv("VISUAL", "vim")
    rewritten(mine / "cards.csv", "Draw a card.", "Draw a card. " * 60)
    with studio(mine) as address:
        tab = Tab(chromium, address, "#problems", permissions=["clipboard-read", "clipboard-write"])
        tab.until("() => document.querySelector('.problem')")
        tab.page.get_by_text("Where it is written").first.click()
        tab.page.get_by_role("button", name="copy").first.click()
        tab.until("() => document.querySelector('.place [role=status]').textContent === 'Copied'")
        assert tab.page.evaluate("() => navigator.clipboard.readText()").endswith("mine/cards.csv:2:22")
        tab.page.locator(".problem button").get_by_text("open", exact=True).click()
        tab.until("() => document.querySelector('.place a')")
        assert "No text editor could be started" in tab.text(".place [role=status]")
        assert tab.page.locator(".place a").get_attribute("href") == f"vscode://file{mine}/cards.csv:2:22"


def test_a_game_that_cannot_be_read_or_is_empty_says_what_to_do(chromium: Browser, mine: Path) -> None:
    rewritten(mine / "game.yaml", "decks:", "decks: [")
    with studio(mine) as address:
        tab = Tab(chromium, address)
        tab.until("() => document.getElementById('not-yet').textContent.includes('as soon as it can be read')")
        assert "this [ is not closed" in tab.text("#band") and "last good state" not in tab.text("#band")
        assert tab.count(".tools") == 0
        assert tab.violations() == []
        tab.page.keyboard.press("5")
        tab.until("() => document.querySelector('.page-title')?.textContent === '1 error'")
        tab.page.keyboard.press("1")
        rewritten(mine / "game.yaml", "decks: [", "decks:")
        tab.until("() => document.querySelectorAll('.cell img').length > 5")
        assert tab.page.locator("#not-yet").is_hidden()
        for name in ("cards", "tiles"):
            head = (mine / f"{name}.csv").read_text("utf-8").splitlines()[0]
            (mine / f"{name}.csv").write_text(f"{head}\n", "utf-8")
        tab.until("() => document.querySelector('.nothing')?.textContent.includes('no cards yet')")
        assert "Add card makes the first" in tab.text(".nothing")
        (mine / "cards.csv").write_text(f"id,title,suit,value,text,copies\nA,{'long' * 900},sun,1,,1\n", "utf-8")
        tab.until("() => document.querySelector('[data-key=\"cards/A\"] img')")
        tab.page.click("[data-key='cards/A']")
        tab.until("() => document.querySelector('.cells textarea')")
        panel = tab.page.locator(".details")
        assert panel.evaluate("one => one.scrollWidth <= one.clientWidth")
        assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
        assert tab.said == []


def test_the_back_of_a_piece_that_is_no_mirror_image_of_itself_has_the_outline_of_its_back(
    chromium: Browser, tmp_path: Path
) -> None:
    with studio(shapes_games.write("cutouts", tmp_path)) as address:
        tab = Tab(chromium, address, "#overview?deck=isle&side=back", reduced_motion="reduce")
        tab.pictures()
        tab.until("() => !document.querySelector('.cell [data-loading]')")
        picture = Image.open(io.BytesIO(tab.page.locator(".cell .card").first.screenshot(animations="disabled")))
        assert (np.asarray(picture.convert("RGB")).min(axis=2) < 250).all()  # only the piece and the page's ground
        assert tab.said == []
