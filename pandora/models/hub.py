"""Downloads of files from Hugging Face repositories, resumed where an earlier download stopped."""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from pandora.errors import ModelError, UsageError
from pandora.models.api_keys import key_in
from pandora.models.catalogue import Source

if TYPE_CHECKING:
    import httpx

_TIMEOUT = 60.0
_SIZE = re.compile(r"[0-9]{1,15}")
_DIGEST = re.compile(r'^"?([0-9a-f]{64})"?$')


@dataclass(frozen=True)
class HubFile:
    """A file on the hub: its URL, its size in bytes (0 if unknown) and its SHA-256 (empty if unknown)."""

    url: str
    size: int
    sha256: str


def hub_client(transport: httpx.BaseTransport | None = None) -> httpx.Client:
    """Return an HTTP client for the hub; it sends HF_TOKEN, where set, for access to gated repositories.

    A redirect to another host does not get the token. Raises UsageError for one that no header can carry.
    """
    import httpx

    token = key_in("HF_TOKEN")
    headers = {"Authorization": f"Bearer {token}"} if token else {}
    return httpx.Client(timeout=_TIMEOUT, headers=headers, transport=transport)


def look_up(source: Source, client: httpx.Client) -> HubFile:
    """Ask the hub for the size and digest of the source's file; raises ModelError."""
    import httpx

    endpoint = os.environ.get("HF_ENDPOINT", "https://huggingface.co").rstrip("/")
    url = f"{endpoint}/{source.repository}/resolve/{source.revision}/{source.file}"
    try:
        response = client.head(url)
        linked = response.headers
        if response.is_redirect:
            response = client.head(url, follow_redirects=True)
    except httpx.InvalidURL as error:
        raise UsageError(f"HF_ENDPOINT is no URL ({error}); write https://HOST, or unset it") from error
    except httpx.HTTPError as error:
        raise ModelError(
            f"the Hugging Face hub cannot be reached ({_reason(error)}); check the network and HF_ENDPOINT"
        ) from error
    if response.status_code != 200:
        raise ModelError(
            f"the hub answers {response.status_code} for {source.repository}/{source.file}{_remedy(response)}"
        )
    stated = linked.get("x-linked-size") or response.headers.get("content-length") or ""
    size = int(stated) if _SIZE.fullmatch(stated) else 0
    digest = _DIGEST.match(linked.get("x-linked-etag") or linked.get("etag") or "")
    return HubFile(url, size, digest.group(1) if digest else "")


def resume_download(file: HubFile, target: Path, client: httpx.Client, progress: Callable[[int], None]) -> None:
    """Download the part of `file` that `target` lacks; raises ModelError.

    `progress` is called with the number of bytes that are in `target` so far.
    """
    import httpx

    have = target.stat().st_size if target.exists() else 0
    if file.size and have > file.size:
        have = 0
    if file.size and have == file.size:
        return
    headers = {"Range": f"bytes={have}-"} if have else {}
    try:
        with client.stream("GET", file.url, headers=headers, follow_redirects=True) as response:
            if response.status_code not in (200, 206):
                raise ModelError(f"the hub answers {response.status_code} for {file.url}{_remedy(response)}")
            have = have if response.status_code == 206 else 0
            with target.open("r+b" if target.exists() else "wb") as out:
                out.truncate(have)
                out.seek(have)
                for chunk in response.iter_bytes(1 << 20):
                    if file.size and have + len(chunk) > file.size:
                        more = f"the hub sends more than the {file.size} bytes that it told"
                        raise ModelError(f"{more}; try again later, or set HF_ENDPOINT to another hub")
                    out.write(chunk)
                    have += len(chunk)
                    progress(have)
    except httpx.HTTPError as error:
        raise ModelError(
            f"the download stopped at {have} bytes ({_reason(error)}); pull again to go on from there"
        ) from error
    if file.size and have != file.size:
        raise ModelError(f"the hub sent {have} of {file.size} bytes; pull again to go on from there")


def _remedy(response: httpx.Response) -> str:
    if response.status_code in (401, 403):
        return "; set HF_TOKEN to a token that may read it"
    return "; check the name" if response.status_code == 404 else "; try again later"


def _reason(error: Exception) -> str:
    return str(error) or type(error).__name__
