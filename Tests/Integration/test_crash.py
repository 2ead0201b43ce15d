"""The next start says what was running when the process ended in any way, and one page does not crash the server again and again."""

import contextlib
import http.client
import os
import re
import signal
import subprocess
import threading
import time

import pytest
from harness import HTML, JSON, ROOT, Stream, Trials, binary, until

# Swift's own handler takes a second for its backtrace; the tests that restart a server often switch it off.
QUIET = {**os.environ, "SWIFT_BACKTRACE": "enable=no"}


def press(server, path, event, cell="trap", **fields):
    """Sends an event; returns None if the server ends before it answers."""
    with contextlib.closing(server.client()) as client, contextlib.suppress(OSError, http.client.HTTPException):
        return client.send(path, cell, event, **fields)


def ended(trials, server, data):
    """Waits for the end of a server, starts it again, and returns what its log says that the first one ran."""
    server.process.wait(30)
    again = trials("--log", "warning", data=data)
    until(lambda: "event=interrupted " in again.log(), what="the log said what was running")
    line, *_ = [line for line in again.log().splitlines() if "event=interrupted " in line]
    return again, dict(field.split("=", 1) for field in line.split() if "=" in field)


# Reports


def test_a_crash_names_the_request_the_page_and_the_reason(trials, tmp_path):
    server = trials("--log", "warning", data=tmp_path / "pages")
    assert press(server, "/trap", "now") is None
    assert server.process.wait(30) in (-signal.SIGILL, -signal.SIGTRAP)
    assert "The handler trapped." in server.log()
    # Swift's own handler prints where.
    assert "closure #1 in TrapPage.didLoad()" in server.log()
    _, found = ended(trials, server, tmp_path / "pages")
    wanted = {"level": "error", "phase": "event", "method": "POST", "path": "/trap/events", "page": "/trap",
              "node": "trap", "posted": "now"}  # fmt: skip
    assert found | wanted == found and re.fullmatch("[0-9a-v]+", found["id"])


# The signal of an overflow depends on the processor.
@pytest.mark.parametrize(("event", "names"), [
    ("overflow", ["SIGILL", "SIGTRAP"]), ("nowhere", ["SIGSEGV"]), ("abort", ["SIGABRT"]), ("deep", ["SIGSEGV"])])  # fmt: skip
def test_each_kind_of_crash_is_reported_and_ends_the_process_by_its_signal(trials, tmp_path, event, names):
    server = trials(data=tmp_path / "pages", env=QUIET)
    assert press(server, "/trap", event) is None
    assert signal.Signals(-server.process.wait(30)).name in names
    _, found = ended(trials, server, tmp_path / "pages")
    assert (found["phase"], found["posted"]) == ("event", event)


def test_a_kill_in_the_middle_of_a_turn_is_reported_and_closes_nothing(trials, tmp_path):
    data = tmp_path / "pages"
    server = trials(data=data)
    sender = threading.Thread(target=press, args=(server, "/trap", "stay"))
    sender.start()
    until(lambda: b"stay" in (tmp_path / "pages-crashes-running").read_bytes(), what="the handler began")
    server.kill()
    sender.join(30)
    again, found = ended(trials, server, data)
    wanted = {"phase": "event", "method": "POST", "page": "/trap", "node": "trap", "posted": "stay"}
    assert found | wanted == found
    assert again.client().get("/trap", JSON).status == 200
    # Nothing runs now, so the next start has nothing to say.
    again.kill()
    third = trials("--log", "warning", data=data)
    assert third.client().get("/trap", JSON).status == 200
    third.stop()
    assert "event=interrupted" not in third.log() and not (tmp_path / "pages-crashes").exists()


def test_a_kill_while_a_healthy_page_is_made_closes_nothing_and_a_second_one_in_a_row_does(trials, tmp_path):
    data, hold, waits = tmp_path / "pages", tmp_path / "hold", tmp_path / "hold.waits"
    environment = {**os.environ, "HOLD": str(hold)}

    def kill_while_made():
        server = trials(data=data, env=environment)
        hold.touch()
        viewer = Viewer(server.port, "/held", JSON)
        viewer.start()
        until(waits.exists, what="the page was being made")
        viewer.is_over.set()
        server.kill()
        viewer.join(30)
        hold.unlink()
        waits.unlink()

    kill_while_made()
    healthy = trials(data=data, env=environment)
    assert "\t/held\t\t\n" in (tmp_path / "pages-crashes").read_text()
    assert healthy.client().get("/held", JSON).status == 200
    # It was made without a fault, so the end before does not count.
    assert (tmp_path / "pages-crashes").read_text() == ""
    healthy.kill()
    kill_while_made()
    kill_while_made()
    last = trials("--log", "warning", data=data, env=environment)
    reply = last.client().get("/held", JSON)
    assert reply.status == 503 and 1 <= int(reply.headers["Retry-After"]) <= 10
    assert "event=page-closed page=/held ends=2 " in last.log()


def test_an_event_that_crashed_the_server_twice_is_not_handled_again(trials, tmp_path):
    data, event = tmp_path / "pages", {"id": "an-event-that-crashes"}
    for _ in range(2):
        server = trials(data=data, env=QUIET)
        assert press(server, "/trap", "now", **event) is None
        server.process.wait(30)
    last = trials(data=data, env=QUIET)
    reply = press(last, "/trap", "now", **event)
    assert reply.status == 500 and "ended 2 times while it handled this event" in reply.text
    assert "event=event-closed page=/trap posted=an-event-that-crashes ends=2 " in last.log()
    # The page is open, and its other events are handled.
    assert last.client().get("/trap", JSON).status == 200
    assert press(last, "/trap", "whenShown", id="another-event-there").status == 200
    assert press(last, "/trap", "now", id="an-event-like-that-one") is None


def test_an_event_during_which_the_server_was_killed_twice_is_handled_again(trials, tmp_path):
    data = tmp_path / "pages"
    running = tmp_path / "pages-crashes-running"
    for _ in range(3):
        server = trials(data=data, env=QUIET)
        sender = threading.Thread(target=press, args=(server, "/trap", "stay"), kwargs={"id": "an-event-that-stays"})
        sender.start()
        until(lambda: b"stay" in running.read_bytes(), what="the handler began")
        server.kill()
        sender.join(30)


def test_a_client_cannot_forge_a_line_of_the_report(trials, tmp_path):
    server = trials(data=tmp_path / "pages", env=QUIET)
    with contextlib.closing(server.client()) as client, contextlib.suppress(OSError, http.client.HTTPException):
        path = "/trap/events?node=trap&event=now&x=secret%0Alevel=error"
        client.ask("POST", path, "", Content_Type="application/x-www-form-urlencoded", Sec_Fetch_Site="same-origin")
    again, found = ended(trials, server, tmp_path / "pages")
    assert found["path"] == "/trap/events" and "secret" not in server.log() + again.log()


def test_a_page_that_traps_while_it_is_shown_is_reported_and_not_closed(trials, tmp_path):
    server = trials(data=tmp_path / "pages", env=QUIET)
    assert press(server, "/trap", "whenShown").status == 200
    with contextlib.closing(server.client()) as client, contextlib.suppress(OSError, http.client.HTTPException):
        client.get("/trap?view=full", HTML)
    again, found = ended(trials, server, tmp_path / "pages")
    assert (found["phase"], found["method"], found["path"], found["page"]) == ("reading", "GET", "/trap", "/trap")
    assert again.client().get("/trap", JSON).status == 200


# Pages that trap again and again


class Supervisor:
    """Restarts the server as soon as it has ended, like systemd with `Restart=always` and no pause."""

    def __init__(self, *options, **others):
        self.server, self.ends, self.logs, self.is_over = Trials(*options, **others), [], "", False
        self.options, self.others = options, others | {"port": self.server.port}
        self.thread = threading.Thread(target=self.watch, daemon=True)
        self.thread.start()

    def watch(self):
        while True:
            status = self.server.process.wait()
            if self.is_over:
                return
            self.logs += self.server.log()
            self.ends.append(status)
            # A server that traps in its checks at the start never listens, and is started again.
            while True:
                try:
                    self.server = Trials(*self.options, **self.others)
                    break
                except AssertionError:
                    self.ends.append("start")

    def stop(self):
        self.is_over = True
        self.server.kill()
        self.thread.join(10)
        self.logs += self.server.log()


class Viewer(threading.Thread):
    """Requests a path every 100 ms, whatever the server answers, and records the replies."""

    def __init__(self, port, path, accept):
        super().__init__(daemon=True)
        self.port, self.path, self.accept = port, path, accept
        self.replies, self.is_over = [], threading.Event()

    def run(self):
        while not self.is_over.wait(0.1):
            connection = http.client.HTTPConnection("127.0.0.1", self.port, timeout=2)
            with contextlib.closing(connection), contextlib.suppress(OSError, http.client.HTTPException):
                connection.request("GET", self.path, headers={"Accept": self.accept})
                response = connection.getresponse()
                body = response.read(2000) if self.accept != "text/event-stream" else b""
                self.replies.append((response.status, response.headers["Retry-After"], body))


def test_a_page_that_traps_while_it_is_made_does_not_end_the_server_again_and_again(trials, tmp_path):
    data = tmp_path / "pages"
    first = trials(data=data)
    assert press(first, "/trap", "whenMade").status == 200
    first.kill()
    supervisor = Supervisor("--log", "warning", data=data, port=first.port, env=QUIET)
    viewers = [Viewer(first.port, path, accept) for path, accept in [
        ("/trap", JSON), ("/trap", HTML), ("/trap/patches", "text/event-stream"), ("/trap/patches?wait=5", JSON)]]  # fmt: skip
    other = Viewer(first.port, "/ledger", JSON)
    for viewer in [*viewers, other]:
        viewer.start()
    try:
        # After the second end in a row, each of these replies would be a crash if the page were not closed.
        until(lambda: all(len(viewer.replies) >= 15 for viewer in viewers), 60, "each viewer got 15 replies")
        until(lambda: sum(status == 200 for status, _, _ in other.replies) >= 15, 60, "the other page answered 15 times")
        # The page is closed for 10 s after the second end, and for 20 s after a third one if the machine is that slow.
        assert len(supervisor.ends) <= 4 and all(status < 0 for status in supervisor.ends), supervisor.ends
        for viewer in viewers:
            status, pause, body = viewer.replies[0]
            assert status == 503 and 1 <= int(pause) <= 10
            assert viewer.accept == "text/event-stream" or re.search(rb"The server ended \d times while it made the page", body)
    finally:
        for viewer in [*viewers, other]:
            viewer.is_over.set()
        supervisor.stop()
    assert any("event=interrupted phase=making " in line and " page=/trap " in line for line in supervisor.logs.splitlines())
    assert "event=page-closed page=/trap ends=2 " in supervisor.logs
    # The other page was made, so it is not in the file.
    assert re.fullmatch(r"(\d+\t/trap\t\t\n){2,}", (tmp_path / "pages-crashes").read_text())


def test_a_browsers_state_that_traps_closes_only_its_own_page(trials, tmp_path):
    data = tmp_path / "pages"
    first = trials(data=data)
    client = first.client()
    client.tree("/mytrap")
    assert client.send("/mytrap", "trap", "whenMade").status == 200
    first.kill()
    for _ in range(2):
        second = trials(data=data, port=first.port, env=QUIET)
        with contextlib.suppress(OSError, http.client.HTTPException):
            client.close()
            client.get("/mytrap", JSON)
        assert second.process.wait(30) < 0
    third = trials(data=data, port=first.port)
    client.close()
    reply = client.get("/mytrap", JSON)
    assert reply.status == 503 and 1 <= int(reply.headers["Retry-After"]) <= 10
    assert third.client().get("/mytrap", JSON).status == 200


def test_a_page_whose_code_traps_at_two_starts_is_closed_at_the_next_one(tmp_path):
    supervisor = None
    for _ in range(2):
        with pytest.raises(AssertionError, match="ended with -"):
            Trials("--broken", data=tmp_path / "pages", env=QUIET)
    try:
        supervisor = Supervisor("--broken", data=tmp_path / "pages", env=QUIET)
        client = supervisor.server.client()
        assert client.get("/broken", JSON).status == 503
        assert client.get("/ledger", JSON).status == 200
        assert supervisor.ends == []
    finally:
        if supervisor:
            supervisor.stop()


def test_a_handler_that_traps_closes_nothing(trials, tmp_path):
    first = trials(data=tmp_path / "pages", env=QUIET)
    assert press(first, "/trap", "now") is None
    first.process.wait(30)
    again = trials(data=tmp_path / "pages")
    assert again.client().get("/trap", JSON).status == 200
    assert not (tmp_path / "pages-crashes").exists()


# The unit for systemd


def test_the_unit_for_systemd_is_valid(tmp_path):
    unit = (ROOT / "docs" / "espalier.service").read_text()
    assert "Restart=always" in unit and "LimitNOFILE=" in unit and "StartLimitBurst=" in unit
    # The check requires that the program exists.
    copy = tmp_path / "espalier.service"
    copy.write_text(unit.replace("/usr/local/bin/espalier-demos", "/bin/true"))
    checked = subprocess.run(["systemd-analyze", "verify", copy], capture_output=True, text=True, timeout=30)
    assert (checked.returncode, checked.stdout + checked.stderr) == (0, "")


def test_the_program_accepts_the_options_of_the_unit(tmp_path):
    unit = (ROOT / "docs" / "espalier.service").read_text()
    (line,) = re.findall(r"^ExecStart=\S+ (.*)$", unit, re.M)
    options = line.replace("8080", "0").replace("/var/lib/espalier", str(tmp_path)).split()
    server = subprocess.Popen([binary(), *options], cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, text=True)
    assert server.stdout.readline().startswith("Espalier is listening on http://127.0.0.1:")
    server.terminate()
    assert server.wait(15) == 0


# Signals


def test_a_hang_up_ends_the_server_and_its_streams_with_a_bye(trials):
    server = trials()
    stream = Stream(server.port, "/ledger/patches")
    assert stream.next()[1] == "snapshot"
    assert server.stop(signal.SIGHUP) == 0
    assert [name for _, name, _ in stream.ended()] == ["bye"]
    stream.close()


def test_a_server_that_was_started_with_nohup_survives_the_hang_up(trials):
    server = trials(preexec_fn=lambda: signal.signal(signal.SIGHUP, signal.SIG_IGN))
    server.process.send_signal(signal.SIGHUP)
    assert server.client().get("/healthz").status == 200
    assert server.stop() == 0


@pytest.mark.parametrize("how", [signal.SIGUSR1, signal.SIGUSR2, signal.SIGALRM])
def test_other_signals_are_logged_once_and_end_nothing(trials, how):
    server = trials()
    for _ in range(3):
        server.process.send_signal(how)
        time.sleep(0.02)  # The system merges equal signals that wait.
    until(lambda: f"signal={how.name}" in server.log(), what="the log named the signal")
    assert server.client().get("/healthz").status == 200
    assert server.stop() == 0
    assert server.log().count("event=signal") == 1


# The log


def full_pipe():
    """A full pipe from which nobody reads yet."""
    reading, writing = os.pipe()
    os.set_blocking(writing, False)
    with contextlib.suppress(BlockingIOError):
        while os.write(writing, b"x" * 4096):
            pass
    with contextlib.suppress(BlockingIOError):
        while os.write(writing, b"x"):
            pass
    os.set_blocking(writing, True)
    return reading, writing


def metric(client, name):
    return int(re.search(rf"^{name} (\d+)$", client.get("/metrics").text, re.M)[1])


def test_a_server_works_if_nobody_reads_standard_error_and_the_log_counts_the_lost_lines(trials):
    reading, writing = full_pipe()
    server = trials("--log", "info", "--unlimited", stderr=writing)
    os.close(writing)
    client = server.client()
    count = 0
    long = "/nothing?" + "x" * 3000
    while metric(client, "espalier_log_lines_lost_total") < 1000:
        for _ in range(500):
            assert client.get(long).status == 404
        count += 500
        assert count < 5000
    assert press(server, "/ledger", "put", "entry").status < 500
    # Now somebody reads: first the lines that waited arrive, then the number of lost lines.
    text = read_until(reading, rb"event=lost lines=(\d+) ")
    lost = int(re.search(rb"event=lost lines=(\d+) ", text)[1])
    assert lost >= 1000 and text.count(b"event=request") >= 200
    assert server.stop() == 0
    client.close()
    os.close(reading)


def test_a_server_whose_standard_error_is_full_ends_on_a_signal(trials):
    reading, writing = full_pipe()
    server = trials("--log", "debug", stderr=writing)
    os.close(writing)
    client = server.client()
    for _ in range(50):
        assert client.get("/ledger", JSON).status == 200
    client.close()
    began = time.monotonic()
    assert server.stop() == 0
    assert time.monotonic() - began < 12
    os.close(reading)


def test_a_crash_ends_the_process_even_if_nobody_reads_standard_error(trials):
    reading, writing = full_pipe()
    server = trials(stderr=writing)
    os.close(writing)
    assert press(server, "/trap", "nowhere") is None
    # Swift's own handler would wait for a reader.
    assert server.process.wait(20) < 0
    os.close(reading)


def test_a_fault_at_the_start_is_reported_although_the_process_ends_at_once(tmp_path):
    with pytest.raises(AssertionError, match="espalier-trials: "):
        Trials(data=tmp_path / "no" / "folder")


def read_until(descriptor, pattern, seconds=20):
    received = bytearray()
    end = time.monotonic() + seconds
    os.set_blocking(descriptor, False)
    while not re.search(pattern, received):
        assert time.monotonic() < end, bytes(received[-300:])
        try:
            received += os.read(descriptor, 1 << 16)
        except BlockingIOError:
            time.sleep(0.01)
    return bytes(received)
