"""Real proxies with the configurations of the article, on free ports of this machine."""

import re
import shutil
import socket
import ssl
import subprocess
from pathlib import Path

from harness import ROOT, until

ARTICLE = ROOT / "Sources/EspalierServer/EspalierServer.docc/BehindAProxy.md"
HOST = "garden.example"
KINDS = ["nginx", "haproxy", "caddy"]


def free_port():
    with socket.create_server(("127.0.0.1", 0)) as taken:
        return taken.getsockname()[1]


def configuration(kind):
    """The configuration from the article, unchanged."""
    return re.search(rf"^```{kind}\n(.*?)^```$", ARTICLE.read_text(), re.M | re.S)[1]


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

    def __init__(self, kind, server_port, folder, change=lambda text: text):
        self.port, self.tls_port, self.folder = free_port(), free_port(), Path(folder)
        certificate(self.folder)
        text = configuration(kind)
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
        text = text.replace("listen 80;", f"listen 127.0.0.1:{self.port};").replace("listen 443 ssl;", f"listen 127.0.0.1:{self.tls_port} ssl;")
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
        if not secure:
            return connection
        context = ssl.create_default_context(cafile=str(self.folder / f"{HOST}.pem"))
        return context.wrap_socket(connection, server_hostname=HOST)

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


class ResponseReader:
    """The head of a reply, and its body piece by piece."""

    def __init__(self, connection):
        self.connection, self.file = connection, connection.makefile("rb")
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
