/** A passive lookup asks nobody who would notice: no mail server, no verifier that asks one, no name server of the domain, no page. */
import { describe, expect, it } from 'vitest';
import { domainLists } from '../../../src/facts/email/sources/disposable-lists.js';
import { SourcesEmailInspector } from '../../../src/facts/email/sources/inspector.js';
import { createSearch } from '../../../src/facts/mentions/sources/index.js';
import type { Budget } from '../../../src/kernel/values/source.js';

const budget = (isPassive: boolean): Budget => ({ signal: new AbortController().signal, budgetMs: 5_000, isPassive });

describe('the e-mail module', () => {
  domainLists(); // loaded before a budget runs
  async function inspect(isPassive: boolean) {
    const asked: string[] = [];
    const inspector = new SourcesEmailInspector({
      dns: {
        route: async () => {
          asked.push('dns');
          return {
            value: { kind: 'exchangers', exchangers: [{ host: 'mx.example.net', preference: 1 }], implicit: false },
            failure: null,
            codes: [],
          } as never;
        },
        policies: async () => {
          asked.push('policies');
          return { spf: true, dmarc: true };
        },
      },
      lists: domainLists,
      smtp: {
        verdict: async () => {
          asked.push('smtp');
          return { value: null, failure: 'timeout', codes: [] };
        },
      },
      outbound: null,
      rdap: {
        registration: async () => {
          asked.push('rdap');
          return { value: null, failure: 'timeout', codes: [] };
        },
      },
      verifiers: [
        {
          name: 'verifier',
          query: async () => {
            asked.push('verifier');
            return { failure: 'timeout' };
          },
        },
      ] as never,
      now: () => new Date('2026-11-30T00:00:00Z'),
    });
    return { asked: () => asked.sort(), finding: await inspector.inspect('ada@own-example.com', budget(isPassive)) };
  }

  it('asks the registry alone, and says of the others that they were not asked', async () => {
    const { asked, finding } = await inspect(true);
    expect(asked()).toEqual(['rdap']);
    const failures = Object.fromEntries(finding.notes.map(({ source, failure }) => [source, failure]));
    expect(failures).toMatchObject({ 'mail-dns': 'not_passive', 'smtp-dialogue': 'not_passive', verifier: 'not_passive' });
    expect(finding.facts?.deliverable ?? null).toBeNull();
    expect(finding.records).toBeNull();
  });

  it('asks everybody otherwise', async () => {
    expect((await inspect(false)).asked()).toEqual(['dns', 'policies', 'rdap', 'smtp', 'verifier']);
  });
});

describe('web mentions', () => {
  const page = { title: 'A page', url: 'https://www.example.com/a', snippet: 'of ada-example' };
  async function search(isPassive: boolean) {
    let opened = 0;
    const finding = await createSearch({
      sources: [{ name: 'engine', query: async () => ({ pages: [page] }) }],
      pages: {
        check: async () => {
          opened += 1;
          return 'confirmed';
        },
      },
    }).search('ada-example', budget(isPassive));
    return { opened, finding };
  }

  it('are what the search engine said, and no page is opened', async () => {
    const { opened, finding } = await search(true);
    expect(opened).toBe(0);
    expect(finding.facts).toEqual([{ ...page, matchConfidence: 'unconfirmed' }]);
    expect(finding.notes.at(-1)).toMatchObject({ source: 'page_check', failure: 'not_passive' });
    expect((await search(false)).opened).toBe(1);
  });
});
