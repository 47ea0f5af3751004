import os

from footprint_client import Footprint

with Footprint(os.environ["FOOTPRINT_URL"], os.environ["FOOTPRINT_API_KEY"]) as client:
    # The whole result. With your own idempotency key, a repeated call is never billed again, even from another process.
    lookup = client.lookup(
        {"identities": {"emails": ["ada@example.com"], "ips": ["192.0.2.17"]}},
        idempotency_key="signup-4711",
    )
    print(f"{lookup.answered} of {lookup.planned} answered: {lookup.hits}")
    print(lookup.risk.level, lookup.risk.score, ", ".join(reason.code for reason in lookup.risk.reasons))
