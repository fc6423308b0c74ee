"""Joins a table of Tambo by its code, and plays to the end: Temple, Valley or Tiwanaku, with others or together.

    python3 examples/bot.py http://localhost:8080 CODE [NAME]

Needs Debian's python3-websockets. docs/protocol.md says what goes over the line, docs/view.md what a bot may know."""
import asyncio
import json
import random
import sys

import websockets


def choose(view, lines):
    """Your bot goes here: what it may know, what it may do. This one plays at random, but explores in Tiwanaku."""
    new = [line for line in lines if line.startswith(("enter", "move")) and line.split()[-1] not in view["placed"]]
    return random.choice(new or lines)


class Table:
    """A table, as one connection follows it."""
    def __init__(self, line):
        self.line, self.unread, self.news, self.result = line, [], False, None

    async def hear(self):
        """The next object, whatever it is. The server sends lists of them."""
        while not self.unread:
            self.unread = json.loads(await self.line.recv())
        heard = self.unread.pop(0)
        self.news = self.news or "t" in heard  # something happened
        self.result = heard.get("result", self.result)  # the game is over
        return heard

    async def ask(self, do, **members):
        """Says something and hears until it is answered: the answer. A refusal that stays one is the end."""
        message = {"do": do, "id": f"{random.getrandbits(64):x}", **members}
        while True:
            await self.line.send(json.dumps(message))
            while (answer := await self.hear()).get("re") != message["id"] and "error" not in answer:
                pass
            if answer.get("error") in (None, "waiting", "turn", "over"):  # the game has not begun, or has gone on
                return answer
            if answer["error"] not in ("rate", "store"):
                sys.exit(answer["text"])
            await asyncio.sleep(1 + answer.get("wait_ms", 0) / 1000)  # then the same id: nothing is done twice


async def play(table, code, name, me):
    """Sits down, and acts whenever it may. me: the token, by which a new connection is still the same player."""
    me["token"] = (await table.ask("hello", v=2, **me)).get("token") or me["token"]
    if (await table.ask("open", code=code))["seat"] is None:
        await table.ask("sit", name=name)
    while not table.result:
        table.news = False
        legal = await table.ask("legal")
        if legal.get("lines"):
            view = (await table.ask("view"))["view"]
            lines = [*legal["yours"], choose(view, legal["lines"])]  # what I did in this round, and one step more
            await table.ask("turn", lines=lines, round=legal["round"])
        elif not table.news:
            await table.hear()
    print(*(f"{r['name']}: {r['total']}{' (winner)' if r['winner'] else ''}" for r in table.result["seats"]), sep="\n")


async def main(url, code, name="bot.py"):
    me, address = {}, url.replace("http", "ws", 1).rstrip("/") + "/ws"
    while True:
        try:
            async with websockets.connect(address, subprotocols=["tambo.1"], max_size=None) as line:
                return await play(Table(line), code, name, me)
        except (OSError, websockets.WebSocketException) as why:
            if not me:
                sys.exit(f"There is no server at {url}: {why}")
            print(f"The line broke ({why}): again in a second.", file=sys.stderr)
            await asyncio.sleep(1)


if len(sys.argv) not in (3, 4) or not sys.argv[1].startswith("http"):
    sys.exit(__doc__)
asyncio.run(main(*sys.argv[1:]))
