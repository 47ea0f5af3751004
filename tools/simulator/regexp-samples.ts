/** Guesses texts that a rule's regular expression may match; the caller tests them. */

/** First the expression with its operators replaced by simple text, then common values. */
export function textsMatching(pattern: string): string[] {
  const body = pattern.replace(/^\^/, '').replace(/\$$/, '');
  const literal = body
    .replace(/\(\?[:=!<]+/g, '(')
    .replace(/\(([^()|]*)\|[^()]*\)/g, '$1')
    .replace(/\\d(\{\d+(,\d*)?\}|[+*])?/g, '1')
    .replace(/\\w(\{\d+(,\d*)?\}|[+*])?/g, 'a')
    .replace(/\\s[+*]?/g, ' ')
    .replace(/\.[+*]\??/g, 'text')
    .replace(/\[\^[^\]]*\](\{\d+(,\d*)?\}|[+*])?/g, 'text')
    .replace(/\[([^\]\\])[^\]]*\](?:\{(\d+)(?:,\d*)?\}|[+*])?/g, (_, char: string, times = '1') => char.repeat(Number(times)))
    .replace(/[()?]/g, '')
    .replace(/\\(.)/g, '$1');
  const first = literal.split('|')[0] as string;
  const common = [
    '1',
    '42',
    'text',
    '2020-01-02T03:04:05Z',
    '2020-01-02',
    'https://img.example/a.png',
    'a'.repeat(24),
    '0'.repeat(32),
    '00000000-0000-4000-8000-000000000000',
  ];
  return [...new Set([literal, first, ...common])];
}
