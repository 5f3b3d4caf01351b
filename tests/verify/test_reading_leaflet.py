"""The leaflets of all games, read by others: veraPDF the tagged PDF, axe-core in Chromium the web page."""

from __future__ import annotations

import json
import re
import subprocess
from html import unescape
from pathlib import Path

import pytest
from tools import AXE, seen_by, verapdf

from beeprint import pipeline
from beeprint.base.options import Options
from beeprint.sources.workspace import built_in_games

GAMES = built_in_games()
LANGUAGES = [*GAMES, "butine fr"]
EVERY = pytest.mark.parametrize("folder", LANGUAGES, indirect=True)
_JAVA = Path(__file__).with_name("PdfUa.java")


@pytest.fixture(scope="module")
def folder(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of a game's sheets; only its leaflet is printed."""
    name, _, language = request.param.partition(" ")
    checked = pipeline.check(GAMES[name], Options(language=language))
    copies = {f"{deck}": 0 for deck in checked.game.decks}
    options = Options(output=tmp_path_factory.mktemp(name), profiles=("home-a4",), language=language, copies=copies)
    return pipeline.build(checked, options).target / "home-a4"


def said_by_verapdf(path: Path) -> list[str]:
    jar = verapdf()
    assert jar is not None
    run = subprocess.run(["java", "-cp", jar, _JAVA, path], capture_output=True, text=True, check=True)
    return run.stdout.splitlines()


@pytest.mark.parametrize("folder", seen_by("java veraPDF", LANGUAGES, "eye-of-the-bee-holder"), indirect=True)
def test_the_pdf_conforms_to_pdf_ua_1(folder: Path) -> None:
    rules, *said = said_by_verapdf(folder / "rules-read.pdf")
    assert int(rules.split()[0]) > 100
    assert [line for line in said if not line.endswith("conforms")] == []
    assert int(re.findall(r"(\d+) checks, conforms", said[-1])[0]) > 5_000


@EVERY
def test_verapdf_finds_what_is_wrong(folder: Path, tmp_path: Path) -> None:
    import pikepdf

    with pikepdf.open(folder / "rules-read.pdf") as pdf:
        figure = next(
            thing for thing in pdf.objects if isinstance(thing, pikepdf.Dictionary) and thing.get("/S") == "/Figure"
        )
        del figure.Alt
        del pdf.Root.Lang
        pdf.save(tmp_path / "broken.pdf")
    said = "\n".join(said_by_verapdf(tmp_path / "broken.pdf"))
    assert ": 7.3-1: " in said and ": 7.2-34: " in said and said.endswith("fails")


_RUN = """<script>%s</script><script>
axe.run(document, {resultTypes: ["violations"]}).then(found => {
  const kept = {passes: found.passes.length, violations: found.violations.map(
    one => [one.id, one.nodes.map(node => node.html.slice(0, 200) + " " + node.failureSummary).slice(0, 3)])};
  const out = document.createElement("pre");
  out.id = "axe-said";
  out.textContent = JSON.stringify(kept);
  document.body.append(out);
});</script></body>"""


def said_by_axe(page: str, folder: Path, dark: bool, width: int = 900) -> dict[str, object]:
    """Return what axe-core finds on a page in Chromium."""
    path = folder / "page.html"
    path.write_text(page.replace("</body>", _RUN.replace("%s", AXE.read_text("utf-8")), 1), "utf-8")
    quiet = ["--headless", "--no-sandbox", "--disable-gpu", f"--user-data-dir={folder / 'profile'}"]
    shade = ["--blink-settings=preferredColorScheme=0"] if dark else []
    run = ["chromium", *quiet, *shade, f"--window-size={width},1200", "--virtual-time-budget=60000", "--dump-dom"]
    dom = subprocess.run([*run, path.as_uri()], capture_output=True, text=True, check=True).stdout
    match = re.search(r'<pre id="axe-said">(.*?)</pre>', dom, re.DOTALL)
    assert match, dom[-2000:]
    said: dict[str, object] = json.loads(unescape(match[1]))
    return said


@pytest.mark.parametrize("folder", seen_by("axe-core", LANGUAGES, "eye-of-the-bee-holder"), indirect=True)
@pytest.mark.parametrize(("dark", "width"), [(False, 900), (True, 400)])
def test_the_page_is_accessible(folder: Path, tmp_path: Path, dark: bool, width: int) -> None:
    said = said_by_axe((folder / "rules.html").read_text("utf-8"), tmp_path, dark, width)
    assert said["violations"] == []
    assert int(str(said["passes"])) > 20


@EVERY
def test_axe_finds_what_is_wrong(folder: Path, tmp_path: Path) -> None:
    page = (folder / "rules.html").read_text("utf-8")
    page = re.sub(r' alt="[^"]*"', "", page).replace("--words:#", "--words:#eeeeee;--was:#", 1)
    said = said_by_axe(page, tmp_path, dark=False)
    assert {"image-alt", "color-contrast"} <= {violation[0] for violation in said["violations"]}  # type: ignore[attr-defined]


@EVERY
def test_the_page_asks_for_no_other_file(folder: Path) -> None:
    page = (folder / "rules.html").read_text("utf-8")
    asked = re.findall(r'(?:src|href|url)\s*[=(]\s*"?([^")\s>]{1,40})', page)
    assert [address for address in asked if not address.startswith(("data:", "#"))] == []
