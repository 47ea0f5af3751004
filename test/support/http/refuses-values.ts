import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { ErrorCode } from '../../../src/kernel/values/errors.js';
import type { Service } from '../service.js';
import { expectRefusal } from './answers.js';
import { startBareApi } from './bare-api.js';
import { expectUnbilled } from './ledger.js';

export interface BadRequest {
  readonly title: string;
  readonly path: string;
  readonly body?: unknown;
  readonly code: ErrorCode;
  /** What the message has to name. */
  readonly names?: string;
  /** What no message may repeat. */
  readonly secret?: string;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Requests that are read but not accepted: a coded answer each, nothing billed, no value repeated. */
export function refusesValues(name: string, method: 'GET' | 'POST', requests: readonly BadRequest[]): void {
  describe(name, () => {
    let service: Service;
    beforeAll(async () => {
      service = await startBareApi();
    });
    afterAll(() => service.close());

    it.each(requests.map((request) => [request.title, request.code, request] as const))(
      '%s is answered %s and bills nothing',
      async (_, code, request) => {
        const { key, accountId } = await service.account();
        const response = await service.call(method, request.path, { key, body: request.body, headers: request.headers ?? {} });
        expectRefusal(response, code);
        if (request.names !== undefined) expect(response.text).toContain(request.names);
        if (request.secret !== undefined) expect(response.text).not.toContain(request.secret);
        await expectUnbilled(service, accountId);
      },
    );
  });
}

/** Values that are no e-mail address, whatever field they come in. */
export const NOT_EMAIL: readonly [title: string, value: string][] = [
  ['an empty string', ''],
  ['white space', '  \t'],
  ['no at sign', 'ada.example.com'],
  ['no local part', '@example.com'],
  ['no domain', 'ada@'],
  ['a domain of one label', 'ada@localhost'],
  ['two addresses', 'ada@example.com,bob@example.com'],
  ['a display name', 'Ada <ada@example.com>'],
  ['a mailto link', 'mailto: ada@example.com'],
  ['a line break', 'ada@example.com\r\nBcc: bob@example.com'],
  ['a NUL', 'ada\u0000@example.com'],
  ['a NUL in the domain', 'ada@exa\u0000mple.com'],
  ['a lone surrogate', 'ada\ud800@example.com'],
  ['a lone surrogate in the domain', 'ada@exa\udfffmple.com'],
  ['ten thousand characters', `${'a'.repeat(10_000)}@example.com`],
  ['a local part of 65 bytes', `${'a'.repeat(65)}@example.com`],
  ['an address literal', 'ada@[192.0.2.17]'],
  ['dots in a row', 'ada..example@example.com'],
];

/** Values that are no phone number without a default region. */
export const NOT_PHONE: readonly [title: string, value: string][] = [
  ['an empty string', ''],
  ['a number without +', '12025550123'],
  ['a national number', '(202) 555-0123'],
  ['a plus alone', '+'],
  ['too few digits', '+1202'],
  ['too many digits', '+120255501234567890'],
  ['letters', '+1202call-me'],
  ['an unknown country code', '+999 202 555 0123'],
  ['an extension', '+12025550123 ext. 4'],
  ['a second number', '+12025550123 +12025550124'],
  ['a line break', '+12025550123\r\n+12025550124'],
  ['a NUL', '+1202555\u00000123'],
  ['a lone surrogate', '+1202555\ud8000123'],
  ['ten thousand characters', `+${'1'.repeat(10_000)}`],
];

/** Values that are no IP address in a standard spelling. */
export const NOT_IP: readonly [title: string, value: string][] = [
  ['an empty string', ''],
  ['three parts', '192.0.2'],
  ['a part beyond 255', '192.0.2.256'],
  ['octal parts', '0300.0.02.021'],
  ['a whole number', '3221226001'],
  ['a hexadecimal number', '0xC0000211'],
  ['a network', '192.0.2.0/24'],
  ['a port', '192.0.2.17:443'],
  ['a zone', 'fe80::1%eth0'],
  ['brackets', '[2001:db8::1]'],
  ['a host name', 'host.example.com'],
  ['two runs of zeroes', '2001::db8::1'],
  ['a NUL', '192.0.2.17\u0000'],
  ['ten thousand characters', '1'.repeat(10_000)],
];

/** What no field of type string may be. */
export const NOT_STRING: readonly [title: string, value: unknown][] = [
  ['null', null],
  ['a number', 12025550123],
  ['a boolean', true],
  ['an array', ['ada@example.com']],
  ['an object', { value: 'ada@example.com' }],
];
