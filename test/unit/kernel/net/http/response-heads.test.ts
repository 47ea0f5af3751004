import { Readable } from 'node:stream';
import type { Socket } from 'node:net';
import { describe, expect, it } from 'vitest';
import { passWholeLines } from '../../../../../src/kernel/net/http/response-heads.js';

const HEAD = 'HTTP/1.1 200 OK\r\nx-a: 1\r\nx-b: 22\r\n\r\n';
const CONTINUE = 'HTTP/1.1 100 Continue\r\n\r\n';

/** What is passed on of these pieces, each as it is read; null where nothing is. */
function passedOf(pieces: readonly string[], maxBytes = 1_024): (string | null)[] {
  const socket = new Readable({ read: () => undefined });
  passWholeLines(socket as Socket, maxBytes)();
  return pieces.map((piece) => {
    socket.push(piece);
    return (socket.read() as Buffer | null)?.toString() ?? null;
  });
}
const joined = (passed: (string | null)[]): string => passed.join('');

describe('a head', () => {
  it('is passed on by whole lines, and the body as it comes', () => {
    expect(passedOf(['HTTP/1.1 200 O', 'K\r\nx-', 'a: 1\r\nx-b: 22\r\n\r', '\nbo', 'dy', '\r'])).toEqual([
      null,
      'HTTP/1.1 200 OK\r\n',
      'x-a: 1\r\nx-b: 22\r\n',
      '\r\nbo',
      'dy',
      '\r',
    ]);
  });

  it('is whole however it is cut', () => {
    for (const text of [`${HEAD}body`, HEAD.replaceAll('\r\n', '\n'), `${CONTINUE}${HEAD}body`]) {
      const expected = text.replace(CONTINUE, '');
      expect(joined(passedOf([...text]))).toBe(expected);
      for (let at = 0; at <= text.length; at++) expect(joined(passedOf([text.slice(0, at), text.slice(at)]))).toBe(expected);
    }
  });

  it.each([
    ['is no HTTP', ['SSH-2.0', '-x']],
    ['has a line that is too long', ['HTTP/1.1 200 OK\r\n', `x-a: ${'x'.repeat(2_000)}`, 'x']],
  ])('that %s is passed on at once', (_, pieces) => {
    expect(passedOf(pieces)).toEqual(pieces);
  });
});

describe('an interim head', () => {
  it.each([
    ['Continue', CONTINUE],
    ['hints', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
    ['several', CONTINUE.repeat(80)],
  ])('is not passed on: %s', (_, interim) => {
    expect(joined(passedOf([`${interim}${HEAD}`]))).toBe(HEAD);
    expect(joined(passedOf([interim, `${HEAD}${'x'.repeat(2_000)}`]))).toBe(`${HEAD}${'x'.repeat(2_000)}`);
  });

  it('is passed on where it changes the protocol', () => {
    const last = 'HTTP/1.1 101 Switching Protocols\r\n\r\n';
    expect(joined(passedOf([`${CONTINUE}${last}`]))).toBe(last);
  });

  it('within a body is part of it', () => {
    expect(joined(passedOf([HEAD, CONTINUE]))).toBe(`${HEAD}${CONTINUE}`);
  });
});
