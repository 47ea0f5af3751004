import { gzipSync } from 'node:zlib';
import { beforeAll, describe, expect, it } from 'vitest';
import type { Service } from '../service.js';
import { expectRefusal } from './answers.js';
import { expectUnbilled } from './ledger.js';
import { accountFor, type RouteCase } from './route-cases.js';

const JSON_TYPE = { 'content-type': 'application/json' };

/** Bytes that are not JSON in UTF-8. */
export const UNREADABLE: readonly [title: string, bytes: string | Uint8Array<ArrayBuffer>][] = [
  ['an empty body', ''],
  ['white space', ' \n'],
  ['half an object', '{"query": "ada-'],
  ['a trailing comma', '{"query": "ada-example",}'],
  ['two documents', '{"query":"ada-example"}{"query":"ada-example"}'],
  ['a form', 'query=ada-example'],
  ['bytes that are not UTF-8', Uint8Array.from([0x7b, 0x22, 0xff, 0x22, 0x3a, 0x31, 0x7d])],
  ['UTF-16', Uint8Array.from(Buffer.from('{"query":"ada-example"}', 'utf16le'))],
  ['brackets a hundred thousand deep', '['.repeat(100_000)],
];

/** The 400 of an operation with a body: unreadable JSON is told as such, without a word of it, and bills nothing. */
export function refusesUnreadableJson(route: RouteCase, use: () => Service): void {
  const { id, method, path } = route;

  describe(`${id} with a body that is not JSON`, () => {
    let service: Service;
    beforeAll(() => {
      service = use();
    });

    it.each(UNREADABLE)('%s is answered 400 and bills nothing', async (_, raw) => {
      const { key, accountId } = await accountFor(service, route);
      const response = await service.call(method, path, { key, raw, headers: JSON_TYPE });
      expectRefusal(response, 'invalid_request');
      expect(response.text).not.toContain('ada');
      await expectUnbilled(service, accountId);
    });
  });
}

/** The 413 of an operation with a body. */
export function refusesLargeBodies(route: RouteCase, use: () => Service): void {
  const { id, method, path, body } = route;

  describe(`${id} with a body beyond the limit`, () => {
    let service: Service;
    beforeAll(() => {
      service = use();
    });

    const large = JSON.stringify({ ...body, padding: 'x'.repeat(1_000_000) });

    it('a megabyte is answered 413 and bills nothing', async () => {
      const { key, accountId } = await accountFor(service, route);
      const response = await service.call(method, path, { key, raw: large, headers: JSON_TYPE });
      expectRefusal(response, 'payload_too_large');
      await expectUnbilled(service, accountId);
    });

    it('a megabyte of unannounced length is answered 413, and the next request is served', async () => {
      const { key, accountId } = await accountFor(service, route);
      const response = await service.call(method, path, { key, raw: new Blob([large]).stream(), headers: JSON_TYPE });
      expectRefusal(response, 'payload_too_large');
      await expectUnbilled(service, accountId);
      expect((await service.call('GET', '/v1/platforms', { key })).status).toBe(200);
    });
  });
}

/** The 415 of an operation with a body. */
export function refusesOtherMediaTypes(route: RouteCase, use: () => Service): void {
  const { id, method, path, body } = route;
  const text = JSON.stringify(body);

  describe(`${id} with a body of another type`, () => {
    let service: Service;
    beforeAll(() => {
      service = use();
    });

    it.each<[string, Record<string, string>, string | Uint8Array<ArrayBuffer> | undefined]>([
      ['text/plain', { 'content-type': 'text/plain' }, text],
      ['a form', { 'content-type': 'application/x-www-form-urlencoded' }, 'query=ada-example'],
      ['a multipart form', { 'content-type': 'multipart/form-data; boundary=x' }, `--x\r\n\r\n${text}\r\n--x--`],
      ['XML', { 'content-type': 'application/xml' }, '<query>ada-example</query>'],
      ['an unreadable type', { 'content-type': 'json' }, text],
      ['a compressed body', { ...JSON_TYPE, 'content-encoding': 'gzip' }, Uint8Array.from(gzipSync(text))],
      ['no body at all', {}, undefined],
    ])('%s is answered 415 and bills nothing', async (_, headers, raw) => {
      const { key, accountId } = await accountFor(service, route);
      const response = await service.call(method, path, { key, headers, ...(raw === undefined ? {} : { raw }) });
      expectRefusal(response, 'unsupported_media_type');
      if (raw === undefined) expect(response.text).toContain('The body is missing');
      await expectUnbilled(service, accountId);
    });

    it('JSON with parameters or a +json type is read', async () => {
      const { key } = await accountFor(service, route, 'higher_volume', { quota: 0 });
      for (const type of ['application/json; charset=utf-8', 'APPLICATION/JSON', 'application/vnd.example+json']) {
        const response = await service.call(method, path, { key, raw: text, headers: { 'content-type': type } });
        expect(response.status, type).not.toBe(415);
      }
    });
  });
}
