"""geungeo on the command line. Data goes to stdout, talk to stderr.

Exit codes: 0 answered or done, 1 handed off, 2 broken.
"""

from __future__ import annotations

import io
import logging
import sys
from pathlib import Path

import click

from geungeo import __version__, messages
from geungeo.cli import (
    access,
    asking,
    bake,
    corpus,
    documents,
    health,
    inbox,
    kept,
    listing,
    logs,
    notices,
    pull,
    serving,
    settings,
    tickets,
    token,
    versions,
    words,
)
from geungeo.cli.options import BROKEN
from geungeo.errors import GeungeoError


@click.group(help=messages.CLI_HELP, context_settings={"help_option_names": ["-h", "--help"]})
@click.option(
    "--workspace",
    "-w",
    type=click.Path(path_type=Path, file_okay=False),
    default=Path("workspace"),
    envvar="GEUNGEO_WORKSPACE",
    show_default=True,
    help=messages.CLI_WORKSPACE,
)
@click.option("--debug", is_flag=True, help=messages.CLI_DEBUG)
@click.version_option(__version__, prog_name="geungeo", help=messages.CLI_VERSION)
@click.pass_context
def geungeo(context: click.Context, workspace: Path, debug: bool) -> None:
    context.obj = workspace
    logs.install(debug)


for command in (
    corpus.init,
    corpus.ingest,
    corpus.report,
    pull.pull,
    corpus.rebuild,
    bake.bake,
    asking.ask,
    asking.inspect,
    tickets.tickets,
    inbox.inbox,
    inbox.gaps,
    inbox.feedback,
    serving.serve,
    serving.run,
    access.access,
    token.token,
    notices.notices,
    documents.documents,
    listing.corpus,
    versions.versions,
    versions.diff,
    settings.settings,
    words.words,
    words.questions,
    health.calibrate,
    health.status,
    health.doctor,
    kept.retention,
    kept.forget,
    kept.audit,
    kept.trace,
    kept.backup,
    kept.restore,
):
    geungeo.add_command(command)


def main() -> None:
    """Entry point: every failure becomes a sentence on stderr and exit code 2."""
    _print_anything()
    try:
        code = geungeo.main(standalone_mode=False)
    except click.ClickException as error:
        error.show()
        code = BROKEN
    except GeungeoError as error:
        click.echo(messages.CLI_ERROR.format(error=error), err=True)
        code = BROKEN
    except (KeyboardInterrupt, click.Abort):
        click.echo(messages.CLI_STOPPED, err=True)
        code = BROKEN
    except BrokenPipeError:
        code = BROKEN
    except Exception as error:
        logging.getLogger(__name__).debug("unexpected", exc_info=True)
        click.echo(messages.CLI_UNEXPECTED.format(error=f"{type(error).__name__}: {error}"), err=True)
        code = BROKEN
    sys.exit(code or 0)


def _print_anything() -> None:
    """A letter that the terminal's encoding lacks is escaped, and the rest of the answer is still read."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(errors="backslashreplace")
