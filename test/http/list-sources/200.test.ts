import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { expectCommonHeaders } from '../../support/http/answers.js';
import { expectUnbilled } from '../../support/http/ledger.js';
import { startService, type Service } from '../../support/service.js';

interface Body {
  readonly total: number;
  readonly sources: readonly {
    name: string;
    module: string;
    configured: boolean;
    settings: string[];
    dataDate: string | null;
    licence: string;
    credit: string | null;
  }[];
}

describe('listSources', () => {
  let bare: Service;
  let configured: Service;
  beforeAll(async () => {
    [bare, configured] = await Promise.all([
      startService({ worker: false }),
      startService({ worker: false, env: { HIBP_API_KEY: 'key-of-the-test', SEARXNG_URL: 'https://search.example.com', DRONEBL: 'true' } }),
    ]);
  });
  afterAll(() => Promise.all([bare.close(), configured.close()]));

  const list = async (service: Service) => {
    const { key, accountId } = await service.account();
    const response = await service.call('GET', '/v2/sources', { key });
    expect(response.status).toBe(200);
    expectCommonHeaders(response);
    await expectUnbilled(service, accountId);
    return response.body as Body;
  };

  it('names every source of a module once, with its licence, and bills nothing', async () => {
    const { total, sources } = await list(bare);
    expect(sources).toHaveLength(total);
    expect(new Set(sources.map(({ module, name }) => `${module} ${name}`)).size).toBe(total);
    expect(new Set(sources.map(({ module }) => module))).toEqual(new Set(['email', 'phone', 'ip', 'breaches', 'webMentions']));
    for (const source of sources) {
      expect(Object.keys(source).sort()).toEqual(['configured', 'credit', 'dataDate', 'licence', 'module', 'name', 'settings']);
      expect(source.licence).toMatch(/\S/);
      if (source.dataDate !== null) expect(source.dataDate).toMatch(/^\d{4}-\d{2}-\d{2}/);
    }
  });

  it('tells what is configured from what could be, and by which settings', async () => {
    const [without, with_] = [await list(bare), await list(configured)];
    const on = ({ sources }: Body) => sources.filter((source) => source.configured).map(({ name }) => name);
    expect(
      on(with_)
        .filter((name) => !on(without).includes(name))
        .sort(),
    ).toEqual(['dronebl', 'haveibeenpwned', 'searxng']);
    expect(with_.sources.find(({ name }) => name === 'haveibeenpwned')?.settings).toEqual(['HIBP_API_KEY', 'HIBP_WHOLE_ADDRESS']);
    expect(JSON.stringify(with_)).not.toContain('key-of-the-test');
  });

  it('credits those whose licence asks for it', async () => {
    const credits = (await list(bare)).sources.flatMap(({ credit }) => credit ?? []).join('\n');
    expect(credits).toContain('DB-IP');
  });
});
