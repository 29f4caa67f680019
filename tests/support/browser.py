"""A page opened in a real browser, headless Chromium: what it asks the network for, and how it measures."""

from __future__ import annotations

import html
import json
import os
import re
import shutil
import subprocess
import tempfile
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import pytest

CHROMIUM = next(
    (path for name in ("chromium", "chromium-browser", "google-chrome") if (path := shutil.which(name))), None
)

needs_chromium = pytest.mark.skipif(
    CHROMIUM is None, reason="no Chromium is installed (Debian and Ubuntu: apt install chromium)"
)

_HARNESS = """<!DOCTYPE html><meta charset="utf-8"><title>waiting</title>
<iframe id="page" src="/page.html" style="width:{width}px;height:800px;border:0"></iframe>
<pre id="told"></pre>
<script>
document.getElementById("page").addEventListener("load", event => {{
  const inner = event.target.contentDocument;
  const told = (() => {{ {script} }})();
  document.getElementById("told").textContent = JSON.stringify(told);
}});
</script>"""


@contextmanager
def _serve(pages: dict[str, str]) -> Iterator[tuple[int, list[str]]]:
    """Serves pages at a port of this machine; as a proxy too, so that whatever else is asked for shows up."""
    asked: list[str] = []

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            asked.append(self.path)
            body = next((text for name, text in pages.items() if self.path.endswith(name)), None)
            self.send_response(404 if body is None else 200)
            self.send_header("Content-Type", "text/html; charset=utf-8")
            self.end_headers()
            self.wfile.write((body or "").encode())

        def do_CONNECT(self) -> None:
            asked.append(self.path)
            self.send_error(403)

        def log_message(self, format: str, *args: Any) -> None:
            """Quiet."""

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    thread = threading.Thread(target=server.serve_forever)
    thread.start()
    try:
        yield server.server_port, asked
    finally:
        server.shutdown()
        thread.join()
        server.server_close()


def measure_page(page: str, width: int, script: str) -> tuple[Any, list[str]]:
    """What ``script`` returns (it sees the page as ``inner``) in a window of that width, and every request made."""
    harness = _HARNESS.format(width=width, script=script)
    assert CHROMIUM is not None
    with _serve({"/page.html": page, "/harness.html": harness}) as (port, asked), tempfile.TemporaryDirectory() as home:
        command = [
            CHROMIUM, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", "--disable-sync", "--disable-extensions",
            "--disable-features=OptimizationHints,MediaRouter,Translate", f"--user-data-dir={home}",
            f"--proxy-server=http://127.0.0.1:{port}", "--virtual-time-budget=5000", "--dump-dom",
            "http://page.test/harness.html",
        ]  # fmt: skip
        done = subprocess.run(command, capture_output=True, timeout=120, env=os.environ | {"HOME": home})
    told = re.search(r'<pre id="told">(.*?)</pre>', done.stdout.decode("utf-8"), re.DOTALL)
    assert told and told[1], done.stderr.decode("utf-8", "replace")[-2000:]
    return json.loads(html.unescape(told[1])), asked
