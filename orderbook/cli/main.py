"""The ``orderbook`` command, and the last net under it: whatever happens, a sentence and not a traceback."""

from __future__ import annotations

import gc
import os
import sys
from collections.abc import Sequence

import click

from orderbook import __version__
from orderbook.cli.commands import LazyGroup

FAILED = 2
"""Exit status when a command could not do its work."""


@click.group(cls=LazyGroup, context_settings={"help_option_names": ["-h", "--help"], "max_content_width": 100})
@click.version_option(__version__, prog_name="orderbook")
def orderbook() -> None:
    """Check, correct and carry on the weekly orders posts of a forum strategy game.

    \b
    Example:
      orderbook check orders.txt --previous last-week.txt

    POST is a file, or - for standard input: one post as it was pasted from the forum.
    Exit status: 0 no errors, 1 errors found, 2 the command could not do its work.
    """


def main(args: Sequence[str] | None = None) -> None:
    """Runs the command line and exits. With ``ORDERBOOK_DEBUG=1`` an unforeseen error shows its traceback."""
    gc.disable()  # a command is over before collecting cycles would pay; it costs a tenth of the start
    sys.exit(run(sys.argv[1:] if args is None else args))


def run(args: Sequence[str]) -> int:
    """Runs the command line; the exit status. Messages go to standard error."""
    for stream in (sys.stdout, sys.stderr):
        if hasattr(stream, "reconfigure"):  # a terminal of few letters shows "?", it does not fail
            stream.reconfigure(errors="replace")
    try:
        status = orderbook.main(list(args), prog_name="orderbook", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except click.ClickException as error:
        error.show()
        return FAILED
    except (KeyboardInterrupt, click.Abort):
        return _complain("interrupted")
    except SystemExit:  # click leaves this way, quietly, when the reader of a pipe has gone
        return FAILED
    except BrokenPipeError:
        # Small outputs meet the closed pipe here; give Python something to flush into when it ends.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:
        return _explain_failure(error, args)


def _explain_failure(error: Exception, args: Sequence[str]) -> int:
    from orderbook.campaign.faults import CampaignError
    from orderbook.systems.system import RequestError
    from orderbook.text.resources import MissingResource
    from orderbook.text.source import UnreadableInput

    if isinstance(error, (RequestError, CampaignError, UnreadableInput, MissingResource)):
        return _complain(str(error))
    if os.environ.get("ORDERBOOK_DEBUG") == "1":
        import traceback

        traceback.print_exc()
    if isinstance(error, OSError):
        return _complain(str(error))
    deed = next((word for word in args if not word.startswith("-")), "starting")
    told = " ".join(str(error).split())[:300]
    return _complain(
        f"orderbook failed while doing '{deed}'; please report this with the post that shows it: "
        f"{type(error).__name__}{f': {told}' if told else ''} (ORDERBOOK_DEBUG=1 shows more)"
    )


def _complain(text: str) -> int:
    click.echo(text if text.startswith("orderbook failed") else f"orderbook: {text}", err=True)
    return FAILED


if __name__ == "__main__":
    main()
