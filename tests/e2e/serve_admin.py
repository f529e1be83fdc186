"""Cases of felt admin: on a running server and on a stopped one, on SQLite and PostgreSQL."""
import json
import os
import pty
import select
import shutil
import signal
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time

from arena_client import (FELT, PATIENCE, case, check, read_all, run, same, scratch,
                          waits_for_nothing)
from serve_client import PASSWORD, Server, admin, balances, mode, wait

POSTGRES = os.environ.get("FELT_TEST_POSTGRES")  # of tools/cluster run, as admin.sh does
REASON = ("--reason", "a test")


def begin(data=None, store=None):
    """A directory with books, as a server leaves it."""
    data = data or scratch() + "/data"
    with Server(data, store=store):
        pass
    return data


def place(books=True):
    """A directory, and the store of this run: each case has one of its own."""
    data = scratch() + "/data"
    if not POSTGRES:
        return begin(data) if books else data, None
    name = "admin_" + os.urandom(6).hex()
    subprocess.run(["psql", "-q", "-d", POSTGRES, "-c", f"CREATE DATABASE {name}"], check=True,
                   timeout=PATIENCE)
    store = f"postgres:{POSTGRES} dbname={name}"
    return begin(data, store) if books else data, store


def complaint_of(data, store, *words, code=0):
    """What felt admin says on stderr."""
    done = subprocess.run([FELT, "admin", "--data", data, *(["--store", store] if store else []),
                           *map(str, words)], stdin=subprocess.DEVNULL, text=True, check=False,
                          capture_output=True, timeout=PATIENCE)
    same(done.returncode, code, done.stderr)
    return done.stderr


def operator(data, store):
    """felt admin with these, ready to be called."""
    return lambda *words, **more: admin(data, *words, store=store, **more)


def every_command(call, folder):
    """What an operator does in a life; the same with and without a server."""
    same(call("users", "list"), "no users\n")
    same(call("users", "list", "--json"), "[]\n")
    same(call("users", "create", "ada", typed=PASSWORD + "\n"), "ada is #1, with 400 chips\n")
    call("users", "create", "root", "--admin", typed=PASSWORD)
    same(json.loads(call("users", "show", "#2", "--json"))["kind"], "admin")
    check("400 in the bank" in call("users", "show", "ADA"))
    same(call("chips", "credit", "ada", 50, *REASON, "--key", "gift"),
         "ada has 450 chips in the bank (transaction 3)\n")
    same(call("chips", "credit", "ada", 50, *REASON, "--key", "gift"),
         "ada has 450 chips in the bank (transaction 3, done before)\n")
    call("chips", "credit", "ada", 51, *REASON, "--key", "gift", code=1, complaint="key")
    same(json.loads(call("chips", "debit", "#1", 449, "--json", *REASON))["chips"], 1)
    call("chips", "debit", "ada", 2, *REASON, code=1,
         complaint="not so many chips: ada has 1 in the bank")
    call("house", "create", "1-2", "--chips", 5000)
    call("house", "create", 3)
    call("house", "create", 2, code=1, complaint="HousePlayer2 was made before")
    same(call("house", "create", "2-3", "--chips", 5000, code=1),
         "HousePlayer2 is #4, with 5000 chips\n")
    same(call("house", "create", 3), "HousePlayer3 is #5, with 1000000 chips\n")
    same(call("house", "fund", 30), "the house has 30 chips (transaction 11)\n")
    same(json.loads(call("house", "fund", 40, "--json")),
         {"transaction": 12, "amount": 40, "house": 70, "replayed": False})
    call("house", "stake", 1, 60)
    call("house", "stake", 1, 11, code=1, complaint="not so many chips: the house has 10")
    call("chips", "credit", "HousePlayer1", 5, *REASON, code=1, complaint="HousePlayer1 is house")
    call("house", "unstake", 1, 5060)
    house = json.loads(call("house", "list", "--json"))
    same([(row["username"], row["chips"]) for row in house["players"]],
         [("HousePlayer1", 0), ("HousePlayer2", 5000), ("HousePlayer3", 1000000)])
    same(house["house"], 5070)
    same([line.split()[1:] for line in call("house", "list").splitlines()[:2]],
         [["account", "chips"], ["house", "5070"]])
    same(json.loads(call("users", "disable", "ada", "--json", *REASON))["user"], "ada")
    same(json.loads(call("users", "show", "ada", "--json"))["disabled"], True)
    call("token", "issue", "ada", code=1, complaint="disabled")
    call("users", "enable", "ada")
    same(len(call("token", "issue", "ada").strip()), 43)
    same(json.loads(call("token", "issue", "ada", "--link", "--json"))["kind"], "link")
    call("token", "revoke", "ada")
    call("users", "passwd", "ada", typed="another horse 9\n")
    sums = json.loads(call("ledger", "summary", "--json"))
    same((sums["house"], sums["players"]), (5070, 1 + 400 + 5000 + 1000000))
    same(sums["issued"], sums["house"] + sums["players"])
    lines = call("ledger", "export", "--csv").splitlines()
    same(lines[0].split(",")[0], "transaction")
    check(len(lines) > 20)
    for line in call("ledger", "export", "--user", "ada").splitlines():
        json.loads(line)
    check("the books are right" in call("ledger", "check"))
    same(json.loads(call("backup", "one.backup", "--json", cwd=folder))["users"], 5)
    call("backup", "-", cwd=folder, code=2, complaint="a backup goes to a file")
    same(mode(folder + "/one.backup"), "0o600")
    call("backup", "one.backup", cwd=folder, code=1, complaint="there already")
    same(os.listdir(folder), ["one.backup"])
    call("users", "delete", "ada")
    call("users", "show", "ada", code=1, complaint="there is no user")
    same(json.loads(call("users", "list", "--find", "houseplayer2", "--json"))[0]["chips"], 5000)
    for words in (("users", "enable"), ("users", "delete"), ("token", "issue"), ("users", "show")):
        call(*words, "#1", code=0 if words[1] == "show" else 1,
             complaint=None if words[1] == "show" else "#1 is deleted")
    read_audit(call)


def read_audit(call):
    """What every_command() did, as the audit tells it."""
    rows = json.loads(call("audit", "--json"))
    same([row["id"] for row in rows], list(range(len(rows), 0, -1)))
    same([(row["what"], row["user_id"], row["amount"], row["reason"]) for row in rows[:8]],
         [("delete", 1, 0, ""), ("password", 1, 0, ""), ("sign_out", 1, 0, ""),
          ("issue link", 1, 0, ""), ("issue bearer", 1, 0, ""), ("enable", 1, 0, ""),
          ("disable", 1, 0, "a test"), ("unstake", 3, 5060, "")])
    same((rows[7]["user"], rows[0]["user"]), ("HousePlayer1", "deleted-1"))
    check(all(row["actor"].startswith("admin:") for row in rows))
    lines = call("audit", "--user", "HousePlayer1", "--limit", 2).splitlines()
    same([line.split()[2:5] for line in lines],
         [["what", "user", "amount"], ["unstake", "HousePlayer1", "5060"],
          ["stake", "HousePlayer1", "60"]])


@case("every command, on a stopped server")
def stopped():
    every_command(operator(*place()), scratch())


@case("every command, on a running server")
def running():
    data, store = place()
    with Server(data, store=store):
        every_command(operator(data, store), scratch())


@case("a backup is restored: everything is there; never over what is there")
def restore():
    folder = scratch()
    data, store = place()
    call = operator(data, store)
    with Server(data, store=store) as server:
        ada = server.register("ada", handle="Ada \u00e9", email="ada@example.org")
        call("chips", "credit", "ada", 11, *REASON)
        call("house", "create", 1)
        call("backup", folder + "/b")
        call("restore", folder + "/b", code=1, complaint="stop it first")
        same(ada.me()["chips"], 411)
    call("restore", folder + "/b", code=1)
    other, place_of_other = place(books=False)
    again = operator(other, place_of_other)
    again("restore", folder + "/b")
    if place_of_other:  # it is remembered
        again = operator(other, None)
    same(balances(other, store=place_of_other), {"ada": 411, "HousePlayer1": 1000000})
    again("backup", folder + "/c")
    again("chips", "credit", "ada", 1, *REASON)
    if store:
        again("restore", folder + "/c", "--replace", code=2, complaint="PostgreSQL")
        return
    again("restore", folder + "/c", "--replace")
    same(balances(other)["ada"], 411)
    same(len([name for name in os.listdir(other) if name.startswith("felt-2")]), 1)
    with open(folder + "/c", encoding="utf-8") as text:
        damaged = text.read().replace('411', '511')
    with open(folder + "/damaged", "w", encoding="utf-8") as out:
        out.write(damaged)
    again("restore", folder + "/damaged", "--replace", code=1)
    again("restore", folder + "/none", "--replace", code=1)
    same(balances(other)["ada"], 411)
    check(not os.path.exists(other + "/restore.new"))
    with Server(other) as server:
        server.client().post("login", username="ada", password=PASSWORD)


def fill(folder):
    """Books of ada with 411 chips, and a backup of others, where she has 400."""
    data = begin()
    admin(data, "users", "create", "ada", typed=PASSWORD)
    admin(data, "backup", folder + "/400")
    admin(data, "chips", "credit", "ada", 11, *REASON)
    return data


def interrupt(data, file, step):
    """felt admin restore --replace that dies at its step-th rename; false: it has no more."""
    names = "rename,renameat,renameat2"
    # A leak checker is a tracer too, and there can be one only: it would fail at every exit.
    sanitizer = os.environ.get("ASAN_OPTIONS", "") + ":detect_leaks=0"
    done = subprocess.run(["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + names, "-e",
                           f"inject={names}:signal=KILL:when={step}", FELT, "admin", "--data",
                           data, "restore", file, "--replace"], timeout=PATIENCE,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False,
                          env={**os.environ, "ASAN_OPTIONS": sanitizer})
    check(done.returncode in (0, -signal.SIGKILL, 128 + signal.SIGKILL), done.stdout)
    return done.returncode != 0


@case("a restore that dies at any step leaves the old books, the new ones, or a clear word")
def interrupted():
    if POSTGRES or not shutil.which("strace"):
        return
    folder = scratch()
    data = fill(folder)
    if subprocess.run(["strace", "-o", "/dev/null", "true"], check=False,
                      stderr=subprocess.DEVNULL).returncode:
        return  # nobody may trace here
    admin(data, "backup", folder + "/411")
    seen, step = [], 1
    while interrupt(data, folder + "/400", step):
        check(step < 9, "it never ends")
        if os.path.exists(data + "/felt.db"):
            seen.append(balances(data)["ada"])
        else:
            with Server(data, fails=True) as server:
                check(server.wait() != 0)
                check("a restore was interrupted" in server.complaint(), server.complaint())
            for words in (("users", "list"), ("ledger", "check"), ("restore", folder + "/400")):
                admin(data, *words, code=1, complaint="a restore was interrupted")
            check(not os.path.exists(data + "/felt.db"), "empty books were made")
            (aside,) = [name for name in os.listdir(data) if name.startswith("felt-2")]
            os.rename(f"{data}/{aside}", data + "/felt.db")
            same(balances(data)["ada"], 411, "the old books")
            seen.append(None)
        step += 1
    same(seen, [411, None], "what is found at each step")
    same(balances(data)["ada"], 400, "the new books")
    check("the books are right" in admin(data, "ledger", "check"))


@case("a database that is damaged is replaced all the same, and moved aside")
def damaged_database():
    if POSTGRES:
        return
    folder = scratch()
    data = fill(folder)
    for name in ("felt.db", "felt.db-wal"):
        with open(f"{data}/{name}", "wb") as out:
            out.write(b"noise" * 1000)
    admin(data, "restore", folder + "/400", "--replace")
    same(balances(data)["ada"], 400)
    check([name for name in os.listdir(data) if name.startswith("felt-2")], "no old database")


@case("books are not replaced under a server that has another directory")
def shared_store():
    if POSTGRES:
        return
    folder = scratch()
    books, other = fill(folder), scratch() + "/other"
    store = "sqlite:" + books
    with Server(other, store=store) as server:
        admin(books, "restore", folder + "/400", "--replace", code=1,
              complaint="somebody works on these books")
        same(balances(books)["ada"], 411)
        same(server.client().post("login", username="ada", password=PASSWORD)["user"]["chips"], 411)
    admin(books, "restore", folder + "/400", "--replace")
    same(balances(other, store=store)["ada"], 400)


@case("a summary counts every pot, however many there are")
def many_pots():
    if POSTGRES:
        return
    pots, data = 1200, begin()
    admin(data, "users", "create", "ada", typed=PASSWORD)
    admin(data, "chips", "credit", "ada", pots - 400, *REASON)
    with sqlite3.connect(data + "/felt.db") as books:
        books.executemany("INSERT INTO account (id, kind, name) VALUES (?, 'pot', ?)",
                          [(10 + i, f"pot:{i}") for i in range(pots)])
        (bank,) = books.execute("SELECT id FROM account WHERE kind = 'bank'").fetchone()
        books.execute("INSERT INTO ledger_entry VALUES (9, ?, ?, 0)", (bank, -pots))
        books.executemany("INSERT INTO ledger_entry VALUES (9, ?, 1, 1)",
                          [(10 + i,) for i in range(pots)])
        books.execute("INSERT INTO ledger_tx VALUES (9, 'settle', 'k', ?, NULL, 0, ?, NULL, 1)",
                      ("0" * 64, pots))
    books.close()
    same(json.loads(admin(data, "ledger", "summary", "--json")),
         {"mint": -pots, "pot": pots, "issued": pots, "players": 0})


@case("a directory that cannot be locked: why, and at once")
def no_lock():
    def timed(data, **more):
        begun = time.monotonic()
        admin(data, "users", "list", **more)
        return time.monotonic() - begun
    good = begin()
    for name, seconds in (("felt.lock", 8), ("felt.store.lock", 2)):  # for locks it waits: ten, three
        data = begin()
        os.remove(f"{data}/{name}")
        os.mkdir(f"{data}/{name}", mode=0o700)
        waits_for_nothing(lambda: timed(good),
                          lambda: timed(data, code=1, complaint="Is a directory"), seconds)


def refuse(call, orders):
    """What is no command of an operator, of ada's books."""
    for amount in ("0", "-5", "1.5", "1e3", "+5", "", " 5", "five", "1000000000000001",
                   "99999999999999999999999", "0x10", "5 ", "\u0665", "1k"):
        for words in (("chips", "credit", "ada", amount, *REASON),
                      ("chips", "debit", "ada", amount, *REASON),
                      ("house", "fund", amount),
                      ("house", "create", 9, f"--chips={amount}"))[:orders]:
            call(*words, code=2)
    call("chips", "credit", "--", "ada", "-5", code=2, complaint="say why")
    call("chips", "credit", *REASON, "--", "ada", "-5", code=2, complaint="is no amount")
    call("chips", "credit", "ada", 5, code=2, complaint="say why")
    call("chips", "credit", "ada", 5, "--reason", "x" * 128, code=2, complaint="--reason")
    call("chips", "credit", "ada", 5, "--reason", "a\nb", code=2, complaint="--reason")
    call("chips", "credit", "ada", 5, *REASON, "--key", "a b", code=2, complaint="--key")
    call("chips", "credit", "ada", 5, *REASON, "--key", "k" * 65, code=2, complaint="--key")
    call("chips", "credit", "nobody", 5, *REASON, code=1, complaint="there is no user")
    for name in ("#0", "#x", "#", "#99999999999999999999"):
        call("users", "show", name, code=2, complaint="as in #17")
    call("users", "show", "#99", code=1, complaint="there is no user")
    call("users", "show", "x" * 99, code=1, complaint="there is no user")
    for number in ("0", "x", "3-1", "1-2000", "1-"):
        call("house", "create", number, code=2, complaint="HousePlayer<N>")
    call("house", "create", "1-3000", code=2, complaint="more than 1000")
    for name in ("HousePlayer4", "x", "a b", "", "7up", "guest-7"):
        call("users", "create", name, typed=PASSWORD, code=2)
    call("users", "create", "Ada", typed=PASSWORD, code=1, complaint="has that username")
    call("users", "create", "bob", typed="short\n", code=2)
    call("users", "create", "bob", typed="", code=2, complaint="no password")
    call("users", "create", "bob", typed="x" * 600, code=2)
    call("token", "issue", "ada", "--hours", 0, code=2, complaint="--hours")
    call("users", "list", "--limit", "many", code=2, complaint="--limit")


@case("bad words to a server: exit code 2, one line, nothing changed")
def bad_words():
    data, store = place()
    call = operator(data, store)
    call("users", "create", "ada", typed=PASSWORD)
    with Server(data, store=store):
        refuse(call, 4)
        same(balances(data, store=store), {"ada": 400})


@case("bad words without a server: the same")
def bad_words_alone():
    data, store = place()
    call = operator(data, store)
    call("users", "create", "ada", typed=PASSWORD)
    refuse(call, 1)
    for words, part in ((("users",), "users what?"), (("usres", "list"), "did you mean users?"),
                        (("users", "lst"), "did you mean users list?"), ((), "name a command"),
                        (("users", "show"), "felt admin users show NAME"),
                        (("users", "show", "a", "b"), "b is one word too many"),
                        (("users", "list", "extra"), "extra is one word too many"),
                        (("chips", "credit", "ada"), "NAME AMOUNT --reason TEXT"),
                        (("chips", "credit", "ada", "-5", *REASON), "'-5' is no amount"),
                        (("users", "list", "--limit", "-5"), "--limit -5"),
                        (("users", "create", "a b"), "username"),
                        (("help", "usres"), "did you mean users?"),
                        (("users", "show", "ada", "--csv"), "takes no --csv"),
                        (("backup",), "felt admin backup FILE")):
        call(*words, code=2, complaint=part)
    same(balances(data, store=store), {"ada": 400})


@case("tokens: a bearer signs a script in, a link works once, revoked ones never")
def tokens():
    data, store = place()
    with Server(data, store=store) as server:
        server.admin("users", "create", "ada", typed=PASSWORD)
        token = server.admin("token", "issue", "ada").strip()
        script = server.client()
        same(script.get("me", Authorization="Bearer " + token)["user"]["username"], "ada")
        text = server.admin("token", "issue", "ada", "--link")
        link = text.split("\n")[0]
        check("signs in once, until 20" in text and "/api/link" in text and "/#/link/" in text, text)
        check("-d '" + json.dumps({"token": link}, separators=(",", ":")) + "'" in text, text)
        script.get("me", 401, Authorization="Bearer " + link)
        browser = server.client()
        browser.post("link", token=link)
        same(browser.me()["username"], "ada")
        server.client().post("link", 401, token=link)
        server.admin("token", "revoke", "ada")
        script.get("me", 401, Authorization="Bearer " + token)
        browser.get("me", 401)
        server.admin("users", "disable", "ada")
        server.client().refused("login", 401, "WRONG_SECRET", username="ada", password="wrong 123")


@case("the socket: what is no command is refused, and the next one is served")
def noise():
    with Server() as server:
        server.admin("users", "create", "ada", typed=PASSWORD)
        for text in (b"", b"\n", b"{}\n", b"[]\n", b"x" * 70000, b'{"v":2,"words":[]}\n',
                     b'{"v":1,"words":"users"}\n', b'{"v":1,"words":[7]}\n',
                     b'{"v":1,"words":["users","create","bob"]}\n', b'{"v":1,"words":["--help"]}\n',
                     b'{"v":1,"words":' + b"[" * 5000 + b"\n"):
            line = socket.socket(socket.AF_UNIX)
            line.settimeout(PATIENCE)
            folder = os.open(server.data, os.O_PATH)
            line.connect(f"/proc/self/fd/{folder}/admin.sock")
            os.close(folder)
            try:
                line.sendall(text)
                line.shutdown(socket.SHUT_WR)
            except OSError:
                pass
            answer = read_all(line)
            check(not answer or answer.endswith(b"exit 2\n"), repr(answer))
        same(balances(server.data), {"ada": 400})


@case("many operators at once: each command is done, one after the other")
def crowd():
    data, store = place()
    with Server(data, store=store) as server:
        server.admin("users", "create", "ada", typed=PASSWORD)
        failures = []

        def give():
            for _ in range(5):
                try:
                    server.admin("chips", "credit", "ada", 1, *REASON)
                except AssertionError as why:
                    failures.append(why)
        threads = [threading.Thread(target=give) for _ in range(6)]
        for one in threads:
            one.start()
        for one in threads:
            one.join()
        same(failures, [])
        same(balances(data, store=store), {"ada": 430})


@case("a password is asked for twice at a terminal, and not shown")
def terminal():
    data, _ = place()

    def type_in(*lines):
        ours, theirs = pty.openpty()
        process = subprocess.Popen([FELT, "admin", "--data", data, "users", "create", "ada"],
                                   stdin=theirs, stdout=theirs, stderr=theirs)
        os.close(theirs)
        shown, waiting = "", list(lines)
        end = time.monotonic() + PATIENCE
        while process.poll() is None or select.select([ours], [], [], 0)[0]:
            if time.monotonic() > end:
                process.kill()
                raise AssertionError("no end: " + shown)
            if not select.select([ours], [], [], 0.1)[0]:
                continue
            try:
                shown += os.read(ours, 1000).decode()
            except OSError:  # nobody is at the other end any more
                break
            if waiting and shown.endswith(": "):
                os.write(ours, waiting.pop(0).encode() + b"\n")
        os.close(ours)
        check(PASSWORD not in shown, "the password is shown")
        return process.wait(timeout=PATIENCE), shown

    code, shown = type_in(PASSWORD, PASSWORD + "x")
    check(code == 2 and "two different" in shown, shown)
    code, shown = type_in(PASSWORD, PASSWORD)
    check(code == 0 and "ada is #1" in shown, shown)


@case("a directory or a store without books is refused by all but restore, and stays as it is")
def no_books():
    folder = scratch()
    _, store = place(books=False)
    here = begin()
    os.mkdir(folder + "/empty", mode=0o700)
    for words in (("users", "list"), ("ledger", "check"), ("backup", folder + "/b"),
                  ("users", "create", "ada"), ("audit",), ("house", "list")):
        for data in (folder + "/typo/deep", folder + "/empty"):
            admin(data, *words, store=store, code=1, typed=PASSWORD,
                  complaint="there are no books in ")
        admin(here, *words, store=store or f"sqlite:{folder}/typo", code=1, typed=PASSWORD,
              complaint="there are no books in ")
    same(os.listdir(folder), ["empty"])
    same(os.listdir(folder + "/empty"), [])
    admin(here, "backup", folder + "/b")
    usual = os.umask(0o022)
    admin(folder + "/new/deep", "restore", folder + "/b", store=store)
    os.umask(usual)
    same((mode(folder + "/new"), mode(folder + "/new/deep")), ("0o755", "0o700"))
    same(admin(folder + "/new/deep", "users", "list"), "no users\n")


@case("a list is whole, or says how much of it is missing")
def long_list():
    data, store = place()
    many = 502 if POSTGRES else 1002  # pages have 500
    with Server(data, store=store) as server:
        server.admin("house", "create", f"1-{many - 2}")
        server.admin("house", "create", f"{many - 1}-{many}")
        same(len(json.loads(server.admin("users", "list", "--json"))), many)
        same(complaint_of(data, store, "users", "list", "--limit", 501),
             f"felt admin: 501 of {many} users are shown\n")
        same(len(json.loads(server.admin("audit", "--json", "--limit", 1200))), 1200)
        same(complaint_of(data, store, "users", "list", "--limit", many), "")


@case("a server that hangs: who it is, after a while")
def silence():
    data, store = place()
    with Server(data, store=store) as server:
        server.process.send_signal(signal.SIGSTOP)
        begun = time.monotonic()
        admin(data, "users", "list", store=store, code=1,
              complaint=f"process {server.process.pid} holds {data} and does not answer")
        check(time.monotonic() - begun > 10, "after a while")
        server.process.send_signal(signal.SIGCONT)
        same(admin(data, "users", "list", store=store), "no users\n")
        server.stop(quiet=False)  # the store may have missed it meanwhile


def be_slow(listener, pause):
    """A server whose first command takes its time, and which refuses others at once."""
    first, _ = listener.accept()
    end = time.monotonic() + pause
    while time.monotonic() < end:
        if select.select([listener], [], [], 0.1)[0]:
            other, _ = listener.accept()
            other.recv(100)
            other.sendall(b"exit 2\n")
            other.close()
    first.sendall(b"out 5\ndone\nexit 0\n")
    first.close()


@case("a server that is slow is waited for")
def slowness():
    data = scratch()
    os.chmod(data, 0o700)
    with socket.socket(socket.AF_UNIX) as listener:
        listener.bind(data + "/admin.sock")
        listener.listen()
        server = threading.Thread(target=be_slow, args=(listener, 15))
        server.start()
        same(admin(data, "ledger", "check"), "done\n")
        server.join()


@case("a disk without room: which file, and what may be the reason")
def full_disk():
    if POSTGRES:
        return
    limit = ("bash", "-c", 'trap "" XFSZ; ulimit -f 8; exec "$@"', "felt")
    with Server(fails=True, wrap=limit) as server:
        same(server.wait(), 1)
        check(server.data + "/felt.db: " in server.complaint(), server.complaint())
        check("is the disk full" in server.complaint(), server.complaint())
    admin(server.data, "users", "list", code=1, complaint="there are no books in ")


@case("the store of a restore is remembered; a server with another one says so, without passwords")
def remembered():
    data, store = place()
    if not store:
        store = "sqlite:" + scratch() + "/books"
        os.unlink(data + "/books")  # other books are meant
    with Server(data, store=store) as server:
        check(bool(POSTGRES) or "until now this directory used sqlite:" in server.banner,
              server.banner)
        check("jar" in server.banner, server.banner)
        if POSTGRES:
            check("PostgreSQL, " in server.banner and "dbname=admin_" in server.banner,
                  server.banner)
    os.unlink(data + "/books")
    with Server(data, store="sqlite:" + data) as server:
        check("until now this directory used " in server.banner, server.banner)
    with Server(data) as server:
        check("until now" not in server.banner, server.banner)


@case("help for a command; a reader that goes away is no complaint")
def small_things():
    data, store = place()
    same(admin(data, "help", "users", "list"),
         "felt admin users list [--find TEXT] [--limit N] [--json]\n")
    check("[--key KEY]" in admin(data, "help", "chips"))
    same(admin(data, "help"), admin(data, "--help"))
    operator(data, store)("house", "create", "1-300")
    named = f"--store '{store}'" if store else ""
    done = subprocess.run(["bash", "-c", f"{FELT} admin --data {data} {named} ledger export | head -1"],
                          capture_output=True, text=True, timeout=PATIENCE, check=True)
    same((done.stderr, len(done.stdout.splitlines())), ("", 1))


@case("a server for everybody without TLS says what that means")
def unencrypted():
    with Server(None, "--bind", "0.0.0.0") as server:
        server.stop(quiet=False)
        check("passwords go over the network unencrypted" in server.complaint(), server.complaint())
    with Server(None, "--bind", "0.0.0.0", "--behind-proxy"):
        pass
    folder = scratch()
    with open(folder + "/facebook", "w", encoding="ascii") as out:
        out.write("0123456789abcdef0123456789abcdef\n")
    os.chmod(folder + "/facebook", 0o644)
    with Server(None, "--facebook-secret", folder + "/facebook", fails=True) as server:
        same(server.wait(), 2)
        check("others may read" in server.complaint(), server.complaint())


def lost_store():
    folder = tempfile.mkdtemp(prefix="felt_pg")
    cluster = os.path.dirname(__file__) + "/../../tools/cluster"

    def turn(word):
        return subprocess.run([cluster, word, folder], check=True, timeout=3 * PATIENCE, text=True,
                              stdout=subprocess.PIPE).stdout.strip()
    store = "postgres:" + turn("start")
    try:
        with Server(store=store) as server:
            ada = server.register("ada")
            turn("kill")
            same(ada.send("POST", "/api/reload", "{}", **{"Content-Type": "application/json"})[0],
                 503)
            status, text = ada.send("GET", "/healthz")
            check(status == 503 and "does not answer" in text, text)
            turn("restart")
            wait(lambda: ada.send("GET", "/healthz")[0] == 200)
            same(ada.me()["chips"], 400)
            ada.refused("reload", 409, "ENOUGH_CHIPS")
            server.stop(quiet=False)
        same(balances(server.data, store=store), {"ada": 400})
    finally:
        turn("stop")
        shutil.rmtree(folder, ignore_errors=True)


if POSTGRES:
    case("PostgreSQL goes away and comes back: 503 meanwhile, and no restart")(lost_store)

if __name__ == "__main__":
    run()
