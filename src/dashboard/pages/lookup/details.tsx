import type { Finding, ModuleFindings, ShownSource } from '../../../features/lookups/routes/shared/v2/finding-schemas.js';
import type { IdentityName } from '../../../features/lookups/routes/shared/v2/identity-name.js';
import { lazy, Suspense } from 'react';
import {
  emailRows,
  type FactRow,
  FAILURE_WORDS,
  ipRows,
  isSourceFailure,
  MODULE_WORDS,
  phoneRows,
  sourceText,
  STATE_WORDS,
} from '../../../features/lookups/report/labels.js';

const IpMap = lazy(() => import('./ip-map.js'));

type EmailFinding = NonNullable<ModuleFindings['email']>[number];
type AnyFinding = Finding<unknown>;

/** Findings of a module, one for each identity: those that were told, in place of those that are pending. */
export function findingsOf<M extends keyof ModuleFindings>(
  module: M,
  found: ModuleFindings,
  head: ModuleFindings,
): NonNullable<ModuleFindings[M]>[number][] {
  const known = (found[module] ?? []) as AnyFinding[];
  const expected = (head[module] ?? []) as AnyFinding[];
  return expected.map((finding) => known.find(({ identity }) => isSame(identity, finding.identity)) ?? finding) as NonNullable<
    ModuleFindings[M]
  >[number][];
}

const isSame = (a: IdentityName, b: IdentityName): boolean => a.type === b.type && a.value === b.value;

/** Cards for e-mail addresses, phone numbers and IP addresses. They have all of their rows from the start. */
export function Details({ found, head }: { readonly found: ModuleFindings; readonly head: ModuleFindings }) {
  return (
    <div className="cards">
      {findingsOf('email', found, head).map((finding) => (
        <FactCard key={finding.identity.value} title="E-mail" finding={finding} rows={emailRows(finding as EmailFinding)} />
      ))}
      {findingsOf('phone', found, head).map((finding) => (
        <FactCard key={finding.identity.value} title="Phone" finding={finding} rows={phoneRows(finding)} />
      ))}
      {findingsOf('ip', found, head).map((finding) => (
        <FactCard key={finding.identity.value} title="IP address" finding={finding} rows={ipRows(finding)}>
          <div className="map-frame">
            {finding.facts?.latitude != null && finding.facts.longitude != null && (
              <Suspense fallback={<span aria-busy="true" />}>
                <IpMap latitude={finding.facts.latitude} longitude={finding.facts.longitude} location={ipRows(finding)[0]?.[1] ?? null} />
              </Suspense>
            )}
            {finding.state !== 'pending' && finding.facts?.latitude == null && <p className="muted small">Its location is not known.</p>}
          </div>
        </FactCard>
      ))}
    </div>
  );
}

interface FactCardProps {
  readonly title: string;
  readonly finding: AnyFinding;
  readonly rows: readonly FactRow[];
  readonly children?: React.ReactNode;
}

function FactCard({ title, finding, rows, children }: FactCardProps) {
  const { identity, state, sources } = finding;
  return (
    <section className="card">
      <header>
        <h2>{title}</h2>
        <p className="small muted breakable">{identity.value}</p>
      </header>
      {children}
      <dl className="facts">
        {rows.map(([label, value]) => (
          <div key={label} className="fact">
            <dt>{label}</dt>
            <dd>{value ?? <span className="muted">{state === 'pending' ? '…' : 'not known'}</span>}</dd>
          </div>
        ))}
      </dl>
      <p className="small muted">{state === 'answered' ? <SourceLine sources={sources} /> : STATE_WORDS[state]}</p>
    </section>
  );
}

/** Which sources answered, and which did not. */
function SourceLine({ sources }: { readonly sources: readonly ShownSource[] }) {
  const answered = sources.filter(({ failure }) => failure === null).map(({ source }) => sourceText(source));
  return <>{answered.length === 0 ? 'From the service’s own data.' : `From ${answered.join(', ')}.`}</>;
}

/** Sources that should have answered and did not, by name: what they know is missing here. */
export function FailedSources({ found, modules }: { readonly found: ModuleFindings; readonly modules: readonly (keyof ModuleFindings)[] }) {
  const failed = modules.flatMap((module) =>
    (found[module] ?? []).flatMap(({ identity, sources }) =>
      sources.flatMap(({ source, failure }) =>
        failure !== null && isSourceFailure(failure) ? [{ module, identity, source, failure }] : [],
      ),
    ),
  );
  if (failed.length === 0) return null;
  return (
    <div className="note note-warn">
      <p>These sources did not answer, so their facts are missing:</p>
      <ul className="plain-list">
        {failed.map(({ module, identity, source, failure }) => (
          <li key={`${module} ${identity.value} ${source}`} className="breakable">
            <strong>{sourceText(source)}</strong> {FAILURE_WORDS[failure]}{' '}
            <span className="muted small">
              ({MODULE_WORDS[module]}, {identity.value})
            </span>
          </li>
        ))}
      </ul>
    </div>
  );
}
