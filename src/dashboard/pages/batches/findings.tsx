import type { ReactNode } from 'react';
import { faultSentences } from '../../../kernel/identity/row-faults.js';
import { SUBJECT_KINDS, type SubjectKind } from '../../../kernel/identity/subjects.js';
import { KIND_WORDS } from '../../../features/lookups/report/labels.js';
import { counted } from '../../client/format.js';
import { DataTable } from '../../components/list.js';
import type { BatchLine, ReadList } from './read-list.js';

/** More would be no overview. */
const SHOWN = 50;
const FAULTS_SHOWN = 20;
const COUNTED: Readonly<Record<SubjectKind, readonly [string, string]>> = {
  email: ['e-mail address', 'e-mail addresses'],
  phone: ['phone number', 'phone numbers'],
  username: ['username', 'usernames'],
  ip: ['IP address', 'IP addresses'],
};

/**
 * What was understood of a list: how many of which kind, and the lines that are left out, with their numbers.
 *
 * @param props.children asks for the country of phone numbers that do not say it
 */
export function Findings({ list: { lines, faults, repeated }, children }: { readonly list: ReadList; readonly children: ReactNode }) {
  const withoutPlus = lines.filter(({ typed }) => typed.some(({ kind, value }) => kind === 'phone' && !value.startsWith('+')));
  return (
    <div className="batch-findings">
      <p role="status">
        <strong>{counted(lines.length, 'lookup')}</strong>
        {lines.length > 0 && <span className="muted">: {kindsOf(lines)}.</span>}
      </p>
      {faults.length > 0 && (
        <Faults
          faults={faults}
          count={faults.length}
          title={
            faults.length === 1
              ? 'One line cannot be looked up and is left out:'
              : `${counted(faults.length, 'line')} cannot be looked up and are left out:`
          }
        />
      )}
      {repeated.length > 0 && (
        <p className="small muted">
          {repeated.length === 1
            ? `Line ${repeated[0]?.line} repeats line ${repeated[0]?.first}: it is looked up once.`
            : `${counted(repeated.length, 'line')} appear more than once: each is looked up once.`}
        </p>
      )}
      {withoutPlus.length > 0 && (
        <>
          <p className="small muted">
            {withoutPlus.length === 1
              ? `The phone number in line ${withoutPlus[0]?.line} has`
              : `${counted(withoutPlus.length, 'phone number')} have`}{' '}
            no + and country code.
          </p>
          {children}
        </>
      )}
      {lines.length > 0 && (
        <details>
          <summary>Preview of the lines</summary>
          <DataTable
            label="Preview of the lines"
            rows={lines.slice(0, SHOWN)}
            keyOf={({ line }) => String(line)}
            columns={{
              Line: ({ line }) => line.toLocaleString(),
              Identity: ({ typed }) => stacked(typed.map(({ value }) => value)),
              Kind: ({ typed }) => stacked(typed.map(({ kind }) => KIND_WORDS[kind])),
            }}
          />
          {lines.length > SHOWN && <p className="small muted">The first {SHOWN} lines.</p>}
        </details>
      )}
    </div>
  );
}

/** What is wrong with lines, each fault once; of many the first. @param props.count all of them */
export function Faults(props: {
  readonly title: string;
  /** What the lines are, for screen readers. */
  readonly label?: string;
  readonly faults: ReadList['faults'];
  readonly count: number;
  readonly children?: ReactNode;
}) {
  const sentences = faultSentences(props.faults);
  const left = sentences.length - FAULTS_SHOWN;
  const unnamed = props.count - props.faults.length;
  return (
    <div className="note note-error">
      <p>{props.title}</p>
      <ul className="batch-faults" aria-label={props.label ?? 'Lines that cannot be looked up'}>
        {sentences.slice(0, FAULTS_SHOWN).map((sentence) => (
          <li key={sentence} className="breakable">
            {sentence[0]?.toUpperCase()}
            {sentence.slice(1)}.
          </li>
        ))}
      </ul>
      {left > 0 && <p>And {counted(left, 'other fault')}.</p>}
      {unnamed > 0 && <p>And {counted(unnamed, 'more line', 'more lines')}.</p>}
      {props.children}
    </div>
  );
}

function kindsOf(lines: readonly BatchLine[]): string {
  const kinds = lines.flatMap(({ typed }) => typed.map(({ kind }) => kind));
  return SUBJECT_KINDS.flatMap((kind) => {
    const count = kinds.filter((each) => each === kind).length;
    return count === 0 ? [] : [counted(count, ...COUNTED[kind])];
  }).join(', ');
}

const stacked = (texts: readonly string[]) => (
  <span className="batch-cell">
    {texts.map((text, index) => (
      <span key={index} className="breakable">
        {text}
      </span>
    ))}
  </span>
);
