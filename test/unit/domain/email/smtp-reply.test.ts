import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { extensionsOf, parseReply, type SmtpReply } from '../../../../src/domain/email/smtp-reply.js';

function complete(text: string): SmtpReply {
  const read = parseReply(text);
  if (read.state !== 'complete') throw new Error(read.state);
  return read.reply;
}

describe('replies of mail servers', () => {
  it('are read with their enhanced code and all their lines', () => {
    expect(complete('550 5.1.1 No such user\r\n')).toEqual({ code: 550, enhanced: '5.1.1', text: '5.1.1 No such user' });
    expect(complete('550-5.1.1 first\r\n550 5.1.1 second\r\n')).toEqual({
      code: 550,
      enhanced: '5.1.1',
      text: '5.1.1 first\n5.1.1 second',
    });
    expect(complete('220\r\n')).toEqual({ code: 220, enhanced: null, text: '' });
    expect(complete('250 ok\n')).toEqual({ code: 250, enhanced: null, text: 'ok' });
  });

  it('an enhanced code of another class than the reply is none', () => {
    expect(complete('550 2.1.5 odd\r\n').enhanced).toBeNull();
    expect(complete('550 5.1.1234 odd\r\n').enhanced).toBeNull();
  });

  it('tell the extensions, in any case', () => {
    expect(extensionsOf(complete('250-mx.example.com hello\r\n250-PIPELINING\r\n250-smtputf8\r\n250 SIZE 1000\r\n'))).toEqual(
      new Set(['PIPELINING', 'SMTPUTF8', 'SIZE']),
    );
    // The first line is a greeting, whatever it says.
    expect(extensionsOf(complete('250 SMTPUTF8 mx.example.com\r\n'))).toEqual(new Set());
  });

  it.each([
    ['HTTP/1.1 400 Bad Request\r\n'],
    ['hello\r\n'],
    ['\r\n'],
    ['2'.repeat(20)],
    ['550-a\r\n250 b\r\n'],
    ['\u0016\u0003\u0001'],
    [`220 ${'x'.repeat(20_000)}`],
  ])('%j is none', (text) => {
    expect(parseReply(text).state).toBe('malformed');
  });

  it.each([[''], ['5'], ['550'], ['550\r'], ['550 5.1.1 No su'], ['550-5.1.1 first\r\n'], ['550-5.1.1 first\r\n550']])(
    '%j may become one',
    (text) => {
      expect(parseReply(text).state).toBe('partial');
    },
  );

  it('come the same in whatever pieces they arrive, and leave what follows', () => {
    const line = fc.tuple(fc.constantFrom('220', '250', '451', '550'), fc.stringMatching(/^[ -~]{0,40}$/));
    fc.assert(
      fc.property(fc.array(line, { minLength: 1, maxLength: 4 }), fc.nat(), ([first, ...others], cut) => {
        const code = first?.[0] ?? '';
        const texts = [first, ...others].map((each) => each?.[1] ?? '');
        const wire = texts.map((text, index) => `${code}${index === texts.length - 1 ? ' ' : '-'}${text}\r\n`).join('');
        expect(parseReply(`${wire}250 next\r\n`)).toMatchObject({ state: 'complete', rest: '250 next\r\n' });
        expect(complete(wire).text).toBe(texts.join('\n'));
        expect(parseReply(wire.slice(0, cut % wire.length)).state).toBe('partial');
      }),
    );
  });
});
