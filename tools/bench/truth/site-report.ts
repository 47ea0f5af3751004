/** Tables and marks of what was measured in process. */
import { groupBy } from '../../../src/kernel/values/group-by.js';
import { table } from '../stats.js';
import { boundOf, DAY_LIMIT } from './bounds.js';
import { type CellGroup, shareOf, SHARES } from './fault-cells.js';
import type { FaultDay } from './fault-days.js';
import type { SeedResult } from './seed-run.js';
import { isAbove, quantile } from './statistics.js';
import { atMost, type Threshold } from './thresholds.js';
import { addTallies, countsOf, type Counts, tallyTable, type Tallies, wrongOf } from './site-tally.js';

type Answer = 'registered' | 'not_registered';

/** Wrong answers of one kind among the lookups that they would be wrong about, until the first contradiction. */
interface Figure {
  readonly answer: Answer;
  readonly wrong: number;
  readonly trials: number;
  /** The bound, weighted by the lookups of each site. */
  readonly bound: number;
}

function figureOf(answer: Answer, days: readonly FaultDay[]): Figure {
  const of = (day: FaultDay) => (answer === 'registered' ? day.ofNobody : day.ofPeople);
  const trials = days.reduce((sum, day) => sum + of(day).trials, 0);
  const allowed = days.reduce((sum, day) => {
    const { fault } = day.cell.setting;
    const bound = boundOf({
      answer,
      fault,
      share: shareOf(day.cell.setting),
      isWeak: day.isWeak[answer],
      siteRedirects: day.siteRedirects,
    });
    return sum + bound * of(day).trials;
  }, 0);
  return { answer, wrong: days.reduce((sum, day) => sum + of(day).wrong, 0), trials, bound: trials === 0 ? 0 : allowed / trials };
}

const percent = (share: number, digits = 2): string => `${(share * 100).toFixed(digits)} %`;
const cellText = ({ wrong, trials, bound }: Figure): string => {
  if (trials === 0) return '-';
  return `${isAbove(wrong, trials, bound) ? '**' : ''}${wrong} of ${trials}${isAbove(wrong, trials, bound) ? '**' : ''} (${percent(bound)})`;
};
const both = (days: readonly FaultDay[]): Figure[] => [figureOf('registered', days), figureOf('not_registered', days)];
const wrongCount = (days: readonly FaultDay[]): number => days.reduce((sum, { wrong }) => sum + wrong, 0);
const above = (figures: readonly Figure[]): number => figures.filter(({ wrong, trials, bound }) => isAbove(wrong, trials, bound)).length;

/** Rows are faults with their occurrence, columns are groups of days that share it. */
function faultTable(title: string, rows: ReadonlyMap<string, readonly FaultDay[]>): string {
  return table(
    [title, 'wrong "registered" (bound)', 'wrong "not registered" (bound)', 'wrong in all, a site and day at most', 'right', 'omitted'],
    [...rows].map(([name, days]) => [
      name,
      cellText(figureOf('registered', days)),
      cellText(figureOf('not_registered', days)),
      `${wrongCount(days)}, ${Math.max(...days.map(({ wrong }) => wrong))}`,
      String(days.reduce((sum, { right }) => sum + right, 0)),
      String(days.reduce((sum, { omitted }) => sum + omitted, 0)),
    ]),
  );
}

const PER = { request: 'requests', address: 'addresses', connection: 'connections', spell: 'spells of ten minutes' } as const;

const occurrence = ({ setting: { fault, share, nodes, per } }: FaultDay['cell']): string =>
  `${fault}${nodes === undefined ? '' : `, one node of two, ${nodes}`}${share === undefined ? '' : `, ${percent(share, 0)}`}${per === undefined ? '' : ` of ${PER[per]}`}`;

export function reportSites(results: readonly SeedResult[]): { body: string; marks: Threshold[] } {
  const days = results.flatMap((result) => result.days);
  const tallies = (name: 'pages' | 'namesakes' | 'healthy' | 'forms' | 'domains'): Tallies =>
    addTallies(results.map((result) => result[name]));
  const reports = [
    faultReport(days),
    pageReport(tallies('pages'), tallies('namesakes'), tallies('healthy'), tallies('forms')),
    domainReport(tallies('domains')),
  ];
  return { body: reports.map(({ body }) => body).join('\n\n'), marks: reports.flatMap(({ marks }) => marks) };
}

function faultReport(days: readonly FaultDay[]): { body: string; marks: Threshold[] } {
  const of = (group: CellGroup, isTyped = false): FaultDay[] => days.filter((day) => day.cell.group === group && day.isTyped === isTyped);
  const [shares, nodes, always, typed] = [of('share'), of('node'), of('always'), of('share', true)];
  const limits = [...of('limit'), ...of('limit', true)];
  const met = [...groupBy([...shares, ...nodes], ({ cell }) => occurrence(cell))];
  const figures = (answer: Answer): Figure[] => [
    ...met.map(([, each]) => figureOf(answer, each)),
    ...SHARES.map((share) =>
      figureOf(
        answer,
        shares.filter(({ cell }) => cell.setting.share === share),
      ),
    ),
  ];
  return {
    body: [
      'Until a site’s first contradiction, on rules of weak evidence; bold: above the bound. Faults without a wrong answer are left out.',
      faultTable('intermittent faults', new Map(met.filter(([, each]) => wrongCount(each) > 0 || each[0]?.cell.group === 'node'))),
      'Measured, promised nothing: an address, a connection or ten minutes keep what was drawn for them.',
      faultTable(
        'faults that repeat themselves',
        groupBy(of('kept'), ({ cell }) => occurrence(cell)),
      ),
      'Rules with evidence of their own believe a platform’s own words at once.',
      faultTable(
        'rules with evidence of their own',
        groupBy(
          typed.filter(({ wrong }) => wrong > 0),
          ({ cell }) => occurrence(cell),
        ),
      ),
    ].join('\n\n'),
    marks: [
      atMost(`faults of every request, ${always.length} site-days: wrong answers`, wrongCount(always), 0),
      atMost(
        `intermittent faults: "registered" above its bound, of ${met.length} faults and ${SHARES.length} shares`,
        above(figures('registered')),
        0,
      ),
      atMost('intermittent faults: "not registered" above its bound', above(figures('not_registered')), 0),
      ...SHARES.map((share) =>
        dayMark(
          `at ${percent(share, 0)}`,
          shares.filter(({ cell }) => cell.setting.share === share),
        ),
      ),
      dayMark('one bad node of two', nodes),
      tenthMark(
        shares.filter(({ cell: { setting }, isWhole }) => setting.fault === 'not_found_for_all' && setting.share === 0.1 && !isWhole),
      ),
      atMost(
        'rules with evidence of their own: faults above the bound',
        above([...groupBy(typed, ({ cell }) => occurrence(cell)).values()].flatMap(both)),
        0,
      ),
      atMost(
        `silent limits, ${limits.length} site-days: wrong answers behind one`,
        Math.max(...limits.map(({ wrong }) => wrong)),
        MAX_DENIED,
      ),
    ],
  };
}

/** "No" that may rest on one positive answer (ADR 7). */
const MAX_DENIED = 10;

function domainReport(domains: Tallies): { body: string; marks: Threshold[] } {
  const other = countsOf(domains, (key) => key === 'another provider');
  const all = countsOf(domains, () => true);
  return {
    body: tallyTable('addresses', domains),
    marks: [
      atMost(`${all.probed} addresses, of sites that refuse some providers: wrong answers`, wrongOf(all), 0),
      atLeast(`${other.probed} addresses at other providers: answered rightly`, other.right, other.probed, 0.995),
    ],
  };
}

function dayMark(what: string, days: readonly FaultDay[]): Threshold {
  const whole = days.filter(({ isWhole }) => isWhole);
  const wrong = whole.map((day) => day.wrong);
  const over = wrong.filter((count) => count > DAY_LIMIT.wrong).length;
  return {
    what: `${what}: site-days with more than ${DAY_LIMIT.wrong} wrong answers, at most ${percent(DAY_LIMIT.share, 1)}`,
    measured: `${over} of ${whole.length}, the worst ${Math.max(...wrong)}, of 99.9 % at most ${quantile(wrong, 1 - DAY_LIMIT.share)}`,
    met: !isAbove(over, whole.length, DAY_LIMIT.share),
  };
}

/** A weak "no" of a site that denies one request in ten, on its first day: "no" and all, until and after a contradiction. */
function tenthMark(days: readonly FaultDay[]): Threshold {
  const wrong = wrongCount(days);
  const probed = days.reduce((sum, day) => sum + day.right + day.wrong + day.omitted, 0);
  return {
    what: `a 404 for one request in ten, 24 questions a site and day: wrong answers, at most 2 of 480`,
    measured: `${wrong} of ${probed}`,
    met: !isAbove(wrong, probed, 2 / 480),
  };
}

function pageReport(pages: Tallies, namesakes: Tallies, healthy: Tallies, forms: Tallies): { body: string; marks: Threshold[] } {
  const words = countsOf(pages, (key) => !key.endsWith('twin'));
  const [found, twins] = [countsOf(namesakes, (key) => key.startsWith('account')), countsOf(namesakes, (key) => key.startsWith('absent'))];
  const answerable = countsOf(healthy, (key) => !/^(?:nobody,|alike-|with a separator)/.test(key));
  const odd = countsOf(forms, () => true);
  return {
    body: [
      tallyTable('words', pages),
      tallyTable('names that are words', namesakes),
      tallyTable('healthy sites', healthy),
      tallyTable('sites that depend on a name’s form', forms),
    ].join('\n\n'),
    marks: [
      atMost(`pages of sites, ${words.probed} words inside and outside of any list: wrong answers`, wrongOf(words), 0),
      atMost(`sites that depend on a name’s form, ${odd.probed} names: wrong answers`, wrongOf(odd), 0),
      atLeast(`${found.probed} accounts whose names are words: found`, found.right, found.probed, 0.95),
      atMost(`their ${twins.probed} absent twins: found`, twins.wrongYes, 0),
      atMost('healthy sites, those where structure does not tell all among them: wrong answers', wrongOf(countsOf(healthy, () => true)), 0),
      atLeast(
        `healthy sites, ${answerable.probed} questions about plain names: answered rightly`,
        answerable.right,
        answerable.probed,
        0.995,
      ),
      ...['empty', 'private', 'long', 'foreign'].map((shape) =>
        omittedMark(
          shape,
          countsOf(healthy, (key) => key === shape),
        ),
      ),
    ],
  };
}

function atLeast(what: string, count: number, of: number, share: number): Threshold {
  return { what: `${what}, at least ${percent(share, 1)}`, measured: percent(count / of), met: count >= share * of };
}

const omittedMark = (shape: string, { probed, omitted }: Counts): Threshold => ({
  what: `${shape} profiles (${probed}): omitted, at most 0.5 %`,
  measured: percent(omitted / probed),
  met: omitted <= 0.005 * probed,
});
