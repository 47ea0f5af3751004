import { gzipSync } from 'node:zlib';
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { OutboundFailure } from '../../../../src/kernel/net/failure.js';
import { ByteSink, decodeContent, decodeText, isTruncatedPage } from '../../../../src/kernel/net/response.js';
import { lookedAt } from '../../foreign-text/count-work.js';

const page = 'text/html';

describe('charsets', () => {
  it.each([
    ['a byte order mark before anything else', Buffer.from('\ufeffé'), 'text/html; charset=iso-8859-1', 'é'],
    ['UTF-16 by its mark', Buffer.from('\ufeffé', 'utf16le'), page, 'é'],
    ['the content type', Buffer.from([0xe9]), 'text/html; Charset="ISO-8859-1"', 'é'],
    ['UTF-16 by label', Buffer.from('é', 'utf16le'), 'text/html; charset=utf-16le', 'é'],
    ['the page', Buffer.from([...Buffer.from('<meta charset=windows-1251>'), 0xcf]), page, '<meta charset=windows-1251>П'],
    [
      'the page, older form',
      Buffer.from([...Buffer.from('<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">'), 0xf0]),
      page,
      '<meta http-equiv="Content-Type" content="text/html; charset=koi8-r">П',
    ],
    ['UTF-8 otherwise', Buffer.from('é'), undefined, 'é'],
    ['stray bytes under a declared charset', Buffer.from([0x61, 0xff]), 'text/html; charset=utf-8', 'a\ufffd'],
    ['a charset that does not exist', Buffer.from('é'), 'text/html; charset=ISO-88509-1', 'é'],
    ['what a database calls UTF-8', Buffer.from('é'), 'text/html; charset=utf8mb4', 'é'],
    ['a list of types', Buffer.from('é'), 'text/html; charset=utf-8, text/html', 'é'],
    ['a page in Latin-1 that names no charset', Buffer.from([0x61, 0xe9]), 'text/html', 'aé'],
    ['an image, byte by byte', Buffer.from([0xff, 0xd8]), 'image/jpeg', 'ÿØ'],
  ])('%s', (_, bytes, type, text) => {
    expect(decodeText(bytes, type)).toBe(text);
  });

  it('broken JSON is undecodable', () => {
    expect(() => decodeText(Buffer.from([0xff]), 'application/json')).toThrow(OutboundFailure);
    expect(() => decodeText(Buffer.from([0xff]), 'application/json; charset=utf-8')).toThrow(OutboundFailure);
  });

  it.each([
    ['bare', (blanks: string) => `text/html;charset=${blanks};x`],
    ['quoted', (blanks: string) => `text/html;charset=${blanks}"${blanks};x`],
  ])('a header of blanks costs its length, %s', async (_, typeOf) => {
    const { looked, allowed } = await lookedAt((length) => decodeText(Buffer.from('x'), typeOf(' '.repeat(length))), 31_000);
    expect(looked).toBeLessThanOrEqual(allowed);
  });

  it('any bytes of any type give text or a failure of this kind', () => {
    const type = fc.oneof(
      fc.constantFrom('text/html', 'application/json', 'image/png', 'text/html; charset=shift_jis', 'text/html; charset='),
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
  it('a bomb costs far less memory than what it holds', () => {
    const bomb = gzipSync(Buffer.alloc(100_000_000));
    const before = process.memoryUsage().rss;
    for (let round = 0; round < 10; round += 1) expect(() => decodeContent(bomb, 'gzip', 262_144)).toThrow(/too_large/);
    expect(process.memoryUsage().rss - before).toBeLessThan(50_000_000);
  });

  it('an empty body is empty in every coding', () => {
    expect(decodeContent(Buffer.alloc(0), 'gzip', 10)).toHaveLength(0);
    for (const none of ['identity', 'none', 'UTF-8', 'utf8, binary'])
      expect(decodeContent(Buffer.from('x'), none, 10).toString()).toBe('x');
  });
});

describe('a page that ends with its connection', () => {
  const cutOff = (text: string, headers: Record<string, string> = { 'content-type': page }) => isTruncatedPage(headers, text);
  const beginnings = [
    ['a document type', '<!DOCTYPE html><p>'],
    ['<html>', '\n<html lang="en"><p>'],
    ['a prolog', '<?xml version="1.0" encoding="utf-8"?>\n<!DOCTYPE html PUBLIC "x"><html><p>'],
    ['a comment', `<!-- ${'licence '.repeat(99)}-->\n<!-- > --><html><p>`],
    ['<head>', '<head><title>Members</title></head><p>'],
    ['<body>', '<body class="x"><p>'],
  ] as const;

  it.each(beginnings)('is cut off without an end, when it begins with %s, labelled or not', (_, beginning) => {
    const labels: Record<string, string>[] = [{ 'content-type': page }, { 'content-type': 'text/plain' }, {}];
    for (const headers of labels) {
      expect(cutOff(`${beginning}Members: ada`, headers)).toBe(true);
      expect(cutOff(`${beginning}No such member: ada</p></body></html>\n`, headers)).toBe(false);
    }
  });

  it('is cut off without an end, whatever stands before its title', () => {
    expect(cutOff('Notice: x is not set\n<title>Members</title><p>Members: ada')).toBe(true);
  });

  it('is whole when it has a length or is chunked, whatever it lacks', () => {
    for (const [, beginning] of beginnings) {
      expect(cutOff(beginning, { 'content-type': page, 'content-length': '9' })).toBe(false);
      expect(cutOff(beginning, { 'content-type': page, 'transfer-encoding': 'chunked' })).toBe(false);
    }
  });

  it.each([
    ['a fragment of an API', '<input type="hidden" value="1"><span class="ok">This address is free</span>', page],
    ['a fragment behind a comment', '<!-- 12 ms --><div>taken</div>', page],
    ['a word under the label of a page', 'taken', page],
    ['JSON under the label of a page', '{"taken":true}', page],
    ['JSON that holds a page', '{"page":"<html><body>"}', 'application/json'],
    ['a text that speaks of pages', 'write <html> first', 'text/plain'],
    ['a feed', '<?xml version="1.0"?><rss><channel><title>ada</title></channel></rss>', 'application/rss+xml'],
    ['nothing', '', page],
  ])('%s is none, and needs no end', (_, text, type) => {
    expect(cutOff(text, { 'content-type': type })).toBe(false);
  });
});

describe('the sink', () => {
  it('keeps what came, up to its limit, however it is cut', () => {
    fc.assert(
      fc.property(fc.array(fc.uint8Array({ maxLength: 300 }), { maxLength: 30 }), (chunks) => {
        const sink = new ByteSink(4_000);
        const kept = chunks.filter((chunk) => sink.add(chunk));
        expect(sink.content()).toEqual(Buffer.concat(kept));
        expect(sink.content().length).toBeLessThanOrEqual(4_000);
      }),
    );
  });
});
