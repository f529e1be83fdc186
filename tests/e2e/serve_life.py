"""Cases of felt serve: accounts over real sockets, restarts, crashes, locks, files, options."""
import http.client
import json
import os
import random
import signal
import socket
import sqlite3
import subprocess
import threading
import time

from arena_client import (FELT, Line, PATIENCE, QUICK, case, check, read_all, run, same, scratch,
                          waits_for_nothing)
from serve_client import PASSWORD, Server, admin, balances, mode, wait


@case("reloads-per-day of felt.conf: the next one is refused, with its time, after a restart too")
def reloads():
    data = scratch()
    with open(data + "/felt.conf", "w", encoding="utf-8") as out:
        out.write("reloads-per-day = 2\n")
    os.chmod(data, 0o700)
    with Server(data) as server:
        ada = server.register("ada")
        for key in ("one", "two"):
            server.admin("chips", "debit", "ada", 150, "--reason", "a test")
            same(ada.post("reload", key=key)["amount"], 150)
        server.admin("chips", "debit", "ada", 150, "--reason", "a test")
    with Server(data) as server:
        ada = server.client()
        ada.post("login", username="ada", password=PASSWORD)
        same(ada.post("reload", key="two")["replayed"], True)
        error = ada.post("reload", 429, key="three")["error"]
        same((error["code"], error["next"][:4]), ("TOO_MANY_RELOADS", str(time.gmtime().tm_year)))
        same(ada.me()["chips"], 250)
    with open(data + "/felt.conf", "w", encoding="utf-8") as out:
        out.write("[table c3-cash]\n")
    done = subprocess.run([FELT, "serve", "--data", data], capture_output=True, text=True,
                          check=False)
    check(done.returncode == 2 and "private tables" in done.stderr, done.stderr)


@case("an account: register, me, reload, ledger, sessions, export, sign out, sign in, delete")
def life():
    with Server() as server:
        ada = server.register("ada", handle="Ada")
        user = ada.me()
        same((user["kind"], user["handle"], user["chips"], user["invested"]),
             ("human", "Ada", 400, 400))
        ada.refused("reload", 409, "ENOUGH_CHIPS")
        server.admin("chips", "debit", "ada", 150, "--reason", "a test")
        first = ada.post("reload", key="one")
        same((first["amount"], first["replayed"], first["user"]["chips"]), (150, False, 400))
        same(ada.post("reload", key="one")["replayed"], True)
        lines = ada.get("ledger")["lines"]
        same([line["kind"] for line in lines], ["reload", "debit", "sign_up"])
        same(lines[0]["after"], 400)
        check(ada.get("sessions")["sessions"][0]["current"])
        check("ada" in json.dumps(ada.get("export")), "an export names its user")
        check("attachment" in ada.headers.get("content-disposition", ""), str(ada.headers))
        old = dict(ada.cookies)
        ada.post("logout")
        ada.cookies = old
        ada.get("me", 401)
        ada.refused("login", 401, "WRONG_SECRET", username="ada", password="wrong horse 9")
        ada.refused("login", 401, "WRONG_SECRET", username="nobody", password="wrong horse 9")
        ada.post("login", username="ADA", password=PASSWORD)
        ada.post("delete", password=PASSWORD)
        ada.get("me", 401)
        ada.refused("login", 401, "WRONG_SECRET", username="ada", password=PASSWORD)
        server.admin("users", "show", "ada", code=1, complaint="there is no user")
        server.admin("ledger", "check")


@case("a guest becomes a user and keeps the chips")
def guest():
    with Server() as server:
        eve = server.client()
        same(eve.post("guest", 201)["user"]["kind"], "guest")
        name = eve.me()["username"]
        server.admin("chips", "credit", name, 77, "--reason", "a test")
        eve.post("register", 201, username="eve", password=PASSWORD)
        user = eve.me()
        same((user["kind"], user["username"], user["chips"]), ("human", "eve", 477))


@case("bad requests are refused, and change nothing")
def bad_requests():
    with Server() as server:
        ada = server.register("ada")
        json_type = {"Content-Type": "application/json"}
        for want, code, body, headers in (
                (400, "BAD_JSON", "{", json_type),
                (400, "BAD_JSON", "", json_type),
                (400, "BAD_FIELD", '{"sum":1}', json_type),
                (400, "BAD_FIELD", '{"key":7}', json_type),
                (400, "BAD_JSON", '{"key":"a","key":"b"}', json_type),
                (415, "NOT_JSON", "{}", {"Content-Type": "text/plain"}),
                (403, "FOREIGN_ORIGIN", "{}", {**json_type, "Origin": "http://evil.example"})):
            status, text = ada.send("POST", "/api/reload", body, **headers)
            same((status, json.loads(text)["error"]["code"]), (want, code), body)
        same(ada.send("POST", "/api/reload", "x" * 9000, **json_type)[0], 413)
        same(ada.get("reload", 405)["error"]["code"], "WRONG_METHOD")
        same(ada.get("nothing", 404)["error"]["code"], "NOT_FOUND")
        for name in ("ada", "ADA"):
            ada.refused("register", 409, "NAME_TAKEN", username=name, password=PASSWORD)
        for name in ("HousePlayer7", "houseplayer7", "x", "a" * 30, "ada lovelace", "7up"):
            ada.post("register", 400, username=name, password=PASSWORD)
        ada.post("register", 400, username="bob", password="short")
        same(balances(server.data), {"ada": 400})


@case("everything is there after a restart, sessions too")
def restart():
    data = scratch() + "/data"
    with Server(data) as server:
        ada = server.register("ada")
        server.admin("chips", "credit", "ada", 23, "--reason", "a test")
        secret = open(data + "/secret", encoding="ascii").read()
    with Server(data) as server:
        ada.port = server.port
        same(ada.me()["chips"], 423)
        same(open(data + "/secret", encoding="ascii").read(), secret)
    same(balances(data), {"ada": 423})


@case("kill -9 under load: what was acknowledged is there, once; the books are right")
def crash():
    data = scratch() + "/data"
    dice = random.Random(8)
    chips = {}
    for life_of in range(2 if QUICK else 4):
        with Server(data) as server:
            if not chips:
                for name in ("ada", "bob", "eve"):
                    server.register(name)
                    chips[name] = 400
            said, stop = [], threading.Event()

            def load(name):
                for step in range(10000):
                    words = ("chips", "credit", name, 1, "--reason", "load", "--key",
                             f"{life_of}-{name}-{step}")
                    done = subprocess.run([FELT, "admin", "--data", data, *map(str, words)],
                                          capture_output=True, check=False, timeout=PATIENCE)
                    if stop.is_set():
                        return
                    if done.returncode == 0:
                        said.append(name)
            threads = [threading.Thread(target=load, args=(name,)) for name in chips]
            for one in threads:
                one.start()
            count = dice.randrange(3, 30)
            wait(lambda: len(said) >= count)
            stop.set()
            server.kill()
            for one in threads:
                one.join()
            check(os.path.exists(data + "/admin.sock"), "what the dead one leaves is in nobody's way")
        with Server(data) as server:
            now = balances(data)
            for name in chips:
                known = chips[name] + said.count(name)
                # The one that was under way may be done, by the dead server or by the command itself.
                check(known <= now[name] <= known + 1, f"{name}: {now[name]}, told of {known}")
                chips[name] = now[name]
            ada = server.client()
            ada.post("login", username="ada", password=PASSWORD)
            same(ada.me()["chips"], chips["ada"])


@case("a second server on the same directory is refused")
def second():
    with Server() as server:
        with Server(server.data, fails=True) as other:
            same(other.wait(), 1)
            check(f"is in use by process {server.process.pid}" in other.complaint(),
                  other.complaint())
        server.register("ada")  # the first one is there still: it was not waited for


@case("files are for their owner only; a secret that others may read is refused")
def files():
    data = scratch() + "/deep/er/data"
    with Server(data) as server:
        server.register("ada")
        same(mode(data), "0o700")
        for name in os.listdir(data):
            same(mode(f"{data}/{name}"), "0o600", name)
        check({"felt.db", "felt.lock", "secret", "admin.sock"} <= set(os.listdir(data)))
        same(len(open(data + "/secret", encoding="ascii").read()), 65)
    check(not os.path.exists(data + "/admin.sock"), "the socket goes with the server")
    os.chmod(data + "/secret", 0o644)
    with Server(data, fails=True) as server:
        same(server.wait(), 1)
        check("others may read it" in server.complaint(), server.complaint())
    os.chmod(data + "/secret", 0o600)
    with open(data + "/secret", "w", encoding="ascii") as out:
        out.write("not a secret\n")
    with Server(data, fails=True) as server:
        same(server.wait(), 1)
        check("hexadecimal" in server.complaint(), server.complaint())


@case("a directory with a very long name has its socket too")
def long_name():
    data = scratch() + "/" + "x" * 150 + "/" + "y" * 100
    with Server(data) as server:
        same(server.admin("users", "list"), "no users\n")


@case("options: what does not go together, secrets of Facebook that are known")
def options():
    folder = scratch()

    def refused(part, *words, code=2):
        words = [str(word) for word in words]
        done = subprocess.run([FELT, "serve", "--port", "0", "--data", folder + "/data", *words],
                              capture_output=True, text=True, timeout=PATIENCE, check=False)
        same(done.returncode, code, " ".join(words) + done.stderr)
        check(part in done.stderr, f"{part!r} is not in {done.stderr!r}")
        same(done.stdout, "")

    refused("--match too", "--teams", "x")
    refused("--match too", "--with", "house")
    refused("in UTC", "--daily-reset", "24:00")
    refused("in UTC", "--daily-reset", "4:00")
    refused("is not an option; felt serve --help", "now")
    refused("did you mean --closed?", "--close")
    refused("--store", "--store", "mysql:x")
    refused("--cert and --key", "--cert", "x")
    refused("No such file", "--facebook-secret", folder + "/none")
    refused("--facebook-secret too", "--facebook-app", "1234567")
    refused("digits only", "--facebook-app", "x")
    refused("--web and --no-web", "--web", folder, "--no-web")
    refused("only with --bind 127.0.0.1", "--seed", 1, "--bind", "0.0.0.0")
    refused("only with --bind 127.0.0.1", "--seed", 1, "--behind-proxy")
    refused("--seed", "--seed", "x")
    for text in ("", "\n", "short", "secret", "changeme", "default"):
        with open(folder + "/facebook", "w", encoding="ascii") as out:
            out.write(text)
        os.chmod(folder + "/facebook", 0o600)
        refused("--facebook-secret", "--facebook-secret", folder + "/facebook")
    check(not os.path.exists(folder + "/data"), "nothing was made")
    with open(folder + "/data", "w", encoding="ascii"):
        pass
    refused("--data")


@case("names and /metrics: who may ask by which name, and from where")
def names():
    with Server(scratch() + "/data") as server:
        client = server.client()
        for host, want in (("localhost", 200), (f"127.0.0.1:{server.port}", 200),
                           ("192.168.1.7:8080", 200), (socket.gethostname(), 200),
                           ("evil.example", 421)):
            same(client.send("GET", "/healthz", Host=host)[0], want, host)
        text = client.send("POST", "/api/guest", "{}", Host="evil.example",
                           **{"Content-Type": "application/json"})[1]
        check("hosts in felt.conf" in text and "WRONG_HOST" in text, text)
        same(client.send("GET", "/metrics")[0], 200)
    with Server(scratch() + "/data", "--behind-proxy", "--hosts", "cards.example") as server:
        client = server.client()
        for host, want in (("cards.example", 200), ("CARDS.example:443", 200), ("evil.example", 421)):
            same(client.send("GET", "/healthz", Host=host)[0], want, host)
        same(client.send("GET", "/metrics")[0], 200, "Prometheus on this machine")
        same(client.send("GET", "/metrics", **{"X-Forwarded-For": "192.0.2.1"})[0], 403)
        https = {"X-Forwarded-For": "192.0.2.1", "X-Forwarded-Proto": "https",
                 "Host": "cards.example"}
        for origin, want in (("https://cards.example", 201), ("http://cards.example", 403)):
            same(server.client().send("POST", "/api/guest", "{}", **https, Origin=origin,
                                      **{"Content-Type": "application/json"})[0], want, origin)
        client.send("GET", "/healthz", **https)
        same(client.headers["strict-transport-security"], "max-age=15552000")
    with Server(scratch() + "/data", "--behind-proxy", "--metrics", "all") as server:
        same(server.client().send("GET", "/metrics", **{"X-Forwarded-For": "192.0.2.1"})[0], 200)
    with Server(scratch() + "/data", "--metrics", "off") as server:
        same(server.client().send("GET", "/metrics")[0], 404)


@case("--closed: nobody registers; --facebook-secret: the sign-in is on")
def closed():
    folder = scratch()
    with open(folder + "/facebook", "w", encoding="ascii") as out:
        out.write("5b1f0c3f9e2d4a7786c1d0e9f8a7b6c5\n")
    os.chmod(folder + "/facebook", 0o600)
    with Server(folder + "/data", "--closed", "--facebook-secret", folder + "/facebook",
                "--facebook-app", "1234567") as server:
        same(server.client().get("config")["registration"], False)
        same(server.client().get("config")["facebook"], True)
        same(server.client().get("config")["facebook_app"], "1234567")
        server.client().refused("register", 403, "CLOSED", username="ada", password=PASSWORD)
        server.client().refused("facebook", 401, "WRONG_SECRET", signedRequest="a.b")
        server.admin("users", "create", "ada", typed=PASSWORD + "\n")
        server.client().post("login", username="ada", password=PASSWORD)


@case("the web client is found beside the program and where it is installed; --web, --no-web")
def web():
    root = scratch() + "/root"
    for place in ("bin/web", "share/felt/web", "own"):
        os.makedirs(f"{root}/{place}")
        with open(f"{root}/{place}/index.html", "w", encoding="ascii") as out:
            out.write(f"<p>{place}")
    # Not by us: what other cases start at this moment inherits the files that are open here, and a
    # program that is open for writing does not start.
    subprocess.run(["cp", FELT, root + "/bin/felt"], check=True, timeout=PATIENCE)

    def served(expected, *options, conf=""):
        data = scratch() + "/data"
        os.makedirs(data)
        with open(data + "/felt.conf", "w", encoding="ascii") as out:
            out.write("house-players = 0\n" + conf)
        with Server(data, *options, room=True, program=root + "/bin/felt") as server:
            status, text = server.client().send("GET", "/")
            check(expected in text if expected else "<p>" not in text, f"{status}: {text}")
            opened = f"  open   http://127.0.0.1:{server.port}/\n"
            same(opened in server.banner, expected is not None, server.banner)

    served("bin/web")
    served("own", "--web", root + "/own")
    served("own", conf=f"web = {root}/own\n")
    served(None, "--no-web")
    served(None, "--no-web", conf=f"web = {root}/own\n")
    served(None, conf="no-web = yes\n")
    served("own", "--web", root + "/own", conf="no-web = yes\n")
    os.unlink(root + "/bin/web/index.html")
    served("share/felt/web")


@case("tables: a bot plays against the house beside the accounts; --match: matches are kept")
def tables():
    with Server() as server:
        line = Line(server.port)
        line.hello("Alpha")
        line.next("act")
        server.register("ada")
        line.drop()
        same(server.client().send("GET", "/api/arena")[0], 200)
    data = scratch() + "/data"
    with Server(data, "--match", "--seats", 2, "--with", "zoo:call") as server:
        line = Line(server.port)
        line.hello("Alpha")
        line.next("act")
        server.register("ada")
    check(os.path.isdir(data + "/arena"), "the journal of the tables")


@case("metrics of bank, desk and hasher; health")
def metrics():
    with Server() as server:
        server.register("ada")
        text = server.client().send("GET", "/metrics")[1]
        for name, value in (("felt_bank_orders_total", 1), ("felt_bank_lost", 0),
                            ("felt_hasher_waiting", 0), ("felt_hasher_total", 1)):
            check(f"\n{name} {value}\n" in text, f"{name} {value} is not in the metrics")
        check("felt_desk_" in text)
        check(PASSWORD not in text)
        same(server.client().send("GET", "/healthz"), (200, "ok\n"))


@case("SIGTERM: requests that are under way are answered first")
def farewell():
    with Server() as server:
        lines = []
        for number in range(2):
            line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
            line.request("POST", "/api/register",
                         json.dumps({"username": f"user-{number}", "password": PASSWORD}),
                         {"Content-Type": "application/json"})
            lines.append(line)
        idle, end = True, time.monotonic() + PATIENCE
        while idle and time.monotonic() < end:
            text = server.client().send("GET", "/metrics")[1]
            idle = "felt_hasher_waiting 0\n" in text
            if "felt_hasher_total 2\n" in text:  # we were too slow to see it
                break
        begin = time.monotonic()
        server.process.send_signal(signal.SIGTERM)
        told = [line.getresponse().status for line in lines]
        late = time.monotonic() - begin >= 5  # so long it takes if others want the machine
        check(told == [201, 201] or late and set(told) <= {201, 503}, str(told))
        server.stop()
        for line in lines:
            line.close()
    check(told.count(201) <= len(balances(server.data)) <= 2, "who was told so has an account")
    return "nothing was hashed just then" if idle else None


def operator_socket(server, *words):
    """A client of the operator's socket that has sent this command, and has read nothing."""
    line = socket.socket(socket.AF_UNIX)
    line.settimeout(PATIENCE)
    folder = os.open(server.data, os.O_PATH)
    line.connect(f"/proc/self/fd/{folder}/admin.sock")
    os.close(folder)
    if words:
        line.sendall(json.dumps({"v": 1, "words": list(words)}).encode() + b"\n")
    return line


def pager(server):
    """One who has been let in, and whose answer waits for him: he does not read it."""
    end = time.monotonic() + PATIENCE
    while True:  # there may be too many just now
        line = operator_socket(server, "ledger", "export")
        if line.recv(4, socket.MSG_PEEK) == b"out ":
            return line
        line.close()
        check(time.monotonic() < end, "nobody is let in")


def read_later(line):
    """He reads it after all: he was there all the time."""
    text = read_all(line)
    check(len(text) > 300000, f"{len(text)} bytes: a socket would swallow that")
    check(text.startswith(b"out ") and text.endswith(b"exit 0\n"), repr(text[-80:]))


@case("operators who do not read, or say nothing, hold up nobody else, and not the end either")
def pagers():
    with Server() as server:
        server.admin("house", "create", "1-700")
        waiting = [pager(server) for _ in range(3)]
        silent = [operator_socket(server) for _ in range(3)]
        server.admin("users", "create", "ada", typed=PASSWORD)
        server.admin("users", "disable", "ada")
        read_later(waiting.pop(0))
        for line in silent:  # they would be cut off soon
            line.close()
        waiting += [pager(server) for _ in range(6)]
        server.admin("users", "list", code=1, complaint="too many operators")
        read_later(waiting.pop(0))
        server.admin("users", "enable", "ada")
        server.stop()  # the others have ten minutes to read
        for line in waiting:
            line.close()


@case("an operator who says nothing does not hold up the end")
def silent_at_the_end():
    def stop(*silent):
        with Server() as server:
            lines = [operator_socket(server) for _ in silent]
            server.admin("users", "list")  # he has been let in before
            return server.stop_beside(lines)
    waits_for_nothing(stop, lambda: stop("he"), 8)  # he has ten seconds for his command


@case("an operator's client that never sends its command is cut off")
def mute():
    with Server() as server:
        begin = time.monotonic()
        line = operator_socket(server)
        line.sendall(b'{"v":1,')
        same(read_all(line), b"")
        check(time.monotonic() - begin >= 10, "ten seconds")


@case("the log: one JSON object in a line, no passwords")
def log():
    folder = scratch()
    with Server(folder + "/data", "--log", folder + "/log") as server:
        ada = server.register("ada")
        ada.refused("login", 401, "WRONG_SECRET", username="ada", password="not this one 9")
        token = list(ada.cookies.values())[0]
    with open(folder + "/log", encoding="utf-8") as lines:
        text = lines.read()
    for line in text.splitlines():
        json.loads(line)
    for word in (PASSWORD, "not this one 9", token):
        check(word not in text, "the log says " + word)


@case("--daily-reset sets humans back to 400 once a day, and leaves house and admins alone")
def reset():
    data = scratch() + "/data"
    with Server(data):
        pass
    admin(data, "users", "create", "ada", typed=PASSWORD)
    admin(data, "users", "create", "bob", typed=PASSWORD)
    admin(data, "users", "create", "root", "--admin", typed=PASSWORD)
    admin(data, "house", "create", 1)
    admin(data, "chips", "credit", "ada", 77, "--reason", "a test")
    admin(data, "chips", "debit", "bob", 300, "--reason", "a test")
    admin(data, "chips", "credit", "root", 77, "--reason", "a test")
    books = sqlite3.connect(data + "/felt.db")  # who signed up after a reset is left alone
    books.execute("UPDATE users SET reg_date = reg_date - 3600000")
    books.commit()
    books.close()
    due = time.strftime("%H:%M", time.gmtime())  # for an hour, also behind midnight
    after = {"ada": 400, "bob": 400, "root": 477, "HousePlayer1": 1000000}
    with Server(data, "--daily-reset", due) as server:
        wait(lambda: balances(data) == after)
        same(json.loads(server.admin("users", "show", "ada", "--json"))["invested"], 400)
        server.admin("chips", "credit", "ada", 5, "--reason", "a test")
    with Server(data, "--daily-reset", due) as server:
        wait(lambda: "felt_bank_replayed_total 2" in server.client().send("GET", "/metrics")[1])
        same(balances(data), {**after, "ada": 405})


@case("a browser that has signed in passes wrong passwords of others, and a restart")
def device():
    data = scratch() + "/data"
    with Server(data) as server:
        ada = server.register("ada")
        check("felt_device" in ada.cookies, str(ada.cookies))
        ada.post("logout")
        check("felt_session" not in ada.cookies and "felt_device" in ada.cookies, str(ada.cookies))
        for _ in range(10):
            server.client().refused("login", 401, "WRONG_SECRET", username="ada", password="a wrong one")
        server.client().refused("login", 429, "TOO_MANY_REQUESTS", username="ada", password=PASSWORD)
        ada.post("login", username="ada", password=PASSWORD)
    with Server(data) as server:  # the key of these cookies is kept
        for _ in range(10):
            server.client().refused("login", 401, "WRONG_SECRET", username="ada", password="a wrong one")
        server.client().refused("login", 429, "TOO_MANY_REQUESTS", username="ada", password=PASSWORD)
        ada.port = server.port
        ada.post("login", username="ada", password=PASSWORD)


@case("a guest costs no row until the database is needed, and a restart forgets one who never needed it")
def rowless():
    data = scratch() + "/data"
    with Server(data) as server:
        server.register("ada")
        before = len(json.loads(server.admin("users", "list", "--json")))
        guests = [server.client() for _ in range(10)]
        for guest in guests:
            same(guest.post("guest", 201)["user"]["chips"], 400)
            same(guest.me()["kind"], "guest")
            same(guest.post("guest", 200)["user"]["chips"], 400)
        guests[0].refused("reload", 409, "ENOUGH_CHIPS", key="r1")
        guests[1].post("logout")
        guests[1].get("me", 401)
        same(len(json.loads(server.admin("users", "list", "--json"))), before)
        guests[2].post("me", handle="Zoe")
        same(len(json.loads(server.admin("users", "list", "--json"))), before + 1)
        server.kill()
    with Server(data) as server:
        for guest in guests:
            guest.port = server.port
        guests[3].get("me", 401)
        same(guests[2].me()["handle"], "Zoe")
        same(guests[3].post("guest", 201)["user"]["chips"], 400)
        server.admin("ledger", "check")


@case("guests who were not seen for 30 days are closed, others are not")
def sweep():
    data = scratch() + "/data"
    with Server(data) as server:
        for number in range(3):
            guest = server.client()
            guest.post("guest", 201)
            guest.post("me", handle="Visitor %d" % number)  # so it has a row
        server.register("ada")
    books = sqlite3.connect(data + "/felt.db")
    old = int(time.time() - 31 * 86400) * 1000
    (kept,), = books.execute("SELECT username FROM users WHERE handle = 'Visitor 1'")
    books.execute("UPDATE users SET last_visit = ? WHERE username <> ?", (old, kept))
    books.commit()
    books.close()
    with Server(data) as server:
        wait(lambda: "felt_guests_closed_total 2" in server.client().send("GET", "/metrics")[1])
        rows = json.loads(server.admin("users", "list", "--json"))
        same(sorted(row["username"] for row in rows if not row["deleted"]), ["ada", kept])
        server.admin("ledger", "check")


if __name__ == "__main__":
    run()
