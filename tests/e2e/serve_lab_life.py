"""Cases of the lab over HTTP: archives, games, pages, ratings, and an evolution that runs.

One archive is made by LAB_ARCHIVE (lab_archive.c), which leaves out the search; every case has a copy
of it.  One case runs `felt lab evolve` itself.
"""
import http.client
import json
import os
import select
import shutil
import socket
import struct
import subprocess
import threading
import time

from arena_client import (FELT, PATIENCE, QUICK, case, check, run, same, scratch,
                          waits_for_nothing)
from room_client import Player, room
from serve_client import Server, balances, wait

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.realpath(__file__))))
LAB_ARCHIVE = os.environ.get("LAB_ARCHIVE", "lab_archive")
POLICY = ("default-src 'none'; style-src 'unsafe-inline'; base-uri 'none'; form-action 'none'; "
          "frame-ancestors 'none'; sandbox")
POINT = {"seconds": 1.5, "elites": 3, "good": 1, "made": 8, "viable": 4, "measured": 2,
         "best": 0.5, "mean": 0.4, "quality": 1.2, "coverage": 0.001}


MADE = {}
ONCE = threading.Lock()


def archive(folder):
    """A copy of the one archive that is made."""
    with ONCE:
        if "path" not in MADE:
            path = scratch() + "/made"
            subprocess.run([LAB_ARCHIVE, path, "5"], timeout=PATIENCE, check=True)
            MADE["path"] = path
    shutil.copytree(MADE["path"], folder)
    return folder


def laboratory(*names, options=()):
    """A server, and the directory with archives of these names."""
    lab = scratch() + "/lab"
    os.mkdir(lab)
    for name in names:
        archive(f"{lab}/{name}")
    return Server(None, "--lab-dir", lab, *options), lab


def games(client, name="a", query=""):
    return client.get(f"lab/{name}{query}")["games"]


def listing(client):
    """The list, when every archive of it was read: a slow machine does not manage that at once."""
    while True:
        answer = client.get("lab")
        if "retry_ms" not in answer:
            return answer
        check(any(row["state"] == "unread" for row in answer["archives"]), answer)
        time.sleep(answer["retry_ms"] / 1000)  # who asks too often is refused


def looked(condition):
    """Until the directory was looked at again, which is done once in a second: then it holds."""
    end = time.monotonic() + PATIENCE
    while not condition():
        check(time.monotonic() < end, "it never came true")
        time.sleep(0.3)  # who asks too often is refused


def code(client, path, want):
    return client.get(path, want)["error"]["code"]


@case("archives are listed: those below the directory, and itself; links are not followed")
def listed():
    server, lab = laboratory("b", "a")
    with server:
        client = server.client()
        archive(scratch() + "/elsewhere")
        os.symlink(MADE["path"], lab + "/link")
        os.mkdir(lab + "/empty")
        os.mkdir(lab + "/linked")
        os.symlink(MADE["path"] + "/archive.json", lab + "/linked/archive.json")
        archive(lab + "/Upper Case")
        for file in ("archive.json", "progress.jsonl"):
            shutil.copy(f"{MADE['path']}/{file}", lab)
        check("  lab    http://127.0.0.1:" in server.banner, server.banner)
        looked(lambda: len(listing(client)["archives"]) >= 3)
        answer = listing(client)
        same([row["archive"] for row in answer["archives"]], ["-", "a", "b"])
        same((answer["count"], answer["others"], "next" in answer), (3, 1, False))
        with open(lab + "/archive.json", encoding="utf-8") as text:
            whole = json.load(text)
        for row in answer["archives"]:
            same(row["state"], "done")
            same(row["preset"], "balanced")
            same(row["elites"], len(whole["elites"]))
            check(row["elites"] > 0 and 0 < row["best"] <= 1, row)
        same(client.get("lab/-")["elites"], answer["archives"][0]["elites"])
        page = client.get("lab?limit=1&offset=1")
        same(([row["archive"] for row in page["archives"]], page["next"]), (["a"], 2))
        same(client.get("lab?offset=7")["archives"], [])
        for name in ("link", "linked", "empty"):
            same(code(client, "lab/" + name, 404), "NOT_FOUND", name)
        shutil.rmtree(lab + "/b")
        looked(lambda: client.send("GET", "/api/lab/b")[0] != 200)
        same(code(client, "lab/b", 404), "NOT_FOUND")


@case("without --lab-dir there is no lab; one that is no directory is refused at the start")
def without():
    with Server() as server:
        client = server.client()
        for path in ("lab", "lab/a", "lab/a/games/x/rules"):
            same(code(client, path, 404), "NO_LAB")
        client.refused("lab/a/games/x/rating", 404, "NO_LAB", stars=3)
        client.refused("lab/a/games/x/table", 404, "NO_LAB")
        same(code(client, "lab/knowns", 404), "NO_LAB")
        same(code(client, "labs", 404), "NOT_FOUND")
    folder = scratch()
    with open(folder + "/file", "w", encoding="ascii"):
        pass
    for name in ("/none", "/file"):
        done = subprocess.run([FELT, "serve", "--port", "0", "--data", folder + "/data",
                               "--lab-dir", folder + name], capture_output=True, text=True,
                              timeout=PATIENCE, check=False)
        same(done.returncode, 2, done.stderr)
        check("--lab-dir" in done.stderr and "felt lab evolve" in done.stderr, done.stderr)
    with open(folder + "/felt.conf", "w", encoding="ascii") as out:
        out.write(f"lab-dir = {folder}\nroom = no\n")
    with Server(None, "--config", folder + "/felt.conf") as server:
        same(server.client().get("lab"), {"archives": [], "count": 0, "offset": 0})


@case("an archive: rows are sorted, filtered and paged; what makes no sense is refused")
def rows():
    server, _ = laboratory("a")
    with server:
        client = server.client()
        whole = client.get("lab/a")
        same(whole["count"], whole["elites"])
        same(len(whole["games"]), min(whole["count"], 50))
        check(set(whole["weights"]) == set(whole["games"][0]["metrics"]), whole["weights"])
        same(len(whole["known"]), 24)
        fitness = [row["fitness"] for row in whole["games"]]
        same(fitness, sorted(fitness, reverse=True))
        for row in whole["games"]:
            check(row["low"] <= row["fitness"] <= row["high"], row)
            check(row["players"][0] <= row["seats"] <= row["players"][1], row)
        minutes = [row["facts"]["minutes"] for row in games(client, query="?sort=-minutes")]
        same(minutes, sorted(minutes))
        names = [row["name"] for row in games(client, query="?sort=name")]
        same(names, sorted(names))
        skill = [row["metrics"]["skill"] for row in games(client, query="?sort=skill")]
        same(skill, sorted(skill, reverse=True))
        genre = whole["games"][0]["genre"]
        same([row["game"] for row in games(client, query="?genre=" + genre)],
             [row["game"] for row in whole["games"] if row["genre"] == genre])
        same([row["game"] for row in games(client, query="?seats=3")],
             [row["game"] for row in whole["games"] if row["players"][0] <= 3 <= row["players"][1]])
        same([row["game"] for row in games(client, query="?good=1")],
             [row["game"] for row in whole["games"] if row["good"]])
        same(sum(row["good"] for row in whole["games"]), whole["good"])
        paged, offset = [], 0
        while offset is not None:
            page = client.get(f"lab/a?limit=2&offset={offset}")
            paged += page["games"]
            offset = page.get("next")
        same(paged, whole["games"])
        for query in ("?sort=x", "?genre=chess", "?seats=0", "?seats=7", "?good=2", "?limit=0",
                      "?limit=201", "?offset=-1", "?limit=1&limit=1", "?colour=1", "?limit", "?x",
                      "?after=1", "?sort=", "?sort=-", "?limit=1&", "?sort=" + "x" * 500):
            same(code(client, "lab/a" + query, 400), "BAD_FIELD", query)
        same(code(client, "lab?sort=name", 400), "BAD_FIELD")
        same(code(client, "lab/a/report.html?x=1", 400), "BAD_FIELD")


@case("a game: intervals, parents, a genome that can be played, and its rules in three forms")
def game():
    server, lab = laboratory("a")
    with server:
        client = server.client()
        with open(lab + "/a/archive.json", encoding="utf-8") as text:
            elites = {elite["id"]: elite for elite in json.load(text)["elites"]}
        for row in games(client)[:6]:
            path = "lab/a/games/" + row["game"]
            one = client.get(path)
            for name, metric in one["metrics"].items():
                check(metric["low"] <= metric["mean"] <= metric["high"], (name, metric))
                same(metric["mean"], row["metrics"][name])
            elite = elites[one["id"]]
            same([parent["id"] for parent in one["parents"]],
                 [parent for parent in elite["parents"] if parent])
            same(one["genome"], elite["genome"])
            same(client.get(path + "/genome.json"), elite["genome"])
            same(client.get(f"{path}.json"), elite["genome"])
            rules = client.get(path + "/rules")
            check(rules["markdown"].startswith("# "), rules["markdown"][:80])
            check(row["name"] in rules["markdown"], row["name"])
            same(client.send("GET", f"/api/{path}/rules.md"), (200, rules["markdown"]))
            same(client.headers["content-type"], "text/markdown; charset=utf-8")
        genome = scratch() + "/game.json"
        with open(genome, "w", encoding="utf-8") as out:
            out.write(client.send("GET", f"/api/{path}/genome.json")[1])
        done = subprocess.run([FELT, "lab", "validate", genome], capture_output=True,
                              timeout=PATIENCE, check=False)
        same(done.returncode, 0, done.stderr)
        # What evolve wrote is handed out; what is no plain file is not.
        good = next((row["game"] for row in games(client, query="?good=1")), row["game"])
        os.makedirs(lab + "/a/games", exist_ok=True)
        with open(f"{lab}/a/games/{good}.md", "w", encoding="utf-8") as out:
            out.write("# Written\n")
        same(client.get(f"lab/a/games/{good}/rules")["markdown"], "# Written\n")
        os.remove(f"{lab}/a/games/{good}.md")
        os.symlink("/etc/passwd", f"{lab}/a/games/{good}.md")
        check("root" not in client.get(f"lab/a/games/{good}/rules")["markdown"], "a link")


@case("pages come without scripts, in a sandbox; no header and no text is an archive's own")
def pages():
    server, lab = laboratory("a")
    with server:
        client = server.client()
        name = games(client)[0]["game"]
        plots = client.get("lab/a")["plots"]
        same(len(plots), 4)
        paths = [f"games/{name}/rules.html", f"games/{name}.html", "report.html"]
        for path in paths + [f"plots/{plot}.svg" for plot in plots]:
            status, text = client.send("GET", "/api/lab/a/" + path)
            same(status, 200, path)
            headers = {key.lower(): value for key, value in client.headers.items()}
            same(headers["content-security-policy"], POLICY, path)
            same(headers["x-content-type-options"], "nosniff")
            same(headers["x-frame-options"], "DENY")
            same(headers["cache-control"], "no-store")
            same(headers["content-type"],
                 "image/svg+xml" if path.endswith(".svg") else "text/html; charset=utf-8")
            for word in ("<script", "javascript:", " onload=", " src="):
                check(word not in text.lower(), f"{word} in {path}")
        # Links of the report lead somewhere.
        report = client.send("GET", "/api/lab/a/report.html")[1]
        links = [part[1:].split(part[0])[0] for part in report.split("href=")[1:]]
        links = [link for link in links if not link.startswith("#")]
        check(any(link.startswith("games/") for link in links), links)
        for link in links[:6]:
            same(client.send("GET", "/api/lab/a/" + link)[0], 200, link)
        client.get("lab")
        headers = {key.lower(): value for key, value in client.headers.items()}
        same(headers["content-security-policy"], "default-src 'none'; frame-ancestors 'none'")
        same(client.send("HEAD", "/api/lab/a/report.html"), (200, ""))
        for path in ("plots/x.svg", "plots/coverage", "report", "report.html/x", "plots"):
            same(client.send("GET", "/api/lab/a/" + path)[0], 404, path)


@case("hostile names are names of nothing, and the server lives")
def hostile():
    server, lab = laboratory("a")
    with open(os.path.dirname(lab) + "/archive.json", "w", encoding="ascii") as out:
        out.write("{}")
    names = ["..", ".", "%2e%2e", "%2e", "..%2f..", "%2e%2e%2f%2e%2e", "%00", "a%00", "a%00b",
             "a" * 65, "a" * 900, "%ff%fe", "A", "a%0d%0aX-Evil:%201", "a%5c..", "~", "a%20",
             "%25", "%", "%2", "a;b", "a:b", "%7f", ".a", "-a", "%c2%a0"]
    with server:
        client = server.client()
        game = games(client)[0]["game"]
        for index, name in enumerate(names):
            for path in (f"/api/lab/{name}", f"/api/lab/a/games/{name}",
                         f"/api/lab/a/games/{name}/rules", f"/api/lab/{name}/report.html",
                         f"/api/lab/a/plots/{name}.svg"):
                line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE,
                                                  source_address=(f"127.0.1.{1 + index}", 0))
                line.putrequest("GET", path)
                line.endheaders()
                try:
                    answer = line.getresponse()
                except ConnectionError:  # it is no HTTP
                    continue
                text = answer.read().decode()
                check("root:" not in text and "X-Evil" not in str(answer.getheaders()), path)
                # Dots are taken away by HTTP: what is left may be the list, or the way to it.
                if answer.status == 200:
                    check('{"archives":[' in text or '"archive":"a"' in text or
                          text.startswith("felt: connect a bot"), (path, text[:200]))
                else:
                    check(answer.status in (400, 403, 404, 431), (path, answer.status, text))
                line.close()
        client.get(f"lab/a/games/{game}/rules")


@case("archives that are damaged, cut, huge, or no files are said to be so, and nothing else breaks")
def damaged():
    server, lab = laboratory("good", "cut", "changed", "other")
    with server:
        client = server.client()
        text = open(lab + "/cut/archive.json", "rb").read()
        for name, bad in (("cut", text[:len(text) // 2]),
                          ("changed", text.replace(b'"seed"', b'"sEed"', 1)),
                          ("other", b'{"format":"felt.lab.archive","version":99}')):
            with open(f"{lab}/{name}/archive.json", "wb") as out:
                out.write(bad)
        for name in ("pipe", "folder", "nothing", "noise", "huge"):
            os.mkdir(f"{lab}/{name}")
        os.mkfifo(lab + "/pipe/archive.json")
        os.mkdir(lab + "/folder/archive.json")
        open(lab + "/nothing/archive.json", "wb").close()
        with open(lab + "/noise/archive.json", "wb") as out:
            out.write(os.urandom(5000))
        with open(lab + "/huge/archive.json", "wb") as out:
            out.truncate(65 << 20)
        looked(lambda: len(listing(client)["archives"]) >= 7)
        states = {row["archive"]: row["state"] for row in listing(client)["archives"]}
        same(states, {"good": "done", "cut": "damaged", "changed": "damaged", "other": "damaged",
                      "nothing": "damaged", "noise": "damaged", "huge": "damaged"})
        for row in listing(client)["archives"]:
            check(row["state"] == "done" or row["message"], row)
            check("generation" in row or row["state"] == "damaged", row)
        for path in ("lab/cut", "lab/huge/report.html", "lab/noise/games/x/rules",
                     "lab/other/plots/coverage.svg"):
            same(code(client, path, 409), "DAMAGED", path)
        client.post("guest", 201)
        client.refused("lab/cut/games/x/rating", 409, "DAMAGED", stars=3)
        with open(lab + "/cut/archive.json", "wb") as out:  # as it was: it is read again
            out.write(text)
        same(client.get("lab/cut")["state"], "done")
        # progress and ratings that are no text do no harm either
        os.remove(lab + "/good/progress.jsonl")
        for file in ("progress.jsonl", "ratings.jsonl"):
            with open(f"{lab}/good/{file}", "wb") as out:
                out.write(os.urandom(200000) + b"\n[1]\n{}\n" + b"[" * 3000 + b"\n")
        same(client.get("lab/good/progress")["points"], [])
        same(client.get("lab/good")["games"][0]["stars"]["count"], 0)


@case("ratings: of users and guests, one for each game; without a session none")
def ratings():
    server, lab = laboratory("a", options=("--log", scratch() + "/log"))
    with server:
        nobody, guest, ada = server.client(), server.client(), server.register("ada")
        guest.post("guest", 201)
        first, second = [row["game"] for row in games(nobody)[:2]]
        path = f"lab/a/games/{first}/rating"
        nobody.refused(path, 401, "NOT_SIGNED_IN", stars=4)
        same(nobody.send("POST", "/api/" + path, '{"stars":4}', **{
            "Content-Type": "application/json", "Cookie": "felt_session=" + "x" * 43})[0], 401)
        same(os.path.exists(lab + "/a/ratings.jsonl"), False)
        same(guest.post(path, stars=4), {
            "game": first, "stars": {"count": 1, "mean": 4, "broken": 0},
            "mine": {"stars": 4, "broken": False}})
        same(ada.post(path, stars=1, broken=True)["stars"],
             {"count": 2, "mean": 2.5, "broken": 1})
        same(guest.post(path, stars=5)["stars"], {"count": 2, "mean": 3, "broken": 1})
        same(guest.post(path, stars=5)["stars"], {"count": 2, "mean": 3, "broken": 1})
        ada.post(f"lab/a/games/{second}/rating", stars=5)
        with open(lab + "/a/ratings.jsonl", encoding="utf-8") as text:
            lines = [json.loads(line) for line in text]
        same([(line["game"], line["stars"], line["broken"]) for line in lines],
             [(first, 4, False), (first, 1, True), (first, 5, False), (second, 5, False)])
        same(lines[0]["user"], lines[2]["user"])
        check(lines[1]["user"] != lines[0]["user"] and len(lines[0]["metrics"]) > 10, lines[0])
        same([row["game"] for row in games(nobody, query="?sort=stars&limit=2")], [second, first])
        same(nobody.get(f"lab/a/games/{first}")["stars"]["mean"], 3)
        for fields in ({}, {"stars": 0}, {"stars": 6}, {"stars": 4.5}, {"stars": "4"},
                       {"stars": None}, {"stars": 3, "broken": 1}, {"stars": 3, "user": 1}):
            ada.refused(path, 400, "BAD_FIELD", **fields)
        for body, headers, want in (
                ("[4]", {}, 400), ('{"stars":4', {}, 400), ("", {}, 400),
                ('{"stars":4,"stars":5}', {}, 400),
                ('{"stars":4}', {"Content-Type": "text/plain"}, 415),
                ('{"stars":4}', {"Origin": "https://evil.example"}, 403),
                ('{"stars":4,"x":"' + "x" * 9000 + '"}', {}, 413)):
            headers = {"Content-Type": "application/json", **headers}
            same(ada.send("POST", "/api/" + path, body, **headers)[0], want, body[:40])
        ada.refused("lab/a/games/no-such-1/rating", 404, "NOT_FOUND", stars=3)
        ada.refused("lab/no/games/no-such-1/rating", 404, "NOT_FOUND", stars=3)
        ada.refused("lab/a", 405, "WRONG_METHOD", stars=3)
        same(code(ada, path, 405), "WRONG_METHOD")
        same(len(open(lab + "/a/ratings.jsonl", encoding="utf-8").readlines()), 4)


@case("the games that the program knows are there without a lab: rules and genomes; nobody rates them")
def known():
    with Server() as server:
        client = server.client()
        answer = client.get("lab/known")
        same((answer["archive"], answer["lab"]), ("known", False))
        rows = answer["games"]
        check(len(rows) > 20 and all(row["players"][0] >= 2 for row in rows), rows)
        for row in rows[::3]:
            same(client.get("lab/known/games/" + row["game"])["name"], row["name"])
            text = client.get(f"lab/known/games/{row['game']}/rules")["markdown"]
            check(text.startswith("# ") and "## The deal" in text, text[:60])
            same(client.get(f"lab/known/games/{row['game']}.json")["format"], "betlab.genome")
        for path in ("known/games/none", "known/games/none/rules", "known/progress",
                     "known/report.html"):
            same(code(client, "lab/" + path, 404), "NOT_FOUND")
        client.post("guest", 201)
        client.refused("lab/known/games/war/rating", 409, "KNOWN", stars=3)
        client.refused("lab/known/games/war/table", 503, "UNAVAILABLE")  # there is no room here


@case("a game is tried at a table for the score: kill -9 in the middle of it, no chip moves, it is gone with its player")
def tried():
    data, lab = scratch() + "/data", scratch() + "/lab"
    os.mkdir(lab)
    archive(lab + "/a")
    with room(data, "--lab-dir", lab) as server:
        client = server.client()
        game = games(client)[0]["game"]
        path = f"lab/a/games/{game}/table"
        client.refused(path, 401, "NOT_SIGNED_IN")
        client.post("guest", 201)
        ada, chips = Player(server, client).connect(), client.me()["chips"]
        client.refused(path, 400, "BAD_FIELD", seats=3)
        client.refused("lab/a/games/no-such-1/table", 404, "NOT_FOUND")
        same(code(client, path, 405), "WRONG_METHOD")
        ada.refused("BAD_SCHEMA", "create", game="lab:0123456789abcdef")
        ada.refused("BAD_SCHEMA", "create", game="genome:war")
        ready = client.post(path)
        table = ada.good("create", game=ready["create"], pause_ms=100)["table"]
        row = ada.last("table", table=table)
        same((row["variant"], row["limit"], row["seats"], row["buy_in_max"], row["private"]),
             ("genome", "score", ready["seats"], 1, True))
        ada.good("sit", table=table)
        act = ada.own_turn(table)
        server.kill()
    with room(data, "--lab-dir", lab) as server:
        ada.server = server
        ada.connect()
        same(ada.own_turn(table)["you"]["hole"], act["you"]["hole"])
        ada.play(1)
        same(ada.last("chair", table=table) is not None, True)
        same(client.me()["chips"], chips)  # the marker is no chip
        ada.own_turn(table)  # in the middle of the next one
        ada.good("stand", table=table)
        end = time.monotonic() + PATIENCE
        while not ada.last("gone", table=table):
            ada.pump(end, "the end of the table")
        same(client.me()["chips"], chips)
        # known games lie ready by their names; whoever has no chips plays too
        server.admin("chips", "debit", f"#{client.me()['id']}", chips, "--reason", "a test")
        same(client.me()["chips"], 0)
        table = ada.good("create", game="lab:crazy-eights", seats=3, pause_ms=100)["table"]
        ada.good("sit", table=table)
        ada.play(1)
        ada.good("host", table=table, do="close")
        end = time.monotonic() + PATIENCE
        while not ada.last("gone", table=table):
            ada.pump(end, "the end of the table")
        same(client.me()["chips"], 0)
    balances(data)


def guests(server, count):
    made = []
    for _ in range(count):
        client = server.client()
        client.post("guest", 201)
        made.append(Player(server, client).connect())
    return made


def dealt(player, table, patience=PATIENCE):
    """How many play in the first game of this table."""
    end = time.monotonic() + patience
    while not player.last("start_hand", table=table):
        player.pump(end, "a game at " + table)
    return len(player.last("start_hand", table=table)["stacks"])


@case("twenty people try games at once: all of them play, with every chair taken")
def crowd():
    with room() as server:
        people, tables = guests(server, 20), []
        for number, one in enumerate(people):
            game, seats = (("war", 2), ("hearts", 4), ("president", 6))[number % 3]
            tables.append((one.good("create", game="lab:" + game, seats=seats)["table"], seats))
            one.send("sit", table=tables[-1][0])
        for one, (table, seats) in zip(people, tables):
            same(dealt(one, table), seats)
    # there are too few house players: some come from tables where nobody plays
    with room(None, "--house-players", 12) as server:
        watcher = guests(server, 1)[0]
        end = time.monotonic() + PATIENCE
        while sum(row["taken"] for row in watcher.good("lobby")["tables"]) < 12:
            check(time.monotonic() < end, "house players sit down")
            time.sleep(0.1)
        people = guests(server, 5)
        for one in people:
            one.table = one.good("create", game="lab:whist")["table"] if one is people[0] else \
                one.good("create", game="lab:kuhn")["table"]
            one.good("sit", table=one.table)
        same([dealt(one, one.table) for one in people], [4, 2, 2, 2, 2])


@case("tables for practice are few, keys are everybody's, and a restart forgets what nobody plays")
def practice_limits():
    data, lab = scratch() + "/data", scratch() + "/lab"
    os.makedirs(lab)
    archive(lab + "/a")
    os.mkdir(data, mode=0o700)
    usual = subprocess.run([FELT, "serve", "--print-config"], check=True, capture_output=True,
                           text=True).stdout
    with open(data + "/felt.conf", "w", encoding="utf-8") as out:
        out.write(usual.replace("private-tables = 64\n", "private-tables = 3\n"))
    with room(data, "--lab-dir", lab) as server:
        ada, bob, eve = guests(server, 3)
        path = f"lab/a/games/{games(ada.client)[0]['game']}/table"
        ready = ada.client.post(path)
        same(ada.client.post(path), ready)  # whoever asks again gets the same
        check(too_often(ada.client, path) >= 28, "thirty, and one more every half minute")
        same(bob.client.post(path), ready)
        chips = [one.client.me()["chips"] for one in (ada, bob, eve)]
        # the key is no secret
        tables = [ada.good("create", game=ready["create"])["table"],
                  ada.good("create", game="lab:war")["table"]]
        ada.refused("TOO_MANY", "create", game="lab:war")
        tables.append(eve.good("create", game=ready["create"])["table"])
        bob.refused("TOO_MANY", "create", game="lab:war")
        # and the table is: nobody sits there who was not let in
        bob.refused("NO_TABLE", "sit", table=tables[0])
        bob.refused("NO_TABLE", "host", table=tables[0], do="close")
        ada.refused("BAD_SCHEMA", "change", table=tables[0], bb=100, sb=50)
        for player, table in ((ada, tables[0]), (ada, tables[1]), (eve, tables[2])):
            player.good("sit", table=table)
        end = time.monotonic() + PATIENCE
        while not ada.last("start_hand", table=tables[0]):
            ada.pump(end, "a game")  # one that was never played at is kept a while for whoever comes
        ada.own_turn(tables[1])
        eve.own_turn(tables[2])
        server.kill()
    with room(data) as server:  # the genomes are in the journal: there is no lab any more
        for player in (ada, bob, eve):
            player.server = server
            player.connect()
        eve.own_turn(tables[2])  # the ledger agrees, and the floor is open again
        bob.refused("TOO_MANY", "create", game="lab:war")
        end = time.monotonic() + PATIENCE
        ada.good("stand", table=tables[0])
        while not ada.last("gone", table=tables[0]):
            ada.pump(end, "the end of the table")
        bob.refused("BAD_SCHEMA", "create", game=ready["create"])  # it lies ready no more
        bob.client.refused(path, 404, "NO_LAB")
        table = bob.good("create", game="lab:war")["table"]
        bob.good("host", table=table, do="close")
        for player, table in ((ada, tables[1]), (eve, tables[2])):
            player.good("stand", table=table)
            while not player.last("gone", table=table):
                player.pump(end, "the end of the table")
        same([one.client.me()["chips"] for one in (ada, bob, eve)], chips)
    balances(data)


@case("ratings that cannot be kept are refused, and the log says why")
def unkept():
    log = scratch() + "/log"
    server, lab = laboratory("a", options=("--log", log))
    with server:
        client = server.client()
        client.post("guest", 201)
        path = f"lab/a/games/{games(client)[0]['game']}/rating"
        file = lab + "/a/ratings.jsonl"
        os.symlink(scratch() + "/elsewhere", file)
        client.refused(path, 503, "UNAVAILABLE", stars=3)
        os.remove(file)
        os.mkfifo(file)
        client.refused(path, 503, "UNAVAILABLE", stars=3)
        os.remove(file)
        os.mkdir(file)
        client.refused(path, 503, "UNAVAILABLE", stars=3)
        os.rmdir(file)
        with open(file, "wb") as out:
            out.truncate(16 << 20)
        client.refused(path, 503, "UNAVAILABLE", stars=3)
        os.remove(file)
        if os.getuid() != 0:
            os.chmod(lab + "/a", 0o500)
            client.refused(path, 503, "UNAVAILABLE", stars=3)
            os.chmod(lab + "/a", 0o700)
        client.post(path, stars=3)
        with open(log, encoding="utf-8") as text:
            events = [json.loads(line) for line in text]
        same(len([line for line in events if line.get("event") == "lab"]),
             4 + (os.getuid() != 0), events)
        same(len([line for line in events if line.get("event") == "rating"]), 1)


@case("limits: ratings of a user, requests of an address")
def limits():
    server, _ = laboratory("a")
    with server:
        client = server.client()
        client.post("guest", 201)
        path = f"lab/a/games/{games(client)[0]['game']}/rating"
        check(too_often(client, path, stars=3) >= 30, "thirty, and one more every half minute")
        check(int(client.headers["retry-after"]) >= 1, client.headers)
        statuses, end = [], time.monotonic() + PATIENCE
        while 429 not in statuses:  # eight at once, or a slow client would never be too quick
            lines = [ask(server, "/api/lab") for _ in range(8)]
            statuses += [status_of(line) for line in lines]
            check(time.monotonic() < end, "nothing is refused")
        same(set(statuses), {200, 429})
        client.get("me")  # the desk counts its own


def ask(server, path):
    """A request that is under way."""
    line = http.client.HTTPConnection("127.0.0.1", server.port, timeout=PATIENCE)
    line.request("GET", path)
    return line


def hang_up(line):
    """So that the server knows at once."""
    line.sock.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, struct.pack("ii", 1, 0))
    line.close()


def status_of(line):
    status = line.getresponse().status
    line.close()
    return status


def too_often(client, path, **fields):
    """How many of these are answered until one is refused."""
    for count in range(100):
        status, text = client.send("POST", "/api/" + path, json.dumps(fields),
                                   **{"Content-Type": "application/json"})
        if status == 429:
            same(json.loads(text)["error"]["code"], "TOO_MANY_REQUESTS")
            return count
        same(status, 200, text)
    raise AssertionError("nothing is refused")


def add_point(folder, generation, **more):
    with open(folder + "/progress.jsonl", "a", encoding="ascii") as out:
        out.write(json.dumps({**POINT, "generation": generation, **more}) + "\n")


@case("following: points after a generation, held until there is one, until it is over, or for long")
def following():
    server, lab = laboratory("a", "endless")
    folder = lab + "/a"
    os.remove(lab + "/endless/progress.jsonl")
    add_point(lab + "/endless", 1)
    with server:
        client = server.client()

        def shows(count):
            return f"felt_lab_held {count}\n" in client.send("GET", "/metrics")[1]

        def over(line):
            return select.select([line.sock], [], [], 0)[0]

        def first(path, news=None):
            """The answer to a request, while one that was there before it is held still."""
            while True:
                wait(lambda: shows(0))
                other = ask(server, "/api/lab/endless/progress?after=1&wait=20")
                wait(lambda: shows(1) or over(other))
                line = ask(server, "/api/lab/" + path)
                if news:
                    wait(lambda: shows(2) or over(other))
                if not over(other):
                    break
                hang_up(line)  # twenty seconds were not enough for us
                hang_up(other)
            if news:
                add_point(folder, news)
            ready = select.select([line.sock, other.sock], [], [], PATIENCE)[0]
            check(line.sock in ready, "it is held for as long as the other one")
            answer = json.loads(line.getresponse().read())
            line.close()
            hang_up(other)
            return answer

        whole = client.get("lab/a/progress")
        same(whole["state"], "done")
        check("retry_ms" not in whole and whole["points"] and not whole["more"], whole)
        # What is over is not waited for.
        same(first(f"a/progress?after={whole['after']}&wait=20")["points"], [])
        os.remove(folder + "/progress.jsonl")
        for generation in range(1, 6):
            add_point(folder, generation)
        answer = client.get("lab/a/progress?after=2&limit=2")
        same([point["generation"] for point in answer["points"]], [3, 4])
        same((answer["more"], answer["after"], answer["state"]), (True, 4, "running"))
        same(answer["points"][0], {**POINT, "generation": 3})
        answer = first("a/progress?after=5&wait=20", news=6)
        same([point["generation"] for point in answer["points"]], [6])
        started = time.monotonic()
        answer = client.get("lab/a/progress?after=6&wait=1")
        same((answer["points"], answer["after"], answer["retry_ms"]), ([], 6, 1000))
        check(time.monotonic() - started > 0.9, "held for a second")
        with open(folder + "/progress.jsonl", "a", encoding="ascii") as out:
            out.write('{"generation":7,"seco')  # a line whose end is not there yet
            out.flush()
            same(client.get("lab/a/progress?after=6")["points"], [])
            out.write('nds":2}\n')
        same(client.get("lab/a/progress?after=6")["after"], 7)
        later = threading.Timer(0.5, add_point, (folder, 7), {"done": True})
        later.start()
        answer = client.get("lab/a/progress?after=7&wait=15")
        same((answer["state"], answer["points"]), ("done", []))
        os.utime(folder + "/archive.json", (1e9, 1e9))
        add_point(folder, 8)
        os.utime(folder + "/progress.jsonl", (1e9, 1e9))
        same(client.get("lab/a/progress?after=8&wait=15")["state"], "stopped")
        for query in ("after=-1", "wait=21", "limit=1001", "after=x", "offset=1"):
            same(code(client, "lab/a/progress?" + query, 400), "BAD_FIELD", query)


def end_while_held(count):
    """The seconds that a server takes to end while so many are held."""
    server, lab = laboratory("a")
    os.remove(lab + "/a/progress.jsonl")
    add_point(lab + "/a", 1)
    with server:
        client = server.client()
        lines = [ask(server, "/api/lab/a/progress?after=1&wait=20") for _ in range(count)]
        wait(lambda: f"felt_lab_held {count}\n" in client.send("GET", "/metrics")[1])
        return server.stop_beside(lines)


@case("a stop does not wait for those who are held")
def held_at_the_end():
    waits_for_nothing(lambda: end_while_held(0), lambda: end_while_held(3), 4)


@case("who is held costs nobody anything: others are answered, and whoever leaves is forgotten")
def held():
    server, lab = laboratory("a")
    os.remove(lab + "/a/progress.jsonl")
    add_point(lab + "/a", 1)
    with server:
        client = server.client()
        lines = []
        for _ in range(6):
            lines.append(ask(server, "/api/lab/a/progress?after=1&wait=20"))
        # Of one address four are held; the others have their answer.
        wait(lambda: "felt_lab_held 4" in client.send("GET", "/metrics")[1])
        client.get("lab/a")
        hang_up(lines[0])
        wait(lambda: "felt_lab_held 3" in client.send("GET", "/metrics")[1])
        server.stop()
        for line in lines[1:]:
            line.close()


@case("an evolution that runs is followed to its end")
def running():
    if QUICK:  # to measure the known games takes seconds, under sanitizers minutes
        return
    server, lab = laboratory()
    with server:
        client = server.client()
        words = ["--generations", "2", "--candidates", "4", "--effort", "0.01", "--threads", "1"]
        with subprocess.Popen([FELT, "lab", "evolve", "--out", lab + "/live", *words],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL) as process:
            seen, state, after = [], None, None
            until = time.monotonic() + 3 * PATIENCE
            while state != "done" and time.monotonic() < until:
                query = "?wait=5" + (f"&after={after}" if after is not None else "")
                status, text = client.send("GET", "/api/lab/live/progress" + query)
                if status == 404:  # nothing is written yet
                    time.sleep(0.3)
                    continue
                same(status, 200, text)
                answer = json.loads(text)
                state = answer["state"]
                after = answer["after"] if answer["after"] >= 0 else None
                seen += [point["generation"] for point in answer["points"]]
                check(state in ("running", "done"), state)
            same(process.wait(timeout=PATIENCE), 0)
        same(state, "done")
        same(seen, sorted(set(seen)))
        same(seen[-1], 2)
        same(client.get("lab/live")["generation"], 2)
        same(listing(client)["archives"][0]["state"], "done")


def shape(value):
    """Names and types; of lists and of what is by metric, the first."""
    if isinstance(value, dict):
        return {key: shape(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [shape(value[0])] if value else []
    return "number" if isinstance(value, (int, float)) and not isinstance(value, bool) \
        else type(value).__name__


def agree(said, real, where):
    """Every name of a sample is there, with its type; and none is left out."""
    if isinstance(said, dict):
        check(isinstance(real, dict), where)
        partial = where.split(".")[-1] in ("metrics", "weights", "facts", "genome")
        optional = {"next"}
        for key in said:
            if key not in optional or key in real:
                check(key in real, f"{where}.{key} is not answered")
                agree(said[key], real[key], f"{where}.{key}")
        check(partial or set(real) <= set(said), f"{where}: {set(real) - set(said)} is not told")
    elif isinstance(said, list) and said and isinstance(real, list) and real:
        agree(said[0], real[0], where + "[]")
    else:
        check(shape(said) == shape(real) or None in (said, real) or isinstance(said, list),
              f"{where}: {said!r} is told, {real!r} answered")


@case("samples of docs/PROTOCOL.md 16 are what the server answers")
def samples():
    with open(ROOT + "/docs/PROTOCOL.md", encoding="utf-8") as text:
        section = text.read().split("\n## 16. ")[1].split("\n## ")[0]
    blocks = [json.loads(part.split("```")[0]) for part in section.split("```json\n")[1:]]
    same(len(blocks), 9)
    overview, one, single, rating, progress, table, create, known, old = blocks
    server, lab = laboratory("a", "half")
    with open(lab + "/half/archive.json", "wb") as out:
        out.write(b"{")
    with server:
        client = server.client()
        answer = listing(client)
        for said, real in zip(overview["archives"], answer["archives"]):
            agree(said, real, "list")
        agree({**overview, "archives": []}, {**answer, "archives": []}, "list")
        agree(one, client.get("lab/a"), "archive")
        many = [client.get("lab/a/games/" + row["game"]) for row in games(client)]
        game = next(one["game"] for one in many if len(one["parents"]) == 2)
        same([sorted(parent) for parent in client.get("lab/a/games/" + game)["parents"]],
             [["game", "id"], ["id"]])
        agree(single, client.get("lab/a/games/" + game), "game")
        client.post("guest", 201)
        agree(rating, client.post(f"lab/a/games/{game}/rating", stars=4), "rating")
        same((create["type"], create["game"]), ("create", table["create"]))
        row = next(row for row in client.get("lab/known")["games"] if row["game"] == old["game"])
        same((known["archive"], known["lab"], known["games"]), ("known", True, [row]))
        same(client.get("lab/known/games/" + old["game"]), old)
        with open(lab + "/a/progress.jsonl", "a", encoding="ascii") as out:
            out.write(json.dumps({**POINT, "generation": 900}) + "\n")
        agree(progress, client.get("lab/a/progress?after=899"), "progress")
        check(POLICY in section, "the policy of pages")
        rows = [line for line in section.splitlines() if line.startswith("| `genre` |")]
        for row in games(client):
            check(f"`{row['genre']}`" in rows[0], row["genre"])


if __name__ == "__main__":
    run()
