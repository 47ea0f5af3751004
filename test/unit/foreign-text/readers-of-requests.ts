/** Readers of what clients send: requests, their heads, identities, tables, and files that people have from elsewhere. */
import { COOKIE_LIFETIMES } from '../../../src/features/people/people.js';
import { createHash } from 'node:crypto';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { IncomingMessage, ServerResponse } from 'node:http';
import { Socket } from 'node:net';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { Readable } from 'node:stream';
import Koa from 'koa';
import { verifyWebhook } from '../../../clients/typescript/verify-webhook.js';
import { readStream } from '../../../src/cli/api-client.js';
import { readBatchFile } from '../../../src/cli/batch-file.js';
import { TOOLS } from '../../../src/mcp/tools.js';
import { openBundle } from '../../../src/engine/catalogue/bundle.js';
import { readEntries } from '../../../src/engine/catalogue/read-entries.js';
import { graphqlOperations } from '../../../src/engine/catalogue/safety/request-parts.js';
import { readImportFile } from '../../../src/facts/breaches/sources/import-file.js';
import { authenticateKey } from '../../../src/features/accounts/use-cases/api-keys.js';
import { CSV, NDJSON, readItems } from '../../../src/features/batches/routes/shared/read-items.js';
import { createPasskeyVerifier } from '../../../src/features/people/credentials/passkey-checks.js';
import { parseEntry } from '../../../src/features/privacy/store/erasure-ledger.js';
import { clientAddress } from '../../../src/kernel/http/client-address.js';
import { DashboardCookies, requireSameOrigin, userAgentOf } from '../../../src/kernel/http/cookies.js';
import { timeCursor } from '../../../src/kernel/http/cursor.js';
import { inTurns, readJsonBody } from '../../../src/kernel/http/json-body.js';
import { clientNetwork } from '../../../src/api/rate-limit.js';
import { newRequestId } from '../../../src/kernel/http/request-context.js';
import { canonicalNetwork } from '../../../src/kernel/http/request-fields.js';
import { sendStatic } from '../../../src/kernel/http/static-file.js';
import { sendTagged, TaggedJson } from '../../../src/kernel/http/tagged-json.js';
import { parsePart } from '../../../src/kernel/http/validation.js';
import { LibraryIdentityParser } from '../../../src/kernel/identity/identity-parser.js';
import { apiKeyFormat } from '../../../src/kernel/secrets/api-key-format.js';
import { parseJson } from '../../../src/kernel/values/json.js';
import { linesOf } from '../../../src/features/outcomes/routes/record-outcomes.js';
import { TableReader } from '../../../src/kernel/values/read-csv.js';
import { fieldsOf, requestParts } from '../../support/request-fields.js';
import { allOf, chunksOf, KB, type Reader, STREAM, tried } from './reader.js';
import { ANY, EVENTS, GRAPHQL, HEADERS, JSONS, TABLES } from './shapes.js';

const parser = new LibraryIdentityParser({ defaultRegion: 'US' });
const PUBLIC_URL = 'https://footprint.example.com';
const koa = new Koa({ proxy: true });

function contextOf(headers: Readonly<Record<string, string>>, url = '/') {
  const request = Object.assign(new IncomingMessage(new Socket()), { method: 'POST', url, headers });
  return koa.createContext(request, new ServerResponse(request));
}

const PARTS = requestParts().map((part) => ({ ...part, fields: fieldsOf(part.schema, 'string') }));
/** Longest text of a field that has no limit of its own. */
const OPEN_FIELD = 16 * KB;

export const READERS_OF_REQUESTS: Readonly<Record<string, Reader>> = {
  'src/features/batches/routes/shared/read-items.ts': {
    shapes: { ...TABLES, ...JSONS },
    largest: STREAM,
    isStream: true,
    read: async (text) => {
      const itemsOf = (type: string) => allOf(readItems({ type, bytes: inTurns(chunksOf(text)) }, createHash('sha256'), parser));
      const table = new TableReader();
      const rows = [...table.write(text), ...table.end()];
      return [await itemsOf(CSV), await itemsOf(NDJSON), rows];
    },
  },
  'src/facts/breaches/sources/import-file.ts': {
    shapes: { ...TABLES, ...JSONS },
    largest: STREAM,
    isStream: true,
    read: async (text) => {
      const folder = mkdtempSync(path.join(tmpdir(), 'import-'));
      try {
        const file = path.join(folder, 'breaches');
        writeFileSync(file, text);
        return [await allOf(readImportFile(file, 'csv')), await allOf(readImportFile(file, 'jsonl'))];
      } finally {
        rmSync(folder, { recursive: true });
      }
    },
  },
  'src/features/outcomes/routes/record-outcomes.ts': {
    shapes: TABLES,
    largest: 256 * KB,
    read: (text) => tried(() => linesOf({ bytes: inTurns(chunksOf(text)) })),
  },
  'src/cli/batch-command.ts': { shapes: TABLES, largest: STREAM, read: (text) => readBatchFile(text, parser) },
  'src/cli/api-client.ts': {
    shapes: { ...ANY, ...EVENTS },
    largest: STREAM,
    read: (text) => {
      const body = Readable.toWeb(Readable.from(chunksOf(text, KB))) as ReadableStream<Uint8Array>;
      const events: unknown[] = [];
      return tried(() => readStream(Promise.resolve({ response: new Response(body) }), { onEvent: (event) => events.push(event) }));
    },
  },
  'src/kernel/http/json-body.ts': {
    shapes: JSONS,
    largest: 256 * KB,
    read: (text) => {
      const request = Object.assign(Readable.from(chunksOf(text)), { headers: { 'content-type': 'application/json' } });
      const http = { req: request, is: () => 'application/json', get: () => '' };
      return tried(() => readJsonBody(http as never));
    },
  },
  'src/api/pipeline.ts': {
    shapes: { ...ANY, ...JSONS },
    largest: 256 * KB,
    read: (text) => {
      const share = text.length / (256 * KB);
      const value = parseJson(text);
      return Promise.all(
        PARTS.flatMap(({ schema, part, fields }) => [
          tried(() => parsePart(schema, value, part)),
          ...fields.flatMap(({ limit = OPEN_FIELD, valueWith }) =>
            [limit, limit + 1].map((length) => tried(() => parsePart(schema, valueWith(text.slice(0, length * share)), part))),
          ),
        ]),
      );
    },
  },
  'src/mcp/tools.ts': {
    shapes: { ...ANY, ...JSONS },
    largest: 256 * KB,
    read: (text) =>
      Object.values(TOOLS).map(({ input }) =>
        [parseJson(text), ...fieldsOf(input, 'string').map(({ valueWith }) => valueWith(text))].map((value) => input.safeParse(value).data),
      ),
  },
  'src/kernel/http/cookies.ts': {
    shapes: HEADERS,
    largest: 15 * KB,
    read: async (text) => {
      const names = 'cookie user-agent origin sec-fetch-site x-forwarded-for if-none-match accept-encoding accept authorization host';
      const http = contextOf(Object.fromEntries(names.split(' ').map((name) => [name, text])), `/?${encodeURI(text)}`);
      const cookies = new DashboardCookies({ publicUrl: PUBLIC_URL, lifetimes: COOKIE_LIFETIMES });
      const file = { type: 'text/html', plain: Buffer.alloc(1), gzipped: Buffer.alloc(1), brotli: Buffer.alloc(1), etag: 'W/"b"' };
      const keys = { accounts: { findCaller: async () => null }, keys: apiKeyFormat('test') };
      const reads: (() => unknown)[] = [
        ...(['session', 'device', 'sign-in', 'openid'] as const).map((kind) => () => cookies.get(http, kind)),
        () => [userAgentOf(http), http.host, http.hostname, http.query, http.fresh, http.accepts('json'), http.is('json')],
        () => requireSameOrigin(http, PUBLIC_URL),
        () => [clientAddress('192.0.2.1', text, () => true), clientNetwork(text), newRequestId(text), canonicalNetwork(text)],
        () => timeCursor.decode(text),
        () => authenticateKey(keys as never, text),
        () => authenticateKey(keys as never, `Bearer ${text}`),
        () => sendTagged(http, TaggedJson.of({})),
        () => sendStatic(http, file),
      ];
      return Promise.all(reads.map(tried));
    },
  },
  'src/kernel/identity/identity-parser.ts': {
    shapes: ANY,
    largest: 320,
    read: (text) =>
      [text, `+1${text}`, `${text}@example.com`, `a@${text}`].map((each) => [
        ...[parser.email(each), parser.phone(each), parser.username(each), parser.ip(each), parser.detect(each)],
      ]),
  },
  'src/features/people/credentials/passkey-checks.ts': {
    shapes: { ...ANY, ...JSONS },
    largest: 128 * KB,
    read: async (text) => {
      const verifier = createPasskeyVerifier({ publicUrl: PUBLIC_URL });
      const [sent, encoded] = [text.slice(0, text.length / 4), Buffer.from(text).toString('base64url').slice(0, text.length)];
      const clientDataJSON = Buffer.from(JSON.stringify({ type: 'webauthn.create', challenge: sent, origin: PUBLIC_URL })).toString(
        'base64url',
      );
      return Promise.all(
        [encoded, clientDataJSON].map(async (data) => {
          const inner = { clientDataJSON: data, attestationObject: encoded, authenticatorData: encoded, signature: encoded };
          const response = { id: 'a', rawId: 'a', type: 'public-key', clientExtensionResults: {}, response: inner };
          const credential = { credentialId: 'a', publicKey: new Uint8Array(8), counter: 0 };
          const answers = [verifier.verifyCreation(response, sent), verifier.verifyRequest(response, sent, credential)];
          return [verifier.challengeOf(response), await Promise.all(answers)];
        }),
      );
    },
  },
  'src/features/privacy/store/erasure-ledger.ts': {
    shapes: { ...ANY, ...JSONS },
    largest: STREAM,
    read: (text) => text.split('\n').map(parseEntry),
  },
  // Eight megabytes at most, of which nothing but the first line is looked at before the publisher's signature over all of them.
  'src/cli/bundle-bytes.ts': {
    shapes: { ...ANY, ...JSONS, ...GRAPHQL },
    largest: 256 * KB,
    read: async (text) => {
      const refused = await tried(() =>
        openBundle(Buffer.from(`footprint-catalogue-1 ${text}\n${text}`), [Buffer.alloc(32).toString('base64')]),
      );
      const entries = readEntries({ kind: 'operator', file: 'a.json', content: { json: parseJson(text) as never } });
      return [refused, entries, graphqlOperations(text)];
    },
  },
  'src/cli/webhook-listen-command.ts': {
    shapes: HEADERS,
    largest: 15 * KB,
    read: async (text) => {
      const headers = [text, `t=1,v1=${text}`, `t=${text}`];
      return Promise.all(headers.map((header) => tried(() => verifyWebhook('{}', header, 'whsec_test'))));
    },
  },
};
