import os

from footprint_client import Footprint, FootprintError, api, models

with Footprint(os.environ["FOOTPRINT_URL"], os.environ["FOOTPRINT_API_KEY"]) as client:
    try:
        request = models.LookupRequestV2(models.Identities(emails=["ada@example.com"]), modules=[models.Module.EMAIL])
        print(client.lookup(request, idempotency_key="signup-4712").modules.email)
    except FootprintError as error:
        if error.code == models.ErrorCode.QUOTA_EXCEEDED:
            print("Used up:", error.details)
        elif error.lookup_id:
            # Accepted and billed: read it later, or repeat the request under its key.
            print("Later:", client.call(api.get_lookup_v2(error.lookup_id)))
        else:
            print(error.status, error.code, error.message, error.request_id)

    # Every other operation: here a list, page by page.
    for page in client.pages(api.list_lookups_v2(limit="100")):
        print([listed.lookup_id for listed in page.lookups])
