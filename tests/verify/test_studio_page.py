"""The studio's page in Chromium, on real games: what a designer sees, and what a stranger's game cannot do."""

from __future__ import annotations

import csv
import io
import os
import re
import shutil
import zipfile
from collections.abc import Iterator
from pathlib import Path

import openpyxl
import pytest
from browsing import Tab, browser, studio
from openpyxl.worksheet.worksheet import Worksheet
from PIL import Image
from playwright.sync_api import Browser

from beeprint import starter
from beeprint.sources.table_files import read_table_bytes
from beeprint.sources.workspace import SHIPPED
from workbooks import line as ods_line
from workbooks import ods, saved


@pytest.fixture(scope="module")
def chromium() -> Iterator[Browser]:
    with browser() as opened:
        yield opened


@pytest.fixture(scope="module")
def butine(tmp_path_factory: pytest.TempPathFactory) -> Iterator[str]:
    """Return the address of a studio that shows a copy of Butine!, which no test changes."""
    folder = tmp_path_factory.mktemp("games") / "butine"
    shutil.copytree(SHIPPED / "data" / "butine", folder, ignore=shutil.ignore_patterns("src"))
    with studio(folder) as address:
        yield address


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    """Return a small game that lies wholly in its own folder, to be changed."""
    starter.write(tmp_path / "mine")
    return tmp_path / "mine"


def shows(tab: Tab, count: int) -> None:
    tab.views()
    tab.until("count => document.querySelector('.tools .count').textContent.startsWith(`${count} `)", count)


def rewritten(path: Path, old: str, new: str) -> None:
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new, 1), "utf-8")


def test_the_table_shows_each_piece_and_finds_some(chromium: Browser, butine: str) -> None:
    tab = Tab(chromium, butine)
    shows(tab, 73)
    tab.pictures()
    assert tab.text(".row.head h2") == "Hive cards with the hourglass"
    card, tile = (tab.page.locator(f"[data-key='{key}'] .trimmed").bounding_box() for key in ("quick/BRW", "quick/BRY"))
    assert card and tile and card["width"] / card["height"] == pytest.approx(63 / 44, rel=0.01)
    tab.page.keyboard.press("/")
    tab.page.keyboard.type("daisy sky:morning")
    shows(tab, 0)
    assert "No matching cards" in tab.text(".nothing")
    tab.page.fill(".search input", "sky:morning")
    shows(tab, len([row for row in _rows("hive") if row.endswith("morning")]) * 2 + len(_mornings("family")))
    tab.until("() => location.hash.includes('q=sky')")
    tab.page.reload()
    tab.until("() => document.querySelector('.search input')?.value === 'sky:morning'")
    tab.page.click("[data-deck=hive]")
    shows(tab, len(_mornings("hive")))
    assert tab.said == []


def _rows(deck: str) -> list[str]:
    return (SHIPPED / "data" / "butine" / f"{deck}.csv").read_text("utf-8").splitlines()[1:]


def _mornings(deck: str) -> list[str]:
    return [row for row in _rows(deck) if "morning" in row.split(",")]


def test_keys_go_from_piece_to_piece_and_open_one(chromium: Browser, butine: str) -> None:
    tab = Tab(chromium, butine)
    shows(tab, 73)
    tab.pictures()
    focus = "() => document.activeElement.dataset.key"
    tab.page.keyboard.press("ArrowRight")
    assert tab.page.evaluate(focus) == "quick/BRW"
    tab.page.keyboard.press("ArrowRight")
    assert tab.page.evaluate(focus) == "quick/BRY"
    tab.page.keyboard.press("ArrowDown")
    across = tab.page.locator(".row:not(.head) >> nth=0").locator(".cell").count()
    assert tab.page.evaluate(focus) == f"quick/{_rows('hive')[across + 1].split(',')[0]}"
    tab.page.keyboard.press("End")
    assert tab.page.evaluate(focus) == "card-box/card-box"
    assert tab.page.evaluate("() => document.querySelectorAll('.canvas [tabindex=\"0\"]').length") == 1
    tab.page.keyboard.press("Enter")
    tab.until("() => location.hash.includes('card') && document.querySelector('.piece-name')?.textContent")
    assert tab.text(".piece-name") == "card-box"
    tab.page.go_back()
    tab.until("() => document.activeElement.dataset.key === 'card-box/card-box'")
    tab.page.keyboard.press("f")
    tab.until("() => location.hash.includes('side=back')")
    tab.page.keyboard.press("?")
    assert "turn the card over" in tab.text("dialog")
    tab.page.keyboard.press("Escape")
    tab.page.keyboard.press("h")
    tab.until("() => document.querySelector('.fan .in-front')")
    assert tab.count(".fan .cell") <= 9


def test_editions_and_languages_are_chosen_in_the_page(chromium: Browser, butine: str) -> None:
    tab = Tab(chromium, butine)
    shows(tab, 73)
    tab.page.select_option("label:has-text('Language') select", "fr")
    tab.until(
        "() => location.hash.includes('language=fr')"
        " && document.querySelector('main .picture img')?.src.includes('language=fr')"
    )
    tab.page.select_option("label:has-text('Edition') select", "family")
    tab.until("() => !document.querySelector('.tools .count').textContent.startsWith('73')")
    assert tab.count("[data-deck=quick]") == 0


def test_a_change_is_shown_without_a_flicker(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address)
        shows(tab, 13)
        tab.pictures()
        tab.page.evaluate(
            """() => { window.empty = 0; window.glows = 0;
            new MutationObserver(() => { const cells = [...document.querySelectorAll('.cell')];
              window.empty += cells.filter(one => !one.querySelector('img')).length;
              window.glows = Math.max(window.glows, document.querySelectorAll('.pulse').length);
            }).observe(document.body, {childList: true, subtree: true, attributes: true}); }"""
        )
        before = tab.page.locator("[data-key='cards/S1'] img").get_attribute("src")
        rewritten(mine / "cards.csv", "First light", "Last light")
        tab.until("old => document.querySelector('[data-key=\"cards/S1\"] img').getAttribute('src') !== old", before)
        tab.until("() => window.glows")
        assert tab.page.evaluate("() => [window.empty, window.glows]") == [0, 1]
        tab.page.click("text=Changed since opened")
        shows(tab, 1)
        assert tab.page.locator(".cell").get_attribute("aria-label") == "S1 \u00d72, Garden cards, front, changed"
        tab.page.click(".cell")
        tab.page.keyboard.press("c")
        tab.until(
            "() => [...document.querySelectorAll('.framed')].every(one => one.offsetParent && one.querySelector('img'))"
        )
        old, new = (tab.page.locator(".framed img").nth(at).get_attribute("src") for at in (0, 1))
        assert old and new and old == before and old != new
        assert tab.said == []


def test_problems_stand_at_their_pieces_and_a_broken_file_keeps_the_picture(
    chromium: Browser, mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    editor = tmp_path / "subl"
    editor.write_text(f'#!/bin/sh\necho "$@" > {tmp_path / "opened"}\n', "utf-8")
    editor.chmod(0o755)
    monkeypatch.setenv("VISUAL", str(editor))
    with studio(mine) as address:
        tab = Tab(chromium, address)
        shows(tab, 13)
        tab.pictures()
        rewritten(mine / "cards.csv", "Draw a card.", "Draw a card. " * 60)
        tab.until("() => document.querySelector('[data-key=\"cards/S1\"]').dataset.mark === 'warning'")
        tab.until("() => document.querySelector('.badge').textContent === '1'")
        assert tab.text("#said") == "1 unfinished"
        tab.page.keyboard.press("5")
        assert tab.text(".page-title") == "1 unfinished"
        tab.until("() => document.querySelector('.problem .place')?.textContent.includes('cards.csv:2:22')")
        tab.page.evaluate("() => { document.querySelector('.problem').dataset.kept = 'yes'; }")
        tab.page.click(".problem .in-file > summary")
        tab.page.click(".problem >> text='open'")  # quoted, else a path of the hint that holds "open" would be clicked
        opened = tmp_path / "opened"
        _wait_for(tab, lambda: opened.exists() and "cards.csv:2:22" in opened.read_text("utf-8"))
        rewritten(mine / "cards.csv", "Warm stones,sun", "Warm stones,snow")
        tab.until("() => document.querySelectorAll('.problem').length === 2")
        assert tab.count(".problem[data-kept=yes]") == 1, (
            "an item that stays is drawn anew, and a click on it may be lost"
        )
        rewritten(mine / "cards.csv", "Warm stones,snow", "Warm stones,sun")
        tab.until("() => document.querySelectorAll('.problem').length === 1")
        rewritten(mine / "cards.csv", "Gather 6 :sun: at once.", "Gather 6 :sun: at once. " * 60)
        tab.until("() => document.querySelector('.problem.alike strong')?.textContent === '2 garden cards: '")
        assert tab.text(".page-title") == "2 unfinished" and tab.text(".badge") == "2"
        tab.page.click(".each-problem > summary")
        assert tab.page.locator(".each .where").all_inner_texts()[0] == "First light (S1), column text"
        rewritten(mine / "cards.csv", "Gather 6 :sun: at once. " * 60, "Gather 6 :sun: at once.")
        tab.until("() => !document.querySelector('.problem.alike')")
        tab.page.click(".problem .thumb")
        tab.until("() => document.querySelector('.details .problem .message')")
        assert tab.text(".piece-name") == "S1"
        rewritten(mine / "cards.csv", "Draw a card. " * 60, "Draw a card.")
        tab.until("() => document.querySelector('.badge').hidden")
        tab.page.keyboard.press("1")
        rewritten(mine / "game.yaml", "decks:", "decks: [")
        tab.until("() => !document.getElementById('band').hidden")
        assert "this [ is not closed" in tab.text("#band") and "last good state" in tab.text("#band")
        assert tab.count(".cell img") > 5
        rewritten(mine / "game.yaml", "decks: [", "decks:")
        tab.until("() => document.getElementById('band').hidden")


def test_a_card_is_magnified_measured_and_seen_as_others_see_it(chromium: Browser, butine: str) -> None:
    tab = Tab(chromium, butine, "#card?at=hive/BRW")
    tab.until("() => document.querySelector('.framed img')")
    width = "() => document.querySelectorAll('.framed .trimmed')[1].getBoundingClientRect().width"
    fitted = tab.page.evaluate(width)
    tab.page.keyboard.press("+")
    assert tab.page.evaluate(width) == pytest.approx(fitted * 1.25, rel=0.01)
    tab.page.keyboard.press("0")
    assert tab.page.evaluate(width) == pytest.approx(fitted, rel=0.01)
    for key in "tbso":
        tab.page.keyboard.press(key)
    tab.until("() => document.querySelectorAll('.lines .slot').length > 3")
    assert [tab.count(f".lines .{name}") for name in ("trim", "bleed", "safe")] == [1, 1, 1]
    tab.page.keyboard.press("p")
    tab.until("() => document.querySelectorAll('.framed img')[0].src.includes('view=playtest')")
    tab.page.keyboard.press("r")
    tab.page.locator("dialog input").evaluate("(one) => { one.value = 5; one.dispatchEvent(new Event('input')); }")
    tab.page.click("text=It fits")
    tab.until("() => document.querySelector('.percent').textContent === '100 %'")
    assert tab.page.evaluate(width) == pytest.approx(63 * 5, rel=0.01)
    tab.go("#card?at=hive/BRW&seen=grey")
    tab.until("() => document.querySelector('.framed img')")
    box = tab.page.locator(".framed >> nth=1").locator(".trimmed").bounding_box()
    assert box is not None
    # Beyond the round corners of the card, the page shows.
    inside = {"x": box["x"] + 20, "y": box["y"] + 20, "width": box["width"] - 40, "height": box["height"] - 40}
    picture = Image.open(io.BytesIO(tab.page.screenshot(clip=inside))).convert("RGB")  # type: ignore[arg-type]
    assert {max(colour) - min(colour) for _, colour in picture.getcolors(1 << 24) or ()} == {0}
    tab.go("#card?at=hive/BRW&seen=protanopia")
    tab.until("() => document.querySelector('.framed img')")
    seen = Image.open(io.BytesIO(tab.page.screenshot(clip=box))).convert("RGB")  # type: ignore[arg-type]
    tab.go("#card?at=hive/BRW")
    tab.until("() => document.querySelector('.framed img')")
    plain = Image.open(io.BytesIO(tab.page.screenshot(clip=box))).convert("RGB")  # type: ignore[arg-type]
    at = (plain.width // 2, plain.height - 8)
    assert seen.getpixel(at) == pytest.approx(_without_red(plain.getpixel(at)), abs=3)  # type: ignore[arg-type]


@pytest.mark.parametrize("key", ["hexagon/hexagon", "triangle/triangle", "bee/bee"])
def test_the_trim_line_lies_where_a_piece_of_any_outline_is_cut(chromium: Browser, butine: str, key: str) -> None:
    tab = Tab(chromium, butine, f"#card?at={key}&lines=tb", reduced_motion="reduce")
    tab.until("() => document.querySelector('.framed img') && document.querySelector('.lines .trim')")
    # A millimetre of the drawing is as long, and lies there, where the lines over it have it.
    (across, left, top), *others = tab.page.evaluate(
        """async () => {
          const image = document.querySelectorAll('.framed')[1].querySelector('img');
          const seen = image.getBoundingClientRect();
          const drawn = new DOMParser().parseFromString(await (await fetch(image.src)).text(), 'image/svg+xml');
          const [x, y, width, height] = drawn.documentElement.getAttribute('viewBox').split(' ').map(Number);
          const scale = Math.min(seen.width / width, seen.height / height);
          const lines = document.querySelectorAll('.framed')[1].querySelector('.lines').getScreenCTM();
          const trim = document.querySelectorAll('.framed')[1].querySelector('.trimmed').getBoundingClientRect();
          const [wide, tall] = [seen.width - width * scale, seen.height - height * scale];
          return [[scale, seen.left + wide / 2 - x * scale, seen.top + tall / 2 - y * scale],
            [lines.a, lines.e, lines.f], [scale, trim.left, trim.top]]; }"""
    )
    for other in others:
        assert other == pytest.approx([across, left, top], abs=0.2)
    assert tab.said == []


def test_what_a_face_leaves_bare_is_white_in_the_dark_too(chromium: Browser, mine: Path) -> None:
    rewritten(mine / "layouts" / "card.yaml", "box: bleed", "box: [0, 0, 1, 1]")
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1", color_scheme="dark", reduced_motion="reduce")
        tab.until("() => document.querySelectorAll('.framed')[1]?.querySelector('img')")
        box = tab.page.locator(".framed >> nth=1").locator(".trimmed").bounding_box()
        assert box
        clip = {"x": box["x"] + 6, "y": box["y"] + box["height"] / 2, "width": 4, "height": 4}
        picture = Image.open(io.BytesIO(tab.page.screenshot(clip=clip))).convert("RGB")  # type: ignore[arg-type]
        assert picture.getcolors() == [(16, (255, 255, 255))]


def _without_red(colour: tuple[int, int, int]) -> tuple[int, ...]:
    """Return a colour as protanopes see it: Machado et al. 2009, in linear RGB."""
    matrix = (0.152286, 1.052583, -0.204868), (0.114503, 0.786281, 0.099216), (-0.003882, -0.048116, 1.051998)
    linear = [
        channel / 255 / 12.92 if channel <= 10 else ((channel / 255 + 0.055) / 1.055) ** 2.4 for channel in colour
    ]
    made = [min(1, max(0, sum(a * b for a, b in zip(row, linear, strict=True)))) for row in matrix]
    return tuple(
        round(255 * (12.92 * channel if channel <= 0.0031308 else 1.055 * channel ** (1 / 2.4) - 0.055))
        for channel in made
    )


def test_sheets_lie_with_their_backs_behind_them(chromium: Browser, butine: str) -> None:
    tab = Tab(chromium, butine, "#sheets?profile=home-a4")
    tab.until("() => document.querySelectorAll('.sheet .sheet-front img').length > 1")
    tab.until("() => document.querySelectorAll('.two-sided .sheet-back img').length > 0")
    first = tab.page.locator(".sheet").first
    assert tab.text(".file-of-pages h2") == "cards.pdf"
    assert first.inner_text().startswith("sheet 1, ")
    assert tab.page.locator(".two-sided .paper").first.get_attribute("data-mirror") == "across"
    tab.page.keyboard.down("x")
    assert tab.count(".through") == 1
    tab.page.keyboard.up("x")
    assert tab.count(".through") == 0
    assert "x" in tab.text("button:has-text('See through')")
    first.locator(".paper").hover()
    tab.page.mouse.down()
    assert tab.count(".through") == 1
    back = tab.page.locator(".two-sided .sheet-back").first
    assert 0 < float(back.evaluate("one => getComputedStyle(one).opacity")) < 1
    assert back.evaluate("one => getComputedStyle(one).backfaceVisibility") == "visible"
    tab.page.mouse.up()
    assert tab.count(".through") == 0
    tab.page.select_option("label:has-text('What to make') select", "home-letter")
    tab.until("() => document.querySelector('.sheet img')?.src.includes('home-letter')")
    before = first.bounding_box()
    tab.page.get_by_role("button", name="Large").click()
    after = first.bounding_box()
    assert before and after and after["width"] > 2 * before["width"]
    tab.page.keyboard.press("7")
    tab.until("() => document.querySelectorAll('.leaflet img').length > 3")
    for sheet in tab.page.locator(".leaflet .paper:has(img)").all():
        paper, page = sheet.bounding_box(), sheet.locator("img").bounding_box()
        assert paper and page == pytest.approx(paper, abs=0.1)
    assert tab.said == []


def test_hands_follow_from_the_seed_in_the_address(chromium: Browser, butine: str) -> None:
    dealt = "() => [...document.querySelectorAll('.hands .thumb')].map(one => one.title).join(' ')"
    tab = Tab(chromium, butine, "#numbers?by=sky&deal=hive&seed=7&hand=4&hands=2")
    first = tab.until(dealt)
    assert len(first.split()) == 8
    assert "morning" in tab.text(".counts")
    tab.page.click("text=Deal again")
    tab.until("() => !location.hash.includes('seed=7&')")
    address = tab.page.url
    second = tab.until(f"old => {{ const now = ({dealt})(); return now !== old && now; }}", first)
    other = Tab(chromium, address)
    assert other.until(dealt) == second
    assert tab.said == []


def test_files_are_made_by_a_click_and_can_be_opened(
    chromium: Browser, mine: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    manager = tmp_path / "xdg-open"
    manager.write_text(f'#!/bin/sh\necho "$@" > {tmp_path / "shown"}\n', "utf-8")
    manager.chmod(0o755)
    monkeypatch.setenv("PATH", f"{tmp_path}{os.pathsep}{os.environ['PATH']}")
    with studio(mine) as address:
        tab = Tab(chromium, address, "#export")
        headings = ["Print", "Show", "Play", "Press", "Cut"]
        tab.until("() => document.querySelector('[data-profile=home-a4] .make')")
        assert tab.page.locator(".export-group h3").all_inner_texts() == headings
        tab.page.click("[data-profile=home-a4] .make")
        tab.until("() => document.querySelector('[data-profile=home-a4] .files a')")
        profile = tab.page.locator("[data-profile=home-a4]")
        path = profile.locator(".made code")
        folder = Path(path.get_attribute("title") or "")
        assert folder.is_dir() and path.inner_text() == f"output/{folder.parent.name}/home-a4"
        steps = profile.get_by_role("list", name="What to do now").locator("> li > strong").all_inner_texts()
        assert steps[:2] == ["Get the paper: 4 sheets of A4", "Print at 100 %"] and "Fold the booklet" in steps
        assert "cards.pdf: 2 sheets, both sides, long edge; card stock, 300 g/m²" in profile.inner_text()
        guide = profile.get_by_role("link", name="Open the print guide").evaluate("one => one.href")
        assert tab.page.request.get(guide).body() == (folder / "0-print-guide.pdf").read_bytes()
        links = {link.inner_text(): link.evaluate("one => one.href") for link in profile.locator(".files a").all()}
        made = {path.name: path.read_bytes() for path in folder.iterdir()}
        assert {name: tab.page.request.get(link).body() for name, link in links.items()} == made
        assert f"{len(made)} files" in profile.locator(".made-words").inner_text()
        tab.page.locator("[data-group=Press] summary").click()
        tab.page.click("[data-profile=european-offset] .make")
        press = tab.page.locator("[data-profile=european-offset]")
        press.get_by_text("to the printing company or the shop:").wait_for()
        assert "european-offset:" not in press.inner_text().lower()
        packed = press.get_by_role("link", name="Save them as one ZIP").evaluate("one => one.href")
        with zipfile.ZipFile(io.BytesIO(tab.page.request.get(packed).body())) as archive:
            sent = {name.removeprefix("european-offset/"): archive.read(name) for name in archive.namelist()}
        assert sent == {file.name: file.read_bytes() for file in (folder.parent / "european-offset").iterdir()}
        size = len(made["cards.pdf"]) / 1000
        assert f"{size:.0f} kB" in profile.locator(".files li:has-text('cards.pdf')").inner_text()
        profile.get_by_role("button", name="show the folder").click()
        _wait_for(tab, lambda: (tmp_path / "shown").exists() and (tmp_path / "shown").read_text().strip())
        assert Path((tmp_path / "shown").read_text().strip()).resolve() == folder.resolve()
        tab.page.locator(".export-group h3", has_text="Show").click()
        tab.page.click("[data-profile=faces] .make")
        tab.until("() => document.querySelectorAll('[data-profile=faces] details').length === 2")
        assert "cards 13 files" in tab.text("[data-profile=faces] summary")  # 12 fronts and the back they share
        assert tab.said == []


def test_a_slot_is_shown_by_its_name_in_the_list(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1")
        tab.page.hover(".slot-name[data-slot=value]")
        tab.until("() => document.querySelector('.lines .slot.pointed')?.dataset.slot === 'value'")
        assert tab.count(".lines .slot") == 1
        for _ in range(8):
            tab.page.keyboard.press("+")
        tab.page.click(".slot-name[data-slot=value]")
        tab.until("() => document.querySelectorAll('.grip').length === 8")
        tab.until("() => document.querySelector('#link').textContent === ''")
        box, stage = (tab.page.locator(selector).bounding_box() for selector in (".slot.chosen .line", ".stage"))
        assert box and stage
        assert box["x"] >= stage["x"] and box["x"] + box["width"] <= stage["x"] + stage["width"]
        assert box["y"] >= stage["y"] and box["y"] + box["height"] <= stage["y"] + stage["height"]
        assert tab.page.get_by_label("Width", exact=True).input_value() == "12"
        tab.page.click(".slot-name[data-slot=value]")
        tab.until("() => !document.querySelector('.grip')")
        assert tab.said == []


def test_a_box_is_dragged_at_once_to_a_guide_put_back_and_undone(chromium: Browser, mine: Path) -> None:
    layout = mine / "layouts" / "card.yaml"
    before = layout.read_text("utf-8")
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1&lines=o")
        tab.until("() => document.querySelector('[data-slot=text]')")
        tab.until("() => document.querySelector('.toast')?.textContent.startsWith('Click what you want to change.')")
        assert tab.page.locator("[data-slot=text] .line").evaluate("one => getComputedStyle(one).cursor") == "move"
        assert tab.page.get_by_role("button", name="Undo").is_disabled()
        scale = tab.page.evaluate("() => document.querySelectorAll('.framed .trimmed')[1].clientWidth / 63")
        x, y = _middle(tab, "[data-slot=text] .line")
        tab.page.mouse.move(x, y)
        tab.page.mouse.down()
        tab.page.mouse.move(x + 3.9 * scale, y + 5.2 * scale, steps=4)  # its right edge comes near 59, of 63 - 3 = 60
        tab.page.mouse.move(x + 4.9 * scale, y + 5.2 * scale, steps=4)
        assert tab.text(".measures").startswith("47 \u00d7 19 mm at 13, 60.2")
        assert "Safe zone" in tab.text(".measures .met")
        assert tab.page.locator(".guide").count() >= 1
        tab.page.keyboard.press("Escape")
        assert tab.page.locator(".measures, .guide").count() == 0
        tab.page.mouse.up()
        tab.until("() => document.querySelector('.box-fields input').value === '8'")
        assert layout.read_text("utf-8") == before
        tab.until("() => document.querySelectorAll('.grip').length === 8")
        tab.page.mouse.move(x, y)
        tab.page.mouse.down()
        tab.page.mouse.move(x + 4.9 * scale, y, steps=4)
        tab.page.mouse.up()
        _wait_for(
            tab, lambda: 'text: {kind: text, style: text, text: "{text}", box: [13, ' in layout.read_text("utf-8")
        )
        tab.until("() => document.querySelector('.toast')?.textContent.startsWith('Text moved ')")
        tab.page.click(".toast >> role=button[name='Undo']")
        _wait_for(tab, lambda: layout.read_text("utf-8") == before)
        tab.page.get_by_role("button", name="Redo").click()
        _wait_for(tab, lambda: layout.read_text("utf-8") != before)
        assert tab.said == []


@pytest.mark.tool("chromium", "playwright")
def test_a_slot_is_dragged_nudged_and_put_back(chromium: Browser, mine: Path) -> None:
    layout = mine / "layouts" / "card.yaml"
    before = layout.read_text("utf-8")
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1&lines=o")
        tab.until("() => document.querySelector('[data-slot=picture]')")
        tab.page.click(".slot-name[data-slot=title]")
        tab.until("() => document.querySelectorAll('.grip').length === 8")
        tab.page.locator("#main").focus()
        tab.page.keyboard.press("ArrowRight")
        tab.page.keyboard.press("Shift+ArrowDown")
        tab.until("() => document.getElementById('said').textContent.length > 0")
        assert "box: [8.1, 9, 47, 9]" in layout.read_text("utf-8")
        tab.until("() => document.querySelector('.box-fields input').value === '8.1'")
        scale = tab.page.evaluate("() => document.querySelectorAll('.framed .trimmed')[1].clientWidth / 63")
        x, y = _middle(tab, ".grip[data-grip=e]")
        tab.page.mouse.move(x, y)
        tab.page.mouse.down()
        tab.page.mouse.move(x - 9.3 * scale, y, steps=5)
        tab.page.mouse.up()
        tab.until("() => document.querySelectorAll('.box-fields input')[2].value !== '47'")
        tab.until("() => !document.querySelector('.box-panel .problem')")
        _wait_for(tab, lambda: "box: [8.1, 9, 47, 9]" not in layout.read_text("utf-8"))
        width = float(layout.read_text("utf-8").split("box: [8.1, 9, ")[1].split(",")[0])
        assert width == pytest.approx(47 - 9.3, abs=1)
        for _ in range(2):
            was = layout.read_text("utf-8")
            tab.page.locator("#main").focus()
            tab.page.keyboard.press("Control+z")
            _wait_for(tab, lambda was=was: layout.read_text("utf-8") != was)
        assert layout.read_text("utf-8") == before
        assert tab.said == []


def _middle(tab: Tab, selector: str) -> tuple[float, float]:
    """Return the middle of what is drawn over a piece, which an update may draw anew at any time."""
    x, y = tab.until(
        "one => { const box = document.querySelector(one)?.getBoundingClientRect();"
        "return box && [box.x + box.width / 2, box.y + box.height / 2]; }",
        selector,
    )
    return x, y


def _wait_for(tab: Tab, holds: object) -> None:
    for _ in range(2_000):
        if holds():  # type: ignore[operator]
            return
        tab.page.wait_for_timeout(50)
    raise AssertionError(tab.page.inner_text("body")[:1500])


def test_a_box_that_others_inherit_asks_first(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        (mine / "layouts" / "tile.yaml").write_text(
            "extends: card\nslots: {title: {text: '{name}'}}\n"
            "drop: [ground, panel, picture, text, value-disc, value]\n",
            "utf-8",
        )
        tab = Tab(chromium, address, "#card?at=tiles/meadow&lines=o")
        tab.page.click(".slot-name[data-slot=title]")
        tab.until("() => document.querySelectorAll('.grip').length === 8")
        tab.page.locator("#main").focus()
        tab.page.keyboard.press("Shift+ArrowDown")
        tab.until("() => document.querySelector('dialog')")
        assert "Where should this change?" in tab.text("dialog")
        assert "Text “Title”, Box in the design “Card”" in tab.text("dialog")
        assert "Title on the front of Garden cards" in tab.text("dialog")
        tab.page.locator("dialog .in-file summary").click()
        assert "layouts/card.yaml:" in tab.text("dialog")
        tab.page.get_by_role("button", name="Here only").click()
        tile, card = mine / "layouts" / "tile.yaml", mine / "layouts" / "card.yaml"
        _wait_for(tab, lambda: "box" in tile.read_text("utf-8"))
        assert "box: [8, 8, 47, 9]" in card.read_text("utf-8")
        tab.until("() => document.querySelector('.box-panel').ariaBusy === 'false'")
        tab.page.get_by_role("button", name="Undo").first.click()
        _wait_for(tab, lambda: "box" not in tile.read_text("utf-8"))
        tab.until("() => document.querySelectorAll('.box-fields input')[1].value === '8'")
        tab.page.locator("#main").focus()
        tab.page.keyboard.press("Shift+ArrowDown")
        tab.page.get_by_role("button", name="There, for all 2 designs").click()
        _wait_for(tab, lambda: "box: [8, 9, 47, 9]" in card.read_text("utf-8"))
        assert "box" not in tile.read_text("utf-8")


def test_a_cell_is_checked_while_typing_and_written_on_enter(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1")
        field = tab.page.get_by_role("table", name="Cells of the row").get_by_label("copies", exact=True)
        was = field.input_value()
        field.fill("snow")
        tab.until("() => document.querySelector('.cell-says[data-severity=error]')")
        assert "snow" in tab.text(".cell-says[data-severity=error]")
        assert "snow" not in (mine / "cards.csv").read_text("utf-8")
        field.press("Escape")
        assert field.input_value() == was
        title = tab.page.get_by_label("title", exact=True)
        title.fill('Light, "at last"')
        title.press("Enter")
        tab.until("() => document.querySelector('.toast')?.textContent.startsWith('Title of First light')")
        _wait_for(tab, lambda: 'S1,"Light, ""at last""",sun,1,' in (mine / "cards.csv").read_text("utf-8"))
        tab.page.locator("#main").focus()
        tab.page.keyboard.press("Control+z")
        _wait_for(tab, lambda: "S1,First light,sun,1," in (mine / "cards.csv").read_text("utf-8"))
        tab.until("() => [...document.querySelectorAll('textarea')].some(one => one.value === 'First light')")
        tab.page.get_by_label("value", exact=True).fill("7")
        tab.page.get_by_label("text", exact=True).focus()  # a cell that is left is written, too
        _wait_for(tab, lambda: "S1,First light,sun,7," in (mine / "cards.csv").read_text("utf-8"))
    with studio(mine, "--read-only") as address:
        tab = Tab(chromium, address, "#card?at=cards/S1")
        tab.until("() => document.querySelector('.cells td')?.textContent")
        assert tab.count("textarea") == 0
        assert "only looking" in tab.text(".cells-note")


def test_a_cell_that_is_written_while_a_file_is_broken_keeps_what_was_written(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1")
        cell = tab.page.get_by_label("title", exact=True)
        cell.wait_for()
        rewritten(mine / "game.yaml", "decks:", "decks: [")
        tab.until("() => !document.getElementById('band').hidden")
        cell.fill("Last light")
        cell.press("Enter")
        tab.until("() => document.querySelector('.toast').textContent.includes(' changed')")
        rewritten(mine / "layouts" / "card.yaml", "31, 31", "31, 30")  # the page is told once more
        tab.page.wait_for_timeout(1500)
        assert cell.input_value() == "Last light"
        rewritten(mine / "game.yaml", "decks: [", "decks:")
        tab.until("() => document.getElementById('band').hidden")
        assert cell.input_value() == "Last light"
        assert "S1,Last light," in (mine / "cards.csv").read_text("utf-8")
        assert tab.said == []


@pytest.mark.parametrize("ending", ["xlsx", "ods"])
def test_a_cell_of_a_workbook_is_written_into_it(chromium: Browser, mine: Path, ending: str) -> None:
    rows = list(csv.reader((mine / "cards.csv").read_text("utf-8").splitlines()))
    book = openpyxl.Workbook()
    assert isinstance(book.active, Worksheet)
    for cells in rows:
        book.active.append(cells)
    file = mine / f"cards.{ending}"
    file.write_bytes(saved(book) if ending == "xlsx" else ods("".join(ods_line(*cells) for cells in rows)))
    rewritten(mine / "game.yaml", "data: cards.csv", f"data: {file.name}")
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1")
        cell = tab.page.get_by_label("title", exact=True)
        cell.fill("Last light")
        cell.press("Enter")
        tab.page.locator(".toast-undo:visible").wait_for()
    assert read_table_bytes(file.read_bytes(), file.name).rows[0]["title"] == "Last light"


def test_an_update_takes_no_click_no_focus_and_no_words(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address)
        shows(tab, 13)
        tab.pictures()
        face = "key => document.querySelector(`[data-key='${key}'] img`)?.getAttribute('src')"
        seen = tab.page.evaluate(face, "cards/S2")
        tab.page.locator("[data-key='cards/S2'] .card").hover()
        tab.page.mouse.down()
        rewritten(mine / "cards.csv", "Warm stones", "Cold stones")
        tab.until(f"old => ({face})('cards/S2') !== old", seen)
        tab.page.mouse.up()
        tab.until("() => document.querySelector('.piece-name')?.textContent === 'S2'")
        cell = tab.page.get_by_label("text", exact=True)
        cell.fill("Half a sent")
        rewritten(mine / "cards.csv", "Cold stones", "Hot stones")
        tab.until("() => [...document.querySelectorAll('textarea')].some(one => one.value === 'Hot stones')")
        tab.page.keyboard.type("ence")
        assert cell.input_value() == "Half a sentence"
        cell.press("Escape")
        tab.page.click(".slot-name[data-slot=title]")
        tab.until("() => document.querySelectorAll('.grip').length === 8")
        tab.page.get_by_label("X", exact=True).fill("9")
        tab.page.keyboard.press("Tab")
        layout = mine / "layouts" / "card.yaml"
        _wait_for(tab, lambda: "box: [9, 8, 47, 9]" in layout.read_text("utf-8"))
        tab.until("() => document.querySelector('.toast')?.textContent.startsWith('Title moved')")
        assert tab.page.evaluate("() => document.activeElement.getAttribute('aria-label')") == "Y"
        x, y = _middle(tab, ".grip[data-grip=s]")
        tab.page.mouse.move(x, y)
        tab.page.mouse.down()
        tab.page.mouse.move(x, y + 30, steps=3)
        rewritten(mine / "cards.csv", "Hot stones", "Wet stones")
        tab.until("() => [...document.querySelectorAll('textarea')].some(one => one.value === 'Wet stones')")
        assert tab.count(".measures") == 1
        tab.page.mouse.move(x, y + 60, steps=3)
        tab.page.mouse.up()
        _wait_for(tab, lambda: "box: [9, 8, 47, 9]" not in layout.read_text("utf-8"))
        assert tab.said == []


def test_ten_thousand_pieces_scroll_with_few_in_the_page(chromium: Browser, mine: Path) -> None:
    rows = "".join(
        f"C{number:05},Card {number},{'sun' if number % 2 else 'rain'},{number % 9},,1\n" for number in range(9_999)
    )
    (mine / "cards.csv").write_text("id,title,suit,value,text,copies\n" + rows, "utf-8")
    with studio(mine) as address:
        tab = Tab(chromium, address)
        shows_all = "() => document.querySelector('.tools .count')?.textContent === '10,000 different, 10,002 printed'"
        for _ in range(6):  # the game is read first, and this one is large
            if tab.page.evaluate(shows_all):
                break
            tab.page.wait_for_timeout(10_000)
        tab.until(shows_all)
        most = 0
        for size in ("2.6", "1.4"):
            tab.page.locator("[aria-label=Size]").evaluate(
                "(one, size) => { one.value = size; one.dispatchEvent(new Event('input')); }", size
            )
            for part in range(11):
                tab.page.evaluate(
                    "part => { const all = document.querySelector('.scroller');"
                    "all.scrollTop = all.scrollHeight * part / 10; }",
                    part,
                )
                tab.page.wait_for_timeout(60)
                most = max(most, tab.page.evaluate("() => document.querySelectorAll('.cell').length"))
        assert 20 < most < 300
        # A filter on each of them makes the table stutter while it scrolls.
        assert tab.page.locator(".cell .card").first.evaluate("one => getComputedStyle(one).filter") == "none"
        tab.until("() => document.querySelector('[data-key=\"tiles/meadow\"] img')")
        assert len({address for address in tab.asked if "/face/" in address}) < 3_000
        assert tab.said == []


_EVIL = "<script>alert(1)</script><img src=x onerror=alert(2)>\"'</script>javascript:alert(3)"


def test_a_hostile_game_runs_nothing(chromium: Browser, tmp_path: Path) -> None:
    game = tmp_path / "a 'quoted' <b>game"
    starter.write(game)
    quoted = _EVIL.replace('"', '""')
    (game / "cards.csv").write_text(
        f'id,title,suit,value,text,copies\n"{quoted}",T,sun,1,"{quoted}",1\n"a/b?c#d%20","{quoted}",rain,2,,1\n',
        "utf-8",
    )
    title = next(line for line in (game / "game.yaml").read_text("utf-8").splitlines() if line.startswith("title:"))
    rewritten(game / "game.yaml", title, f"title: '{_EVIL.replace(chr(39), chr(39) * 2)}'")
    rewritten(game / "game.yaml", "title: Garden cards", "title: '<svg onload=alert(4)>'")
    (game / "art" / "icons" / "rain.svg").write_text(
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 10 10" onload="alert(5)"><script>alert(6)</script>'
        '<rect width="10" height="10" fill="#00f" onclick="alert(7)"/></svg>',
        "utf-8",
    )
    with studio(game) as address:
        for view in (
            "#overview",
            "#overview?as=hand",
            "#problems",
            "#sheets",
            "#rules",
            "#numbers?by=title",
            "#export",
        ):
            tab = Tab(chromium, address, view)
            tab.until("() => document.getElementById('title').textContent.includes('<script>')")
            tab.page.wait_for_timeout(1500)
            assert [message for message in tab.said if "status of 4" not in message] == [], view
            assert {address.split("/")[2] for address in tab.asked if address != "about:blank"} == {
                address.split("/")[2]
            }
            assert (
                tab.page.evaluate(
                    "() => document.querySelectorAll('main script, main [onload], main [onerror]').length"
                )
                == 0
            )
            tab.context.close()
        tab = Tab(chromium, address)
        tab.until("() => document.querySelectorAll('.cell').length > 1")
        tab.page.click("[data-key^='cards/a'] .caption")
        tab.until("() => document.querySelector('.piece-name')?.textContent === 'a/b?c#d%20'")
        tab.until("() => document.querySelector('.framed img')")
        assert [message for message in tab.said if "status of 4" not in message] == []


def test_it_says_why_it_is_alone_and_comes_back(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address)
        shows(tab, 13)
        tab.page.route("**/events*", lambda route: route.abort())
        tab.page.reload()
        tab.until("() => document.getElementById('link').textContent === 'Connecting again'")
        tab.page.unroute("**/events*")
        shows(tab, 13)
        tab.until("() => document.getElementById('link').textContent === ''")
        tab.pictures()
    tab.until("() => document.getElementById('link').textContent === 'Not connected'")
    assert "beeprint has stopped. Start it again" in tab.text("#lost")
    assert tab.page.evaluate(
        "() => document.querySelector('.view:not([hidden])').inert && document.getElementById('views').inert"
    )
    assert tab.violations() == []
    assert f"beeprint studio {mine}" in tab.text("#lost code")
    assert tab.count(".cell img") > 5
    port = address.split(":")[2].split("/")[0]
    with studio(mine, "--port", port) as new:
        assert new != address
        tab.until("() => document.getElementById('lost').textContent.includes('started again')")
        assert "at the address that the terminal shows" in tab.text("#lost")
        assert tab.count(".cell img") > 5
        tab = Tab(chromium, new, "#overview?edition=nowhere")
        tab.page.get_by_role("button", name="Show the whole game").click()
        shows(tab, 13)
        assert tab.page.locator("#lost").is_hidden()


def test_what_is_under_way_as_the_studio_stops_is_kept_and_goes_on(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#game?part=decks")
        tab.page.get_by_role("button", name="Rename", exact=True).click()
        dialog = tab.page.get_by_role("dialog", name=re.compile("^Rename"))
        name = dialog.get_by_role("textbox").first
        name.fill("weather")
        tab.page.route("**/*", lambda route: route.abort("connectionrefused"))
        dialog.get_by_role("button", name="Rename", exact=True).click()
        dialog.get_by_role("alert").get_by_text("beeprint has stopped. Start it again to go on.").wait_for()
        tab.page.evaluate("() => { const now = Date.now; Date.now = () => now() + 60_000; }")  # it connects anew
        tab.until("() => document.querySelector('.view:not([hidden])').inert")
        tab.page.unroute("**/*")
        tab.until("() => !document.querySelector('.view:not([hidden])').inert")
        assert tab.count("#lost") == 0
        assert name.input_value() == "weather"
        dialog.get_by_role("button", name="Rename", exact=True).click()
        tab.until("() => !document.querySelector('dialog[open]')")
    assert "title: weather" in (mine / "game.yaml").read_text("utf-8")


def test_help_opens_at_the_view_and_searches(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address)
        shows(tab, 13)
        tab.page.get_by_role("navigation", name="Views").get_by_role("button", name="Problems").click()
        with tab.page.expect_popup() as opened:
            tab.page.get_by_role("link", name="Help", exact=True).click()
        page = opened.value
        page.get_by_role("heading", name="Problems", exact=True).wait_for()
        assert page.url == f"{address}help?page=studio#problems"
        page.get_by_role("searchbox", name="Search the help").fill("tuck box")
        results = page.get_by_role("region", name="Results")
        results.get_by_role("link", name="Boxes", exact=True).first.click()
        page.get_by_role("heading", name="Boxes", exact=True, level=1).wait_for()
        page.get_by_role("searchbox", name="Search the help").fill("xyzzy")
        page.get_by_role("region", name="Results").get_by_text("No page has “xyzzy”.").wait_for()


def test_a_message_leads_to_the_page_of_help_that_it_names(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#export?open=show")
        tab.page.locator("[data-profile=folded] .make").click()
        hint = tab.page.locator("[data-profile=folded] .hint")
        hint.wait_for()
        assert hint.inner_text() == "Add a box: Help says how"
        assert hint.get_by_role("link").get_attribute("href") == "help?page=boxes"


def test_a_machine_that_slept_connects_again(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address)
        shows(tab, 13)
        before = sum("/events" in address for address in tab.asked)
        tab.page.evaluate("() => { const now = Date.now; Date.now = () => now() + 60_000; }")
        _wait_for(tab, lambda: sum("/events" in address for address in tab.asked) == before + 1)
        rewritten(mine / "cards.csv", "First light", "Last light")
        tab.until("() => document.querySelector('[data-key=\"cards/S1\"]').classList.contains('changed')")


def test_the_keys_are_shown_by_a_button(chromium: Browser, butine: str) -> None:
    tab = Tab(chromium, butine, "#card?at=hive/BRW")
    tab.until("() => document.querySelector('.framed img')")
    tab.page.get_by_role("button", name="Keys").click()
    groups = tab.page.locator("dialog h3").all_inner_texts()
    assert groups == ["Everywhere", "Views", "One piece", "Size", "See", "Add", "A chosen layer", "Changes"]
    row = tab.page.locator("dialog dl div").filter(has_text="move it by 1 mm")
    assert row.locator("kbd").all_inner_texts() == ["Shift", "←", "→", "↑", "↓"]
    assert tab.violations() == []
    tab.page.keyboard.press("Escape")
    assert tab.page.evaluate("() => document.activeElement.id") == "show-keys"


@pytest.mark.parametrize("deck", ["hive", "trapezoid", "bee"])
def test_a_piece_is_seen_in_one_way_at_a_time(chromium: Browser, butine: str, deck: str) -> None:
    tab = Tab(chromium, butine, f"#overview?deck={deck}")
    tab.until("() => document.querySelector('.cell img')")
    tab.page.keyboard.press("ArrowRight")
    tab.page.keyboard.press("Enter")
    tab.until("() => document.querySelector('.framed img')")
    tab.page.get_by_role("button", name="View", exact=True).click()
    ways = tab.page.locator(".stage-bar select")
    plain = _inks(tab)
    seen = {}
    for way in ("playtest", "protanopia", "deuteranopia", "tritanopia", "grey"):
        ways.select_option(way)
        asked = "ink=playtest" if way == "playtest" else f"seen={way}"
        tab.until("asked => location.hash.includes(asked)", asked)
        assert ("ink=" in tab.page.url) != ("seen=" in tab.page.url)
        tab.until(
            "way => document.querySelectorAll('.framed img')[0].src.includes('playtest') === (way === 'playtest')", way
        )
        seen[way] = _inks(tab)
    assert len({plain, *seen.values()}) == 6
    ways.select_option("")
    tab.until("() => !location.hash.includes('seen=')")
    assert tab.said == []


def _inks(tab: Tab) -> bytes:
    """Return the middle of the piece as it is seen now, as a picture."""
    box = tab.page.locator(".framed >> nth=1").locator(".trimmed").bounding_box()
    assert box
    inner = {
        "x": box["x"] + box["width"] / 4,
        "y": box["y"] + box["height"] / 4,
        "width": box["width"] / 2,
        "height": box["height"] / 2,
    }
    return tab.page.screenshot(clip=inner, animations="disabled")  # type: ignore[arg-type]


def test_before_and_after_lie_side_by_side_and_blink(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        tab = Tab(chromium, address, "#card?at=cards/S1&compare=beside")
        tab.until("() => document.querySelector('.toast')?.textContent.includes('looks as it did')")
        stage, card = (tab.page.locator(selector).last.bounding_box() for selector in (".stage", ".framed .trimmed"))
        assert stage and card
        assert card["x"] + card["width"] / 2 == pytest.approx(stage["x"] + stage["width"] / 2, abs=2)
        rewritten(mine / "cards.csv", "First light", "Last light")
        both = "() => [...document.querySelectorAll('.framed')].map(one => one.offsetParent !== null)"
        tab.until(f"() => ({both})().every(Boolean)")
        left, right = (tab.page.locator(".framed .trimmed").nth(at).bounding_box() for at in (0, 1))
        assert left and right and left["x"] + left["width"] < right["x"]
        tab.page.keyboard.press("k")
        for name in ("When opened", "Now", "When opened"):
            tab.until(
                "name => [...document.querySelectorAll('.frame-name')].filter(one => one.offsetParent)"
                ".map(one => one.textContent).join() === name",
                name,
            )
        tab.page.keyboard.press("k")
        tab.until(f"() => JSON.stringify(({both})()) === '[false,true]'")
        assert tab.said == []


def test_on_a_telephone_a_card_fills_the_screen_at_its_true_size(chromium: Browser, mine: Path) -> None:
    with studio(mine) as address:
        _held_beside_a_card(Tab(chromium, address, "#card?at=cards/S1", width=390))


def _held_beside_a_card(tab: Tab) -> None:
    tab.until("() => document.querySelector('.framed img')")
    tab.page.get_by_role("button", name="View", exact=True).click()
    tab.page.get_by_role("button", name="True size").click()
    card = tab.page.locator(".measure-card").bounding_box()
    assert card and card["height"] / card["width"] == pytest.approx(85.6 / 53.98, rel=0.01)  # upright: there is room
    tab.page.locator("dialog input").evaluate("(one) => { one.value = 6; one.dispatchEvent(new Event('input')); }")
    tab.page.get_by_role("button", name="It fits").click()
    wide = "() => document.querySelectorAll('.framed .trimmed')[1].getBoundingClientRect().width"
    tab.until(f"() => Math.abs(({wide})() - 63 * 6) < 0.5")
    assert [tab.count(selector) for selector in ("#views", ".details", ".stage-bar")] == [0, 0, 0]
    name = tab.page.url
    tab.page.locator(".alone-bar").get_by_role("button", name="Next card").click()
    tab.until("old => location.href !== old", name)
    assert tab.page.evaluate(wide) == pytest.approx(63 * 6, abs=0.5)
    tab.page.get_by_role("button", name="Show the rest again").click()
    tab.until("() => document.querySelector('.details').offsetParent")
    assert tab.page.evaluate(wide) < 390
    assert tab.said == []


VIEWS = {
    "overview": "#overview",
    "hand": "#overview?as=hand",
    "card": "#card?at=hive/BRW&lines=tbso",
    "game": "#game",
    "problems": "#problems",
    "sheets": "#sheets?profile=home-a4",
    "rules": "#rules",
    "numbers": "#numbers?by=sky",
    "export": "#export",
}
LOOKS = {"light": (1440, "light"), "dark": (1440, "dark"), "phone": (390, "light")}


@pytest.mark.parametrize("view", VIEWS)
@pytest.mark.parametrize("look", LOOKS)
def test_every_view_is_accessible(chromium: Browser, butine: str, view: str, look: str) -> None:
    width, scheme = LOOKS[look]
    tab = Tab(chromium, butine, VIEWS[view], width=width, color_scheme=scheme, reduced_motion="reduce")
    tab.until("() => document.getElementById('title').textContent === 'Butine!'")
    if view not in ("problems", "export"):
        tab.pictures()
    assert tab.violations() == []
    assert tab.page.evaluate("() => document.documentElement.scrollWidth <= innerWidth")
    tab.context.close()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_every_state_is_accessible(chromium: Browser, mine: Path, scheme: str) -> None:
    with studio(mine) as address:
        (mine / "layouts" / "tile.yaml").write_text(
            "extends: card\nslots: {title: {text: '{name}'}}\n"
            "drop: [ground, panel, picture, text, value-disc, value]\n",
            "utf-8",
        )
        tab = Tab(chromium, address, "#card?at=tiles/meadow&lines=o", color_scheme=scheme, reduced_motion="reduce")
        tab.page.click(".slot-name[data-slot=title]")
        tab.until("() => document.querySelectorAll('.grip').length === 8")
        assert tab.violations() == []
        tab.page.locator("#main").focus()
        tab.page.keyboard.press("ArrowDown")
        tab.until("() => document.querySelector('dialog')")
        assert tab.violations() == []
        tab.page.get_by_role("button", name="Here only").click()
        tab.until("() => document.querySelector('.toast.done')")
        assert tab.violations() == []
        tab.page.keyboard.press("r")
        tab.until("() => document.querySelector('dialog.measure')")
        assert tab.violations() == []
        tab.page.keyboard.press("Escape")
        tab.page.keyboard.press("w")
        tab.until("() => document.querySelector('.alone-bar').offsetParent")
        assert tab.violations() == []
        tab.go("#card?at=cards/S1")
        copies = tab.page.get_by_role("table", name="Cells of the row").get_by_label("copies", exact=True)
        copies.fill("snow")
        tab.until("() => document.querySelector('.cell-says[data-severity=error]')")
        assert tab.violations() == []
        copies.press("Escape")  # else the browser asks whether to leave
        tab.go("#export")
        tab.page.click("[data-profile=home-a4] .make")
        tab.until("() => document.querySelector('[data-profile=home-a4] .files a')")
        assert tab.violations() == []
        rewritten(mine / "cards.csv", "Draw a card.", "Draw a card for each cloud. " * 20)
        for view in ("#overview", "#problems", "#overview?faulty=1", "#sheets?profile=home-a4&large=1"):
            tab.go(view)
            tab.until("() => document.querySelector('.badge')?.textContent === '1'")
            tab.pictures()
            assert tab.violations() == []
        rewritten(mine / "game.yaml", "decks:", "decks: [")
        tab.until("() => !document.getElementById('band').hidden")
        assert tab.violations() == []
    tab.until("() => !document.getElementById('lost').hidden")
    assert tab.violations() == []
