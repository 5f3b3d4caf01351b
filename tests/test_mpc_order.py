"""The reader of mpc-autofill's orders finds what the tool would refuse, overlook or print wrong."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from PIL import Image

import mpc_order
from pixels import plain

ORDER = """<?xml version="1.0" encoding="utf-8"?>
<order>
  <details><quantity>4</quantity><stock>(S33) Superior Smooth</stock><foil>false</foil></details>
  <fronts>
    <card><id>cards/a &amp; b.png</id><sourceType>Local File</sourceType><slots>0,1,3</slots><name>a</name></card>
    <card><id>cards/c.png</id><sourceType>Local File</sourceType><slots>[2]</slots></card>
  </fronts>
  <backs><card><id>cards/c-back.png</id><sourceType>Local File</sourceType><slots>2</slots></card></backs>
  <cardback>cards/back.png</cardback>
</order>
"""


@pytest.fixture
def folder(tmp_path: Path) -> Path:
    (tmp_path / "cards").mkdir()
    for name in ("a & b", "c", "c-back", "back"):
        (tmp_path / "cards" / f"{name}.png").write_bytes(plain((816, 1110), "white"))
    (tmp_path / "order.xml").write_text(ORDER, "utf-8")
    return tmp_path


def test_a_sound_order_gives_each_slot_its_front_and_its_back(folder: Path) -> None:
    order = mpc_order.read(folder / "order.xml")
    assert order.problems == [] == mpc_order.problems(folder / "order.xml")
    assert (order.quantity, order.stock, order.foil) == (4, "(S33) Superior Smooth", False)
    assert [order.fronts[slot] for slot in range(4)] == [
        "cards/a & b.png", "cards/a & b.png", "cards/c.png", "cards/a & b.png",
    ]  # fmt: skip
    assert [order.backs[slot] for slot in range(4)] == [
        "cards/back.png", "cards/back.png", "cards/c-back.png", "cards/back.png",
    ]  # fmt: skip


@pytest.mark.parametrize(
    ("text", "put", "said"),
    [
        ("</order>", "", "not well-formed"),
        ("&amp;", "&", "not well-formed"),
        ("order>", "deck>", "the root is deck"),
        ("<quantity>4</quantity>", "", "quantity is ''"),
        ("<quantity>4<", "<quantity>four<", "quantity is 'four'"),
        ("<quantity>4<", "<quantity>613<", "613 cards; an order has 1 to 612"),
        ("<quantity>4<", "<quantity>0<", "0 cards"),
        ("<quantity>4<", "<quantity>3<", "slot 3 of 3"),
        ("<quantity>4<", "<quantity>5<", "fronts: no picture for slots 4"),
        ("(S33) Superior Smooth", "S33", "no such stock: 'S33'"),
        ("(S33) Superior Smooth", "(S33) Superior smooth", "no such stock"),
        ("<foil>false<", "<foil>True<", "foil is 'True', which is taken for false"),
        ("(S33) Superior Smooth</stock><foil>false", "(P10) Plastic</stock><foil>true", "not printed on foil"),
        ("<id>cards/c.png</id>", "", "fronts: a card has no id"),
        ("<slots>[2]</slots>", "", "fronts: cards/c.png has no slots"),
        ("<id>cards/c.png</id>", "<id>\ncards/c.png\n</id>", "has blanks around it"),
        ("[2]", "2;3", "not numbers with commas"),
        ("[2]", "", "not numbers with commas"),
        ("[2]", "2,3", "fronts: slot 3 has two pictures, cards/a & b.png and cards/c.png"),
        ("[2]", "4", "cards/c.png is in slot 4 of 4; the first slot is 0"),
        ("[2]", "2,-1", "slot -1 of 4"),
        ("<slots>[2]", "<sourceType>File</sourceType><slots>[2]", "is from 'File'"),
        ("<cardback>cards/back.png</cardback>", "", "backs: no picture for slots 0, 1, 3"),
        ("<cardback>cards/back.png", "<cardback>cards/bakc.png", "cards/bakc.png: no such file"),
        ("<cardback>", "<backs/><cardback>", "backs stands there more than once"),
        ("cards/c-back.png", "order.xml", "order.xml: not a picture"),
    ],
)
def test_each_fault_of_an_order_is_named(text: str, put: str, said: str, folder: Path) -> None:
    assert text in ORDER
    (folder / "order.xml").write_text(ORDER.replace(text, put), "utf-8")
    assert said in "\n".join(mpc_order.problems(folder / "order.xml"))


def test_pictures_that_would_print_badly_are_named(folder: Path) -> None:
    Image.new("RGB", (750, 1050), "white").save(folder / "cards" / "c.png")
    Image.new("RGBA", (816, 1110), "white").save(folder / "cards" / "c-back.png")
    Image.new("CMYK", (816, 1110)).save(folder / "cards" / "back.png", "TIFF")
    assert mpc_order.problems(folder / "order.xml") == [
        "cards/back.png: a TIFF, not PNG or JPEG",
        "cards/back.png: its colours are CMYK, not RGB",
        "cards/c-back.png: its colours are RGBA, not RGB",
        "cards/c.png: 750 x 1050 pixels, less than 816 x 1110",
    ]


def test_the_page_shows_an_order_that_can_be_read(folder: Path) -> None:
    page = (Path(__file__).parents[1] / "docs" / "press.md").read_text("utf-8")
    (example,) = re.findall(r"```xml\n(.*?)```", page, re.DOTALL)
    (folder / "honey").mkdir()
    for name in set(re.findall(r"honey/[\w.-]+", example)):
        (folder / name).write_bytes(plain((816, 1110), "white"))
    (folder / "order.xml").write_text(example, "utf-8")
    order = mpc_order.read(folder / "order.xml")
    assert order.problems == [] and sorted(order.fronts) == sorted(order.backs) == [0, 1, 2, 3]
    assert all(f"`{stock}`" in page for stock in mpc_order.STOCKS)
