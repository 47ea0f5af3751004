import type { ModuleFindings, ShownBreach } from '../../../features/lookups/routes/shared/v2/finding-schemas.js';
import { dayText, exposedText, STATE_WORDS } from '../../../features/lookups/report/labels.js';
import { FailedSources, findingsOf } from './details.js';

interface MergedBreach extends ShownBreach {
  readonly identities: readonly string[];
  readonly platforms: readonly string[];
}

/** Breaches of all identities, newest first; one that held several of them is one. */
export function mergeBreaches(findings: NonNullable<ModuleFindings['breaches']>): MergedBreach[] {
  const merged = new Map<string, MergedBreach>();
  for (const { identity, facts, platforms } of findings)
    for (const breach of facts ?? []) {
      const { name, date } = breach;
      const known = merged.get(`${date} ${name}`);
      const there = platforms.filter(({ breach }) => breach === name).map(({ platform }) => platform);
      merged.set(`${date} ${name}`, {
        ...breach,
        dataClasses: known?.dataClasses ?? breach.dataClasses,
        stealerLog: known?.stealerLog ?? breach.stealerLog,
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
                .map((breach) => (
                  <Entry key={`${breach.date} ${breach.name}`} breach={breach} several={several} />
                ))}
            </ul>
          </li>
        ))}
      </ol>
      <States findings={findings} nothing="Checked: the identity is in no known breach." />
      <FailedSources found={found} modules={['breaches']} />
    </div>
  );
}

function Entry({ breach, several }: { readonly breach: MergedBreach; readonly several: boolean }) {
  const { name, date, identities, platforms } = breach;
  const held = [...(several ? identities : []), ...platforms.map((platform) => `platform: ${platform}`)];
  const details = [...held, exposedText(breach)].filter((each) => each !== null);
  return (
    <li className="timeline-entry">
      <strong className="breakable">{name}</strong> <time dateTime={date}>{dayText(date)}</time>
      {details.length > 0 && <span className="small muted breakable">{details.join(' · ')}</span>}
    </li>
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
