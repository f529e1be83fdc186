"""Cases of the operator: tables, house players, users and chips of a room that is open."""
import base64
import hmac
import json
import os
import re
import struct
import time

from arena_client import case, check, run, same, scratch
from operator_client import Operator
from room_client import Player, room_of
from serve_client import PASSWORD, Server, admin, balances, wait


CONF = """[table nl-2]
title = No-limit hold'em 1/2
game = holdem
blinds = 1/2
tables = 2
clock = 1s
time-bank = 1s
pause = 200ms
[table nl-10]
title = No-limit hold'em 5/10
game = holdem
blinds = 5/10
clock = 1s
"""


def lounge(data=None, *options):
    """A room with short clocks: who says nothing keeps nobody waiting for long."""
    return room_of(CONF, data, *options)


def guest(server):
    client = server.client()
    client.post("guest", 201)
    return Player(server, client).connect()


def sit(player, table="nl-2-1", **more):
    """Sits down; the number of the user."""
    player.good("sit", table=table, **more)
    return player.welcome["user"]["id"]


def bank(operator, user):
    return operator.get(f"users/{user}")["user"]["chips"]


@case("only admins: everybody else gets 403 for whatever there is, and nothing happens")
def only_admins():
    paths = ["tables", "house", "users", "users/1", "metrics", "ledger/check", "no/such/path"]
    posts = {"tables/open": {"stake": "nl-2"}, "notice": {"text": "x"}, "users/1/disable": {},
             "house/dials": {"who": "*", "persona": "house:rock"}}
    with lounge() as server:
        operator, nobody, ada = Operator(server), server.client(), server.register("ada")
        before = len(operator.tables())
        token = server.admin("token", "issue", "ada").strip()
        for path in paths:
            for client in (nobody, ada):
                client.get("operator/" + path, 403)
            nobody.get("operator/" + path, 403, Authorization="Bearer " + token)
        for path, fields in posts.items():
            for client in (nobody, ada):
                client.refused("operator/" + path, 403, "FORBIDDEN", **fields)
        same(len(operator.tables()), before)
        same(operator.get("metrics")["operator"]["changes"], 0)


def totp(secret, step):
    """RFC 6238, written again."""
    digest = hmac.new(base64.b32decode(secret), struct.pack(">Q", step), "sha1").digest()
    at = digest[-1] & 15
    return f"{(struct.unpack('>I', digest[at:at + 4])[0] & 0x7FFFFFFF) % 1000000:06}"


def wrong_code(client, name, code):
    same(client.post("login", 401, **name, code=code)["error"]["code"], "WRONG_CODE", code)


def enrol(server, name):
    """Secret, recovery codes, and the code that confirmed it with its step."""
    said = server.admin("factor", "begin", name)
    secret = said.split()[1]
    check(f"otpauth://totp/felt:{name}?secret={secret}&issuer=felt" in said, said)
    codes = re.findall(r"^  ([A-Z2-7]{4}(?:-[A-Z2-7]{4}){3})$", said, re.M)
    same(len(set(codes)), 10)
    server.admin("factor", "confirm", name, "abcdef", code=1, complaint="not the code")
    step = int(time.time()) // 30
    server.admin("factor", "confirm", name, totp(secret, step))
    return secret, codes, step


@case("a second factor: a code for each sign-in by password, none for a link, recovery codes")
def second_factor():
    with lounge() as server:
        server.register("ada")
        server.admin("factor", "begin", "ada", code=2, complaint="no operator")
        server.admin("users", "create", "boss", "--admin", typed=PASSWORD + "\n")
        before = server.client()
        before.post("login", username="boss", password=PASSWORD)
        before.get("operator/tables")
        secret, codes, step = enrol(server, "boss")
        before.get("operator/tables", 403)  # its session was not proved
        said = server.admin("factor", "begin", "boss", code=1, complaint="remove it first")
        check("secret" not in said and "otpauth" not in said, "nothing is shown that does not count")
        boss = server.client()
        name = {"username": "boss", "password": PASSWORD}
        boss.refused("login", 401, "SECOND_FACTOR", **name)
        boss.refused("login", 401, "WRONG_SECRET", username="boss", password="not this one 9")
        wrong_code(boss, name, totp(secret, step))  # used
        wrong_code(boss, name, "x" * 200)
        step = max(step + 1, int(time.time()) // 30)
        boss.post("login", **name, code=totp(secret, step))
        boss.get("operator/tables")
        wrong_code(boss, name, totp(secret, step))
        boss.post("login", **name, code=codes[3].lower())
        wrong_code(boss, name, codes[3])
        token = json.loads(server.admin("token", "issue", "boss", "--link", "--json"))["token"]
        other = server.client()
        other.post("link", token=token)  # a link comes from the machine itself
        other.get("operator/tables")
        check("factor" in server.admin("audit"), "it is in the audit")
        for _ in range(20):
            status, text = server.client().send("POST", "/api/login", json.dumps(
                {**name, "code": "000000"}), **{"Content-Type": "application/json"})
            if status == 429:
                break
        same(status, 429, "codes cannot be tried without end: " + text)
        server.admin("factor", "remove", "boss")


@case("operator-second-factor = required: no operator by password alone")
def required_factor():
    with lounge(None, "--operator-second-factor", "required") as server:
        server.admin("users", "create", "boss", "--admin", typed=PASSWORD + "\n")
        boss = server.client()
        boss.refused("login", 403, "NO_SECOND_FACTOR", username="boss", password=PASSWORD)
        token = json.loads(server.admin("token", "issue", "boss", "--link", "--json"))["token"]
        boss.post("link", token=token)
        boss.get("operator/tables")
        secret, _, step = enrol(server, "boss")
        boss.post("login", username="boss", password=PASSWORD,
                  code=totp(secret, max(step + 1, int(time.time()) // 30)))
        boss.get("operator/tables")


def signed_request(secret, **fields):
    """As Facebook makes them."""
    payload = base64.urlsafe_b64encode(json.dumps(fields).encode()).rstrip(b"=")
    signature = hmac.new(secret.encode(), payload, "sha256").digest()
    return (base64.urlsafe_b64encode(signature).rstrip(b"=") + b"." + payload).decode()


def facebook_words(server, app_secret):
    """Signs in by a signed request, and fails by another; what must not be seen of both."""
    fields = {"algorithm": "HMAC-SHA256", "issued_at": int(time.time()), "user_id": "4711"}
    good, bad = signed_request(app_secret, **fields), signed_request("not the secret of it", **fields)
    server.client().post("facebook", 201, signedRequest=good)
    server.client().refused("facebook", 401, "WRONG_SECRET", signedRequest=bad)
    return [app_secret, *good.split("."), *bad.split(".")]


def table_words(server, client):
    """Key and password of a private table, right and wrong ones; the token of a hello."""
    token = server.admin("token", "issue", "ada").strip()
    ada, eve = Player(server, token=token).connect(), guest(server)
    mine = Player(server, client).connect()
    made = mine.good("create", title="Friday", password="swordfish of friday")
    eve.refused("FORBIDDEN", "watch", table=made["table"], password="a guess of eve")
    eve.good("watch", table=made["table"], password="swordfish of friday")
    ada.drop()
    stranger = Player(server, token="x" * 20 + token[20:]).connect(welcome=False)
    stranger.line.closed(1008)
    return ["swordfish of friday", "a guess of eve", made["key"], token, token[20:]]


@case("no secret in log, metrics, audit, export or ledger; passwords, tokens, factors, keys, codes")
def secrets():
    folder, app_secret = scratch(), "3f9a7c5e1b2d4860a1b2c3d4e5f60718"
    with open(folder + "/facebook", "w", encoding="ascii") as out:
        out.write(app_secret + "\n")
    os.chmod(folder + "/facebook", 0o600)
    with lounge(folder + "/data", "--log", folder + "/log", "--facebook-secret", folder + "/facebook",
                "--facebook-app", "1234567") as server:
        secret_words = [PASSWORD, "another good secret"]
        ada = server.register("ada")
        ada.post("password", old=PASSWORD, new=secret_words[1])
        ada.post("login", username="ada", password=secret_words[1])
        ada.refused("login", 401, "WRONG_SECRET", username="ada", password="a wrong one of hers")
        server.admin("users", "create", "boss", "--admin", typed=PASSWORD + "\n")
        operator = server.admin("token", "issue", "boss").strip()
        link = json.loads(server.admin("token", "issue", "boss", "--link", "--json"))["token"]
        secret, codes, step = enrol(server, "boss")
        boss = server.client()
        code = totp(secret, max(step + 1, int(time.time()) // 30))
        boss.post("login", username="boss", password=PASSWORD, code=code)
        boss.post("login", username="boss", password=PASSWORD, code=codes[0])
        cookies = [value for client in (ada, boss) for value in client.cookies.values()]
        secret_words += [operator, link, secret, secret.lower(), "a wrong one of hers", *codes,
                         *(one.replace("-", "") for one in codes), *cookies, "$2b$",
                         base64.b32decode(secret).hex()]
        secret_words += facebook_words(server, app_secret) + table_words(server, ada)
        club = ada.post("clubs", name="Friday")
        server.register("bob").post("clubs/join", code=club["code"])
        guess = club["code"][::-1]
        same(server.register("cat").post("clubs/join", 404, code=guess)["error"]["code"], "NO_CLUB")
        secret_words += [club["code"], guess]
        export = ada.send("GET", "/api/export")[1]
        texts = {"metrics": server.client().send("GET", "/metrics")[1], "export": export,
                 "audit": server.admin("audit", "--json"), "users": server.admin("users", "show", "boss", "--json"),
                 "operator": boss.send("GET", "/api/operator/users")[1],
                 "ledger": server.admin("ledger", "export", "--json")}
        server.admin("backup", folder + "/backup")
        server.stop()
    with open(folder + "/log", encoding="utf-8") as file:
        texts["log"] = file.read()
    check('"login"' in texts["log"], "the log is there")
    for place, text in texts.items():
        for word in secret_words:
            check(word not in text, f"{place} has {word}")
    with open(folder + "/backup", encoding="utf-8") as file:
        text = file.read()
    for word in secret_words:  # hashes of passwords and codes of clubs are what a backup is for
        check(word in ("$2b$", club["code"]) or word not in text, f"the backup has {word}")


@case("a link signs an admin in once; a page of another site cannot use the session")
def link():
    with lounge() as server:
        server.admin("users", "create", "boss", "--admin", typed=PASSWORD + "\n")
        token = json.loads(server.admin("token", "issue", "boss", "--link", "--json"))["token"]
        client, other = server.client(), server.client()
        client.post("link", token=token)
        client.get("operator/tables")
        client.post("operator/notice", text="hello")
        other.refused("link", 401, "NOT_SIGNED_IN", token=token)
        status, text = client.send("POST", "/api/operator/notice", '{"text":"x"}', **{
            "Content-Type": "application/json", "Origin": "https://evil.example"})
        same(status, 403, text)
        status, text = client.send("POST", "/api/operator/notice", '{"text":"x"}', **{
            "Content-Type": "text/plain"})
        same(status, 415, text)
        server.admin("token", "revoke", "boss")
        client.get("operator/tables", 403)


@case("tables are opened, filled by house players, closed and gone; felt admin does the same")
def tables():
    with lounge() as server:
        operator = Operator(server)
        same(operator.post("tables/open", stake="nl-2"), {"table": "nl-2-3"})
        wait(lambda: operator.tables()["nl-2-3"]["taken"] >= 2)
        same(server.admin("tables", "open", "nl-2"), "nl-2-4 is open\n")
        check("nl-2-4" in server.admin("tables"), "it is listed")
        check("nl-2-4" in operator.tables(), "here too")
        operator.post("tables/close", table="nl-2-3")
        server.admin("tables", "close", "nl-2-4")
        wait(lambda: not {"nl-2-3", "nl-2-4"} & set(operator.tables()))
        operator.refused("tables/open", 404, "NO_STAKE", stake="nl-3")
        operator.refused("tables/close", 404, "NO_TABLE", table="nl-2-9")
        server.admin("tables", "open", "nl-3", code=1, complaint="there are nl-2, nl-10")
        server.admin("tables", "close", "nl-2-9", code=1, complaint="no table of that name")
        server.admin("tables", "opne", "x", code=2)


@case("a table closes under a person: the hand ends, the chips are in the bank")
def close_under():
    with lounge() as server:
        operator, ada = Operator(server), guest(server)
        user = sit(ada, buy_in=100)
        same(bank(operator, user), 300)
        operator.post("tables/close", table="nl-2-1")
        wait(lambda: "nl-2-1" not in operator.tables())
        wait(lambda: bank(operator, user) == operator.get(f"users/{user}")["total"])
        total = operator.get(f"users/{user}")
        check(total["seats"] == [], str(total["seats"]))
    balances(server.data)


@case("dials: changed live, shown, refused if wrong, and there again after a restart")
def dials():
    data = scratch() + "/data"
    with lounge(data) as server:
        operator = Operator(server)

        def persona(name):
            return {row["name"]: row for row in operator.get("house")["members"]}[name]["persona"]

        usual = persona("HousePlayer3")
        operator.post("house/dials", who="HousePlayer3", persona="house:rock,aggr=4")
        same(persona("HousePlayer3"), "house:rock,aggr=4")
        operator.refused("house/dials", 400, "BAD_FIELD", who="HousePlayer3", persona="house:nit,aggr=99")
        operator.refused("house/dials", 400, "BAD_FIELD", who="Ada", persona="house:rock")
        same(persona("HousePlayer3"), "house:rock,aggr=4")
        server.admin("house", "dials", "HousePlayer4", "house:tag,tight=9")
        same(persona("HousePlayer4"), "house:tag,tight=9")
        server.admin("house", "dials", "HousePlayer4", "bogus", code=1, complaint="bogus")
        settings = operator.post("house/settings", think_ms=0, stay_hands=7)["settings"]
        same((settings["think_ms"], settings["stay_hands"]), (0, 7))
        operator.refused("house/settings", 400, "BAD_FIELD", think_ms=60001)
        hands = operator.get("metrics")["room"]["hands"]
        wait(lambda: operator.get("metrics")["room"]["hands"] > hands)
    with lounge(data) as server:
        operator = Operator(server, "chief")
        same(persona("HousePlayer3"), "house:rock,aggr=4")
        server.admin("house", "dials", "HousePlayer3", "")
        same(persona("HousePlayer3"), usual)


@case("whoever is disabled loses line and seat at once, and keeps the chips")
def disable():
    with lounge() as server:
        operator, ada = Operator(server), Player(server, server.register("ada")).connect()
        user = sit(ada, buy_in=100)
        same(operator.get(f"users/{user}")["seats"][0]["table"], "nl-2-1")
        operator.post(f"users/{user}/disable", reason="he does not stop")
        ada.line.closed(1008)
        ada.client.get("me", 401)
        wait(lambda: operator.chair("nl-2-1", user) is None)
        wait(lambda: bank(operator, user) == operator.get(f"users/{user}")["total"])
        check("he does not stop" in server.admin("audit", "--user", "ada"), "it is in the audit")
        check("operator:boss" in server.admin("audit", "--user", "ada"), "with who did it")
        operator.post(f"users/{user}/enable")
        ada.client.post("login", username="ada", password="correct horse 9")
        sit(ada.connect())
    balances(server.data)


@case("felt admin users disable, token revoke and passwd close lines too, and so does signing out everywhere")
def admin_closes_lines():
    with lounge() as server:
        client = server.register("ada")
        for words in (("token", "revoke", "ada"), ("users", "passwd", "ada"), ("users", "disable", "ada")):
            ada = Player(server, client).connect()
            server.admin(*words, typed=PASSWORD + "\n")
            ada.line.closed(1008)
            if words[1] != "disable":
                client.post("login", username="ada", password=PASSWORD)
        bob = server.register("bob")
        line = Player(server, bob).connect()
        bob.post("logout", all=True)
        line.line.closed(1008)


@case("an account that is closed: line and hands are gone")
def closed():
    with lounge() as server:
        client = server.register("ada")
        ada = Player(server, client).connect()
        client.post("delete", password=PASSWORD)
        ada.line.closed(1008)
        server.admin("users", "create", "bob", typed=PASSWORD + "\n")
        server.admin("users", "delete", "bob")


@case("somebody is asked to stand up, is silenced, and everybody reads a notice")
def stand():
    with lounge() as server:
        operator, ada, bob = Operator(server), guest(server), guest(server)
        user = sit(ada, buy_in=100)
        bob.good("watch", table="nl-2-1")
        operator.post("notice", text="We close at \u2665 ten")
        for player in (ada, bob):
            same(player.line.next("notice")["msg"], "We close at \u2665 ten")
        ada.good("chat", table="nl-2-1", text="hello")
        bob.line.next("chat")
        operator.post(f"users/{user}/silence", minutes=5)
        ada.refused("MUTED", "chat", table="nl-2-1", text="hello again")
        operator.post(f"users/{user}/silence", minutes=0)
        ada.good("chat", table="nl-2-1", text="thank you")
        operator.refused("users/99999/silence", 404, "NO_USER", minutes=5)
        operator.post(f"users/{user}/stand")
        wait(lambda: operator.chair("nl-2-1", user) is None)
        check(not ada.line.gone, "the line stays")


@case("chips: a key moves them once; a debit takes no more than there is; the books are right meanwhile")
def chips():
    with lounge() as server:
        operator, user = Operator(server), server.register("ada").me()["id"]
        gift = {"user": user, "amount": 100, "reason": "a prize", "key": "k1"}
        same(operator.post("chips/credit", **gift)["replayed"], False)
        same(operator.post("chips/credit", **gift)["replayed"], True)
        same(bank(operator, user), 500)
        operator.refused("chips/credit", 409, "KEY_REUSED", **{**gift, "amount": 101})
        operator.refused("chips/debit", 409, "INSUFFICIENT_CHIPS", user=user, amount=501, reason="x", key="k2")
        operator.refused("chips/credit", 404, "NO_USER", **{**gift, "user": 99999, "key": "k3"})
        operator.refused("chips/credit", 400, "BAD_FIELD", **{**gift, "amount": -5})
        same(bank(operator, user), 500)
        for _ in range(3):
            check(operator.get("ledger/check")["good"], "the books are right")
        rows = operator.get("users?query=ad&limit=1")
        same([row["username"] for row in rows["users"]], ["ada"])
        page = operator.get("users?limit=2")
        same(len(page["users"]), 2)
        check(operator.get(f"users?behind={page['next']}")["users"][0]["id"] > page["next"], "a next page")
        def seated():
            rows = json.loads(server.admin("house", "list", "--json"))["players"]
            return any(row["state"] == "seated" and row["table"] and row["persona"] for row in rows)
        wait(seated)
        check("seated" in server.admin("house", "list"), "a line for each")
        house = operator.get("house")["totals"]
        check(house["account"] > 0 and house["bank"] > 0 and house["seated"] > 0, str(house))


@case("without a server, and without a room, felt admin says so")
def without():
    data = scratch() + "/data"
    with lounge(data, "--no-room") as server:
        server.admin("tables", code=1, complaint="has no room")
        server.admin("house", "dials", "*", "house:rock", code=1, complaint="has no room")
        operator = Operator(server)
        operator.get("tables", 503)
        operator.get("users")
    admin(data, "tables", code=1, complaint="no server works on")
    admin(data, "tables", "open", "nl-2", code=1, complaint="only while felt serve runs")


@case("without an arena: people play, bots find no tables; a server with neither is refused")
def no_arena():
    with lounge(None, "--no-arena") as server:
        player = guest(server)
        sit(player)
        client = server.client()
        same(client.send("GET", "/healthz")[0], 200)
        same(client.send("GET", "/api/arena")[0], 404)
        same(client.send("GET", "/ws")[0], 404, "no WebSocket for bots")
        check("felt_room_hands_kept_total" in client.send("GET", "/metrics")[1], "the room counts")
    for option in "--no-room", "--match":
        with Server(None, "--no-arena", option, fails=True, room=True) as server:
            same(server.wait(), 2)
            check("--no-arena" in server.complaint(), server.complaint())


@case("a club: its tables are for members, and whoever is removed loses them")
def club():
    with lounge() as server:
        clients = {name: server.register(name, handle=name.title()) for name in ("ada", "bob", "cat")}
        players = {name: Player(server, clients[name]).connect() for name in clients}
        code = clients["ada"].post("clubs", name="Tuesdays")["code"]
        players["cat"].refused("FORBIDDEN", "create", club=1)
        clients["bob"].post("clubs/join", code=code)
        clients["cat"].get("clubs/1", 404)
        players["ada"].send("create", club=1, title="Ours")
        players["ada"].line.next("private")
        place = clients["bob"].get("clubs/1")["tables"][0]
        table, key = place["table"], place["key"]
        check(table.startswith("c1-"), table)
        players["cat"].refused("NO_TABLE", "watch", table=table)
        same(clients["cat"].post("clubs/1/leave", 404), clients["cat"].post("clubs/2/leave", 404))
        same(clients["ada"].get("clubs/1")["tables"][0]["key"], key)
        players["bob"].good("sit", table=table, key=key, buy_in=100)
        same(clients["ada"].get("clubs/1")["tables"][0]["seated"], 1)
        clients["ada"].post("clubs/1/remove", handle="Bob")
        wait(lambda: clients["ada"].get("clubs/1")["tables"][0]["seated"] == 0)
        wait(lambda: clients["bob"].me()["chips"] == 400)
        check(clients["ada"].get("clubs/1")["tables"][0]["key"] != key, "another key")
        bob = Player(server, clients["bob"]).connect()
        bob.refused("FORBIDDEN", "watch", table=table, key=key)
        clients["bob"].get("clubs/1", 404)
        clients["bob"].post("clubs/join", code=code)
        clients["ada"].post("clubs/1/close")
        wait(lambda: json.loads(server.admin("club", "list", "--json"))[0]["closed"])
        bob.refused("FORBIDDEN", "create", club=1)
    balances(server.data)


@case("a report reaches the operators; silence and bans hold after a restart, and end")
def restraints():
    with lounge() as server:
        data, operator = server.data, Operator(server)
        ada, bob = server.register("ada", handle="Ada"), server.register("bob", handle="Bob")
        user = bob.me()["id"]
        ada.post("reports", handle="bob", table="nl-2-1", text="he folds for his friend")
        row = operator.get("reports?query=open")["reports"][0]
        same((row["by_username"], row["username"], row["table"]), ("ada", "bob", "nl-2-1"))
        operator.post("reports/1/close", reason="told him")
        operator.refused("reports/1/close", 404, "NO_REPORT", reason="twice")
        same(json.loads(server.admin("reports", "--json")), [])
        check("told him" in server.admin("reports", "--find", "all"), "with what was done")
        operator.post("tables/close", table="nl-2-2")
        operator.post(f"users/{user}/silence", minutes=60, reason="shouts")
        same([line["action"] for line in operator.get("audit?query=tables_close")["audit"]], ["tables_close"])
        check("shouts" in server.admin("audit", "--find", "silence"), "found by its word")
        same([row["username"] for row in json.loads(server.admin("users", "silenced", "--json"))], ["bob"])
    with lounge(data) as server:
        bob = server.client()
        bob.post("login", username="bob", password=PASSWORD)
        player = Player(server, bob).connect()
        player.good("watch", table="nl-2-1")
        player.refused("MUTED", "chat", table="nl-2-1", text="hello")
        server.admin("users", "silence", "bob", "--hours", 0)
        player.good("chat", table="nl-2-1", text="hello")
        server.admin("users", "disable", "bob", "--hours", 1)
        player.line.closed(1008)
        bob.refused("login", 401, "WRONG_SECRET", username="bob", password=PASSWORD)
        check("until" in server.admin("users", "show", "bob"), "and until when")
        server.admin("users", "enable", "bob")
        bob.post("login", username="bob", password=PASSWORD)


if __name__ == "__main__":
    run()
