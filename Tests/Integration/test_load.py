"""A mixed load of pages, events and streams: no request fails, no event is lost or doubled, and the server keeps no memory or descriptor.

Takes ten seconds with 100 streams. ESPALIER_LONG=1 runs ten minutes with 1,000 streams, and then memory must be flat after the first
minute. `pytest -s` prints the times of the requests."""

import asyncio
import random
import re
import secrets
import time
from collections import defaultdict
from concurrent.futures import ThreadPoolExecutor

from harness import DOM_PATCH, IS_LONG, Trials

SECONDS, STREAMS = (600, 1000) if IS_LONG else (10, 100)
# Memory is compared with that at this time. Before it, each browser has its page and each stream its connection.
WARM = 60 if IS_LONG else 5
READERS, POSTERS, BROWSERS = 8, 8, 200
# The pause after each request of a reader and of a poster. Each event goes to all streams.
READER_PAUSE, POSTER_PAUSE = 0.05, 0.4
DISHES = ["Soup", "Curry", "Pizza"]


class Stream(asyncio.Protocol):
    """Reads a page's stream, and knows the number of the last patch."""

    def __init__(self, load):
        self.load, self.tail, self.last, self.is_closing = load, b"", 0, False

    def connection_made(self, transport):
        self.transport = transport
        transport.write(b"GET /lunch/patches HTTP/1.1\r\nHost: x\r\nAccept: text/event-stream\r\n\r\n")

    def data_received(self, data):
        # An id may be cut between two pieces.
        data = self.tail + data
        self.tail = data[-64:]
        for number in re.findall(rb"\nid: ?[^\n]*\.(\d+)\n", data):
            self.last = max(self.last, int(number))

    def connection_lost(self, error):
        if not self.is_closing:
            self.load.errors.append(f"a stream ended: {error}")

    def close(self):
        self.is_closing = True
        self.transport.close()


class Load:
    def __init__(self, server):
        self.server, self.errors, self.times, self.accepted = server, [], defaultdict(list), 0
        self.streams, self.is_over = [], False

    async def run(self):
        self.streams = [await self.stream() for _ in range(STREAMS)]
        work = [*(self.read() for _ in range(READERS)), *(self.post() for _ in range(POSTERS)), self.come_and_go()]
        tasks = [asyncio.create_task(self.guarded(one)) for one in work]
        await asyncio.sleep(WARM)
        warm = self.server.memory()
        await asyncio.sleep(SECONDS - WARM)
        self.is_over = True
        await asyncio.gather(*tasks)
        memory = self.server.memory()
        version = await self.version()
        for _ in range(100):
            if all(stream.last == version for stream in self.streams):
                break
            await asyncio.sleep(0.1)
        behind = [stream.last for stream in self.streams if stream.last != version]
        assert not behind, f"{len(behind)} streams did not reach version {version}: {behind[:5]}"
        for stream in self.streams:
            stream.close()
        return warm, memory

    async def guarded(self, work):
        try:
            await work
        except Exception as error:
            self.errors.append(repr(error))

    async def stream(self):
        _, stream = await asyncio.get_running_loop().create_connection(lambda: Stream(self), "127.0.0.1", self.server.port)
        return stream

    async def read(self):
        """Loads pages over one connection, for one browser after the other."""
        browsers = [secrets.token_hex(16) for _ in range(BROWSERS // READERS)]
        connection = await asyncio.open_connection("127.0.0.1", self.server.port)
        while not self.is_over:
            path, browser = random.choice(["/lunch", "/rows", "/own", "/own"]), random.choice(browsers)
            head = f"GET {path} HTTP/1.1\r\nHost: x\r\nCookie: espalier={browser}\r\n\r\n"
            body = await self.exchange(connection, f"GET {path}", head)
            assert body.rstrip().endswith(b"</html>"), body[-60:]
            await asyncio.sleep(READER_PAUSE)
        connection[1].close()

    async def post(self):
        """Posts events, one in three of them twice with the same id."""
        connection = await asyncio.open_connection("127.0.0.1", self.server.port)
        while not self.is_over:
            dish, event = random.choice(DISHES), secrets.token_hex(8)
            head = f"POST /lunch/events?node={dish}&event=vote&id={event} HTTP/1.1\r\nHost: x\r\nAccept: {DOM_PATCH}\r\n"
            body = f"data={dish}"
            head += f"Content-Type: application/x-www-form-urlencoded\r\nContent-Length: {len(body)}\r\n\r\n{body}"
            for _ in range(random.choice([1, 1, 2])):
                await self.exchange(connection, "POST event", head)
            self.accepted += 1
            await asyncio.sleep(POSTER_PAUSE)
        connection[1].close()

    async def come_and_go(self):
        """Opens streams and leaves them."""
        while not self.is_over:
            stream = await self.stream()
            await asyncio.sleep(0.2)
            stream.close()

    async def exchange(self, connection, name, request):
        reader, writer = connection
        start = time.perf_counter()
        writer.write(request.encode())
        head = await reader.readuntil(b"\r\n\r\n")
        body = await reader.readexactly(int(re.search(rb"(?i)\r\ncontent-length: (\d+)", head)[1]))
        self.times[name].append(time.perf_counter() - start)
        assert head.startswith(b"HTTP/1.1 200 "), (name, head[:200], body[:200])
        return body

    async def version(self):
        connection = await asyncio.open_connection("127.0.0.1", self.server.port)
        body = await self.exchange(connection, "GET /lunch", "GET /lunch HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n")
        connection[1].close()
        return int(re.search(rb'data-version="[^"]*\.(\d+)"', body)[1])


def test_a_long_mixed_load():
    server = Trials("--unlimited", "--instances", "1000")
    try:
        client = server.client()
        client.get("/lunch")
        client.close()
        before = settled(server)
        load = Load(server)
        # A thread of its own: another test of this process may have left its loop running in this one.
        with ThreadPoolExecutor(1) as thread:
            warm, memory = thread.submit(lambda: asyncio.run(load.run())).result()
        assert load.errors == []
        votes = sum(int(number) for number in re.findall(r"<output>(\d+)</output>", server.client().get("/lunch").text))
        assert votes == load.accepted > 0
        after = settled(server, before)
        print(f"\n{load.accepted} events to {STREAMS} streams. Memory: {warm >> 10} kB, then {memory >> 10} kB. Descriptors: {before}, then {after}.")
        for name, times in sorted(load.times.items()):
            times.sort()
            shares = {share: times[int(len(times) * share / 100)] * 1000 for share in (50, 99)}
            print(f"{name}: {len(times)} requests, " + ", ".join(f"{share} % within {time:.1f} ms" for share, time in shares.items()))
        assert after <= before
        assert memory - warm < (0.05 * warm if IS_LONG else 8 << 20), (warm, memory)
        assert server.complaints() == []
    finally:
        server.stop()


def settled(server, most=0, seconds=20):
    """The number of descriptors when it no longer falls, or when it is at most `most`."""
    end = time.monotonic() + seconds
    while True:
        count = server.descriptors()
        time.sleep(0.3)
        if count <= most or (not most and server.descriptors() == count) or time.monotonic() > end:
            return count
