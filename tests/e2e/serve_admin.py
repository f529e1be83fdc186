"""Cases of felt admin: on a running server and on a stopped one, on SQLite and PostgreSQL."""
import json
import os
import pty
import select
import shutil
import socket
import sqlite3
import subprocess
import tempfile
import threading
import time

from arena_client import FELT, PATIENCE, case, check, run, same, scratch
from serve_client import PASSWORD, Server, admin, balances, mode, wait

POSTGRES = os.environ.get("FELT_TEST_POSTGRES")  # of tools/cluster run, as admin.sh does
REASON = ("--reason", "a test")


def place():
    """A directory, and the store of this run: each case has an empty one."""
    data = scratch() + "/data"
    if not POSTGRES:
        return data, None
    name = "admin_" + os.urandom(6).hex()
    subprocess.run(["psql", "-q", "-d", POSTGRES, "-c", f"CREATE DATABASE {name}"], check=True,
                   timeout=PATIENCE)
    return data, f"postgres:{POSTGRES} dbname={name}"


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
    call("chips", "debit", "ada", 2, *REASON, code=1, complaint="not so many chips")
    call("house", "create", "1-2", "--chips", 5000)
    call("house", "create", 3)
    call("house", "create", 2, code=1, complaint="HousePlayer2 was made before")
    same(call("house", "create", "2-3", "--chips", 5000, code=1),
         "HousePlayer2 is #4, with 5000 chips\n")
    same(call("house", "create", 3), "HousePlayer3 is #5, with 1000000 chips\n")
    call("house", "fund", 70)
    call("house", "stake", 1, 60)
    call("house", "stake", 1, 11, code=1, complaint="not so many")
    call("house", "unstake", 1, 5060)
    same([(row["username"], row["chips"]) for row in json.loads(call("house", "list", "--json"))],
         [("HousePlayer1", 0), ("HousePlayer2", 5000), ("HousePlayer3", 1000000)])
    call("users", "disable", "ada", *REASON)
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
    call("backup", "one.backup", cwd=folder)
    same(mode(folder + "/one.backup"), "0o600")
    call("backup", "one.backup", cwd=folder, code=1, complaint="there already")
    same(os.listdir(folder), ["one.backup"])
    call("users", "delete", "ada")
    call("users", "show", "ada", code=1, complaint="there is no user")
    same(json.loads(call("users", "list", "--find", "houseplayer2", "--json"))[0]["chips"], 5000)
    same(len(json.loads(call("users", "list", "--limit", 2, "--json"))), 2)


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
    other, place_of_other = place()
    again = operator(other, place_of_other)
    again("restore", folder + "/b")
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
    data = scratch() + "/data"
    admin(data, "users", "create", "ada", typed=PASSWORD)
    admin(data, "backup", folder + "/400")
    admin(data, "chips", "credit", "ada", 11, *REASON)
    return data


def interrupt(data, file, step):
    """felt admin restore --replace that dies at its step-th rename; false: it has no more."""
    names = "rename,renameat,renameat2"
    done = subprocess.run(["strace", "-f", "-qq", "-o", "/dev/null", "-e", "trace=" + names, "-e",
                           f"inject={names}:signal=KILL:when={step}", FELT, "admin", "--data",
                           data, "restore", file, "--replace"], timeout=PATIENCE,
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT, check=False)
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
    pots, data = 1200, scratch() + "/data"
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
    for name in ("felt.lock", "felt.store.lock"):
        data = scratch() + "/data"
        os.makedirs(f"{data}/{name}", mode=0o700)
        os.chmod(data, 0o700)
        begun = time.monotonic()
        if name == "felt.lock" or not POSTGRES:
            admin(data, "users", "list", code=1, complaint="Is a directory")
        check(time.monotonic() - begun < 5, "it waits for nothing")


@case("bad words: exit code 2, one line, nothing changed; on both sides of the socket")
def bad_words():
    data, store = place()
    call = operator(data, store)
    call("users", "create", "ada", typed=PASSWORD)

    def refuse(orders):
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
        for name in ("HousePlayer4", "x", "a b", "", "7up", "guest-7"):
            call("users", "create", name, typed=PASSWORD, code=2)
        call("users", "create", "Ada", typed=PASSWORD, code=1, complaint="has that username")
        call("users", "create", "bob", typed="short\n", code=2)
        call("users", "create", "bob", typed="", code=2, complaint="no password")
        call("users", "create", "bob", typed="x" * 600, code=2)
        call("token", "issue", "ada", "--hours", 0, code=2, complaint="--hours")
        call("users", "list", "--limit", "many", code=2, complaint="--limit")

    with Server(data, store=store):
        refuse(4)
        same(balances(data, store=store), {"ada": 400})
    refuse(1)
    for words, part in ((("users",), "users what?"), (("usres", "list"), "did you mean users?"),
                        (("users", "lst"), "did you mean users list?"), ((), "name a command"),
                        (("users", "show"), "felt admin users show NAME"),
                        (("users", "show", "a", "b"), "felt admin users show NAME"),
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
        link = server.admin("token", "issue", "ada", "--link").strip()
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
            answer = b""
            try:
                while piece := line.recv(4096):
                    answer += piece
            except ConnectionError:
                pass
            check(not answer or answer.endswith(b"exit 2\n"), repr(answer))
            line.close()
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


def lost_store():
    folder = tempfile.mkdtemp(prefix="felt_pg")
    cluster = os.path.dirname(__file__) + "/../../tools/cluster"

    def turn(word):
        return subprocess.run([cluster, word, folder], check=True, timeout=60, text=True,
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
