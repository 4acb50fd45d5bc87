"""A bare aiohttp server that reads a body and sends it back: what everything else is measured beside."""

import asyncio
import sys

from aiohttp import web


async def _echo(request: web.Request) -> web.Response:
    return web.Response(body=await request.read(), content_type="application/json")


async def _serve() -> None:
    app = web.Application(client_max_size=8 * 1024 * 1024)
    app.router.add_post("/v1/hooks/before_prompt_build", _echo)
    runner = web.AppRunner(app, access_log=None)
    await runner.setup()
    site = web.TCPSite(runner, "127.0.0.1", 0)
    await site.start()
    sys.stdout.write(f"{runner.addresses[0][1]}\n")
    sys.stdout.flush()
    await asyncio.Event().wait()


if __name__ == "__main__":
    asyncio.run(_serve())
