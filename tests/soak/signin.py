"""signin.py -- a hostile /48 and two owners at the sign-in of a server behind a proxy.

usage: signin.py PORT SECONDS RATE

This program is the proxy: X-Forwarded-For says who asks.  Strangers come from another /64 of one /48 each
time and guess, for names that are not there; every second one wants an account.  It fails if an
owner's tries are good in less than 95 of 100 cases, where good is 200 within 3 seconds.
"""
import asyncio
import itertools
import json
import sys
import time

PORT, SECONDS, RATE = (int(word) for word in sys.argv[1:4])
LINES = 200  # of strangers: more than may wait for a hash
PATIENCE, PAUSE, WANTED = 3.0, 1.5, 95
PASSWORD = "correct horse battery"
CROWD = "2001:db8:1:"


class Line:
    """A connection that is kept, and opened again when the server has closed it."""

    def __init__(self):
        self.reader = self.writer = None

    async def post(self, path, address, fields, cookie=""):
        """Status and cookies of the answer; 0: there was none."""
        body = json.dumps(fields)
        head = (f"POST /api/{path} HTTP/1.1\r\nHost: soak\r\nX-Forwarded-For: {address}\r\n"
                f"Content-Type: application/json\r\nContent-Length: {len(body)}\r\n")
        if cookie:
            head += f"Cookie: {cookie}\r\n"
        try:
            if not self.writer:
                self.reader, self.writer = await asyncio.open_connection("127.0.0.1", PORT)
            self.writer.write((head + "\r\n" + body).encode())
            return await self.read()
        except (OSError, asyncio.IncompleteReadError, ValueError):
            self.close()
            return 0, []

    async def read(self):
        head = (await self.reader.readuntil(b"\r\n\r\n")).decode()
        lines = head.split("\r\n")
        fields = [line.split(": ", 1) for line in lines[1:] if ": " in line]
        length = next(int(value) for name, value in fields if name.lower() == "content-length")
        await self.reader.readexactly(length)
        cookies = [value.split(";")[0] for name, value in fields if name.lower() == "set-cookie"]
        return int(lines[0].split()[1]), cookies

    def close(self):
        if self.writer:
            self.writer.close()
        self.writer = None


class Crowd:
    def __init__(self):
        self.numbers, self.answers, self.end = itertools.count(), {}, 0
        self.due = 0.0  # when the next may be sent

    async def stranger(self):
        line = Line()
        while time.monotonic() < self.end:
            now = time.monotonic()
            self.due = max(self.due, now - 0.1) + 1 / RATE
            if self.due > now:
                await asyncio.sleep(self.due - now)
            number = next(self.numbers)
            status, _ = await line.post("login" if number % 2 else "register",
                                        f"{CROWD}{number % 65536:x}::1",
                                        {"username": f"user{number}", "password": f"guess {number}"})
            self.answers[status] = self.answers.get(status, 0) + 1
        line.close()


class Owner:
    def __init__(self, name, address):
        self.name, self.address, self.cookie, self.taken, self.tries = name, address, "", [], 0
        self.failed = {}  # how often, by status; 0: no answer in time

    def fields(self):
        return {"username": self.name, "password": PASSWORD}

    async def register(self, keeps):
        status, cookies = await Line().post("register", self.address, self.fields())
        if status != 201:
            sys.exit(f"{self.name} cannot register: {status}")
        if keeps:
            self.cookie = next((text for text in cookies if text.startswith("felt_device=")), "")

    async def sign_in(self):
        begin, line = time.monotonic(), Line()
        self.tries += 1
        try:
            status, _ = await asyncio.wait_for(
                line.post("login", self.address, self.fields(), self.cookie), PATIENCE)
        except asyncio.TimeoutError:
            status = 0
        line.close()
        if status == 200:
            self.taken.append(time.monotonic() - begin)
        else:
            self.failed[status] = self.failed.get(status, 0) + 1

    async def live(self, end):
        while time.monotonic() + PATIENCE < end:
            await asyncio.gather(self.sign_in(), asyncio.sleep(PAUSE))

    def report(self):
        good = 100 * len(self.taken) / max(1, self.tries)
        times = sorted(self.taken)
        p95 = times[min(len(times) - 1, len(times) * 95 // 100)] if times else float("inf")
        print(f"{self.name}: {len(self.taken)} of {self.tries} sign-ins good ({good:.0f} %), p95 {p95:.2f} s"
              + (f"; failed: {self.failed}" if self.failed else ""))
        return good >= WANTED


async def main():
    crowd = Crowd()
    owners = [Owner("elsewhere", "2001:db8:2::1"), Owner("neighbour", f"{CROWD}5::1")]
    for owner in owners:
        await owner.register(owner.address.startswith(CROWD))
    for owner in owners:  # how long it takes without the crowd
        await owner.sign_in()
    print("alone: " + ", ".join(f"{taken:.2f} s" for owner in owners for taken in owner.taken))
    for owner in owners:
        owner.taken, owner.tries = [], 0
    crowd.end = time.monotonic() + SECONDS
    strangers = [asyncio.create_task(crowd.stranger()) for _ in range(LINES)]
    await asyncio.sleep(1)
    await asyncio.gather(*(owner.live(crowd.end) for owner in owners))
    for stranger in strangers:
        stranger.cancel()
    sent = sum(crowd.answers.values())
    print(f"strangers: {sent / SECONDS:.0f} answers a second: {dict(sorted(crowd.answers.items()))}")
    good = [owner.report() for owner in owners]
    sys.exit(0 if all(good) else 1)


asyncio.run(main())
