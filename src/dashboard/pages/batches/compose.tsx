import { useQuery } from '@tanstack/react-query';
import { useDeferredValue, useMemo, useRef, useState } from 'react';
import { type Band, BANDS } from '../../../engine/catalogue/rules/bands.js';
import { MAX_ITEMS } from '../../../features/batches/batch.js';
import { SUBJECT_KINDS } from '../../../kernel/identity/subjects.js';
import { decodeText, NOT_UNICODE } from '../../../kernel/values/decode-text.js';
import { type Label, readPeople } from '../../../kernel/identity/columns.js';
import { KIND_WORDS } from '../../../features/lookups/report/labels.js';
import { useAccount } from '../../client/account.js';
import { COUNTRIES } from '../../client/countries.js';
import { counted, formatNumber } from '../../client/format.js';
import { useAnnounce } from '../../components/announcer.js';
import { Button, Check, ErrorNote, Field, Form, SelectField } from '../../components/controls.js';
import { CostNote, DepthChoice, DEPTHS, PassiveChoice, PurposeChoice } from '../new-lookup/send-options.js';
import { purposesQuery } from '../../client/queries.js';
import { FileButton } from '../../components/file-button.js';
import { Faults, Findings } from './findings.js';
import { chosenReading, columnNames, type Reading, readingText, readList } from './read-list.js';
import { type Composed, refusedLines } from './send-list.js';

/** Of a file, in bytes: more than the longest list has. */
const MAX_FILE = 10_000_000;
const PLACEHOLDER = 'ada@example.com\n+1 202 555 0123\nada-example\n192.0.2.17';

interface ComposeProps {
  /** The request that sends the list: a mutation of TanStack Query. */
  readonly sending: {
    readonly isPending: boolean;
    readonly error: unknown;
    mutate(composed: Composed): void;
    reset(): void;
  };
}

/** The list, what was understood of it, and what it would cost. */
export function Compose({ sending }: ComposeProps) {
  const announce = useAnnounce();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Partial<Reading>>({});
  const [depth, setDepth] = useState<Band>('default');
  const [isPassive, setPassive] = useState(false);
  const [purpose, setPurpose] = useState('');
  const [region, setRegion] = useState('');
  const { data: purposes } = useQuery(purposesQuery(useAccount()));
  const read = useDeferredValue(text);
  const rows = useMemo(() => readPeople(read), [read]);
  const reading = useMemo((): Reading => chosenReading(rows, chosen), [rows, chosen]);
  const list = useMemo(() => readList(rows, reading), [rows, reading]);
  const requests = useMemo(() => list.lines.map(({ identities }) => identities), [list]);
  const refused = useMemo(() => refusedLines(sending.error, list.lines), [sending.error, list]);
  const changed = () => {
    setFault(null);
    if (sending.error !== null) sending.reset();
  };
  const replace = (next: string) => {
    setText(next);
    changed();
  };
  const load = async (file: File) => {
    if (file.size > MAX_FILE) {
      setFault('The file is larger than 10 MB. Split it.');
      return;
    }
    const content = decodeText(new Uint8Array(await file.arrayBuffer()));
    if (content === null) {
      setFault(`The file is ${NOT_UNICODE}.`);
      return;
    }
    setChosen({});
    replace(content);
    announce(`The file was read: ${counted(readPeople(content).length, 'row')}.`);
  };
  const submit = () => {
    if (read !== text) return;
    if (list.lines.length > 0 && list.lines.length <= MAX_ITEMS[depth]) return send(false);
    setFault(
      rows.length === 0
        ? 'Paste a list, or load a file.'
        : list.lines.length === 0
          ? 'None of these lines can be looked up.'
          : `A ${DEPTHS[depth].title.toLowerCase()} batch has at most ${counted(MAX_ITEMS[depth], 'line')}; this list has ${formatNumber(list.lines.length)}.`,
    );
    area.current?.focus();
  };
  const send = (skipInvalid: boolean) => sending.mutate({ lines: list.lines, mode: depth, isPassive, purpose, region, skipInvalid });
  const names = columnNames(rows, reading.hasHeader);
  const understood = readingText(rows, reading);
  return (
    <Form className="card look-up" onSubmit={submit}>
      <div className="batch-source">
        <Field
          label="Identities, one per line"
          hint={`Up to ${counted(MAX_ITEMS[depth], 'line')}. Files are read in this browser; only the columns that you choose are sent.`}
          error={fault}
        >
          {(ids) => (
            <textarea
              {...ids}
              ref={area}
              className="batch-list mono"
              rows={8}
              placeholder={PLACEHOLDER}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={text}
              onChange={({ target }) => replace(target.value)}
            />
          )}
        </Field>
        <FileButton what="File with identities" onFile={(file) => void load(file).catch(() => setFault('The file cannot be read.'))} />
      </div>
      {rows.length > 0 && (
        <>
          <ReadingChoice
            names={names}
            reading={reading}
            onChange={(change) => {
              setChosen({ ...chosen, ...change });
              changed();
            }}
          />
          {understood !== null && <p className="hint">{understood}</p>}
          <Findings list={list}>
            <SelectField
              label="Country of phone numbers without +"
              options={[['', 'Not known'], ...COUNTRIES]}
              value={region}
              onChange={(country) => {
                setRegion(country);
                changed();
              }}
            />
          </Findings>
        </>
      )}
      <div className="look-up-options">
        <DepthChoice
          depths={BANDS}
          depth={depth}
          onChange={(chosenDepth) => {
            setDepth(chosenDepth);
            changed();
          }}
        />
        <PassiveChoice isPassive={isPassive} onChange={setPassive} />
        <PurposeChoice purpose={purpose} onChange={setPurpose} />
      </div>
      {refused && (
        <Faults
          {...refused}
          title={
            refused.count === 1
              ? 'Nothing was sent: the service cannot look up one line.'
              : `Nothing was sent: the service cannot look up ${counted(refused.count, 'line')}.`
          }
        >
          {refused.count < list.lines.length && (
            <Button
              label={`Look up the other ${counted(list.lines.length - refused.count, 'line')}`}
              busy={sending.isPending}
              onClick={() => send(true)}
            />
          )}
        </Faults>
      )}
      {sending.error !== null && !refused && <ErrorNote error={sending.error} />}
      <div className="look-up-send">
        <Button
          label={list.lines.length > 0 ? `Look up ${counted(list.lines.length, 'line')}` : 'Look up'}
          type="submit"
          kind="primary"
          busy={read !== text || purposes === undefined || sending.isPending}
        />
        <CostNote requests={requests} />
      </div>
    </Form>
  );
}

/** Columns that say something of a line, what is read without one, and what that does. */
const LABELS = [
  ['ref', 'Reference', 'Its number', 'Identifies each line in the results.'],
  ['claimedName', 'Name they gave', 'None', 'Compared with the names that accounts show.'],
  ['claimedCompany', 'Company they named', 'None', 'Compared with the mail domain.'],
  ['claimedCountry', 'Country they named', 'None', 'Compared with phone numbers and IP addresses; codes such as DE.'],
] as const satisfies readonly (readonly [Label, string, string, string])[];

/** Which columns hold identities, and of which kind; for a plain list only the kind. */
function ReadingChoice(props: {
  readonly names: readonly string[];
  readonly reading: Reading;
  readonly onChange: (change: Partial<Reading>) => void;
}) {
  const { names, reading, onChange } = props;
  const toggle = (column: number) => {
    const others = reading.columns.filter((each) => each !== column);
    const columns = others.length < reading.columns.length ? others : [...others, column].sort((one, other) => one - other);
    onChange({ columns });
  };
  const columns = names.map((name, column) => [column, name] as const);
  return (
    <div className="batch-reading">
      {names.length > 1 && (
        <fieldset className="batch-columns">
          <legend className="label">Columns with identities</legend>
          {names.map((name, column) => (
            <Check
              label={<span className="breakable">{name}</span>}
              key={column}
              className="check"
              checked={reading.columns.includes(column)}
              onChange={() => toggle(column)}
            />
          ))}
          {reading.columns.length > 1 && <p className="hint">All identities on a line are looked up together, as one person.</p>}
        </fieldset>
      )}
      {(names.length > 1 || reading.hasHeader) && (
        <Check
          label="The first line contains the column names"
          className="check"
          checked={reading.hasHeader}
          onChange={(hasHeader) => onChange({ hasHeader })}
        />
      )}
      <div className="form-row">
        <SelectField
          label="Kind"
          options={[['any', 'Detect for each line'], ...SUBJECT_KINDS.map((kind) => [kind, KIND_WORDS[kind]] as const)]}
          value={reading.kind}
          onChange={(kind) => onChange({ kind })}
        />
        {names.length > 1 &&
          LABELS.map(([label, name, none, hint]) => (
            <SelectField
              key={label}
              label={name}
              hint={hint}
              options={[[-1, none], ...columns]}
              value={reading.labels[label] ?? -1}
              onChange={(column) => onChange({ labels: { ...reading.labels, [label]: column === -1 ? undefined : column } })}
            />
          ))}
      </div>
    </div>
  );
}
