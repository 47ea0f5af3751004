import type { ModuleFindings } from '../../../features/lookups/routes/shared/v2/body-schemas.js';
import { STATE_WORDS } from '../../../features/lookups/report/labels.js';
import { FailedSources, findingsOf } from './details.js';

interface ShownBreach {
  readonly name: string;
  readonly date: string;
  readonly identities: readonly string[];
  readonly platforms: readonly string[];
}

/** Breaches of all identities, newest first; one that held several of them is one. */
export function mergeBreaches(findings: NonNullable<ModuleFindings['breaches']>): ShownBreach[] {
  const merged = new Map<string, ShownBreach>();
  for (const { identity, facts, platforms } of findings)
    for (const { name, date } of facts ?? []) {
      const known = merged.get(`${date} ${name}`);
      const there = platforms.filter(({ breach }) => breach === name).map(({ platform }) => platform);
      merged.set(`${date} ${name}`, {
        name,
        date,
        identities: [...new Set([...(known?.identities ?? []), identity.value])],
        platforms: [...new Set([...(known?.platforms ?? []), ...there])],
      });
    }
  return [...merged.values()].sort((a, b) => (a.date === b.date ? (a.name < b.name ? -1 : 1) : a.date < b.date ? 1 : -1));
}

interface BreachesProps {
  readonly found: ModuleFindings;
  readonly head: ModuleFindings;
  readonly several: boolean;
}

/** When an identity's data were lost, as a timeline by year. */
export function Breaches({ found, head, several }: BreachesProps) {
  const findings = findingsOf('breaches', found, head);
  const breaches = mergeBreaches(findings);
  const years = [...new Set(breaches.map(({ date }) => date.slice(0, 4)))];
  return (
    <div className="stack">
      {breaches.length > 0 && (
        <p className="muted">A breach is not the person’s fault. It shows that the identity was in use at that time.</p>
      )}
      <ol className="timeline">
        {years.map((year) => (
          <li key={year} className="timeline-year">
            <h2>{year}</h2>
            <ul className="plain-list">
              {breaches
                .filter(({ date }) => date.startsWith(year))
                .map(({ name, date, identities, platforms }) => (
                  <li key={`${date} ${name}`} className="timeline-entry">
                    <strong className="breakable">{name}</strong> <time dateTime={date}>{date}</time>
                    {(several || platforms.length > 0) && (
                      <span className="small muted breakable">
                        {[...(several ? identities : []), ...platforms.map((platform) => `platform: ${platform}`)].join(' · ')}
                      </span>
                    )}
                  </li>
                ))}
            </ul>
          </li>
        ))}
      </ol>
      <States findings={findings} nothing="Checked: it is in no known breach." />
      <FailedSources found={found} modules={['breaches']} />
    </div>
  );
}

/** For each identity without anything found, why. */
export function States({
  findings,
  nothing,
}: {
  readonly findings: readonly { identity: { value: string }; state: keyof typeof STATE_WORDS; facts: readonly unknown[] | null }[];
  readonly nothing: string;
}) {
  const quiet = findings.filter(({ state, facts }) => state !== 'answered' || facts?.length === 0);
  if (quiet.length === 0) return null;
  return (
    <ul className="plain-list">
      {quiet.map(({ identity, state }) => (
        <li key={identity.value} className="breakable">
          {findings.length > 1 && <strong>{identity.value}: </strong>}
          <span className="muted">{state === 'answered' ? nothing : STATE_WORDS[state]}</span>
        </li>
      ))}
    </ul>
  );
}
