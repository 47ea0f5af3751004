import os

from footprint_client import Footprint, FootprintError, api

people = [
    {"ref": "customer-1", "identities": {"emails": ["ada@example.com"]}},
    {"ref": "customer-2", "identities": {"phones": ["+12025550123"]}},
]

with Footprint(os.environ["FOOTPRINT_URL"], os.environ["FOOTPRINT_API_KEY"]) as client:
    try:
        batch = client.batch(
            people,
            mode="instant",
            idempotency_key="import-2026-11-27",
            on_progress=lambda batch: print(f"{batch.counts.finished} of {batch.items}"),
        )
    except FootprintError as error:
        if error.batch is None:
            raise
        # The allowance does not cover the next item. What has started is finished and billed; resume the rest later.
        print(f"{error.batch_id} is paused: {error.batch.paused_because}")
        client.call(api.resume_batch(error.batch.batch_id))
        batch = client.wait_for_batch(error.batch.batch_id, wait_while_paused=True)
    for item in client.batch_results(batch.batch_id):
        print(item.ref, item.status, item.lookup.hits if item.lookup else item.fault)
