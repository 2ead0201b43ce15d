"""One site of several servers, with a PostgreSQL of its own: they can be killed, paused and started again."""

import collections
import contextlib
import http.client
import json
import os
import random
import re
import secrets
import shutil
import signal
import socket
import subprocess
import tempfile
import threading
import time
from pathlib import Path

from harness import JSON, ROOT, Client, Server, event_path, until, with_usual_signals

# How long a takeover may take in a test. Without other work on the machine it takes some three seconds.
TAKEOVER = 10
# The name of PostgreSQL's socket.
SOCKET = ".s.PGSQL.5432"


class Database:
    """A PostgreSQL in a temporary folder."""

    def __init__(self):
        # Not in a folder of this user alone: PostgreSQL does not run as root.
        self.folder = Path(tempfile.mkdtemp())
        self.start()

    def start(self):
        with (self.folder / "log").open("a") as log:
            self.process = subprocess.Popen([ROOT / "scripts/postgres", self.folder], stdout=log, stderr=log, preexec_fn=with_usual_signals)
        until(self.answers, 60, self.log)

    def answers(self):
        assert self.process.poll() is None, self.log()
        return self.run("SELECT 1", check=False).returncode == 0

    def log(self):
        return (self.folder / "log").read_text()[-2000:]

    def url(self, name="postgres", folder=None):
        return f"postgresql://espalier@/{name}?host={folder or self.folder}"

    def run(self, sql, name="postgres", check=True):
        command = ["psql", "-X", "-q", "-t", "-A", "-v", "ON_ERROR_STOP=1", "-c", sql, self.url(name)]
        return subprocess.run(command, check=check, capture_output=True, text=True, timeout=30)

    def rows(self, sql, name="postgres"):
        """The rows of a query, each as a list of texts."""
        return [line.split("|") for line in self.run(sql, name).stdout.splitlines()]

    def kill(self):
        servants = children(self.process.pid)
        self.process.kill()
        self.process.wait()
        # They notice it a little later, and save until then.
        until(lambda: not any(map(is_running, servants)), 30, "PostgreSQL ended")

    def stop(self):
        # It ends at once, whoever is still connected, and writes nothing more.
        self.process.send_signal(signal.SIGQUIT)
        self.process.wait(30)
        shutil.rmtree(self.folder, ignore_errors=True)


class Wire:
    """The way of one server to the database. It can be cut: then nothing comes through, and no connection ends."""

    def __init__(self, database, number):
        self.target = str(database.folder / SOCKET)
        self.folder = database.folder / f"wire{number}"
        self.folder.mkdir()
        self.flows = threading.Event()
        self.flows.set()
        self.listener = socket.socket(socket.AF_UNIX)
        self.listener.bind(str(self.folder / SOCKET))
        self.listener.listen()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            try:
                here, _ = self.listener.accept()
                there = socket.socket(socket.AF_UNIX)
                there.connect(self.target)
            except OSError:
                return
            for one, other in ((here, there), (there, here)):
                threading.Thread(target=self.carry, args=(one, other), daemon=True).start()

    def carry(self, one, other):
        try:
            while data := one.recv(1 << 16):
                self.flows.wait()
                other.sendall(data)
        except OSError:
            pass
        for end in (one, other):
            try:
                end.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass

    def cut(self):
        self.flows.clear()

    def mend(self):
        self.flows.set()

    def close(self):
        self.listener.close()
        self.flows.set()


class Cluster:
    """Some servers of one site."""

    def __init__(self, database, *options, program="ESPALIER_TRIALS", name="postgres", count=3, has_wires=False, **others):
        self.database, self.name, self.program = database, name, program
        self.wires = [Wire(database, f"-{name}-{number}") for number in range(count)] if has_wires else []
        # What a server notes of a crash is in the folder for temporary files.
        self.options, self.others = options, {"env": environment(TMPDIR=str(database.folder), SWIFT_BACKTRACE="enable=no")} | others
        ports = free_ports(2 * count)
        self.ports, self.peers = ports[:count], ports[count:]
        self.servers = [None] * count
        for index in range(count):
            self.start(index)
        self.wait()

    def start(self, index):
        self.servers[index] = Server(
            "--cluster", self.url(index), "--peers", self.address(index), *self.options,
            port=self.ports[index], program=self.program, **self.others)

    def url(self, index):
        return self.database.url(self.name, self.wires[index].folder if self.wires else None)

    def address(self, index):
        return f"127.0.0.1:{self.peers[index]}"

    def wait(self):
        """Waits until each server is ready, and one of them has the site."""
        for port in self.ports:
            until(lambda port=port: ready(port) == 200, 30, f"the server at {port} was ready")
        return self.until_held()

    def until_held(self, term=0, seconds=30):
        """Waits until a living server has the site in a later term, and returns its index."""

        def held():
            time.sleep(0.05)  # Each question is a process.
            now, holder = self.state()
            return now > term and holder is not None

        until(held, seconds, lambda: f"a server took over: {self.logs()[-3000:]}")
        return self.holder()

    def state(self):
        """The term of the site, and the index of the server that has it; None if that one is not registered."""
        rows = self.database.rows(
            "SELECT term, address FROM espalier.holding LEFT JOIN espalier.node ON node.id = holding.node WHERE holding.name = 'site'", self.name)
        if not rows:
            return 0, None
        (term, address), = rows
        return int(term), next((index for index in range(len(self.ports)) if self.address(index) == address), None)

    def holder(self):
        return self.state()[1]

    def term(self):
        return self.state()[0]

    def others_than(self, index):
        return [other for other in range(len(self.ports)) if other != index]

    def kill(self, index):
        self.servers[index].kill()

    def signal(self, index, number):
        self.servers[index].process.send_signal(number)

    def client(self, index):
        return Client(self.ports[index])

    def logs(self):
        return "".join(server.log() for server in self.servers if server)

    def are_alive(self):
        return all(server.process.poll() is None for server in self.servers)

    def entries(self, page="/ledger", name="entries"):
        """What the database has of a ledger."""
        found = self.database.rows(
            f"SELECT value FROM espalier.state JOIN espalier.instance ON instance.id = instance WHERE page = '{page}' AND key = '#{name}'",
            self.name)
        return [entry for row in found for entry in json.loads("|".join(row))]

    def end(self):
        for wire in self.wires:
            wire.close()
        for server in self.servers:
            if server and server.process.poll() is None:
                server.process.send_signal(signal.SIGCONT)
                server.kill()


def ready(port):
    """The status of `/readyz`; None if nobody answers."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=5)
    try:
        connection.request("GET", "/readyz")
        return connection.getresponse().status
    except OSError:
        return None
    finally:
        connection.close()


@contextlib.contextmanager
def clusters(database, *always):
    """Starts clusters, each with a new database in one PostgreSQL and some options that all have, and ends them."""
    started = []

    def start(*options, **others):
        name = f"site{secrets.token_hex(4)}"
        database.run(f"CREATE DATABASE {name}")
        started.append(Cluster(database, *always, *options, name=name, **others))
        return started[-1]

    try:
        yield start
    finally:
        for cluster in started:
            cluster.end()


def rotations(ports):
    """For each port the list of all ports that begins there."""
    return [ports[index:] + ports[:index] for index in range(len(ports))]


class Poster(threading.Thread):
    """Posts one entry after the other to a ledger, each at the next server. If it `repeats`, it gives each entry an id and posts it until
    it is acknowledged. `cookies` are those of its browser."""

    def __init__(self, ports, repeats=True, page="/ledger", cookies=None):
        super().__init__(daemon=True)
        self.ports, self.repeats, self.turn = list(ports), repeats, 0
        self.page, self.headers = page, {"Content-Type": JSON, "Accept": JSON, "Sec-Fetch-Site": "same-origin"} | (cookies or {})
        self.acknowledged, self.wrong, self.statuses = [], [], collections.Counter()
        # The time from the first attempt to the acknowledgement of the slowest entry.
        self.slowest = 0
        self.ends = threading.Event()

    def run(self):
        while not self.ends.is_set():
            entry, begun = secrets.token_hex(4), time.monotonic()
            while (status := self.post(entry)) != 200 and self.repeats:
                if status not in ("none", 502, 503) or time.monotonic() - begun > 60:
                    self.wrong.append((entry, status))
                    return
                time.sleep(0.02)
            self.slowest = max(self.slowest, time.monotonic() - begun)
            if status == 200:
                self.acknowledged.append(entry)
            time.sleep(0.02)

    def post(self, entry):
        """Posts an entry once. Returns the status, or "none" without a reply."""
        port = self.ports[self.turn % len(self.ports)]
        self.turn += 1
        connection = http.client.HTTPConnection("127.0.0.1", port, timeout=15)
        body = json.dumps({"node": "entry", "event": "put", "data": entry} | ({"id": f"{entry}-of-one-event"} if self.repeats else {}))
        try:
            connection.request("POST", event_path(self.page), body, self.headers)
            status = connection.getresponse().status
        except (OSError, http.client.HTTPException):
            status = "none"
        finally:
            connection.close()
        self.statuses[status] += 1
        return status

    def stop(self):
        """Lets it finish its entry. Returns what was acknowledged."""
        self.ends.set()
        self.join(90)
        assert not self.is_alive()
        assert self.wrong == []
        return self.acknowledged


class HAProxy:
    """HAProxy in front of servers, with the configuration of an article, and with its lines for pages on any node."""

    def __init__(self, article, ports, folder):
        self.port, self.folder = free_ports(1)[0], Path(folder)
        text = re.search(r"^```haproxy\n(.*?)^```$", article.read_text(), re.M | re.S)[1]
        lines = re.search(r"^```conf\n(.*?)^```$", article.read_text(), re.M | re.S)[1]
        changes = {"maxconn 30000": "maxconn 2000", "  balance roundrobin\n": lines, "bind :80": f"bind 127.0.0.1:{self.port}"}
        changes |= {f" 10.0.0.{number}:8080": f" 127.0.0.1:{port}" for number, port in enumerate(ports, 1)}
        for old, new in changes.items():
            assert old in text, f"{old!r} is not in the configuration"
            text = text.replace(old, new)
        file = self.folder / "haproxy.cfg"
        file.write_text(text)
        path = shutil.which("haproxy", path="/usr/sbin:/usr/bin:/sbin:/bin")
        assert path, "HAProxy is not installed; run scripts/install test."
        with (self.folder / "log").open("w") as log:
            self.process = subprocess.Popen([path, "-db", "-f", file], stdout=log, stderr=log, preexec_fn=with_usual_signals)
        until(self.serves, 20, lambda: f"HAProxy served: {(self.folder / 'log').read_text()}")

    def serves(self):
        assert self.process.poll() is None, (self.folder / "log").read_text()
        return ready(self.port) == 200

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


class Balancer:
    """nginx in front of servers, with the configuration of an article. Only addresses and paths in system folders are changed."""

    def __init__(self, article, ports, folder):
        self.port, self.folder = free_ports(1)[0], Path(folder)
        text = re.search(r"^```nginx\n(.*?)^```$", article.read_text(), re.M | re.S)[1]
        places = "".join(f"  {kind}_temp_path {folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        changes = {"http {\n": f"http {{\n  access_log off;\n{places}", "listen 80;": f"listen 127.0.0.1:{self.port};"}
        changes |= {f" 10.0.0.{number}:8080 ": f" 127.0.0.1:{port} " for number, port in enumerate(ports, 1)}
        for old, new in changes.items():
            assert old in text, f"{old!r} is not in the configuration"
            text = text.replace(old, new)
        file = self.folder / "nginx.conf"
        file.write_text(f"daemon off;\npid {folder}/pid;\n{text}")
        path = shutil.which("nginx", path="/usr/sbin:/usr/bin:/sbin:/bin")
        assert path, "nginx is not installed; run scripts/install test."
        with (self.folder / "log").open("w") as log:
            self.process = subprocess.Popen([path, "-e", self.folder / "errors", "-c", file], stdout=log, stderr=log, preexec_fn=with_usual_signals)
        until(self.listens, 10, "nginx listened")

    def listens(self):
        assert self.process.poll() is None, (self.folder / "log").read_text()
        try:
            socket.create_connection(("127.0.0.1", self.port), 1).close()
            return True
        except OSError:
            return False

    def stop(self):
        self.process.terminate()
        self.process.wait(10)


def children(pid):
    """The processes below a process, and below these."""
    parents = {}
    for stat in Path("/proc").glob("[0-9]*/stat"):
        try:
            parents[int(stat.parent.name)] = int(stat.read_text().rpartition(")")[2].split()[1])
        except OSError:
            pass  # it has ended
    found = [pid]
    for parent in found:
        found += [child for child, its in parents.items() if its == parent]
    return found[1:]


def is_running(pid):
    """Whether a process has not ended."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except OSError:
        return False


def free_ports(count):
    """Free ports in a row. Not those that the system gives to connections: one of them could take the place of a server that is down."""
    for _ in range(100):
        first = random.randrange(10_000, 32_000)
        if all(is_free(first + number) for number in range(count)):
            return list(range(first, first + count))
    raise AssertionError(f"no {count} ports in a row are free")


def is_free(port):
    try:
        socket.create_server(("127.0.0.1", port)).close()
    except OSError:
        return False
    return True


def environment(**others):
    return os.environ | others
