"""A real Chromium, driven by the WebDriver protocol: what it shows, complains about and asks for."""

from __future__ import annotations

import json
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

import httpx
import pytest

FLAGS = (
    *("--headless=new", "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run"),
    *("--disable-background-networking", "--disable-component-update", "--disable-sync"),
    *("--disable-dev-shm-usage", "--window-size=1400,900", "--host-resolver-rules=MAP * ~NOTFOUND"),
)


class Browser:
    """One window."""

    def __init__(self, client: httpx.Client, session: str) -> None:
        self._client, self._session = client, session

    def _post(self, path: str, **given: Any) -> Any:
        answer = self._client.post(f"/session/{self._session}/{path}", json=given)
        assert answer.status_code == 200, answer.text
        return answer.json()["value"]

    def go(self, path: Path) -> None:
        self._post("url", url=path.as_uri())

    def ask(self, expression: str, *values: Any) -> Any:
        """The value of a script's expression; `arguments` are the values."""
        return self._post("execute/sync", script=f"return {expression}", args=list(values))

    def count(self, css: str) -> int:
        return int(self.ask("document.querySelectorAll(arguments[0]).length", css))

    def text(self, css: str) -> str:
        return str(self.ask("document.querySelector(arguments[0]).textContent", css))

    def click(self, css: str) -> None:
        element = self._post("element", using="css selector", value=css)
        self._post(f"element/{next(iter(element.values()))}/click")

    def press(self, *keys: str) -> None:
        """Keys, to whatever has the focus."""
        moves = [{"type": kind, "value": key} for key in keys for kind in ("keyDown", "keyUp")]
        self._post("actions", actions=[{"type": "key", "id": "keys", "actions": moves}])

    def mouse(self, *moves: dict[str, Any]) -> None:
        """Moves of the mouse: pointerMove, pointerDown, pointerUp."""
        self._post("actions", actions=[{"type": "pointer", "id": "mouse", "actions": list(moves)}])

    def wheel(self, x: int, y: int, down: int) -> None:
        move = {"type": "scroll", "x": x, "y": y, "deltaX": 0, "deltaY": down}
        self._post("actions", actions=[{"type": "wheel", "id": "wheel", "actions": [move]}])

    def prefer(self, scheme: str) -> None:
        """Have pages see a system that prefers `light` or `dark`."""
        media = {"features": [{"name": "prefers-color-scheme", "value": scheme}]}
        self._post("goog/cdp/execute", cmd="Emulation.setEmulatedMedia", params=media)

    def scripts(self, run: bool) -> None:
        """Have pages run their scripts, or not."""
        self._post("goog/cdp/execute", cmd="Emulation.setScriptExecutionDisabled", params={"value": not run})

    def complaints(self) -> list[str]:
        """What stands in the console."""
        return [each["message"] for each in self._post("se/log", type="browser")]

    def requests(self) -> list[str]:
        """The addresses that were asked for since the last time, the browser's own pages aside."""
        told = [json.loads(each["message"])["message"] for each in self._post("se/log", type="performance")]
        asked = [each for each in told if each["method"] == "Network.requestWillBeSent"]
        pages = [each["params"] for each in asked if not each["params"]["documentURL"].startswith("chrome")]
        return [str(each["request"]["url"]) for each in pages]


@contextmanager
def browser(folder: Path) -> Iterator[Browser]:
    """A fresh browser with its profile in `folder`; skips the test where there is none."""
    driver = shutil.which("chromedriver")
    chromium = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
    if not driver or not chromium:
        pytest.skip("no chromedriver with a Chromium on this machine")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    options = {"binary": chromium, "args": [*FLAGS, f"--user-data-dir={folder / 'profile'}"]}
    wanted = {
        "browserName": "chrome",
        "goog:chromeOptions": options,
        "goog:loggingPrefs": {"browser": "ALL", "performance": "ALL"},
    }
    process = subprocess.Popen([driver, f"--port={port}"], stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
    try:
        assert process.stdout is not None
        for line in process.stdout:
            if b"started successfully" in line:
                break
        with httpx.Client(base_url=f"http://127.0.0.1:{port}", timeout=120, trust_env=False) as client:
            made = client.post("/session", json={"capabilities": {"alwaysMatch": wanted}})
            if made.status_code != 200:
                pytest.skip(f"Chromium does not start here: {made.text[:300]}")
            session = made.json()["value"]["sessionId"]
            try:
                yield Browser(client, session)
            finally:
                client.delete(f"/session/{session}")
    finally:
        process.terminate()
        process.wait()
        if process.stdout is not None:
            process.stdout.close()
