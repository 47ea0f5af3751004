"""Client of a Footprint service.

`Footprint` and `AsyncFootprint` look up identities, follow lookups, send batches, and `call` any operation of `api` with the types of
`models`. `verify_webhook` verifies webhooks.
"""

from ._async_client import AsyncFootprint, AsyncStream
from ._call import Call
from ._errors import FootprintError
from ._events import Event, Progress
from ._webhook import WebhookEvent, WebhookVerificationError, verify_webhook
from .generated import __version__, api, models
from .generated.client import Footprint, Stream
from .generated.types import UNSET, Unset

__all__ = [
    "UNSET",
    "AsyncFootprint",
    "AsyncStream",
    "Call",
    "Event",
    "Footprint",
    "FootprintError",
    "Progress",
    "Stream",
    "Unset",
    "WebhookEvent",
    "WebhookVerificationError",
    "__version__",
    "api",
    "models",
    "verify_webhook",
]
