"""Every view and every dialog of the studio's page, each as the steps that lead to it.

A new view, menu or dialog is a line in `SCENES` or `START`; test_studio_scenes.py shows each of them to axe-core.
Controls are found by role and name.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

from playwright.sync_api import Locator, Page

Step = Callable[[Page], object]

#: Drop a file on an element, or hold it there: its selector, the file's name and its text, and the event.
_DROP = """([place, name, text, last]) => {
  const data = new DataTransfer();
  data.items.add(new File([text], name));
  const target = document.querySelector(place);
  const box = target.getBoundingClientRect();
  const at = { clientX: box.x + box.width / 2, clientY: box.y + box.height / 2 };
  for (const name of ["dragover", last])
    target.dispatchEvent(new DragEvent(name, { dataTransfer: data, bubbles: true, cancelable: true, ...at }));
}"""
_DRAWING = '<svg xmlns="http://www.w3.org/2000/svg" width="40" height="20"><path d="M0 0h40v20z" fill="#a33"/></svg>'


@dataclass(frozen=True)
class Names:
    """What the scenes of a game name: a card, its deck, slots of its front, columns of its table and a newer table."""

    card: str
    deck: str
    text: str
    other: str
    shape: str
    column: str
    choice: str
    newer: str


@dataclass(frozen=True)
class Scene:
    """A view by its address, and the steps that open something there; `leads` if closing it leads elsewhere."""

    name: str
    view: str
    steps: tuple[Step, ...] = ()
    leads: bool = False


def press(name: str | re.Pattern[str], role: str = "button", within: str = "main, dialog[open], header") -> Step:
    """Press the first control of a role and name that is seen and can be used."""
    return lambda page: control(page, name, role, within).click()


def control(page: Page, name: str | re.Pattern[str], role: str, within: str = "main, dialog[open], header") -> Locator:
    exact = {} if isinstance(name, re.Pattern) else {"exact": True}
    every = page.locator(within).get_by_role(role, name=name, **exact)  # type: ignore[arg-type]
    return every.and_(page.locator(":enabled, [role]:not([aria-disabled=true])")).locator("visible=true").first


def shows(name: str | re.Pattern[str], role: str = "dialog") -> Step:
    """Wait for something of a role and name."""
    return lambda page: page.get_by_role(role, name=name).first.wait_for()  # type: ignore[arg-type]


def key(*names: str) -> Step:
    def typed(page: Page) -> None:
        for name in names:
            page.keyboard.press(name)

    return typed


def fill(label: str, text: str) -> Step:
    return lambda page: page.get_by_label(label, exact=True).locator("visible=true").first.fill(text)


def drop(place: str, name: str, text: str, last: str = "drop") -> Step:
    """Drop a file with some text on an element; with dragover, hold it there."""

    def dropped(page: Page) -> None:
        page.locator(place).first.wait_for()
        page.evaluate(_DROP, [place, name, text, last])

    return dropped


def opened(summary: str | re.Pattern[str]) -> Step:
    """Open a part that is folded away."""
    return lambda page: page.locator("summary:visible", has_text=summary).first.click()


def choose(label: str, name: str, text: str, within: str = "body") -> Step:
    """Choose a file with some text in the field of a label."""
    file = {"name": name, "mimeType": "text/csv", "buffer": text.encode()}
    return lambda page: page.locator(within).get_by_label(label, exact=True).set_input_files(file)  # type: ignore[arg-type]


def slot(name: str, *modifiers: str) -> Step:
    """Choose a slot in Layers."""

    def choose(page: Page) -> None:
        layers = page.get_by_role("region", name="Layers")
        layers.get_by_role("button", name=re.compile(f"^{name.replace('-', ' ')}\\b", re.I)).first.click(
            modifiers=modifiers or None
        )  # type: ignore[arg-type]

    return choose


def cell(row: int, column: str, *keys: str) -> Step:
    """Choose a cell of the grid of cards and press keys on it."""

    def choose(page: Page) -> None:
        page.locator(f"[role=gridcell][data-column='{column}']").nth(row).click()
        key(*keys)(page)

    return choose


def head(column: str) -> Step:
    """Open the menu of a column."""
    return lambda page: (
        page.locator(f"[role=columnheader][data-column='{column}']").click(),
        shows(re.compile("^Column"))(page),
    )


def middle(element: Locator) -> tuple[float, float]:
    """Return the point of the window in the middle of an element."""
    box = element.bounding_box()
    assert box
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def properties(page: Page) -> None:
    page.get_by_role("region", name="Properties").get_by_label("Colour", exact=True).first.wait_for()


def game(part: str) -> str:
    return f"#game?part={part}"


def faulty(folder: Path) -> None:
    """Make the plain starter a game that has something to show everywhere: problems with fixes, words that could be
    icons, and a rule that does not hold."""
    for name, changes in {
        "cards.csv": {
            "S1,First light,sun,1,Draw a card.": "S1,First light,sun,1,"
            + "Draw a card for each [coin] of the others. " * 9,
            "R2,Drizzle,rain": "R2,Drizzle,rian",
            "R3,Puddles,rain": "R3,Puddles,snu",
        },
        "game.yaml": {
            "#rules:": "rules:",
            "#  - {rule: count, deck: cards, is: 18}": "  - {rule: count, deck: cards, is: 21}",
        },
    }.items():
        text = (folder / name).read_text("utf-8")
        for old, new in changes.items():
            assert text.count(old) == 1
            text = text.replace(old, new)
        (folder / name).write_text(text, "utf-8", newline="")


def scenes(names: Names) -> Iterator[Scene]:
    """Yield the views and dialogs of a game."""
    card, cards = f"#card?at={names.card}", f"#cards?deck={names.deck}"
    column = names.column
    text = (slot(names.text), properties)
    yield from (
        Scene("overview", "", (shows(re.compile("."), "gridcell"),)),
        Scene("overview, no matches", "#overview?q=zzzz"),
        Scene("overview, as a hand", "#overview?as=hand"),
        Scene(
            "overview, menu of games", "", (press(re.compile("."), within=".game-title"), shows("All games", "link"))
        ),
        Scene("keys", "", (press(re.compile("^Keys")), shows("Keys"))),
        Scene("keys of a card", card, (press(re.compile("^Keys")), shows("Keys"))),
        Scene("card", card, (shows("Layers", "region"),)),
        Scene("card, lines", f"{card}&lines=tbso"),
        Scene("card, beside what it was", f"{card}&compare=beside"),
        Scene("card, alone", f"{card}&full=1"),
        Scene("card, a text", card, text),
        Scene("card, more keys of a text", card, (*text, opened("More"))),
        Scene("card, rare keys of a text", card, (*text, opened("More"), opened("Rare"))),
        Scene(
            "card, text tools",
            card,
            (
                *text,
                press("Write around it"),
                lambda page: page.get_by_label("Insert a column").locator("visible=true").select_option(index=1),
                lambda page: page.locator(".reads:visible").wait_for(),
            ),
        ),
        Scene(
            "card, several slots", card, (*text, slot(names.other, "Shift"), shows("Align and distribute", "combobox"))
        ),
        Scene(
            "card, edited for this one",
            card,
            (*text, lambda page: page.get_by_label("Edit for").select_option(index=1)),
        ),
        Scene("card, fonts", card, (*text, lambda page: page.get_by_label("Font", exact=True).click())),
        Scene("card, inks", card, (*text, lambda page: page.get_by_label("Colour", exact=True).first.click())),
        Scene("card, mix an ink", card, (*text, press(re.compile("^Mix colour")), shows("Choose a colour"))),
        Scene("card, show when", card, (*text, press("Add a condition"))),
        Scene("card, name of a slot", card, (*text, slot(names.text), key("F2"))),
        Scene(
            "card, text in place",
            card,
            (
                *text,
                lambda page: page.mouse.dblclick(*middle(page.locator(".slot.chosen rect").first)),
                shows(re.compile("."), "textbox"),
            ),
        ),
        Scene(
            "card, measure the screen",
            card,
            (
                shows("Layers", "region"),
                lambda page: page.locator("#main").focus(),
                key("r"),
                shows("How large is this screen?"),
            ),
        ),
        Scene(
            "card, a shape",
            card,
            (
                slot(names.shape),
                lambda page: (
                    page.get_by_role("region", name="Properties").get_by_label("Fill", exact=True).first.wait_for()
                ),
            ),
        ),
        Scene(
            "card, a cell that is wrong",
            card,
            (fill(column, ""), lambda page: page.locator(".cell-says[data-severity=error]").first.wait_for()),
        ),
        Scene("card, add a text", card, (shows("Layers", "region"), press("Add text"), shows("text", "heading"))),
        Scene("card, a file held over it", card, (drop(".stage", "a.svg", _DRAWING, "dragover"),)),
        Scene(
            "card, a drawing on a text",
            card,
            (shows("Layers", "region"), drop(".stage", "coin.psd", "8BPS"), shows("Not brought in")),
        ),
        Scene("cards", cards, (cell(0, column),)),
        Scene("cards, a file held over it", cards, (cell(0, column), drop(".view.cards", "a.csv", "a", "dragover"))),
        Scene("cards, a cell typed in", cards, (cell(1, column, "F2"),)),
        Scene("cards, a choice", cards, (cell(1, names.choice, "F2"),)),
        Scene(
            "cards, a word that a list lacks",
            cards,
            (cell(1, names.choice, "9", "Enter"), lambda page: page.locator(".list-question").wait_for()),
        ),
        Scene(
            "cards, a text that is refused",
            cards,
            (cell(1, "copies", "x", "Enter"), lambda page: page.locator(".cards-says strong").wait_for()),
        ),
        Scene(
            "cards, a red cell",
            cards,
            (
                lambda page: page.locator(".cards-cell.faulty").first.click(),
                lambda page: page.locator(".cell-fault:visible").wait_for(),
            ),
        ),
        Scene("cards, a block", cards, (cell(0, column, "Shift+ArrowDown", "Shift+ArrowDown"),)),
        Scene("cards, menu of a column", cards, (head(column),)),
        Scene(
            "cards, sorted and filtered",
            cards,
            (
                head(column),
                lambda page: page.get_by_role("button", name=re.compile("^Sort")).last.click(),
                head(column),
                lambda page: page.get_by_role("searchbox", name=re.compile("^Show rows")).fill("e"),
                key("Escape"),
            ),
        ),
        Scene("cards, find", cards, (cell(0, column, "Control+f"), lambda page: page.keyboard.type("e"))),
        Scene(
            "cards, add a column",
            cards,
            (
                press("Add column"),
                shows("Add a column"),
                lambda page: page.get_by_label("Type").select_option("choice"),
            ),
        ),
        Scene(
            "cards, a column that is shown on the card",
            cards,
            (
                press("Add column"),
                fill("Name", "luck"),
                press("Place it on the card", "checkbox"),
                press("Add", within="dialog[open]"),
                shows("Show it", "button"),
            ),
        ),
        Scene(
            "cards, rename a column",
            cards,
            (
                head(column),
                lambda page: page.get_by_role("button", name="Rename column").click(),
                shows(re.compile("^Rename")),
            ),
        ),
        Scene(
            "cards, type of a column",
            cards,
            (
                head(names.choice),
                lambda page: page.get_by_role("button", name="Type and limits").click(),
                shows(re.compile("^Type of")),
                lambda page: page.get_by_label("Words", exact=True).fill("none"),
                key("Tab"),
                lambda page: page.locator(".fit-says[data-faulty=true]").wait_for(),
            ),
        ),
        Scene(
            "cards, delete a column",
            cards,
            (
                head(column),
                lambda page: page.get_by_role("button", name="Delete column").click(),
                shows(re.compile("^Delete the column")),
            ),
        ),
        Scene(
            "cards, add a card",
            cards,
            (
                press("Add card"),
                lambda page: page.locator(
                    ".cards-cell:focus, .cards-wrong:visible, .cards-refusal:visible"
                ).first.wait_for(),
            ),
        ),
        Scene(
            "cards, another table",
            cards,
            (
                cell(0, column),
                drop(".view.cards", "newer.csv", "id,title\nS1,A new title\nZ9,New\n"),
                shows(re.compile("^Compare")),
            ),
        ),
        Scene(
            "cards, what another table changes",
            cards,
            (
                cell(0, column),
                drop(".view.cards", "newer.csv", names.newer),
                shows(re.compile("^Compare")),
                lambda page: (
                    page.get_by_role("button", name="Compare", exact=True).click()
                    if page.get_by_role("button", name="Compare", exact=True).count()
                    else None
                ),
                shows(re.compile("^Compare .* with ")),
            ),
        ),
        Scene(
            "cards, a table of no use",
            cards,
            (
                cell(0, column),
                choose("Newer table", "notes.csv", "day,guest\n1,Ann\n2,Bob\n"),
                lambda page: page.locator(".cards-refusal:visible").wait_for(),
            ),
        ),
        Scene("cards, pull", cards, (press("Get newest from the web"), shows(re.compile("^Get the newest table")))),
        Scene("decks", game("decks"), (shows("Deck", "region"),)),
        Scene(
            "decks, size and shape",
            game("decks"),
            (
                shows("Deck", "region"),
                *map(opened, ("Size and shape", "Back", "Copies", "Table and design", "More")),
                lambda page: page.locator(".deck-panel option[value=tile]").wait_for(state="attached"),
            ),
        ),
        *(
            Scene(
                f"decks, add {way.lower()}",
                game("decks"),
                (press("Add deck"), shows("Add a deck"), press(way, "radio")),
            )
            for way in ("Plain cards or tiles", "A table", "A deck of a template", "A copy of a deck")
        ),
        Scene(
            "decks, add a table with a look",
            game("decks"),
            (
                press("Add deck"),
                press("A table", "radio"),
                choose("Table", "weather.csv", "Name,Text\nStorm,Draw 2.\nCalm,Rest.\n", "dialog[open]"),
                press("Dark", "radio", "dialog[open]"),
                press("Tarot", "radio", "dialog[open]"),
            ),
        ),
        Scene("decks, another template", game("decks"), (press("Another template"), shows(re.compile("^Another")))),
        Scene(
            "decks, another shape",
            game("decks"),
            (opened("Size and shape"), press("Round token 25 x 25 mm", "radio"), shows("New design: Token", "radio")),
        ),
        Scene("decks, rename", game("decks"), (press("Rename"), shows(re.compile("^Rename")))),
        Scene("decks, delete", game("decks"), (press("Delete deck"), shows(re.compile("^Delete")))),
        Scene("the game", game("about"), (opened("More"),)),
        Scene("languages", game("languages"), (shows("Languages", "heading"),)),
        Scene("languages, add one", game("languages"), (press("Add language"), shows("Add a language"))),
        Scene("checks", game("checks"), (shows("Checks", "heading"),)),
        Scene("checks, add a rule", game("checks"), (press("Add check"), shows("Add a check"))),
        Scene(
            "checks, add a rule of columns",
            game("checks"),
            (
                press("Add check"),
                shows("Add a check"),
                lambda page: page.get_by_label("Rule", exact=True).select_option(index=1),
            ),
        ),
        Scene("rules of play", game("leaflet"), (shows("Rules of play", "heading"),)),
        Scene("palette", game("palette"), (shows(re.compile("in hexadecimal$"), "textbox"), opened("used"))),
        Scene("palette, add an ink", game("palette"), (press("Add colour"), shows("Add a colour"))),
        Scene(
            "palette, an ink is renamed", game("palette"), (press(re.compile("^Rename ")), shows(re.compile("^Rename")))
        ),
        Scene(
            "palette, an ink in use is refused",
            game("palette"),
            (press(re.compile("^Delete ")), lambda page: page.get_by_role("alert").first.wait_for()),
        ),
        Scene("fonts", game("fonts"), (shows("Fonts", "heading"),)),
        Scene("icons", game("icons"), (shows("Words as icons", "heading"),)),
        Scene("icons, add a word", game("icons"), (press("Add word"), shows("Make a word an icon"))),
        Scene(
            "icons, a word that could be one",
            game("icons"),
            (press(re.compile("^Make it an icon")), shows(re.compile("^Make .* an icon"))),
        ),
        Scene("boxes", game("boxes"), (shows("Boxes", "heading"),)),
        Scene("boxes, add one", game("boxes"), (press("Add box"), shows("Add box"))),
        Scene("editions", game("editions"), (shows("Editions", "heading"),)),
        Scene("editions, add one", game("editions"), (press("Add edition"), shows("Add edition"))),
        *(
            Scene(
                f"more settings, {title.lower()}",
                game("more"),
                (opened(title), press(f"Add {noun}"), shows(f"Add {noun}")),
            )
            for title, noun in (
                ("Stocks", "stock"),
                ("Tables to look things up", "table"),
                ("Fonts of languages", "font"),
                ("Names of icons", "name of icon"),
                ("Pictures drawn as pixels", "fineness"),
            )
        ),
        Scene("problems", "#problems", (shows(re.compile("."), "heading"),)),
        Scene("problems, ways to fix", "#problems", (lambda page: page.locator(".fixes .more").first.click(),)),
        Scene("overview, with problems", "#overview?faulty=1"),
        Scene("sheets", "#sheets?profile=home-a4", (lambda page: page.locator(".sheet img").first.wait_for(),)),
        Scene(
            "sheets, large backs and cuts",
            "#sheets?profile=home-a4&large=1&back=1",
            (lambda page: page.locator(".sheet img").first.wait_for(),),
        ),
        Scene(
            "sheets, some decks",
            "#sheets?profile=home-a4",
            (
                lambda page: page.locator(".sheet img").first.wait_for(),
                opened(re.compile("^(All decks|Decks and boxes)")),
            ),
        ),
        Scene("sheets, of a press", "#sheets?profile=press-x4", (lambda page: page.wait_for_timeout(1500),)),
        Scene(
            "sheets, no pages",
            "#sheets?profile=faces",
            (lambda page: page.locator(".problems:visible, .soft:visible").first.wait_for(),),
        ),
        Scene("rules", "#rules"),
        Scene(
            "numbers", f"#numbers?by={column}", (lambda page: page.locator(".counts").first.wait_for(), opened("Chart"))
        ),
        Scene(
            "export",
            "#export",
            (
                press("Print at home"),
                lambda page: page.locator("[data-profile=home-a4] :is(.files a, .problem)").first.wait_for(),
            ),
        ),
        Scene("export, all groups", "#export?open=print,show,play,press,cut"),
        Scene(
            "export, as a draft",
            "#export",
            (
                press("Draft", "checkbox"),
                press("Print at home"),
                lambda page: page.locator("[data-profile=home-a4] .files a").first.wait_for(),
            ),
        ),
        Scene(
            "undo",
            card,
            (
                slot(names.text),
                properties,
                lambda page: page.locator("#main").focus(),
                key("ArrowDown"),
                lambda page: page.locator(".toast.done:visible, dialog[open]").first.wait_for(),
            ),
        ),
    )


START = (
    Scene("start", "start", (shows("New game", "button"),)),
    Scene("new game", "start", (press("New game"), shows("New game"))),
    Scene(
        "new game, a template with looks",
        "start",
        (
            press("New game"),
            press("Character", "radio", "dialog[open]"),
            press("Dark", "radio", "dialog[open]"),
        ),
    ),
    Scene("import a table", "start", (press("Import a table"), shows("Import a table"))),
    Scene(
        "import a table, with a look",
        "start",
        (
            press("Import a table"),
            choose("Table", "weather.csv", "Name,Text\nStorm,Draw 2.\nCalm,Rest.\n"),
            press("Dark", "radio", "dialog[open]"),
        ),
    ),
    Scene(
        "import a table, of a file",
        "start",
        (
            press("Import a table"),
            choose("Table", "weather.csv", "Name,Text\nStorm,Draw 2.\nCalm,Rest.\n"),
            lambda page: page.get_by_label("Title", exact=True).wait_for(),
        ),
    ),
    Scene(
        "what was guessed",
        "start",
        (
            press("Import a table"),
            choose("Table", "weather.csv", "Name,Text\nStorm,Draw 2.\nCalm,Rest.\n"),
            press("Make the game"),
            shows("What was guessed"),
        ),
        leads=True,
    ),
    Scene("open a folder", "start", (press("Open a folder"), shows("Open a folder"))),
    Scene("help", "help?page=studio", (shows("The studio", "heading"),)),
    Scene("help, a page of tables", "help?page=layouts", (shows("Keys of every slot", "heading"),)),
    Scene(
        "help, search",
        "help?page=design",
        (fill("Search the help", "tuck box"), lambda page: page.locator("#hits li").first.wait_for()),
    ),
    Scene(
        "help, search without results",
        "help?page=design",
        (fill("Search the help", "xyzzy"), shows("Results", "region")),
    ),
    Scene("open a ZIP", "start", (press("Open a folder"), choose("ZIP", "moths.zip", "PK"), shows("Open moths.zip"))),
)
