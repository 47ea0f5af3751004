/** `POST /mcp` as the conformance suite of the protocol sees it: what applies passes, and what does not is in one table with its reason. */
import { afterAll, beforeAll, expect, it, vi } from 'vitest';
import { startWorkingService, type WorkingService } from '../support/http/working-service.js';
import { agentOf } from '../support/mcp-clients.js';
import { type Check, runConformance, startGate } from '../support/mcp-conformance.js';

const REVISION = '2026-07-28';

/** Scenarios, or some of their checks, that ask for what this server does not have; each row is needed. */
const NOT_APPLICABLE: readonly (readonly [reason: string, scenarios: RegExp, checks?: RegExp])[] = [
  ['there are no prompts, and nothing to complete', /^(?:prompts-|completion-|caching$)/, /^(?!sep-2549-(?:tools|resources|ttl|cache))/],
  ['there are no resources', /^(?:resources-|sep-2164-resource-|caching$)/, /^(?!sep-2549-(?:tools|prompts|ttl|cache))/],
  ['answers are texts and structures: no image, sound or resource', /^tools-call-(?:image|audio|embedded-resource|mixed-content)$/],
  ['clients are asked for nothing: no elicitation, sampling or roots', /^(?:input-required-result-|tasks-mrtr-)/],
  ['no tool needs what a client has to declare', /^server-stateless$/, /-rejects-undeclared-capability$|-missing-capability-http-400$/],
  ['no argument of a tool is a header too', /^http-custom-header-/],
  ['no tool needs tasks: where a client takes none, it waits', /^tasks-required-task-error$/],
  ['no task fails: what cannot be is refused before it is one', /^tasks-lifecycle$/, /-tool-error-uses-completed-status$|-status-failed$/],
  [
    "texts and schemas are not the reference server's",
    /^(?:tasks-request-headers|json-schema-2020-12)$/,
    /^json-|-mcp-method-on-tools-call$/,
  ],
];
/** It waits half a second for the begin of an answer: on a busy machine it is asked again. */
const IMPATIENT = 'server-stateless';

let gate: Awaited<ReturnType<typeof startGate>>;
let service: WorkingService;
beforeAll(async () => {
  gate = await startGate();
  service = await startWorkingService({ sites: 6, env: { PUBLIC_URL: gate.url } });
  gate.connect(service, await agentOf(service, { monthlyLookups: 1_000 }, 'higher_volume'));
});
afterAll(async () => {
  await service?.close();
  await gate?.close();
});

type Found = Check & { readonly scenario: string };
const isExpected = ({ scenario, id }: Found): boolean =>
  NOT_APPLICABLE.some(([, scenarios, checks = /^/]) => scenarios.test(scenario) && checks.test(id));
const failedIn = (results: ReadonlyMap<string, readonly Check[]>): Found[] =>
  [...results].flatMap(([scenario, checks]) =>
    checks.filter(({ status }) => status === 'FAILURE' || status === 'WARNING').map((check) => ({ scenario, ...check })),
  );

it('passes every check that applies', { timeout: 1_200_000 }, async () => {
  const suite = `${gate.url}/mcp`;
  const results = new Map(await runConformance(suite, ['--requirements', REVISION]));
  const unexpected = (isWanted: (scenario: string) => boolean) =>
    failedIn(results)
      .filter((each) => isWanted(each.scenario) && !isExpected(each))
      .map(({ scenario, id, errorMessage }) => `${scenario} ${id}: ${errorMessage}`);
  expect(unexpected((scenario) => scenario !== IMPATIENT)).toEqual([]);
  const isImpatient = (scenario: string) => scenario === IMPATIENT;
  const again = ['--scenario', IMPATIENT, '--spec-version', REVISION];
  const pass = async () => {
    if (unexpected(isImpatient).length > 0) results.set(IMPATIENT, (await runConformance(suite, again)).get(IMPATIENT) ?? []);
    expect(unexpected(isImpatient)).toEqual([]);
  };
  await vi.waitFor(pass, { timeout: 300_000 });
  const failed = failedIn(results);
  const stale = NOT_APPLICABLE.filter(
    ([, scenarios, checks = /^/]) => !failed.some(({ scenario, id }) => scenarios.test(scenario) && checks.test(id)),
  );
  expect(stale.map(([reason]) => reason)).toEqual([]);
  for (const applicable of ['server-stateless', 'tools-list', 'tools-call-with-progress', 'dns-rebinding-protection', 'tasks-lifecycle'])
    expect(results.get(applicable)?.filter(({ status }) => status === 'SUCCESS').length, applicable).toBeGreaterThan(0);
});
