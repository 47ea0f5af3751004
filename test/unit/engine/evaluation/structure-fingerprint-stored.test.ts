/** Structure fingerprints as they are stored: a change of one of these needs a new version, or new pages are compared with other ones. */
import { expect, it } from 'vitest';
import { structureFingerprint } from '../../../../src/engine/evaluation/structure-fingerprint.js';

it.each<[what: string, body: string, name: string, hashes: string]>([
  ['an element', '<p>', '', '04k6tit 05syoag 08itnye'],
  [
    'elements among each other',
    '<div><ul><li><p><a></a><b></b></p></li></ul></div>',
    '',
    '04fuoqn 04h53cj 04mjwuy 050mhx4 055i7tm 057r4vd 05qpwbk 05t5y4k 05wzok4 05za8j6 06n19zi 06txwp0 06zeet9 07kfm4k 07yck5b 08172ml 08ii8xd 08lohg8',
  ],
  ['a class', '<p class="a">', '', '04k6tit 05syoag 08itnye 0s9bcci 1il42ds'],
  ['two classes', '<p class="nav big">', '', '04k6tit 05syoag 08itnye 0nap0d2 0wujsap 15qg8ya 1hbr41x'],
  ['names with what changes', '<p class="item-123 css-a1b2c3de">', '', '04k6tit 05syoag 08itnye 0sp6p4k 1ay8cky 1t47h5j 1yjshie'],
  ['an id', '<p id="a1">', '', '04k6tit 05syoag 08itnye 0o34u83 1r26gb4'],
  ['classes, and an id', '<p class="nav big" id="c">', '', '04k6tit 05syoag 08itnye 0ks2ois 0nap0d2 0wujsap 10wupzf 15qg8ya'],
  [
    'an element in one with a class',
    '<div class="a"><p></p></div>',
    '',
    '04h53cj 06n19zi 06rgr4m 07iv7kf 07yck5b 08lt0ua 0r86byl 1brunu2 1gge04m',
  ],
  [
    'a class in an element without one',
    '<div><p class="a"></p></div>',
    '',
    '04h53cj 06n19zi 06rgr4m 07iv7kf 07yck5b 08lt0ua 0s9bcci 1n0eux8',
  ],
  [
    'a page of a kind by its body',
    '<body class="u-page" id="user">',
    '',
    '01cy98r 02xqtvy 04r2g13 05h5f4v 06w1evw 0jmxl1l 158b6qb 1637as8 1n0otzi',
  ],
  ['a page of a kind by its root', '<html class="profile">', '', '01eo5qp 04qc7ij 06nrud2 08sbz79 0iuoq1t 0mznb9l'],
  ['a page of no kind', '<html><body></body></html>', '', '04qc7ij 05o8ivj 06jzara 06nrud2 06tkgtw 08sbz79'],
  ['the kind that a page names', '<meta property="og:type" content="profile">', '', '043vw3b 04q2iab 04waqbj 05mp7is 06hn7dm'],
  ['a style sheet', '<link rel="stylesheet" href="/css/main.css?v=1">', '', '05rvcl3 07sett1 07t4skc 08bf3h1 08g4h6n'],
  ['a script', '<script src="/app.js"></script>', '', '04r78u3 04t40vw 07l4q5b 0855a5y'],
  ['a form', '<form method="post">', '', '055hqfm 05nry2t 0792pho 07x6hd8'],
  ['data', '<p data-id="4">', '', '04k6tit 05syoag 089m20d 08itnye'],
  ['a role', '<p role="main">', '', '04k6tit 05syoag 08itnye 08qy00e'],
  [
    'what a page is about',
    '<script type="application/ld+json">{"@type":"Person","home":{"@type":"City"}}</script>',
    '',
    '00v1teb 04t40vw 078097c 07gpi39 07l4q5b 07uhf7b 0855a5y',
  ],
  [
    'a route',
    '<script id="__NEXT_DATA__">{"props":{},"page":"/[user]","query":{}}</script>',
    '',
    '01umvfc 04t40vw 07l4q5b 0855a5y 0mvynpr 191opyg',
  ],
  [
    'a name in a text',
    '<section><div><p>@ada</p></div></section>',
    'ada',
    '04ijsna 04o2lhr 04slg5l 0590ehi 06noz8p 06rgr4m 06rxd4q 07zts0q 08p69ef 0b368a6 0g6qqsa',
  ],
  [
    'a name in a text with classes',
    '<div class="x"><b class="y">ada</b></div>',
    'ada',
    '04h53cj 04hil34 04zgneb 06n19zi 07yck5b 08va3ky 0b6q0ll 0ejzr4f 0va624p 0xi2te4 0xm2s0e 0zhef7o',
  ],
  [
    'a name in an address',
    '<a class="y" href="https://example.com/ada/likes">',
    'ada',
    '04v7wla 086sm7l 08k5auu 0cr6ptc 0ft4hpi 0jz6p4r 16d1nus',
  ],
])('the fingerprint of %s is the stored one', (_, body, name, hashes) => {
  expect(structureFingerprint(body, name)).toBe(`b${hashes.replaceAll(' ', '')}`);
});

it.each(['', 'ada', '{"name":"ada"}', '</p>', '<!-- ada -->', '<!doctype html>'])('without an element there is none: %s', (body) => {
  expect(structureFingerprint(body, 'ada')).toBeNull();
});
