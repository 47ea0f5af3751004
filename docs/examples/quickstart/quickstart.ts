/** Quickstart with TypeScript: a lookup at sign-up, a webhook, a batch. */
import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { type BatchItemResult, createFootprintClient, readLines, unwrap, verifyWebhook, type WebhookEvent } from 'footprint-client';

const {
  FOOTPRINT_API_KEY = '', // a key with the scopes lookups and webhooks
  FOOTPRINT_URL = 'http://localhost:8080', // the service
  WEBHOOK_URL = 'https://localhost:4443/', // where it can reach your receiver
  PORT = '4444', // of the receiver below
} = process.env;
const client = createFootprintClient({ baseUrl: FOOTPRINT_URL, apiKey: FOOTPRINT_API_KEY });

// 1. At sign-up: an answer within a second. Sent again under the same key, it is not billed again.
const signUp = unwrap(
  await client.POST('/v2/lookup', {
    params: { header: { 'Idempotency-Key': 'sign-up-4711' } },
    body: { identities: { emails: ['robin.sample@example.com'], usernames: ['robinsample'] }, mode: 'instant' },
  }),
);
console.log(`sign-up: ${signUp.answered} of ${signUp.planned} platforms answered; risk ${signUp.risk.level}`);

// 2. A webhook. The secret is shown once: your receiver needs it.
const { endpoint, secret } = unwrap(
  await client.POST('/v2/webhooks/endpoints', { body: { url: WEBHOOK_URL, eventTypes: ['batch.completed'], payload: 'full' } }),
);
const receiver = createServer().listen(Number(PORT));
const completed = new Promise<WebhookEvent>((resolve) => {
  receiver.on('request', async (request, response) => {
    const event = await verifyWebhook(await buffer(request), request.headers['svc-signature'], secret).catch(() => null);
    response.writeHead(event ? 204 : 400).end();
    if (event) resolve(event);
  });
});

// 3. A batch: up to 10,000 items, each billed when its lookup starts. Its end is an event.
const { batchId } = unwrap(
  await client.POST('/v2/batches', {
    params: { header: { 'Idempotency-Key': 'import-4711' } },
    body: {
      items: [
        { ref: 'customer-1', identities: { usernames: ['robinsample'] } },
        { ref: 'customer-2', identities: { usernames: ['nobody-at-all'] } },
      ],
    },
  }),
);
const { type, data } = await completed;
console.log(type, data.batchId === batchId);

const results = await client.GET('/v2/batches/{id}/results', { params: { path: { id: String(batchId) } }, parseAs: 'stream' });
for await (const { ref, lookup } of readLines<BatchItemResult>(unwrap(results) as ReadableStream<Uint8Array>))
  console.log(ref, lookup?.results.filter(({ registered }) => registered).map(({ platform }) => platform));

await client.DELETE('/v2/webhooks/endpoints/{id}', { params: { path: { id: endpoint.id } } });
receiver.close();
