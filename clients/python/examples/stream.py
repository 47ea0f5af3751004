import asyncio
import os

from footprint_client import AsyncFootprint


async def main() -> None:
    async with AsyncFootprint(os.environ["FOOTPRINT_URL"], os.environ["FOOTPRINT_API_KEY"]) as client:
        # With a lookup's id in place of the request, it follows that lookup, and nothing is billed.
        stream = client.stream(
            {"identities": {"usernames": ["ada-example"]}},
            on_progress=lambda progress: print(f"{progress.ended} of {progress.planned}"),
        )
        async for event in stream:
            if event.type == "result":
                print(event.data["platform"], event.data["registered"])
        print(stream.result.lookup_id, stream.result.risk.level)


asyncio.run(main())
