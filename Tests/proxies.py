"""Real proxies with the configurations of the article, on free ports of this machine."""

import http.client
import os
import re
import shutil
import socket
import ssl
import subprocess
from pathlib import Path

from harness import ROOT, Client, Server, until

ARTICLE = ROOT / "Sources/EspalierServer/EspalierServer.docc/BehindAProxy.md"
HOST = "garden.example"
KINDS = ["nginx", "haproxy", "caddy"]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def configuration(kind, below=False):
    """The configuration from the article, unchanged; or that of a site below the prefix `/app`."""
    whole, part = re.findall(rf"^```{kind}\n(.*?)^```$", ARTICLE.read_text(), re.M | re.S)
    if not below:
        return whole
    # The article says which line these lines replace.
    old = {"nginx": "    location / {\n", "haproxy": "  default_backend espalier\n", "caddy": "  reverse_proxy 127.0.0.1:8080 {\n"}[kind]
    assert old in whole, f"{old!r} is not in the configuration of {kind}"
    return whole.replace(old, part)


def certificate(folder):
    """Writes a self-signed certificate into the files that the configurations name."""
    pem, key, both = (folder / f"{HOST}.{end}" for end in ("pem", "key", "both.pem"))
    subprocess.run(
        ["openssl", "req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes", "-days", "2", "-subj",
         f"/CN={HOST}", "-addext", f"subjectAltName=DNS:{HOST}", "-keyout", str(key), "-out", str(pem)],
        check=True, capture_output=True)
    both.write_text(pem.read_text() + key.read_text())


class Proxy:
    """One proxy in front of a server. Only places in its configuration are changed: ports, files and paths in system folders."""

    def __init__(self, kind, server_port, folder, change=lambda text: text, below=False):
        self.port, self.tls_port, self.folder = free_port(), free_port(), Path(folder)
        certificate(self.folder)
        text = configuration(kind, below)
        for old, new in [("127.0.0.1:8080", f"127.0.0.1:{server_port}"), ("/etc/ssl/", f"{folder}/")]:
            assert old in text, f"{old} is not in the configuration of {kind}"
            text = text.replace(old, new)
        text, command = getattr(self, kind)(change(text))
        file = self.folder / f"{kind}.conf"
        file.write_text(text)
        path = shutil.which(command[0], path="/usr/sbin:/usr/bin:/sbin:/bin")
        assert path, f"{kind} is not installed; run scripts/install test."
        self.errors = open(self.folder / "errors", "w+")
        self.process = subprocess.Popen(
            [path, *command[1:], str(file)], stdout=self.errors, stderr=self.errors, env={"HOME": str(folder), "PATH": "/usr/bin:/bin"})
        until(self.listens, 10, f"{kind} listened")

    def nginx(self, text):
        text = text.replace("listen 80;", f"listen 127.0.0.1:{self.port};").replace("listen 443 ssl http2;", f"listen 127.0.0.1:{self.tls_port} ssl http2;")
        places = "".join(f"  {kind}_temp_path {self.folder}/{kind};\n" for kind in ("client_body", "proxy", "fastcgi", "uwsgi", "scgi"))
        text = f"daemon off;\npid {self.folder}/pid;\n" + text.replace("http {\n", "http {\n  access_log off;\n" + places)
        return text, ["nginx", "-e", str(self.folder / "nginx-errors"), "-c"]

    def haproxy(self, text):
        # A test may have fewer file descriptors than a system service.
        text = text.replace("maxconn 30000", "maxconn 4000")
        return text.replace("bind :80\n", f"bind 127.0.0.1:{self.port}\n").replace("bind :443 ", f"bind 127.0.0.1:{self.tls_port} "), \
            ["haproxy", "-db", "-f"]

    def caddy(self, text):
        places = f"{{\n  admin off\n  http_port {self.port}\n  https_port {self.tls_port}\n  default_bind 127.0.0.1\n" \
                 f"  storage file_system {self.folder}/caddy\n}}\n"
        return places + text, ["caddy", "run", "--adapter", "caddyfile", "--config"]

    def listens(self):
        assert self.process.poll() is None, (self.folder / "errors").read_text()
        try:
            for port in (self.port, self.tls_port):
                socket.create_connection(("127.0.0.1", port), 1).close()
            return True
        except OSError:
            return False

    def stop(self):
        self.process.terminate()
        try:
            self.process.wait(5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        self.errors.close()

    def origin(self, secure=False):
        return f"https://{HOST}:{self.tls_port}" if secure else f"http://{HOST}:{self.port}"

    def connect(self, secure=False, source="127.0.0.1"):
        connection = socket.create_connection(("127.0.0.1", self.tls_port if secure else self.port), 20, source_address=(source, 0))
        return secured(connection, self.folder) if secure else connection

    def ask(self, method, path, body=b"", secure=False, source="127.0.0.1", **headers):
        """Sends one request on a new connection; returns status, headers (names in lower case, `set-cookie` as a list), body."""
        port = self.tls_port if secure else self.port
        fields = {"Host": f"{HOST}:{port}", "Connection": "close"} | {name.replace("_", "-"): value for name, value in headers.items()}
        if body:
            fields["Content-Length"] = len(body)
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        with self.connect(secure, source) as connection:
            connection.sendall(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + body)
            response = ResponseReader(connection)
            return response.status, response.headers, response.body()

    def stream(self, path, secure=False, source="127.0.0.1", **headers):
        """Opens a stream and reads its head; returns its reader, which the caller closes."""
        connection = self.connect(secure, source)
        port = self.tls_port if secure else self.port
        fields = {"Host": f"{HOST}:{port}", "Accept": "text/event-stream"} | {name.replace("_", "-"): value for name, value in headers.items()}
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        connection.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        return ResponseReader(connection)


class Behind(Server):
    """The demos below the prefix `/app`, behind a proxy with TLS. Browsers and clients reach them through the proxy."""

    prefix = "/app"

    def __init__(self, kind, folder, *options):
        super().__init__("--prefix", self.prefix, "--proxies", "127.0.0.1", *options)
        self.proxy = Proxy(kind, self.port, folder, below=True)
        self.address = self.proxy.origin(secure=True) + self.prefix

    def client(self, **options):
        return Client(self.port, prefix=self.prefix, connection=SecureConnection(self.proxy.folder, self.proxy.tls_port), **options)

    def stop(self, *arguments):
        self.proxy.stop()
        return super().stop(*arguments)


def secured(connection, folder):
    """The connection with TLS. The server must have the certificate that is in the folder."""
    context = ssl.create_default_context(cafile=str(Path(folder) / f"{HOST}.pem"))
    # Without this, the first request would wait until the server has acknowledged the end of the handshake.
    connection.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return context.wrap_socket(connection, server_hostname=HOST)


class SecureConnection(http.client.HTTPConnection):
    """A connection over TLS to a port of this machine, by the public name."""

    def __init__(self, folder, port):
        super().__init__(HOST, port, timeout=30)
        self.default_port, self.folder = 443, folder

    def connect(self):
        self.sock = secured(socket.create_connection(("127.0.0.1", self.port), 30), self.folder)


class SecureServer(Server):
    """The demos with TLS of their own, without a proxy."""

    def __init__(self, folder, *options):
        self.folder = folder
        super().__init__("--certificate", f"{folder}/{HOST}.pem", "--key", f"{folder}/{HOST}.key", *options)

    def client(self, **options):
        return Client(self.port, connection=SecureConnection(self.folder, self.port), **options)

    def connect(self, source="127.0.0.1"):
        connection = socket.create_connection(("127.0.0.1", self.port), 30, source_address=(source, 0))
        return secured(connection, self.folder)

    def ask(self, path, connection=None, **headers):
        """Sends a GET; returns the reply's reader."""
        connection = connection or self.connect()
        fields = {"Host": f"{HOST}:{self.port}"} | {name.replace("_", "-"): value for name, value in headers.items()}
        head = "".join(f"{name}: {value}\r\n" for name, value in fields.items())
        connection.sendall(f"GET {path} HTTP/1.1\r\n{head}\r\n".encode())
        return ResponseReader(connection)

    def processor_time(self):
        """The seconds that the process has run."""
        fields = open(f"/proc/{self.process.pid}/stat").read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


class ResponseReader:
    """The head of a reply, and its body piece by piece."""

    def __init__(self, connection):
        self.connection, self.file = connection, connection.makefile("rb")
        self.next()

    def next(self):
        """Reads the head of the next reply on the connection."""
        self.status = int(self.file.readline().split()[1])
        self.headers = {"set-cookie": []}
        while line := self.file.readline().strip().decode():
            name, _, value = line.partition(":")
            name, value = name.lower(), value.strip()
            if name == "set-cookie":
                self.headers[name].append(value)
            else:
                self.headers[name] = value

    def close(self):
        self.file.close()
        self.connection.close()

    def body(self):
        if self.headers.get("transfer-encoding") != "chunked":
            return self.file.read(int(self.headers["content-length"])) if "content-length" in self.headers else self.file.read()
        body = b""
        while chunk := self.chunk():
            body += chunk
        return body

    def chunk(self):
        size = int(self.file.readline().split(b";")[0] or b"0", 16)
        chunk = self.file.read(size)
        self.file.readline()
        return chunk

    def until(self, wanted):
        """Reads chunks of a stream up to the one that holds these bytes."""
        read = b""
        while wanted not in read:
            chunk = self.chunk()
            assert chunk, f"The stream ended without {wanted!r}: {read[-500:]!r}"
            read += chunk
        return read
