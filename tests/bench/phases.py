"""Run beeprint and say how long each of its steps took. Run as `python phases.py RESULT.json ARGUMENTS...`.

The steps are wrapped from here, so that the product carries no clock. A step's time is its own: without the steps that
it calls. What is left over is the glue between them.
"""

from __future__ import annotations

import builtins
import functools
import json
import sys
import time
from collections.abc import Callable, Iterator
from pathlib import Path
from types import GeneratorType
from typing import Any

#: What is timed under which name: module:function or module:Class.method.
STEPS = {
    "read and understand data": ["beeprint.game.model:load"],
    "check rules": ["beeprint.rules:check", "beeprint.rules:uncovered"],
    "read layouts": ["beeprint.face.template:load", "beeprint.face.template:check", "beeprint.outputs:load"],
    "read art": ["beeprint.face.picture:Pictures.get"],
    "set text": ["beeprint.drawing.text:compose"],
    "lay out the rest": ["beeprint.outputs.shared.faces:DeckLayouts.faces"],
    "preflight": ["beeprint.rules.preflight:Preflight.problems"],
    "write faces": ["beeprint.formats.faces:write"],
    "impose and draw sheets": ["beeprint.sheet.impose:impose", "beeprint.sheet.draw:draw"],
    "write PDF": ["beeprint.formats.pdf.write:write"],
    "put files in place": ["beeprint.delivery:deliver"],
}
IMPORTS = "imports"
GLUE = "everything else"


class Clock:
    """Counts the seconds of the step that is running, of none but that."""

    def __init__(self) -> None:
        self.spent = dict.fromkeys([IMPORTS, *STEPS, GLUE], 0.0)
        self._running = [GLUE]
        self._since = time.perf_counter()

    @property
    def step(self) -> str:
        """Return the step that runs."""
        return self._running[-1]

    def switch(self) -> None:
        """Book the time since the last switch to the step that ran."""
        now = time.perf_counter()
        self.spent[self.step] += now - self._since
        self._since = now

    def enter(self, step: str) -> None:
        """Begin a step inside the one that runs."""
        self.switch()
        self._running.append(step)

    def leave(self) -> None:
        """End the step that runs and go on with the one around it."""
        self.switch()
        self._running.pop()

    def timed(self, step: str, function: Callable[..., Any]) -> Callable[..., Any]:
        """Return the function with its time, and that of a generator it returns, booked to a step."""

        @functools.wraps(function)
        def wrapper(*args: Any, **kwargs: Any) -> Any:
            self.enter(step)
            try:
                result = function(*args, **kwargs)
            finally:
                self.leave()
            return self._each(step, result) if isinstance(result, GeneratorType) else result

        return wrapper

    def _each(self, step: str, values: Iterator[Any]) -> Iterator[Any]:
        while True:
            self.enter(step)
            try:
                value = next(values)
            except StopIteration:
                return
            finally:
                self.leave()
            yield value


def resolve(target: str) -> tuple[Any, str, Callable[..., Any]]:
    """Return what holds a target, its name there and the function itself; its module has to be loaded."""
    module, _, name = target.partition(":")
    holder: Any = sys.modules[module]
    *outer, last = name.split(".")
    for part in outer:
        holder = getattr(holder, part)
    return holder, last, getattr(holder, last)


def wrap(clock: Clock, waiting: dict[str, str]) -> None:
    """Put the clock round every step whose module is loaded, wherever a module of beeprint holds it by name."""
    modules = [module for name, module in sys.modules.items() if name.partition(".")[0] == "beeprint"]
    for target in [target for target in waiting if target.partition(":")[0] in sys.modules]:
        holder, name, function = resolve(target)
        timed = clock.timed(waiting.pop(target), function)
        setattr(holder, name, timed)
        for module in modules:
            for other, value in list(vars(module).items()):
                if value is function:
                    setattr(module, other, timed)


def follow_imports(clock: Clock) -> None:
    """Book every import, early or late, to the imports, and wrap the steps that it brings."""
    original = builtins.__import__
    waiting = {target: step for step, targets in STEPS.items() for target in targets}

    def importing(*args: Any, **kwargs: Any) -> Any:
        if clock.step == IMPORTS:
            return original(*args, **kwargs)
        loaded = len(sys.modules)
        clock.enter(IMPORTS)
        try:
            return original(*args, **kwargs)
        finally:
            if len(sys.modules) > loaded:
                wrap(clock, waiting)
            clock.leave()

    builtins.__import__ = importing


def main() -> None:
    """Run the command line with the clock round its steps and write what each took."""
    clock = Clock()
    follow_imports(clock)
    from beeprint.cli import main as run

    try:
        run(sys.argv[2:])
    finally:
        clock.switch()
        Path(sys.argv[1]).write_text(json.dumps(clock.spent), "utf-8")


if __name__ == "__main__":
    main()
