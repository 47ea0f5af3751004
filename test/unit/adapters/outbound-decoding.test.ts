import { gunzipSync, gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { ByteSink } from '../../../src/adapters/outbound-http/byte-sink.js';
import { decodeText } from '../../../src/adapters/outbound-http/charset.js';
import { decodeContent } from '../../../src/adapters/outbound-http/content-decoding.js';
import { OutboundFailure } from '../../../src/adapters/outbound-http/failure.js';

const page = 'text/html';

/** Processor time of a piece of work, in milliseconds. */
function cpuMs(work: () => void): number {
  const before = process.cpuUsage();
  work();
  const { user, system } = process.cpuUsage(before);
  return (user + system) / 1_000;
}

describe('charsets', () => {
  it.each([
    ['a byte order mark before anything else', Buffer.from('\ufeffé'), 'text/html; charset=iso-8859-1', 'é'],
    ['UTF-16 by its mark', Buffer.from('\ufeffé', 'utf16le'), page, 'é'],
    ['the content type', Buffer.from([0xe9]), 'text/html; Charset="ISO-8859-1"', 'é'],
    ['UTF-16 by label', Buffer.from('é', 'utf16le'), 'text/html; charset=utf-16le', 'é'],
    [
      'the page',
      Buffer.from([...Buffer.from('<meta charset=windows-1251>'), 0xcf]),
      page,
      '<meta charset=windows-1251>П',
    ],
    [
      'the page, older form',
      Buffer.from([...Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">'), 0xf0]),
      page,
      '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">П',
    ],
    ['UTF-8 otherwise', Buffer.from('é'), undefined, 'é'],
    ['stray bytes under a declared charset', Buffer.from([0x61, 0xff]), 'text/html; charset=utf-8', 'a\ufffd'],
    ['an image, byte by byte', Buffer.from([0xff, 0xd8]), 'image/jpeg', 'ÿØ'],
  ])('%s', (_, bytes, type, text) => {
    expect(decodeText(bytes, type)).toBe(text);
  });

  it('a guess that does not fit, an unknown charset and broken JSON are undecodable', () => {
    expect(() => decodeText(Buffer.from([0xff]), page)).toThrow(OutboundFailure);
    expect(() => decodeText(Buffer.from('x'), 'text/html; charset=klingon')).toThrow(OutboundFailure);
    expect(() => decodeText(Buffer.from([0xff]), 'application/json; charset=utf-8')).toThrow(OutboundFailure);
  });

  it.each([
    ['bare', (blanks: string) => `text/html;charset=${blanks};x`],
    ['quoted', (blanks: string) => `text/html;charset=${blanks}"${blanks};x`],
  ])('a header of blanks costs a few milliseconds at most, %s', (_, typeOf) => {
    const type = typeOf(' '.repeat(31_000));
    expect(cpuMs(() => decodeText(Buffer.from('x'), type))).toBeLessThan(200);
  });

  it('any bytes of any type give text or a failure of this kind', () => {
    const type = fc.oneof(
      fc.constantFrom(
        'text/html',
        'application/json',
        'image/png',
        'text/html; charset=shift_jis',
        'text/html; charset=',
      ),
      fc.string(),
    );
    fc.assert(
      fc.property(
        fc.uint8Array({ maxLength: 200 }),
        fc.option(type, { nil: undefined }),
        fc.option(fc.constantFrom('gzip', 'br', 'deflate', 'x'), { nil: undefined }),
        (bytes, contentType, coding) => {
          try {
            expect(typeof decodeText(decodeContent(Buffer.from(bytes), coding, 1_000), contentType)).toBe('string');
          } catch (error) {
            expect(error).toBeInstanceOf(OutboundFailure);
          }
        },
      ),
    );
  });
});

describe('content codings', () => {
  it('a bomb costs far less time and memory than what it holds', () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000));
    const unpacking = cpuMs(() => gunzipSync(bomb));
    const before = process.memoryUsage().rss;
    const refusing = cpuMs(() => {
      for (let round = 0; round < 10; round += 1) expect(() => decodeContent(bomb, 'gzip', 262_144)).toThrow(/too_large/);
    });
    expect(refusing / 10).toBeLessThan(unpacking / 2);
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });

  it('an empty body is empty in every coding', () => {
    expect(decodeContent(Buffer.alloc(0), 'gzip', 10)).toHaveLength(0);
    expect(decodeContent(Buffer.from('x'), 'identity', 10).toString()).toBe('x');
  });
});

describe('the sink', () => {
  it('keeps what came, up to its limit, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 30 }), fc.nat(9_000), (chunks, expected) => {
        const sink = new ByteSink(4_000, expected);
        const kept = chunks.filter((chunk) => sink.add(chunk));
        expect(sink.content()).toEqual(Buffer.concat(kept));
        expect(sink.content().length).toBeLessThanOrEqual(4_000);
      }),
    );
  });
});
