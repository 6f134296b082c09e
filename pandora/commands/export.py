"""`pandora export`: a run as one folder, or one .zip, that replays elsewhere."""

from __future__ import annotations

import shutil
import tempfile
import zipfile
from pathlib import Path

import click

from pandora.commands.completion_values import complete_run
from pandora.commands.last_run import refuse_blank
from pandora.commands.open_workspace import named_document, run_of, trusted_workspace
from pandora.commands.printing import print_json
from pandora.commands.rehearsal_model import rehearsal_hosts, silent_model
from pandora.commands.run_list import newest_run
from pandora.commands.run_options import recorded_model_option
from pandora.disk.atomic import system_errors
from pandora.document.ids import parse_id
from pandora.document.terminal_text import clean
from pandora.engine.recorded_model import RecordedModel
from pandora.engine.run import settings_of
from pandora.errors import UsageError
from pandora.inspect.run_export import Export, export_of


@click.command()
@click.argument("document", required=False, shell_complete=complete_run)
@click.argument("target", required=False, metavar="[DIR]")
@recorded_model_option
@click.option("--json", "as_json", is_flag=True, help="Print one JSON object.")
@click.pass_context
def export(
    ctx: click.Context, document: str | None, target: str | None, model: str | None, as_json: bool
) -> int:
    """Write a run to DIR, a new folder that replays elsewhere without a model; to one file if DIR ends in .zip.

    It holds the documents, the model's replies, the patterns, the files that the run was about, as they were
    before it as far as that is kept, and a README with the command that replays it. Secrets are left out.
    Without DOCUMENT, the newest run is exported; without DIR, to a folder of its name.
    """
    options = {"model": model}
    workspace = trusted_workspace(ctx, options)
    refuse_blank(document)
    document_id = named_document(workspace, document) if document else newest_run(workspace)
    run = parse_id(document_id).run
    path = Path(target or f"system-{run}")
    if path.exists() or path.is_symlink():
        raise UsageError(f"{path}: it is there already; name a new folder, or a new .zip file")
    if not path.resolve().parent.is_dir():
        raise UsageError(f"{path}: the folder {path.parent} is not there; make it, then export again")
    settings = settings_of(workspace, options)
    recorded = RecordedModel.of(run_of(workspace, document_id).load(f"system-{run}").meta)
    with silent_model(settings, options, recorded) as (silent, missing):
        exported = export_of(workspace, run, silent, rehearsal_hosts(settings, options), not missing)
    with system_errors(path):
        _write(exported, path)
    if as_json:
        print_json(
            {"id": f"system-{run}", "path": str(path), "files": sorted(exported.files), "notes": exported.notes}
        )
        return 0
    for note in exported.notes:
        click.echo(clean(note), err=True)
    click.echo(f"{path}: {len(exported.files)} files; README.md says how to replay it", err=True)
    return 0


def _write(exported: Export, path: Path) -> None:
    """Write the files beside `path` and rename them to it, so that nothing half is left under that name."""
    parent = path.resolve().parent
    temporary = Path(tempfile.mkdtemp(prefix=f".{path.name}.", dir=parent))
    try:
        if path.suffix.lower() == ".zip":
            with zipfile.ZipFile(temporary / "zip", "w", zipfile.ZIP_DEFLATED) as archive:
                for name, data in sorted(exported.files.items()):
                    archive.writestr(f"{path.stem}/{name}", data)
            (temporary / "zip").rename(path)
            return
        for name, data in exported.files.items():
            (temporary / "all" / name).parent.mkdir(parents=True, exist_ok=True)
            (temporary / "all" / name).write_bytes(data)
        (temporary / "all").rename(path)
    finally:
        shutil.rmtree(temporary, ignore_errors=True)
