"""An operator, for cases of felt serve."""
import json

from arena_client import same
from serve_client import PASSWORD


class Operator:
    """An admin's token, and the requests that go with it."""

    def __init__(self, server, name="boss"):
        self.client = server.client()
        server.admin("users", "create", name, "--admin", typed=PASSWORD + "\n")
        self.bearer = {"Authorization": "Bearer " + server.admin("token", "issue", name).strip()}

    def get(self, path, want=200):
        return self.client.get("operator/" + path, want, **self.bearer)

    def post(self, path, want=200, **fields):
        status, text = self.client.send("POST", "/api/operator/" + path, json.dumps(fields),
                                        **{"Content-Type": "application/json"}, **self.bearer)
        same(status, want, f"POST {path}: {text}")
        return json.loads(text)

    def refused(self, path, want, code, **fields):
        same(self.post(path, want, **fields)["error"]["code"], code, path)

    def tables(self):
        return {row["table"]: row for row in self.get("tables")["tables"]}

    def chair(self, table, user):
        chairs = self.tables()[table]["chairs"]
        return next((chair for chair in chairs if chair["user"] == user), None)

    def neighbours(self, table):
        """Who came from the address of somebody else there."""
        return {chair["user"] for chair in self.tables()[table]["chairs"] if chair.get("same_address")}
