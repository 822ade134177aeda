"""One worker process as the supervisor sees it: start, bytes in, bytes out, clock, end.

Used by the supervisor only. The child is reaped nowhere else, so its number cannot be another
process's while it is held here.
"""

import os
import select
import signal
import subprocess
import sys
from dataclasses import dataclass

from autograder.errors import WorkerStartError

# Loads the code objects that the request brings as modules under their own names, then hands over.
BOOT = """\
import marshal, sys
modules, request = marshal.loads(sys.stdin.buffer.read())
for name, code in marshal.loads(modules):
    module = sys.modules[name] = type(sys)(name)
    if code is not None:
        exec(code, module.__dict__)
del name, code, modules
module.main(request)
"""

# No folder of ours in sys.path, no site-packages, no bytecode files; text is UTF-8 whatever the
# locale. The environment is empty but for the hash seed, which `-I` would leave out as well.
FLAGS = ("-P", "-s", "-S", "-B", "-X", "utf8", "-c", BOOT)

CHUNK_BYTES = 64 * 1024  # what a pipe holds

CLOCK_TICK_SECONDS = 1.0 / os.sysconf("SC_CLK_TCK")


@dataclass(frozen=True, slots=True)
class Usage:
    """What a running worker has used: CPU seconds, and whether it wants a core right now."""

    cpu_seconds: float
    is_running: bool


class WorkerProcess:
    """A started worker. Raises WorkerStartError when there is no interpreter to start."""

    def __init__(self, request: bytes, hash_seed: int = 0) -> None:
        try:
            self.process = subprocess.Popen(  # noqa: S603 - our interpreter, our code
                [sys.executable, *FLAGS],
                stdin=subprocess.PIPE,
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                env={"PYTHONHASHSEED": str(hash_seed)},
                cwd="/",
                bufsize=0,
                close_fds=True,
                start_new_session=True,
            )
        except OSError as error:
            raise WorkerStartError(
                f"no worker process can be started: {error.strerror}",
                hint="Check that this Python can start processes here.",
                where=sys.executable,
            ) from error
        self.unsent = memoryview(request)
        assert self.process.stdin is not None  # noqa: S101 - for the type checker
        assert self.process.stdout is not None  # noqa: S101
        self.input, self.output = self.process.stdin, self.process.stdout
        self.poller = select.poll()
        for stream, events in ((self.input, select.POLLOUT), (self.output, select.POLLIN)):
            os.set_blocking(stream.fileno(), False)
            self.poller.register(stream, events)

    def exchange(self, timeout_seconds: float) -> bytes | None:
        """Wait a while, send what the pipe takes, return what has come; None at its end."""
        received: bytes | None = b""
        for descriptor, _ in self.poller.poll(timeout_seconds * 1000):
            if self.unsent and descriptor == self.input.fileno():
                self.send()
            else:
                received = os.read(descriptor, CHUNK_BYTES) or None
        return received

    def send(self) -> None:
        """Send some of the request; close the pipe after the last byte."""
        try:
            self.unsent = self.unsent[os.write(self.input.fileno(), self.unsent) :]
        except BlockingIOError:
            return
        except BrokenPipeError:  # the worker is gone; the end of its output says so
            self.unsent = self.unsent[:0]
        if not self.unsent:
            self.poller.unregister(self.input)
            self.input.close()

    def usage(self) -> Usage | None:
        """Return what the system says about the process; None where it does not say."""
        try:
            with open(f"/proc/{self.process.pid}/stat", "rb") as file:
                fields = file.read().rpartition(b")")[2].split()
            # State is the first field after the name; user and system time are the 12th and 13th.
            ticks = int(fields[11]) + int(fields[12])
            # A worker that waits for the disk (D) is kept from running, it does not idle.
            return Usage(ticks * CLOCK_TICK_SECONDS, fields[0] in (b"R", b"D"))
        except (OSError, IndexError, ValueError):
            return None

    def end(self) -> tuple[int, float]:
        """Kill and reap the worker; return its wait status and the CPU seconds that it used."""
        try:
            # The whole session: a child that the worker left behind must not live on.
            os.killpg(self.process.pid, signal.SIGKILL)
        except (ProcessLookupError, PermissionError):
            os.kill(self.process.pid, signal.SIGKILL)
        _, status, used = os.wait4(self.process.pid, 0)
        self.process.returncode = os.waitstatus_to_exitcode(status)
        self.output.close()
        self.input.close()
        return self.process.returncode, used.ru_utime + used.ru_stime
