"""Counts the instructions that the server runs for one request, with callgrind, against a C program on the same library.

Callgrind counts the instructions of the program and its libraries, not those of the kernel. The counts barely vary from run to run,
while times do.
"""

import collections
import contextlib
import json
import os
import pathlib
import re
import shutil
import socket
import subprocess
import tempfile

COMPACT = "application/vnd.espalier.patch+json"
BASELINE = "a fixed reply of a C program on libmicrohttpd"
EVENT = json.dumps({"node": "counter", "event": "add"})

# For each job: the server, and the request. The first job is the baseline of all others.
JOBS = {
    BASELINE: ("c", "GET", "/", {}, ""),
    "a fixed reply": ("site", "GET", "/healthz", {}, ""),
    "an unchanged page of 20 rows": ("site", "GET", "/shared", {}, ""),
    "an unchanged page, which the browser has": ("site", "GET", "/shared", {"If-None-Match": "*"}, ""),
    "an event, answered with the compact patch": (
        "site", "POST", "/shared/events", {"Accept": COMPACT, "Content-Type": "application/json"}, EVENT),
    "the first page of a browser, an instance of its own with 20 rows": ("site", "GET", "/own", {}, ""),
}  # fmt: skip
STATUSES = {"an unchanged page, which the browser has": 304}

# What an instruction is for, as a pattern of its library's path and its function's name. The first that fits counts.
SERVER = "own code"
PARTS = {
    "libmicrohttpd": r"/libmicrohttpd",
    "memory": r" (_int_|_mid_|__libc_)?(malloc|calloc|realloc|memalign|free|unlink_chunk|sysmalloc|systrim)|(?i: swift_(slow)?(de)?alloc)",
    "reference counts": r" _?swift_(retain|release|weak|unowned|bridgeObject|isUnique|arrayDestroy|arrayInit)|RefCount|SideTable",
    "checks of access": r" swift_(begin|end)Access|AccessSet|SwiftTLSContext|__tls_get_addr",
    # The names of its generic code, which is compiled into the program, begin with $sS.
    "Swift's library": r"/lib(swift|_?Foundation|dispatch)| \$sS",
    "the C library": r"/lib(c|m|stdc\+\+|gcc_s)\.so|/ld-linux",
    SERVER: "",
}

# The library clears a pool of memory for each request. With this setting glibc does it with vectors, as quick as one instruction of
# the processor that callgrind would count as thousands.
ENVIRONMENT = {"GLIBC_TUNABLES": "glibc.cpu.x86_rep_stosb_threshold=1000000000:glibc.cpu.x86_rep_movsb_threshold=1000000000"}


class Unavailable(Exception):
    """Instructions cannot be counted on this machine; the text says the remedy."""


def count(program, requests, warm_up):
    """Returns for each job the instructions of one request by what they are for, the mean of several over one connection."""
    missing = [tool for tool in ("valgrind", "strip") if not shutil.which(tool)]
    if missing:
        raise Unavailable(f"{missing[0]} is missing. Install it: apt-get install valgrind binutils")
    with tempfile.TemporaryDirectory() as folder, running(program, pathlib.Path(folder)) as server:
        return {name: server.count(name, *JOBS[name], requests, warm_up) for name in JOBS}


def totals(counts):
    """The instructions of one request of each job."""
    return {name: sum(parts.values()) for name, parts in counts.items()}


def table(counts):
    columns = [SERVER, *(part for part in PARTS if part != SERVER)]
    baseline = sum(counts[BASELINE].values())
    lines = [f"| a request | instructions | ratio | {' | '.join(columns)} |", "| --- " * (3 + len(columns)) + "|"]
    for name, parts in counts.items():
        cells = [rounded(sum(parts.values())), f"{sum(parts.values()) / baseline:.1f}", *(rounded(parts[part]) for part in columns)]
        lines.append(f"| {name} | {' | '.join(cells)} |")
    return lines


def rounded(number):
    return f"{round(number, -2):,.0f}"


@contextlib.contextmanager
def running(program, folder):
    """Starts the servers under callgrind."""
    stripped = folder / "program"
    # Valgrind cannot read the debug information that Swift writes.
    subprocess.run(["strip", "--strip-debug", "-o", stripped, program], check=True)
    command = [
        "valgrind", "--tool=callgrind", "--dump-instr=no", "--zero-before=callgrind_begin", "--dump-before=callgrind_end",
        f"--callgrind-out-file={folder / 'count'}", stripped, "request-server",
    ]
    with subprocess.Popen(
        command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=(folder / "errors").open("w"), text=True,
        env={**os.environ, **ENVIRONMENT},
    ) as process:
        try:
            yield Servers(process, folder)
        finally:
            process.stdin.close()
            try:
                process.wait(30)
            except subprocess.TimeoutExpired:
                process.kill()


class Servers:
    def __init__(self, process, folder):
        self.process, self.folder = process, folder
        ports = process.stdout.readline().split()
        if len(ports) != 2 or "0" in ports:
            raise Unavailable(f"the servers did not start: {(folder / 'errors').read_text()[-500:]}")
        self.ports = {"site": int(ports[0]), "c": int(ports[1])}

    def count(self, name, server, method, path, fields, body, requests, warm_up):
        head = {"Host": "127.0.0.1", **fields, **({"Content-Length": len(body)} if body else {})}
        lines = [f"{method} {path} HTTP/1.1", *(f"{field}: {value}" for field, value in head.items())]
        request = ("\r\n".join(lines) + "\r\n\r\n" + body).encode()
        with Connection(self.ports[server], request, STATUSES.get(name, 200)) as connection:
            connection.send(warm_up)
            before = self.dumps()
            self.tell("begin")
            connection.send(requests)
            self.tell(f"end {name}")
        parts = sum((by_part(file) for file in self.dumps() - before), collections.Counter())
        return collections.Counter({part: number / requests for part, number in parts.items()})

    def tell(self, line):
        print(line, file=self.process.stdin, flush=True)
        if self.process.stdout.readline() != "done\n":
            raise Unavailable(f"the servers ended: {(self.folder / 'errors').read_text()[-500:]}")

    def dumps(self):
        return set(self.folder.glob("count.*"))


class Connection:
    """A connection that sends one request again and again."""

    def __init__(self, port, request, status):
        self.request, self.status = request, f"HTTP/1.1 {status} ".encode()
        self.socket = socket.create_connection(("127.0.0.1", port), timeout=60)
        self.socket.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.socket.close()

    def send(self, times):
        for _ in range(times):
            self.socket.sendall(self.request)
            head, _, body = self.until(b"\r\n\r\n")
            if not head.startswith(self.status):
                raise Unavailable(f"{self.request[:60]!r} was answered with {head[:60]!r} instead of {self.status!r}")
            length = re.search(rb"\r\ncontent-length: (\d+)", head, re.IGNORECASE)
            left = int(length[1]) - len(body) if length and b" 304 " not in head[:15] else 0
            while left > 0:
                left -= len(self.received())

    def until(self, mark):
        data = b""
        while mark not in data:
            data += self.received()
        return data.partition(mark)

    def received(self):
        data = self.socket.recv(65536)
        if not data:
            raise Unavailable("a server closed the connection")
        return data


def by_part(dump):
    """Returns the instructions of a dump, by what they are for (the format: valgrind's manual, Callgrind Format Specification)."""
    parts, names, current = collections.Counter(), {}, {}
    is_call = False
    for line in dump.read_text(errors="replace").splitlines():
        position = re.match(r"c?(fn|ob)=\((\d+)\)(?: (.+))?$", line)
        cost = re.match(r"[+\-*\d]\S* (\d+)$", line)
        if position:
            kind, number, name = position.groups()
            # A name is written once, and only its number later.
            if name:
                names[kind, number] = name
            if not line.startswith("c"):
                current[kind] = names[kind, number]
        elif line.startswith("calls="):
            is_call = True
        elif cost and is_call:
            # The cost of the function that was called, which stands again where its own instructions are.
            is_call = False
        elif cost:
            text = f"{current['ob']} {current['fn']}"
            parts[next(part for part, pattern in PARTS.items() if re.search(pattern, text))] += int(cost[1])
    return parts
