"""Where steps run that do not need one another: `dask:ADDRESS` is an existing Dask cluster."""

from __future__ import annotations

from concurrent.futures import Executor
from typing import Any

from pandora.errors import UsageError

DASK = "dask:"
_CONNECT_SECONDS = 15
_ANSWER_SECONDS = 5
"""How long the scheduler may take to say how many workers it has."""


class DaskCluster:
    """The workers of the Dask scheduler at `address`, such as `tcp://127.0.0.1:8786`.

    Dask begins the task of a lost worker again on another one, and runs a task to its end though it was
    cancelled. Raises UsageError where `distributed` is not installed, or no scheduler answers.
    """

    def __init__(self, address: str) -> None:
        try:
            import distributed
        except ImportError:
            raise UsageError(
                "--executor dask:ADDRESS needs Dask: pip install 'pandora-engine[dask]' here and on all workers"
            ) from None
        from distributed.scheduler import KilledWorker, NoValidWorkerError, NoWorkerError

        self._lost: tuple[type[BaseException], ...] = (KilledWorker, NoValidWorkerError, NoWorkerError)
        connect: Any = distributed.Client
        try:
            self._client: Any = connect(
                address, timeout=_CONNECT_SECONDS, set_as_default=False, name="pandora", heartbeat_interval="5s"
            )
        except (OSError, TimeoutError, ValueError) as error:
            words = " ".join(str(error).split()) or type(error).__name__
            raise UsageError(
                f"no Dask scheduler answers at {address!r} ({words}); start one with `dask scheduler`, "
                "and workers with `dask worker ADDRESS`"
            ) from error

    def executor(self) -> Executor:
        """A pool on the workers; equal tasks are different ones, unlike Dask's own default."""
        pool: Executor = self._client.get_executor(pure=False)
        return pool

    def lost(self, error: BaseException) -> bool:
        """True where a task failed because the workers that ran it were lost."""
        return isinstance(error, self._lost)

    def workers(self) -> int:
        """How many workers the scheduler has; 0 where it does not answer."""
        if self._client.status != "running":
            return 0
        try:
            identity = self._client.sync(
                self._client.scheduler.identity, n_workers=0, callback_timeout=_ANSWER_SECONDS
            )
            return int(identity["n_workers"])
        except (OSError, TimeoutError, AttributeError, RuntimeError):  # it may be closed meanwhile
            return 0

    def close(self) -> None:
        """Leave the cluster; what it still holds of this process is forgotten."""
        self._client.close()


def cluster_named(name: str) -> DaskCluster:
    """The cluster that `--executor` names; raises UsageError for another word, or where nobody answers."""
    return DaskCluster(address_of(name))


def address_of(name: str) -> str:
    """The address in `dask:ADDRESS`; raises UsageError for another word."""
    address = name.removeprefix(DASK)
    if not name.startswith(DASK) or not address:
        raise UsageError(f"--executor is {name!r}; write dask:ADDRESS, such as dask:tcp://127.0.0.1:8786")
    return address
