"""Cases of the store: one server for one set of books, books that are missing or others, damage."""
import glob
import os
import resource
import shutil
import signal
import sqlite3
import subprocess
import tempfile

from arena_client import FELT, PATIENCE, case, check, run, same, scratch
from room_client import room
from serve_client import PASSWORD, Server, admin, balances, wait

POSTGRES = os.environ.get("FELT_TEST_POSTGRES")  # of tools/cluster run, as store.sh does


def new_store():
    """A store that several directories can name."""
    if not POSTGRES:
        return "sqlite:" + scratch() + "/books"
    name = "store_" + os.urandom(6).hex()
    subprocess.run(["psql", "-q", "-d", POSTGRES, "-c", f"CREATE DATABASE {name}"], check=True,
                   timeout=PATIENCE)
    return f"postgres:{POSTGRES} dbname={name}"


def ask_store(store, sql):
    """A figure out of the database itself."""
    return subprocess.run(["psql", "-At", "-d", store.removeprefix("postgres:"), "-c", sql],
                          check=True, capture_output=True, text=True, timeout=PATIENCE).stdout.strip()


def refused(data, store, *words):
    """A server that must not start; what it says."""
    with Server(data, store=store, fails=True) as server:
        same(server.wait(), 1, server.banner)
        for word in words:
            check(word in server.complaint(), f"{word!r} is not in {server.complaint()!r}")
        return server.complaint()


def try_to_serve(data, store):
    """The server, or None if it was refused."""
    server = Server(data, store=store, fails=True)
    if server.port:
        return server
    same(server.wait(), 1)
    server.process.stdout.close()
    return None


def chips_of(server):
    """All chips that are somewhere: at tables, in banks, at the house."""
    check("the books are right" in server.admin("ledger", "check"))
    return server.admin("ledger", "summary").splitlines()[-1].split()[0]


@case("a second server on the same books is refused, and the first one's seats stay")
def second():
    store, other = new_store(), scratch() + "/other"
    with room(store=store) as server:
        wait(lambda: "buy_in" in server.admin("ledger", "export"))
        complaint = refused(other, store, f"process {server.process.pid}", "stop it first")
        check("on these books since 20" in complaint if POSTGRES else "--data" in complaint, complaint)
        check("stray" not in server.admin("ledger", "export"))
        server.stop(quiet=False)
    with Server(other, store=store):  # it was given back
        pass


@case("a server that was killed starts again at once")
def killed():
    store = new_store()
    with room(store=store) as server:
        server.kill()
    with room(server.data, store=store) as again:
        again.stop(quiet=False)


def stale():
    store, other = new_store(), scratch() + "/other"
    with Server(store=store) as server:
        server.register("ada")
        server.kill()
    refused(other, store, "seconds if it has died")
    found = []
    wait(lambda: found.append(try_to_serve(other, store)) or found[-1])
    with found[-1]:
        same(ask_store(store, "SELECT split_part(value, ' ', 1) FROM meta WHERE name = 'lease'"), "2")
        same(balances(other, store=store), {"ada": 400})


def paused():
    store, other = new_store(), scratch() + "/other"
    with room(store=store) as first:
        wait(lambda: "settle" in first.admin("ledger", "export"))
        first.process.send_signal(signal.SIGSTOP)
        found = []
        wait(lambda: found.append(try_to_serve(other, store)) or found[-1])
        count = "SELECT count(*), sum(amount), max(id) FROM ledger_tx"
        with found[-1] as heir:
            before, issued = ask_store(store, count), chips_of(heir)
            first.process.send_signal(signal.SIGCONT)
            same(first.wait(), 1, "it stops")
            check(f"process {heir.process.pid} has taken these books over" in first.complaint(),
                  first.complaint())
            same(ask_store(store, count), before, "it wrote nothing")
            same(chips_of(heir), issued)
            admin(first.data, "users", "list", store=store, code=1,
                  complaint=f"process {heir.process.pid} works on these books")


def guests():
    """felt admin of another directory, beside a server."""
    store, folder = new_store(), scratch()
    os.mkdir(folder + "/other", mode=0o700)
    with Server(store=store) as server:
        server.register("ada")
        server.admin("backup", folder + "/b")
        for words in (("users", "list"), ("chips", "credit", "ada", 1, "--reason", "a test"),
                      ("restore", folder + "/b")):
            admin(folder + "/other", *words, store=store, code=1,
                  complaint=f"felt serve on {os.uname().nodename[:32]}, process {server.process.pid}")
        same(balances(server.data, store=store), {"ada": 400})
    admin(folder + "/other", "chips", "credit", "ada", 1, "--reason", "a test", store=store)
    same(balances(server.data, store=store), {"ada": 401})


def silent():
    folder = tempfile.mkdtemp(prefix="felt_pg")
    cluster = os.path.dirname(__file__) + "/../../tools/cluster"
    store = "postgres:" + subprocess.run([cluster, "start", folder], check=True, text=True,
                                         timeout=PATIENCE, stdout=subprocess.PIPE).stdout.strip()
    with open(folder + "/data/postmaster.pid", encoding="ascii") as lines:
        first = lines.readline().strip()
    try:
        with Server(store=store) as server:
            client = server.client()
            same(client.send("GET", "/healthz")[0], 200)
            children = [int(child) for child in subprocess.run(
                ["pgrep", "-P", first], check=True, capture_output=True, text=True).stdout.split()]
            for process in children:
                os.kill(process, signal.SIGSTOP)
            try:
                wait(lambda: client.send("GET", "/healthz")[0] == 503)
            finally:
                for process in children:
                    os.kill(process, signal.SIGCONT)
            wait(lambda: client.send("GET", "/healthz")[0] == 200)
            server.stop(quiet=False)
    finally:
        subprocess.run([cluster, "stop", folder], check=True, timeout=PATIENCE)
        shutil.rmtree(folder, ignore_errors=True)


if POSTGRES:
    case("another directory takes the books of a dead server when its lease has ended")(stale)
    case("a server that slept longer than its lease writes nothing any more, and stops")(paused)
    case("felt admin of another directory respects the lease")(guests)
    case("a database that says nothing: /healthz knows without a request")(silent)


@case("books that are missing beside a directory that has had some are not made anew")
def missing():
    folder, store = scratch(), new_store()
    with room(store=store) as server:
        server.register("ada")
        server.admin("backup", folder + "/b")
        server.stop(quiet=False)
    data, empty = server.data, new_store()
    refused(data, empty, "there are no books in", "/books says", "restore FILE")
    os.unlink(data + "/books")  # as directories were before
    refused(data, empty, "there are no books in", "hands.db says")
    os.unlink(data + "/hands.db")
    refused(data, empty, "there are no books in", "room says")
    check(POSTGRES or not os.path.exists(empty.removeprefix("sqlite:") + "/felt.db"), "none is made")
    with Server(data, store=store):  # they are remembered again
        pass
    check(os.path.exists(data + "/books"))
    admin(data, "restore", folder + "/b", store=empty)
    with Server(data) as server:
        same(balances(data)["ada"], 400)
    with Server(store=new_store()):
        pass


@case("other books than those of the directory are refused")
def others():
    one, two = new_store(), new_store()
    with Server(store=one) as first:
        first.register("ada")
    with Server(store=two) as second_:
        pass
    complaint = refused(first.data, two, "has the books", "name the right --store")
    check("password" not in complaint)
    refused(second_.data, one, "has the books")
    for name in glob.glob(first.data + "/books"):
        os.unlink(name)
    with Server(first.data, store=two):  # they are meant
        same(balances(first.data, store=two), {})
    refused(first.data, one, "has the books")


def find_pages(data, table):
    """Where the leaves of a table are, by SQLite itself; in bytes."""
    with sqlite3.connect(data + "/felt.db") as books:
        books.execute("PRAGMA wal_checkpoint(TRUNCATE)")
        (size,) = books.execute("PRAGMA page_size").fetchone()
        (root,) = books.execute("SELECT rootpage FROM sqlite_schema WHERE name = ?",
                                (table,)).fetchone()
    books.close()
    return (root - 1) * size, size


@case("a full disk makes the room wait; it goes on by itself when there is room")
def full_disk():
    with Server(room=True, store=new_store(),
                wrap=("bash", "-c", 'trap "" XFSZ && exec "$@"', "-")) as server:
        client = server.client()

        def hands():
            text = client.send("GET", "/metrics")[1]
            return int(text.split("\nfelt_room_hands_total ")[1].split()[0])

        def fill(limit):
            hard = resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE)[1]
            resource.prlimit(server.process.pid, resource.RLIMIT_FSIZE, (limit or hard, hard))

        wait(lambda: hands() > 0)
        fill(4096)
        # SQLite is on the same disk: if the ledger is the first to notice, no table has anything to write.
        wait(lambda: client.send("GET", "/healthz")[0] == 503)
        if POSTGRES:
            wait(lambda: "wait for the disk" in client.send("GET", "/healthz")[1])
            wait(lambda: "the tables wait" in server.complaint())
        before = hands()
        fill(None)
        wait(lambda: client.send("GET", "/healthz")[0] == 200)
        wait(lambda: hands() > before)
        server.kill()
        data, store = server.data, server.store
    with Server(data, store=store, room=True) as server:
        chips_of(server)
        server.stop(quiet=False)


def damage(data, table):
    """The number of cells of the table's first page, and where they are: nonsense."""
    place, _ = find_pages(data, table)
    with open(data + "/felt.db", "r+b") as file:
        file.seek(place + 3)
        old = file.read(6)
        file.seek(place + 3)
        file.write(bytes(255 - byte for byte in old))


def damaged():
    with Server() as server:
        server.register("ada")
        server.admin("backup", server.data + "/b")
    data = server.data
    damage(data, "audit")  # a table that no sum looks at
    with Server(data, fails=True) as server:
        same(server.wait(), 1, server.banner)
        check("felt.db is damaged" in server.complaint() and "--replace" in server.complaint(),
              server.complaint())
    admin(data, "restore", data + "/b", "--replace")
    with Server(data):
        same(balances(data), {"ada": 400})


def damaged_later():
    folder = scratch()
    with open(folder + "/felt.conf", "w", encoding="ascii") as out:
        out.write("file-check = 1s\n")
    with Server(None, "--config", folder + "/felt.conf", "--log", folder + "/log") as server:
        client = server.client()
        server.register("ada")
        wait(lambda: "felt_bank_file_checks_total 0" not in client.send("GET", "/metrics")[1])
        same(client.send("GET", "/healthz")[0], 200)
        damage(server.data, "audit")
        wait(lambda: client.send("GET", "/healthz")[0] == 503)
        check("damaged" in client.send("GET", "/healthz")[1])
        check("felt_bank_damaged 1" in client.send("GET", "/metrics")[1])
        with open(folder + "/log", encoding="utf-8") as log:
            check('"level":"critical"' in log.read())
        admin(server.data, "ledger", "check", code=1)
        server.stop(quiet=False)


if not POSTGRES:
    case("a damaged file is not served")(damaged)
    case("a file that is damaged while it is served is found")(damaged_later)

if __name__ == "__main__":
    run()
