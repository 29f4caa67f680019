"""A PostgreSQL server of the tests' own: in a folder of its own, on a socket, run by somebody without privileges."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import mkdtemp

UNPRIVILEGED = ("postgres", "nobody")


def find_program(name: str) -> str | None:
    """A program of the server: on the path, or where Debian puts it; the newest."""
    places = sorted(Path("/usr/lib/postgresql").glob(f"*/bin/{name}"), key=lambda path: float(path.parts[-3]))
    return shutil.which(name) or (str(places[-1]) if places else None)


def missing_server() -> str | None:
    """Why no server can be started here; None if one can."""
    if find_program("initdb") is None or find_program("pg_ctl") is None:
        return "no PostgreSQL server is installed (apt install postgresql)"
    try:
        import psycopg  # noqa: F401
    except ImportError:
        return "psycopg is not installed (pip install 'orderbook[postgres]')"
    return None


def _user() -> str | None:
    """Who runs the server: whoever runs the tests, unless that is root, whom PostgreSQL refuses."""
    if os.geteuid() != 0:
        return None
    import pwd

    known = {entry.pw_name for entry in pwd.getpwall()}
    return next(name for name in UNPRIVILEGED if name in known)


@contextmanager
def run_server() -> Iterator[str]:
    """Starts a server; its address. It is stopped, and its folder removed, at the end."""
    folder = Path(mkdtemp(prefix="obpg-", dir="/tmp"))  # the path of a socket has to be short
    user = _user()
    if user is not None:
        shutil.chown(folder, user)
    data, programs = folder / "data", {name: find_program(name) for name in ("initdb", "pg_ctl")}

    def run(name: str, *args: str) -> None:
        program = programs[name]
        assert program is not None
        with (folder / f"{name}.out").open("w") as out:
            done = subprocess.run([program, *args], user=user, stdout=out, stderr=out, cwd=folder, timeout=120)
        assert done.returncode == 0, (folder / f"{name}.out").read_text()

    run("initdb", "-D", str(data), "-U", "tests", "--auth=trust", "--encoding=UTF8", "--no-sync", "--locale=C")
    options = f"-c listen_addresses= -c unix_socket_directories={folder} -c fsync=off"
    run("pg_ctl", "-D", str(data), "-o", options, "-l", str(folder / "data" / "log"), "-w", "start")
    try:
        yield f"postgresql://tests@/postgres?host={folder}"
    finally:
        run("pg_ctl", "-D", str(data), "-m", "immediate", "-w", "stop")
        shutil.rmtree(folder, ignore_errors=True)
