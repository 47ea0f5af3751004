import { expect, it } from 'vitest';
import { checkExpressions } from '../../../../tools/checks/expressions.js';
import { plantTree } from '../../../support/planted-tree.js';

it('finds expressions that do not, however they are written', () => {
  const slow = [
    String.raw`/"@type"\s*:\s*\[?\s*"/`,
    String.raw`/<[^>]*>|\S*@\S*/g`,
    String.raw`/^\S+@\S+\.\S+$/`,
    `/^(a+)+$/`,
    `new RegExp('=+$')`,
    `RegExp(' +$', 'gm')`,
    'new RegExp(String.raw`${SPACE}*$`)',
    'new RegExp(`(?:${ENDS.source})`)',
    'new RegExp(made())',
  ];
  const linear = [String.raw`/"@type"\s*:\s*(?:\[\s*)?"/`, '/(?<! ) +$/gm', '/^[a-z]+$/', "new RegExp('a{1,3}')"];
  const declared = String.raw`const SPACE = '\\s'; const ENDS = /,+$/; const made = () => 'a';`;
  const lines = [...slow, ...linear].map((expression) => `void ${expression};`);
  // `/,+$/` is found where it is written, too.
  const found = checkExpressions(plantTree({ 'src/facts/a.ts': [declared, ...lines].join('\n'), 'test/b.ts': 'void /a+$/;' }));
  expect(found.map((finding) => Number(finding.split(':')[1]))).toEqual([1, ...slow.map((_, at) => at + 2)]);
});

it('reads those of words that are known later as if a word stood there, and knows which files make any', () => {
  const found = checkExpressions(
    plantTree({
      'src/cli/clean-text.ts': 'void new RegExp(` +(?:${words.join("|")})$`); void new RegExp(`^${word}+$`);',
      'src/facts/ip/networks/owner-names.ts': 'void /a/;',
    }),
  );
  expect(found).toEqual([
    expect.stringMatching(/^src\/cli\/clean-text\.ts:1: .*Latin/),
    'src/facts/ip/networks/owner-names.ts: makes no expression, and is in MADE_OF',
  ]);
});
