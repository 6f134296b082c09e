"""`pandora mcp`: this workspace for clients of the Model Context Protocol, over stdio or loopback HTTP."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import click

from pandora.commands.open_workspace import workspace_of
from pandora.commands.run_options import model_option, profile_option
from pandora.document.terminal_text import clean
from pandora.errors import UsageError

PORT = 8765


@click.command()
@click.option("--http", is_flag=True, help="Serve streamable HTTP on 127.0.0.1 instead of stdio.")
@click.option("--port", type=click.IntRange(1, 65535), default=PORT, show_default=True, help="The HTTP port.")
@click.option(
    "--token-file",
    type=click.Path(path_type=Path),
    metavar="FILE",
    help="The file that has the token for HTTP; one that is not there is made.",
)
@model_option
@profile_option
@click.option("--calls", type=click.IntRange(1), help="How many model calls a run may make.")
@click.option("--tokens", type=click.IntRange(1), help="How many tokens a run may read and write.")
@click.option("--seconds", type=click.IntRange(1), help="How many seconds a run may take.")
@click.pass_context
def mcp(ctx: click.Context, /, http: bool, port: int, token_file: Path | None, **options: Any) -> int:
    """Serve this workspace to clients of the Model Context Protocol.

    Tools: 17 fractal_* tools for graphs of questions; pandora_think, pandora_harvest and pandora_heartbeat;
    pandora_session_* for sessions; pandora_run, pandora_research, pandora_resume and pandora_answer. The state
    documents are resources; the patterns are prompts.

    It speaks over stdio, where stdout belongs to the protocol. With --http it listens on
    http://127.0.0.1:PORT/mcp for this machine only; a request with another Host or Origin is refused, and so is
    one without the token, which a client sends as `Authorization: Bearer TOKEN`. The token is made at the first
    start, printed once and kept in a file of yours; $PANDORA_MCP_TOKEN or --token-file gives another.
    Ctrl-C ends it.
    """
    import anyio

    from pandora.mcp.access_token import find_token
    from pandora.mcp.mcp_server import server_of
    from pandora.mcp.resources import WorkspaceContent
    from pandora.mcp.transport import PATH, http_app, serve_stdio

    server = server_of(WorkspaceContent(workspace_of(ctx), options))
    if not http:
        anyio.run(serve_stdio, server)
        return 0
    import uvicorn

    token = find_token(token_file)
    click.echo(f"http://127.0.0.1:{port}{PATH}; Ctrl-C ends it", err=True)
    if token.new:
        click.echo(f"the token, which is shown this once: {token.value}", err=True)
    click.echo(clean(f"clients send the token of {token.source} as 'Authorization: Bearer TOKEN'"), err=True)
    app = http_app(server, port, token.value)
    config = uvicorn.Config(app, host="127.0.0.1", port=port, log_config=None, lifespan="on")
    try:
        uvicorn.Server(config).run()
    except SystemExit:
        raise UsageError(
            f"port {port} cannot be opened; if another program uses it, choose one with --port"
        ) from None
    return 0
