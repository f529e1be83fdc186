"""A server with accounts to test: `felt serve` on a free port, and clients that have cookies.

`Server` starts the real program in a directory of its own; `Client` speaks HTTP and keeps what
Set-Cookie says; admin() runs `felt admin`.  Cases are run by arena_client.run().
"""
import http.client
import json
import os
import signal
import subprocess
import tempfile
import time

from arena_client import FELT, PATIENCE, check, same, scratch

PASSWORD = "correct horse 9"


class Server:
    """The server, from its banner to its exit code."""

    def __init__(self, data=None, *options, store=None, fails=False, wrap=(), room=False,
                 program=FELT):
        self.data = data or scratch() + "/data"
        self.store = store
        command = [*wrap, program, "serve", "--port", "0", "--data", self.data, *map(str, options)]
        if store:
            command += ["--store", store]
        if not room:  # house players have accounts, which would be in every list
            command += ["--no-room"]
        self.errors = tempfile.TemporaryFile("w+")
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, stderr=self.errors,
                                        stdin=subprocess.DEVNULL, text=True)
        self.banner, self.port = "", None
        for line in self.process.stdout:
            self.banner += line
            if line.startswith("  play "):
                self.port = int(line.split(":")[2].split("/")[0])
            if line.startswith("  a bot ") or "--no-arena" in options and "--connect" in line:
                break
        if not fails and not self.port:
            raise AssertionError("no banner: " + self.complaint())

    def complaint(self):
        self.errors.seek(0)
        return self.errors.read()

    def wait(self):
        return self.process.wait(timeout=PATIENCE)

    def kill(self):
        self.process.kill()
        self.wait()

    def stop(self, quiet=True):
        if self.process.poll() is None:
            self.process.send_signal(signal.SIGTERM)
        code = self.wait()
        same(code, 0, "exit code: " + self.complaint())
        check(not quiet or self.complaint() == "", self.complaint())

    def stop_beside(self, lines):
        """How long a stop takes while these connections are open; closes them."""
        begin = time.monotonic()
        self.stop()
        taken = time.monotonic() - begin
        for line in lines:
            line.close()
        return taken

    def __enter__(self):
        return self

    def __exit__(self, kind, value, trace):
        if kind is None and self.process.poll() is None:
            self.stop()
        elif self.process.poll() is None:
            self.kill()
        if kind is not None and self.complaint():
            print("# stderr: " + self.complaint())
        self.process.stdout.close()

    def client(self):
        return Client(self.port)

    def admin(self, *words, **more):
        return admin(self.data, *words, store=self.store, **more)

    def register(self, name, **more):
        client = self.client()
        client.post("register", 201, username=name, password=PASSWORD, **more)
        return client


class Client:
    """Somebody with a browser: cookies are kept and sent."""

    def __init__(self, port):
        self.port, self.cookies, self.headers = port, {}, {}

    def send(self, method, path, body=None, **headers):
        line = http.client.HTTPConnection("127.0.0.1", self.port, timeout=PATIENCE)
        if self.cookies:
            headers["Cookie"] = "; ".join(f"{key}={value}" for key, value in self.cookies.items())
        line.request(method, path, body, headers)
        answer = line.getresponse()
        text = answer.read().decode()
        self.headers = dict(answer.getheaders())
        for name, value in answer.getheaders():
            if name.lower() == "set-cookie":
                key, value = value.split(";")[0].split("=", 1)
                self.cookies[key] = value
                if not value:
                    del self.cookies[key]
        line.close()
        return answer.status, text

    def get(self, path, want=200, **headers):
        status, text = self.send("GET", "/api/" + path, **headers)
        same(status, want, f"GET {path}: {text}")
        return json.loads(text)

    def post(self, path, want=200, **fields):
        status, text = self.send("POST", "/api/" + path, json.dumps(fields),
                                 **{"Content-Type": "application/json"})
        same(status, want, f"POST {path}: {text}")
        return json.loads(text)

    def refused(self, path, want, code, **fields):
        same(self.post(path, want, **fields)["error"]["code"], code, path)

    def me(self):
        return self.get("me")["user"]


def admin(data, *words, code=0, typed="", store=None, complaint=None, **more):
    """Runs `felt admin`; its stdout.  `complaint` is a part of what it says on stderr."""
    command = [FELT, "admin", "--data", data, *(["--store", store] if store else []),
               *map(str, words)]
    done = subprocess.run(command, input=typed, text=True, capture_output=True,
                          timeout=2 * PATIENCE, check=False, **more)
    same(done.returncode, code, " ".join(map(str, words)) + ": " + done.stdout + done.stderr)
    if code == 0:
        same(done.stderr, "", " ".join(map(str, words)))
    if complaint is not None:
        check(complaint in done.stderr, f"{complaint!r} is not in {done.stderr!r}")
    return done.stdout


def balances(data, **more):
    """Names -> chips of every user, and the proof that the books are right."""
    check(json.loads(admin(data, "ledger", "check", "--json", **more))["good"], "the books are wrong")
    rows = json.loads(admin(data, "users", "list", "--json", **more))
    return {row["username"]: row["chips"] for row in rows}


def wait(condition):
    """Until it holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        check(time.monotonic() < end, "it never came true")
        time.sleep(0.05)


def mode(path):
    return oct(os.stat(path).st_mode & 0o777)
