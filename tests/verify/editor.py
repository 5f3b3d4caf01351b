"""A session with yaml-language-server, which editors run to complete and check YAML: its protocol over stdio."""

from __future__ import annotations

import json
import queue
import subprocess
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import tools


class Editor:
    """An editor that talks to the server."""

    def __init__(self, server: subprocess.Popen[bytes]) -> None:
        self._server, self._number = server, 0
        self._messages: queue.Queue[dict[str, Any]] = queue.Queue()
        threading.Thread(target=self._listen, daemon=True).start()

    def _listen(self) -> None:
        assert self._server.stdout is not None
        while head := self._server.stdout.readline():
            length = int(head.split(b":")[1])
            while self._server.stdout.readline().strip():
                pass
            self._messages.put(json.loads(self._server.stdout.read(length)))
        self._messages.put({"method": "exit"})

    def send(self, message: dict[str, Any]) -> None:
        data = json.dumps({"jsonrpc": "2.0", **message}).encode()
        assert self._server.stdin is not None
        self._server.stdin.write(b"Content-Length: %d\r\n\r\n%s" % (len(data), data))
        self._server.stdin.flush()

    def _next(self) -> dict[str, Any]:
        """Return the next message, after answering what the server asks of an editor."""
        while True:
            message = self._messages.get(timeout=1000)
            assert message.get("method") != "exit", "yaml-language-server has stopped"
            if "id" not in message or "method" not in message:
                return message
            asked = message.get("params", {}).get("items", [])
            settings = {"yaml": {"schemaStore": {"enable": False}, "completion": True, "validate": True, "hover": True}}
            answer = [settings.get(item.get("section", ""), {}) for item in asked]
            self.send(
                {"id": message["id"], "result": answer if message["method"] == "workspace/configuration" else None}
            )

    def ask(self, method: str, **params: Any) -> Any:
        self._number += 1
        self.send({"id": self._number, "method": method, "params": params})
        while True:
            message = self._next()
            if message.get("id") == self._number:
                assert "error" not in message, message
                return message["result"]

    def open(self, path: Path, text: str) -> list[dict[str, Any]]:
        """Show a text as the content of a file; return what the server underlines."""
        self._number += 1
        document = {"uri": path.as_uri(), "languageId": "yaml", "version": self._number, "text": text}
        self.send({"method": "textDocument/didOpen", "params": {"textDocument": document}})
        while True:
            message = self._next()
            if message.get("method") == "textDocument/publishDiagnostics" and message["params"]["uri"] == path.as_uri():
                diagnostics: list[dict[str, Any]] = message["params"]["diagnostics"]
                return diagnostics

    def at(self, method: str, path: Path, line: int, character: int) -> Any:
        """Ask about a place in a file; lines and characters count from 0."""
        where = {"line": line, "character": character}
        return self.ask(f"textDocument/{method}", textDocument={"uri": path.as_uri()}, position=where)


@contextmanager
def editor(folder: Path) -> Iterator[Editor]:
    """Run the server on a folder."""
    server = subprocess.Popen(
        ["node", str(tools.YAML_SERVER), "--stdio"], stdin=subprocess.PIPE, stdout=subprocess.PIPE, cwd=folder
    )
    try:
        session = Editor(server)
        session.ask("initialize", processId=None, rootUri=folder.as_uri(), capabilities={
            "workspace": {"configuration": True},
            "textDocument": {"completion": {"completionItem": {"documentationFormat": ["markdown"]}}},
        })  # fmt: skip
        session.send({"method": "initialized", "params": {}})
        yield session
    finally:
        server.kill()
        server.communicate()
