"""Report what has become of a shelf: as JSON for scripts, and as a page that needs nothing but itself.

Both tell of one night, so they alone of all that is written say when it was and how long it took.
"""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from html import escape
from typing import Any
from urllib.parse import quote

from msgspec import Struct

from beeprint import __version__
from beeprint.base.problems import Problem, only_errors
from beeprint.base.words import counted, harmless, legible
from beeprint.shelf.plan import Plan, Task
from beeprint.shelf.task import BUILT, FAILED, REUSED, Outcome

PAGE, DATA = "report.html", "report.json"
STATES = (FAILED, BUILT, REUSED)
#: How many problems of a task the page shows; the other ones are in the JSON.
_SHOWN = 20


class Night(Struct, frozen=True):
    """A run of a shelf: what was planned, what has become of it, where it went, when it ended and how long it took.

    `unmade` are tasks that were not begun when it was stopped, with the reason in `stopped`.
    """

    plan: Plan
    outcomes: Sequence[Outcome]
    location: str
    ended: str
    seconds: float
    unmade: Sequence[Task] = ()
    stopped: str = ""

    @property
    def counts(self) -> dict[str, int]:
        """Return how many tasks there are of each state."""
        states = Counter(outcome.state for outcome in self.outcomes)
        return {**{state: states[state] for state in (BUILT, REUSED, FAILED)}, "unmade": len(self.unmade)}


def data(night: Night) -> str:
    """Return the report for scripts."""
    tasks = {task.name: task for task in night.plan.tasks}
    entries = [_entry(outcome, tasks.get(outcome.name)) for outcome in _ordered(night)]
    content = {
        "shelf": night.plan.title,
        "output": night.location,
        "beeprint": __version__,
        "ended": night.ended,
        "seconds": round(night.seconds, 3),
        "counts": night.counts,
        "stopped": night.stopped,
        "absent": list(night.plan.absent),
        "unmade": [task.name for task in night.unmade],
        "tasks": entries,
    }
    return json.dumps(content, ensure_ascii=False, indent=1) + "\n"


def _ordered(night: Night) -> list[Outcome]:
    """Return the outcomes in the order of the plan, games that cannot be read last."""
    order = {task.name: number for number, task in enumerate(night.plan.tasks)}
    return sorted(night.outcomes, key=lambda outcome: (order.get(outcome.name, len(order)), outcome.name))


def _entry(outcome: Outcome, task: Task | None) -> dict[str, Any]:
    named: dict[str, Any] = {"name": outcome.name, "state": outcome.state}
    if task is not None:
        named |= {"game": task.game, "title": task.title, "folder": task.shown, "language": task.written_in}
        named |= {"edition": task.edition, "players": task.players, "profiles": list(task.profiles), "key": task.key}
    figures = {name: getattr(outcome, name) for name in ("files", "bytes", "moved", "pieces")}
    took = {"seconds": round(outcome.seconds, 3), "processor": round(outcome.processor, 3)}
    return {**named, **figures, **took, "problems": [_problem(problem) for problem in outcome.problems]}


def _problem(problem: Problem) -> dict[str, Any]:
    place = problem.place
    spot = {"file": place.file, "line": place.line, "column": place.column, "cell": place.cell}
    return {**spot, "severity": problem.severity, "message": problem.message, "hint": problem.hint}


# the page -------------------------------------------------------------------------------------------------------------

_WORDS = {FAILED: "failed", BUILT: "built", REUSED: "as before", "unmade": "not made"}
_STYLE = """
:root{color-scheme:light dark;--ground:#fdfcfa;--card:#fff;--words:#24221f;--soft:#6b665e;--line:#e7e2d9;
--built:#3d7a4f;--built-ground:#e6f2e9;--failed:#b3261e;--failed-ground:#fbeae8;--reused-ground:#f1eee8;--bar:#cfc8ba;
--accent:#9a6700}
@media(prefers-color-scheme:dark){:root{--ground:#171614;--card:#201f1c;--words:#ece8e0;--soft:#a39d92;--line:#35322d;
--built:#8fd0a3;--built-ground:#1f3326;--failed:#ff9b91;--failed-ground:#41201d;--reused-ground:#2a2824;--bar:#57524a;
--accent:#e8b64c}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--words);font:16px/1.5 system-ui,-apple-system,"Segoe UI",sans-serif}
header,main,footer{max-width:68rem;margin:0 auto;padding:0 1.5rem}
header{padding-top:3rem}
h1{font-size:1.75rem;line-height:1.2;margin:0;font-weight:650;letter-spacing:-.01em;overflow-wrap:anywhere}
h2{font-size:1.1rem;margin:2.75rem 0 .9rem;font-weight:650}
.soft,footer{color:var(--soft)}
header p{margin:.4rem 0 0}
.bar{display:flex;gap:3px;height:.6rem;margin:1.6rem 0 .9rem}
.bar i{border-radius:.3rem;min-width:.35rem}
.bar .failed{background:var(--failed)}.bar .built{background:var(--built)}
.bar .reused,.bar .unmade{background:var(--bar)}
.bar .unmade{opacity:.5}
.counts{display:flex;flex-wrap:wrap;gap:.4rem 2.2rem;margin:0;padding:0;list-style:none}
.counts b{font-size:1.3rem;font-weight:650;font-variant-numeric:tabular-nums;margin-right:.35rem}
.counts .failed b{color:var(--failed)}.counts .built b{color:var(--built)}
article{background:var(--card);border:1px solid var(--line);border-radius:.6rem;padding:1rem 1.25rem;margin:.8rem 0;
content-visibility:auto;contain-intrinsic-size:auto 8rem}
article h3{margin:0;font-size:1rem;font-weight:650;overflow-wrap:anywhere}
.problems{margin:.6rem 0 0;padding:0;list-style:none}
.problems li{padding:.45rem 0 .45rem .9rem;border-left:3px solid var(--bar);margin:.5rem 0;overflow-wrap:anywhere}
.problems .error{border-color:var(--failed)}
code{font:.86em/1.5 ui-monospace,SFMono-Regular,Menlo,Consolas,monospace;color:var(--soft)}
.hint{color:var(--soft)}
.find{display:flex;flex-wrap:wrap;gap:.6rem;align-items:center;margin:0 0 .8rem}
.find input[type=search]{flex:1 1 14rem;font:inherit;padding:.45rem .8rem;border:1px solid var(--line);
border-radius:.5rem;background:var(--card);color:inherit}
.find label{display:inline-flex;gap:.35rem;align-items:center;color:var(--soft)}
.find [type=checkbox]{accent-color:var(--accent)}
.find input:focus-visible,a:focus-visible,summary:focus-visible{outline:2px solid var(--accent);outline-offset:2px}
.game{display:grid;grid-template-columns:minmax(12rem,20rem) 1fr;gap:.3rem 1.5rem;padding:.55rem 0;
border-top:1px solid var(--line);content-visibility:auto;contain-intrinsic-size:auto 2.9rem}
.game[hidden]{display:none}
.name{font-weight:550;overflow-wrap:anywhere}
.name small{display:block;font-weight:400;font-size:.83rem;color:var(--soft)}
.tasks{display:flex;flex-wrap:wrap;gap:.35rem;align-content:flex-start}
.task{display:inline-block;padding:.08rem .55rem;border-radius:.45rem;font-size:.86rem;text-decoration:none;
color:var(--soft);background:var(--reused-ground);white-space:nowrap}
.task.built{color:var(--built);background:var(--built-ground);font-weight:600}
.task.failed{color:var(--failed);background:var(--failed-ground);font-weight:600}
.task.failed::before{content:"\\2715\\00a0"}
.task.unmade{background:none;outline:1px dashed var(--bar);outline-offset:-1px}
a.task:hover{text-decoration:underline;text-underline-offset:.15em}
details{grid-column:1/-1}
details summary{cursor:pointer;color:var(--soft);font-size:.86rem}
details .problems{font-size:.92rem}
footer{padding-top:2rem;padding-bottom:3rem;font-size:.86rem}
@media(max-width:44rem){.game{grid-template-columns:1fr}header{padding-top:1.75rem}}
@media print{.find{display:none}article,.game{break-inside:avoid}}
"""
_SCRIPT = """
const find = document.querySelector(".find"), words = find.querySelector("[type=search]");
const games = [...document.querySelectorAll(".game")], none = document.getElementById("none");
const look = () => {
  const wanted = words.value.trim().toLowerCase().split(/\\s+/);
  const states = [...find.querySelectorAll(":checked")].map((box) => box.value);
  let seen = 0;
  for (const game of games) {
    const text = game.dataset.words, has = game.dataset.states.split(" ");
    game.hidden = !(wanted.every((word) => text.includes(word)) && states.some((one) => has.includes(one)));
    seen += !game.hidden;
  }
  none.hidden = seen > 0;
};
find.hidden = false;
find.addEventListener("input", look);
look();
"""


def page(night: Night) -> str:
    """Return the report as a web page."""
    body = "\n".join(
        (*_head(night), "<main>", *_failed(night), *_absent(night), *_games(night), "</main>", *_foot(night))
    )
    title = escape(_said(night.plan.title))
    return (
        '<!doctype html>\n<html lang="en">\n<head>\n<meta charset="utf-8">\n'
        f'<meta name="viewport" content="width=device-width, initial-scale=1">\n<title>{title}</title>\n'
        f"<style>{_STYLE}</style>\n</head>\n<body>\n{body}\n<script>{_SCRIPT}</script>\n</body>\n</html>\n"
    )


def _said(text: str) -> str:
    """Return a text of a person's files without characters that a page would obey, such as those that turn it round."""
    return harmless(text)


def _head(night: Night) -> Iterator[str]:
    counts = night.counts
    shown = [(state, counts[state]) for state in (*STATES, "unmade") if counts[state]]
    yield f"<header>\n<h1>{escape(_said(night.plan.title))}</h1>"
    took = f"{night.ended.replace('T', ' ').removesuffix('Z')} UTC, in {lasting(night.seconds)}"
    yield f'<p class="soft">{escape(took)}, into {escape(_said(night.location))}</p>'
    if night.stopped:
        yield f"<p><strong>{escape(_said(night.stopped))}</strong></p>"
    bars = "".join(f'<i class="{state}" style="flex-grow:{count}"></i>' for state, count in shown)
    yield f'<div class="bar" aria-hidden="true">{bars}</div>\n<ul class="counts">'
    yield from (f'<li class="{state}"><b>{count:,}</b>{_WORDS[state]}</li>' for state, count in shown)
    yield "</ul>\n</header>"


def _failed(night: Night) -> Iterator[str]:
    """Yield what failed, tasks with the same problems together."""
    alike: dict[tuple[Problem, ...], list[Outcome]] = {}
    for outcome in _ordered(night):
        if outcome.state == FAILED:
            errors = only_errors(outcome.problems)
            alike.setdefault(tuple(errors), []).append(outcome)
    if alike:
        yield "<h2>What failed</h2>"
    for problems, ones in alike.items():
        names = ", ".join(_said(outcome.name) for outcome in ones)
        yield f"<article><h3>{escape(names)}</h3>"
        yield from _listed(problems)
        yield "</article>"
    if alike:
        yield '<p class="soft">What was there of these before has been left as it was.</p>'


def _listed(problems: Sequence[Problem]) -> Iterator[str]:
    yield '<ul class="problems">'
    for problem in problems[:_SHOWN]:
        hint = f'<br><span class="hint">{escape(_said(problem.hint))}</span>' if problem.hint else ""
        place, message = escape(str(problem.place)), escape(_said(problem.message))
        yield f'<li class="{problem.severity}"><code>{place}</code><br>{message}{hint}</li>'
    if len(problems) > _SHOWN:
        yield f"<li>and {len(problems) - _SHOWN} more, which {DATA} has</li>"
    yield "</ul>"


def _absent(night: Night) -> Iterator[str]:
    if night.plan.absent:
        yield "<h2>Not in every game</h2>\n<ul>"
        yield from (f"<li>{escape(_said(line))}</li>" for line in night.plan.absent)
        yield "</ul>"


def _games(night: Night) -> Iterator[str]:
    outcomes = {outcome.name: outcome for outcome in night.outcomes}
    boxes = "".join(
        f'<label><input type="checkbox" value="{state}" checked> {_WORDS[state]}</label>'
        for state in (*STATES, "unmade")
        if night.counts[state]
    )
    search = '<input type="search" placeholder="Find a game, a language, an edition" aria-label="Find">'
    yield f'<h2>Games</h2>\n<form class="find" hidden onsubmit="return false">{search}{boxes}</form>'
    games: dict[str, list[Task]] = {}
    for task in night.plan.tasks:
        games.setdefault(task.game, []).append(task)
    index = "" if "://" not in night.location else "manifest.json"
    for tasks in games.values():
        yield from _game(tasks, outcomes, index)
    yield '<p id="none" class="soft" hidden>No game is like that.</p>'


def _game(tasks: Sequence[Task], outcomes: Mapping[str, Outcome], index: str) -> Iterator[str]:
    """Yield the row of a game: its name, a mark for each of its tasks, and its warnings."""
    first = tasks[0]
    states = {outcomes[task.name].state if task.name in outcomes else "unmade" for task in tasks}
    labels = (word.lower() for task in tasks for word in (task.name, _label(task)))
    words = " ".join(dict.fromkeys([first.title.lower(), first.shown.lower(), *labels]))
    yield f'<section class="game" data-states="{" ".join(sorted(states))}" data-words="{escape(_said(words))}">'
    title, folder = escape(_said(first.title)), escape(_said(legible(first.shown)))
    yield f'<div class="name">{title}<small>{folder}</small></div>\n<div class="tasks">'
    warned: dict[Problem, None] = {}
    for task in tasks:
        outcome = outcomes.get(task.name)
        state = outcome.state if outcome else "unmade"
        told = f"{task.name}: {_WORDS[state]}"
        if outcome is not None and state != FAILED:
            told += f", {counted(outcome.files, 'file')}, {sized(outcome.bytes)}"
            warned |= dict.fromkeys(problem for problem in outcome.problems if problem.severity == "warning")
        if state == BUILT and outcome is not None:
            told += f", in {lasting(outcome.seconds)}"
        label, hover = escape(_label(task)), escape(_said(told))
        link = f' href="{quote(task.name)}/{index}"' if outcome is not None and state != FAILED else ""
        tag = "a" if link else "span"
        yield f'<{tag} class="task {state}"{link} title="{hover}">{label}</{tag}>'
    yield "</div>"
    if warned:
        yield f"<details><summary>{counted(len(warned), 'warning')}</summary>"
        yield from _listed(tuple(warned))
        yield "</details>"
    yield "</section>"


def _label(task: Task) -> str:
    """Return what a task is called beside its game."""
    players = "" if task.players is None else counted(task.players, "player")
    return " \u00b7 ".join(filter(None, (task.edition, players, task.written_in)))


def _foot(night: Night) -> Iterator[str]:
    made = [outcome for outcome in night.outcomes if outcome.state == BUILT]
    moved, spent = sum(outcome.moved for outcome in made), sum(outcome.processor for outcome in made)
    line = f"beeprint {__version__}"
    if made:
        line += (
            f" \u00b7 {lasting(spent)} of processor time and {sized(moved)} written for {counted(len(made), 'task')}"
        )
    yield f'<footer>{escape(line)} \u00b7 the same for scripts: <a href="{DATA}">{DATA}</a></footer>'


def lasting(seconds: float) -> str:
    """Return a time for people: 0.4 s, 12 s, 3 min 5 s, 2 h 10 min."""
    if seconds < 10:
        return f"{seconds:.1f} s"
    whole = round(seconds)
    if whole < 60:
        return f"{whole} s"
    if whole < 3600:
        return f"{whole // 60} min {whole % 60} s"
    return f"{whole // 3600} h {whole % 3600 // 60} min"


def sized(count: int) -> str:
    """Return a number of bytes for people: 12 kB, 3.4 MB."""
    for unit, size in (("GB", 1e9), ("MB", 1e6)):
        if count >= size:
            return f"{count / size:.1f} {unit}"
    return f"{count / 1e3:.0f} kB"
