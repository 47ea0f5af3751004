/** The connectors of OpenCTI and Maltego: by the platform's library against a stub of the platform, and by a client of the server. */
import { generateKeyPairSync, randomUUID, sign } from 'node:crypto';
import { join } from 'node:path';
import getPort from 'get-port';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  CONNECTORS,
  type Connected,
  INSTALL,
  OMITTED,
  OPTED_OUT,
  platformOf,
  type Program,
  runIn,
  startConnected,
  startServer,
  startStub,
  SUPPRESSED,
  untilUp,
  vainSettings,
  WRONG_SETTINGS,
} from '../support/connectors.js';
import { ADA } from '../support/http/working-service.js';

let at: Connected;
beforeAll(async () => {
  at = await startConnected();
}, INSTALL);
afterAll(() => at?.close());

describe('OpenCTI', () => {
  /** The platform signs what it sends to connectors (RFC 7519), and tells them its key when they register. */
  const { publicKey, privateKey } = generateKeyPairSync('ed25519');
  const jwks = JSON.stringify({ keys: [{ ...publicKey.export({ format: 'jwk' }), kid: 'k', alg: 'EdDSA', use: 'sig' }] });
  const encoded = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url');
  const claims = `${encoded({ alg: 'EdDSA', kid: 'k', typ: 'JWT' })}.${encoded({ iss: 'opencti', sub: 'connector' })}`;
  const token = `${claims}.${sign(null, Buffer.from(claims), privateKey).toString('base64url')}`;
  const ENTITY = 'email-addr--09a3edb5-9c0a-5e62-8e8d-6e6e7b1b1b6f';
  let program: Program;
  let platform: Awaited<ReturnType<typeof startStub>>;
  let callback: string;
  let python: string;
  let settings: Readonly<Record<string, string>>;
  const MAIN = join(CONNECTORS, 'opencti/src/main.py');
  /** What the stub was asked, by the name of the operation, with its variables. */
  const asked: { name: string; variables: Record<string, unknown> }[] = [];
  const of = (name: string) => asked.filter((each) => each.name === name).map(({ variables }) => variables);
  /** The observable that is read next. */
  let observable: Record<string, unknown> = {};
  const connection = { host: '127.0.0.1', vhost: '/', use_ssl: false, port: 1, user: 'guest', pass: 'guest' };
  const routes = { listen: 'l', listen_routing: 'l', listen_exchange: 'l', push: 'p', push_routing: 'p', push_exchange: 'p' };

  const answers: Readonly<Record<string, () => object>> = {
    healthCheck: () => ({ about: { version: '7.0.0' } }),
    RegisterConnector: () => ({
      registerConnector: { id: 'c', connector_state: null, connector_user_id: 'u', jwks, config: { connection, ...routes } },
    }),
    PingConnector: () => ({ pingConnector: { id: 'c', connector_state: null, connector_info: null } }),
    StixCyberObservable: () => ({ stixCyberObservable: observable }),
    StixBundlePush: () => ({ stixBundlePush: true }),
  };

  beforeAll(async () => {
    const { bin, env } = await platformOf('pycti-7.261026.0', ['pycti==7.261026.0']);
    python = join(bin, 'python');
    platform = await startStub((request, response) => {
      let text = '';
      request.on('data', (chunk: Buffer) => (text += chunk.toString()));
      request.on('end', () => {
        const { query, variables } = JSON.parse(text) as { query: string; variables: Record<string, unknown> };
        const name = /(?:query|mutation)\s+(\w+)/.exec(query)?.[1] ?? '';
        asked.push({ name, variables });
        response.writeHead(200, { 'content-type': 'application/json' });
        response.end(JSON.stringify({ data: answers[name]?.() ?? { workEdit: {} } }));
      });
    });
    const port = await getPort({ host: '127.0.0.1' });
    callback = `http://127.0.0.1:${port}/api/callback`;
    settings = {
      ...env,
      OPENCTI_URL: platform.url,
      OPENCTI_TOKEN: randomUUID(),
      CONNECTOR_ID: randomUUID(),
      CONNECTOR_NAME: 'Footprint',
      CONNECTOR_TYPE: 'INTERNAL_ENRICHMENT',
      CONNECTOR_SCOPE: 'Email-Addr,Phone-Number,User-Account',
      CONNECTOR_LISTEN_PROTOCOL: 'API',
      CONNECTOR_LISTEN_PROTOCOL_API_PORT: String(port),
      CONNECTOR_LISTEN_PROTOCOL_API_PATH: '/api/callback',
      CONNECTOR_QUEUE_PROTOCOL: 'api',
      FOOTPRINT_URL: at.service.url,
      FOOTPRINT_API_KEY: at.key,
      FOOTPRINT_TLP: 'amber',
    };
    program = startServer(python, [MAIN], settings);
    await untilUp(program, callback);
  }, INSTALL);
  afterAll(async () => {
    await program?.stop();
    await platform?.close();
  });

  /** Has an observable enriched. @returns what the platform shows of the work, and the bundle that it got */
  async function enrich(entity: Record<string, unknown>, marking: readonly object[] = []) {
    const work = randomUUID();
    observable = { id: ENTITY, standard_id: ENTITY, objectMarking: marking, ...entity };
    const stix = { type: 'x', id: ENTITY, spec_version: '2.1', ...entity };
    const event = {
      entity_id: ENTITY,
      entity_type: entity['entity_type'],
      stix_entity: JSON.stringify(stix),
      stix_objects: JSON.stringify([stix]),
    };
    const before = of('StixBundlePush').length;
    const body = JSON.stringify({ event, internal: { work_id: work, applicant_id: null } });
    await fetch(callback, { method: 'POST', headers: { authorization: `Bearer ${token}`, 'content-type': 'application/json' }, body });
    const done = () => of('workToProcessed').find(({ id }) => id === work);
    await expect.poll(done, { message: program.written() }).toBeDefined();
    const [pushed] = of('StixBundlePush').slice(before);
    const bundle = pushed ? (JSON.parse(String(pushed['bundle'])) as { objects: Record<string, unknown>[] }) : null;
    return { work: done(), objects: bundle?.objects ?? [] };
  }
  const address = { entity_type: 'Email-Addr', observable_value: ADA.email, value: ADA.email };

  it('registers for its scope, and gets the bundle with its own observable in place of the identity', async () => {
    expect(of('RegisterConnector')[0]).toMatchObject({ input: { name: 'Footprint', type: 'INTERNAL_ENRICHMENT' } });
    const { work, objects } = await enrich(address);
    expect(work).toMatchObject({
      inError: false,
      message: expect.stringMatching(new RegExp(`^${at.quiet.hits.length} confirmed accounts`)),
    });
    expect(work?.['message']).toMatch(OMITTED);
    const accounts = objects.filter(({ type }) => type === 'user-account');
    expect(accounts.map((each) => each['account_type']).sort()).toEqual([...at.quiet.hits].sort());
    const related = objects.filter(({ type }) => type === 'relationship');
    expect(related.map((each) => each['source_ref'])).toEqual(accounts.map(() => ENTITY));
    expect(objects.filter(({ type }) => type === 'marking-definition').map((each) => each['name'])).toEqual(['TLP:AMBER']);
  });

  it('enriches a phone number and a username, which have other ids there', async () => {
    for (const entity of [
      { entity_type: 'Phone-Number', observable_value: ADA.phone, value: ADA.phone },
      { entity_type: 'User-Account', observable_value: ADA.username, account_login: ADA.username },
    ]) {
      const { work, objects } = await enrich(entity);
      expect(work).toMatchObject({ inError: false });
      for (const each of objects.filter(({ type }) => type === 'relationship')) expect(each['source_ref']).toBe(ENTITY);
      expect(objects.filter(({ id }) => id === ENTITY)).toHaveLength(1);
    }
  });

  it('says what is wrong: an opted-out identity, a marking that forbids it, another kind', async () => {
    const opted = await enrich({ ...address, observable_value: OPTED_OUT, value: OPTED_OUT });
    expect(opted.work).toMatchObject({ inError: false, message: expect.stringContaining(SUPPRESSED) });
    const red = await enrich(address, [{ id: 'm', definition_type: 'TLP', definition: 'TLP:RED' }]);
    expect(red).toMatchObject({ objects: [], work: { inError: true, message: expect.stringMatching(/^Not looked up: it is TLP:RED/) } });
    const other = await enrich({ entity_type: 'Domain-Name', observable_value: 'example.com', value: 'example.com' });
    expect(other.work).toMatchObject({ inError: true });
  });

  // A start loads the platform's library, which takes a busy machine many seconds.
  it('does not start with a setting that is wrong, and says what to set', { timeout: INSTALL }, async () => {
    const levels = 'set it to one of clear, green, amber, amber\\+strict, red\\.$';
    const wrong: readonly (readonly [Record<string, string>, RegExp])[] = [
      ...WRONG_SETTINGS.map(
        ([{ key, ...others }, sentence]) => [{ ...others, ...(key !== undefined && { api_key: key }) }, sentence] as const,
      ),
      [{ max_tlp: 'TLP:PURPLE' }, new RegExp(`^FOOTPRINT_MAX_TLP is 'purple': ${levels}`)],
      [{ tlp: 'secret' }, new RegExp(`^FOOTPRINT_TLP is 'secret': ${levels}`)],
    ];
    for (const [named, sentence] of wrong) {
      const env = Object.fromEntries(Object.entries(named).map(([name, value]) => [`FOOTPRINT_${name.toUpperCase()}`, value]));
      const { ok, lastLines } = await runIn(python, [MAIN], { ...settings, ...env });
      expect([ok, lastLines.split('\n').at(-1)], JSON.stringify(named)).toEqual([false, expect.stringMatching(sentence)]);
    }
  });
});

describe('Maltego', () => {
  let server: Program;
  let url: string;
  beforeAll(async () => {
    const packages = ['maltego-transforms==1.4.0', 'maltego-transforms-std-entities==1.0.2'];
    const { bin, env } = await platformOf('maltego-transforms-1.4.0', packages);
    const port = await getPort({ host: '127.0.0.1' });
    url = `http://127.0.0.1:${port}`;
    server = startServer(join(bin, 'python'), [join(CONNECTORS, 'maltego/project.py')], {
      ...env,
      MALTEGO_SERVER_HTTP_PORT: String(port),
      FOOTPRINT_URL: at.service.url,
      FOOTPRINT_API_KEY: at.key,
    });
    await untilUp(server, `${url}/health`);
  }, INSTALL);
  afterAll(() => server?.stop());

  interface Run {
    readonly result: {
      readonly runId: string;
      readonly state: string;
      readonly events: readonly {
        data: {
          entity?: { type: string; properties: readonly { name: string; value: unknown }[] };
          statusMessage?: { text: string };
        };
      }[];
    };
    readonly status?: { readonly uiMessages: readonly { text?: string; message?: string }[] };
  }
  /** Runs a transform as a client does: it asks for it, then for its results until there are no more. */
  async function transform(name: string, type: string, property: string, value: string, settings: Record<string, unknown> = {}) {
    const entity = { id: '0', valueRef: property, weight: 100, type, displayInformation: [], bookmark: null, iconUrl: '' };
    const properties = [{ displayName: property, name: property, type: 'STRING', value }];
    const metadata = { entitiesTypesStat: { [type]: 1 }, entitiesTotalCount: 1, linksTotalCount: 0, rootEntitiesCount: 0 };
    const transformSettings = Object.entries(settings).map(([setting, given]) => ({ name: setting, value: given }));
    const body = { input: { metadata, graph: { entities: [{ ...entity, properties }], links: [] } }, limit: 256, transformSettings };
    const headers = { 'content-type': 'application/json', 'user-agent': 'Maltego Desktop/4.10.0 (test)' };
    const address = `${url}/api/v3/transforms/footprint.${name}/run`;
    const started = (await (await fetch(address, { method: 'POST', headers, body: JSON.stringify(body) })).json()) as Run;
    expect(started.result, JSON.stringify(started)).toBeDefined();
    let run: Run = started;
    await expect
      .poll(async () => {
        run = (await (await fetch(`${address}/${started.result.runId}/results?eventPointer=0`, { headers })).json()) as Run;
        return run.result.state;
      })
      .toMatch(/COMPLETED|FAILED|FINISHED/);
    const entities = run.result.events.flatMap(({ data }) => data.entity ?? []);
    const propertyOf = (found: (typeof entities)[number], wanted: string) => found.properties.find((each) => each.name === wanted)?.value;
    return {
      uids: entities.map((each) => propertyOf(each, 'affiliation.uid')).sort(),
      types: [...new Set(entities.map((each) => each.type))],
      // What fails at once is said in the first answer.
      said: JSON.stringify([started, run]),
    };
  }

  it('offers its transforms, and gets an affiliation for each account and the omissions as a message', async () => {
    const listed = JSON.stringify(await (await fetch(`${url}/api/v3/transforms`)).json());
    for (const name of ['accounts_of_email', 'accounts_of_phone', 'accounts_of_alias']) expect(listed).toContain(`footprint.${name}`);
    const found = await transform('accounts_of_email', 'maltego.EmailAddress', 'email', ADA.email);
    expect(found.uids).toEqual([...at.quiet.hits].map((slug) => `${slug}:${ADA.email}`).sort());
    expect(found.types).toEqual(['maltego.Affiliation']);
    expect(found.said).toMatch(/\d+ not_passive/);
    const named = await transform('accounts_of_alias', 'maltego.Alias', 'alias', ADA.username);
    expect(named.uids.length).toBeGreaterThan(0);
  });

  it('says what is wrong: an opted-out identity, a limit, a key', async () => {
    const opted = await transform('accounts_of_email', 'maltego.EmailAddress', 'email', OPTED_OUT);
    expect(opted).toMatchObject({ uids: [], said: expect.stringContaining(SUPPRESSED) });
    const refused = await transform('accounts_of_email', 'maltego.EmailAddress', 'email', ADA.email, {
      'global#footprint.url': at.limited.url,
      'global#footprint.api_key': at.key,
    });
    expect(refused).toMatchObject({ uids: [], said: expect.stringContaining('Try again in 120 seconds.') });
    const elsewhere = await transform('accounts_of_email', 'maltego.EmailAddress', 'email', ADA.email, {
      'global#footprint.url': at.limited.url,
    });
    expect(elsewhere.said, "the server's own key stays with its own service").toContain('and an API key');
  });

  it('says of each setting that is wrong what to set', async () => {
    // Nothing set is what the server's environment has, a transform has no time of its own, and its platform reads what is on.
    const own = [...WRONG_SETTINGS, ...vainSettings(at.elsewhere.url)].filter(
      ([{ url, key, timeout, active }]) => (url || key) && !timeout && !active,
    );
    expect(own.length).toBeGreaterThan(3);
    for (const [{ url = at.service.url, key = at.key }, sentence] of own) {
      const named = { 'global#footprint.url': url, 'global#footprint.api_key': key };
      const { said, uids } = await transform('accounts_of_email', 'maltego.EmailAddress', 'email', ADA.email, named);
      expect(uids).toEqual([]);
      expect(said).toMatch(new RegExp(sentence.source.replaceAll(/^\^|\$$/g, '')));
    }
  });
});
