"""Tag a PDF: the structure tree, links, bookmarks and page labels, as PDF/UA-1 (ISO 14289-1) asks for them."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator, Sequence
from html import escape
from itertools import count

from beeprint.base.geometry import Affine, Rect
from beeprint.drawing.structure import Bookmark, Element, Shown, Structure
from beeprint.formats.pdf.objects import Document, Item, Name, Reference, Value, array, dictionary, text_string

#: What kinds that PDF does not know stand for.
_ROLES = {"Aside": "Div", "Illustration": "Div"}
_ROOT, _OUTLINES, _METADATA, _PARENTS = "structure", "outlines", "metadata", "parents"
#: Space round the words of a link, in mm.
_ROUND_LINK = 0.5
#: Space above a heading that a link leads to, in mm.
_ABOVE = 3.0


def page_name(number: int) -> str:
    """Return the name of a page's object, counted from 0."""
    return f"page{number + 1}"


def tags_of(structure: Structure) -> dict[tuple[int, int], tuple[str, int]]:
    """Return the tag of each mark that says something, by page and mark, with its number in the page's content."""
    numbers: defaultdict[int, Iterator[int]] = defaultdict(count)
    return {
        (leaf.page, leaf.mark): (element.kind, next(numbers[leaf.page]))
        for element in structure.document.elements()
        for leaf in element.inside
        if not isinstance(leaf, Element)
    }


class Tagged:
    """The structure of a file in progress; `spaces` lead from each page's drawing to its points."""

    def __init__(self, document: Document, structure: Structure, spaces: Sequence[Affine]) -> None:
        self._document, self._structure, self._spaces = document, structure, spaces
        self._tags = tags_of(structure)
        self._names = {element.name: element for element in structure.document.elements() if element.name}
        self._elements = count(1)
        self._parents: list[dict[int, str]] = [{} for _ in spaces]
        self._links: list[str] = []

    def write(self, title: str) -> dict[str, Item]:
        """Add all objects; return the entries of the catalogue."""
        links: list[list[Item]] = [[] for _ in self._spaces]
        top = self._element(self._structure.document, Reference(_ROOT), links)
        self._document.add(_ROOT, self._root(top))
        for number, link in enumerate(links):
            extra: dict[str, Item] = {"StructParents": number, "Tabs": Name("S")}
            self._document.extend_page(number, extra | ({"Annots": array(link)} if link else {}))
        self._document.add_stream(_METADATA, _metadata(title), {"Type": Name("Metadata"), "Subtype": Name("XML")}, None)
        entries: dict[str, Item] = {
            "Lang": text_string(self._structure.language),
            "MarkInfo": dictionary({"Marked": "true"}),
            "Metadata": Reference(_METADATA),
            "PageLabels": dictionary({"Nums": array([0, dictionary({"S": Name("D")})])}),
            "StructTreeRoot": Reference(_ROOT),
        }
        if self._structure.bookmarks:
            self._outlines(self._structure.bookmarks)
            entries |= {"Outlines": Reference(_OUTLINES), "PageMode": Name("UseOutlines")}
        return entries

    def _root(self, top: str) -> Value:
        pages = [
            array([Reference(parent[number]) for number in sorted(parent)]) if parent else array([])
            for parent in self._parents
        ]
        entries: list[Item] = [*pages, *map(Reference, self._links)]
        tree = array(value for number, entry in enumerate(entries) for value in (number, entry))
        self._document.add(_PARENTS, dictionary({"Nums": tree}))
        return dictionary(
            {
                "Type": Name("StructTreeRoot"),
                "K": array([Reference(top)]),
                "ParentTree": Reference(_PARENTS),
                "ParentTreeNextKey": len(entries),
                "RoleMap": dictionary({kind: Name(role) for kind, role in _ROLES.items()}),
            }
        )

    def _element(self, element: Element[Shown], parent: Reference, links: list[list[Item]]) -> str:
        """Add an element and those inside it; return its name."""
        name = f"E{next(self._elements)}"
        inside: list[Item] = []
        for part in element.inside:
            if isinstance(part, Element):
                inside.append(Reference(self._element(part, Reference(name), links)))
                continue
            _, number = self._tags[part.page, part.mark]
            self._parents[part.page][number] = name
            content = {"Type": Name("MCR"), "Pg": Reference(page_name(part.page)), "MCID": number}
            inside.append(dictionary(content))
        if element.to in self._names and element.kind == "Link":
            inside += self._linked(element, name, links)
        entries: dict[str, Item | None] = {
            "Type": Name("StructElem"),
            "S": Name(element.kind),
            "P": parent,
            "K": array(inside) if inside else None,
            "Alt": text_string(element.alt) if element.alt and element.kind != "Link" else None,
            "ActualText": text_string(element.actual) if element.actual else None,
            "A": self._attributes(element),
        }
        self._document.add(name, dictionary(entries))
        return name

    def _attributes(self, element: Element[Shown]) -> Value | None:
        """Return what a kind says of itself beside its contents."""
        if element.kind == "L":
            numbering = Name("Decimal" if element.ordered else "Disc")
            return dictionary({"O": Name("List"), "ListNumbering": numbering})
        if element.kind == "TH":
            return dictionary({"O": Name("Table"), "Scope": Name("Row")})
        if element.kind == "Figure":
            first = next(element.leaves())
            box = self._spaces[first.page].rect(first.box)
            return dictionary({"O": Name("Layout"), "BBox": _box(box), "Placement": Name("Block")})
        return None

    def _linked(self, element: Element[Shown], name: str, links: list[list[Item]]) -> Iterator[Item]:
        """Add a link's area on each page where its words stand."""
        leaves = list(element.leaves())
        for page in dict.fromkeys(leaf.page for leaf in leaves):
            whole: Rect | None = None
            for leaf in leaves:
                if leaf.page == page:
                    whole = leaf.box if whole is None else whole.union(leaf.box)
            assert whole is not None
            link = f"N{len(self._links) + 1}"
            self._links.append(name)
            entries: dict[str, Item] = {
                "Type": Name("Annot"),
                "Subtype": Name("Link"),
                "Rect": _box(self._spaces[page].rect(whole.grow(_ROUND_LINK))),
                "Border": array([0, 0, 0]),
                "F": 4,
                "Contents": text_string(element.alt),
                "Dest": self._place(element.to),
                "StructParent": len(self._spaces) + len(self._links) - 1,
            }
            self._document.add(link, dictionary(entries))
            links[page].append(Reference(link))
            yield dictionary({"Type": Name("OBJR"), "Obj": Reference(link), "Pg": Reference(page_name(page))})

    def _place(self, name: str) -> Value:
        """Return the destination of an element's name: its page, from a little above it."""
        first = next(self._names[name].leaves())
        at = self._spaces[first.page].point(0, first.box.y - _ABOVE)
        return array([Reference(page_name(first.page)), Name("XYZ"), 0, round(at.y, 2), "null"])

    def _outlines(self, marks: Sequence[Bookmark]) -> None:
        """Add the bookmarks, each below the last one of a lower level."""
        parents: list[int] = []  # the parent of each bookmark, -1 for the outline itself
        trail: list[int] = []
        for number, mark in enumerate(marks):
            while trail and marks[trail[-1]].level >= mark.level:
                trail.pop()
            parents.append(trail[-1] if trail else -1)
            trail.append(number)
        below = {
            parent: [n for n, other in enumerate(parents) if other == parent] for parent in (-1, *range(len(marks)))
        }

        def name(number: int) -> Reference:
            return Reference(f"O{number + 1}" if number >= 0 else _OUTLINES)

        def ends(parent: int) -> dict[str, Item]:
            kids = below[parent]
            # Negative where the entries below are not shown at first.
            shown = len(kids) if parent < 0 or marks[parent].level == 1 else -len(kids)
            return {"First": name(kids[0]), "Last": name(kids[-1]), "Count": shown} if kids else {}

        total = len(below[-1]) + sum(len(below[n]) for n, mark in enumerate(marks) if mark.level == 1)
        self._document.add(_OUTLINES, dictionary({"Type": Name("Outlines"), **ends(-1), "Count": total}))
        for number, mark in enumerate(marks):
            beside = below[parents[number]]
            at = beside.index(number)
            entries: dict[str, Item | None] = {
                "Title": text_string(mark.title),
                "Parent": name(parents[number]),
                "Prev": name(beside[at - 1]) if at else None,
                "Next": name(beside[at + 1]) if at + 1 < len(beside) else None,
                "Dest": self._place(mark.to),
                **ends(number),
            }
            self._document.add(name(number).name, dictionary(entries))


def _box(box: Rect) -> Value:
    return array([round(box.x, 2), round(box.y, 2), round(box.right, 2), round(box.bottom, 2)])


def _metadata(title: str) -> bytes:
    """Return the file's description in XMP: its title, and that it follows PDF/UA-1."""
    return (
        '<?xpacket begin="\ufeff" id="W5M0MpCehiHzreSzNTczkc9d"?>\n'
        '<x:xmpmeta xmlns:x="adobe:ns:meta/">\n'
        '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">\n'
        '<rdf:Description rdf:about="" xmlns:dc="http://purl.org/dc/elements/1.1/" '
        'xmlns:pdfuaid="http://www.aiim.org/pdfua/ns/id/">\n'
        f'<dc:title><rdf:Alt><rdf:li xml:lang="x-default">{escape(title)}</rdf:li></rdf:Alt></dc:title>\n'
        "<pdfuaid:part>1</pdfuaid:part>\n"
        "</rdf:Description>\n</rdf:RDF>\n</x:xmpmeta>\n"
        '<?xpacket end="r"?>'
    ).encode()
