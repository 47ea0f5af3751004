import { useQuery } from '@tanstack/react-query';
import { type FormEvent, useDeferredValue, useMemo, useRef, useState } from 'react';
import { SUBJECT_KINDS } from '../../../kernel/identity/subjects.js';
import { readTable } from '../../../kernel/values/read-csv.js';
import { KIND_WORDS } from '../../../features/lookups/report/labels.js';
import { useAccount } from '../../client/account.js';
import { counted } from '../../client/format.js';
import { useAnnounce } from '../../components/announcer.js';
import { Button } from '../../components/button.js';
import { Field, SelectField } from '../../components/field.js';
import { CostNote, type Depth, DepthChoice, PurposeChoice } from '../look-up/send-options.js';
import { purposesQuery } from '../../client/queries.js';
import { Findings } from './findings.js';
import { type BatchLine, columnNames, MAX_LINES, type Reading, readingOf, readList } from './read-list.js';

export interface Composed {
  readonly lines: readonly BatchLine[];
  readonly deep: boolean;
  readonly purpose: string;
}

/** Of a file, in bytes: several times what the longest list has. */
const MAX_FILE = 2_000_000;
const PLACEHOLDER = 'ada@example.com\n+1 202 555 0123\nada-example\n192.0.2.17';

/** The list, what was understood of it, and what it would cost. */
export function Compose({ onSend }: { readonly onSend: (composed: Composed) => void }) {
  const announce = useAnnounce();
  const area = useRef<HTMLTextAreaElement>(null);
  const [text, setText] = useState('');
  const [fault, setFault] = useState<string | null>(null);
  const [chosen, setChosen] = useState<Partial<Reading>>({});
  const [depth, setDepth] = useState<Depth>('quick');
  const [purpose, setPurpose] = useState('');
  const { data: purposes } = useQuery(purposesQuery(useAccount()));
  const read = useDeferredValue(text);
  const rows = useMemo(() => readTable(read), [read]);
  const reading = useMemo((): Reading => ({ ...readingOf(rows), ...chosen }), [rows, chosen]);
  const list = useMemo(() => readList(rows, reading), [rows, reading]);
  const requests = useMemo(() => list.lines.map(({ identities }) => identities), [list]);
  const replace = (next: string) => {
    setText(next);
    setFault(null);
  };
  const load = async (file: File) => {
    if (file.size > MAX_FILE) {
      setFault('The file is larger than 2 MB. Split it, or send it with the command footprint batch.');
      return;
    }
    const content = await file.text();
    setChosen({});
    replace(content);
    announce(`The file was read: ${counted(readTable(content).length, 'row')}.`);
  };
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (read !== text) return;
    if (list.lines.length > 0) onSend({ lines: list.lines, deep: depth === 'deep', purpose });
    else {
      setFault(rows.length === 0 ? 'Paste a list, or load a file.' : 'None of these lines can be looked up.');
      area.current?.focus();
    }
  };
  const names = columnNames(rows, reading.hasHeader);
  return (
    <form className="card look-up" onSubmit={submit}>
      <div className="batch-source">
        <Field
          label="Identities, one per line"
          hint={`Up to ${MAX_LINES.toLocaleString()} lines. Files are read in this browser; only the identities are sent.`}
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
        <FileButton onFile={(file) => void load(file).catch(() => setFault('The file cannot be read.'))} />
      </div>
      {rows.length > 0 && (
        <>
          <ReadingChoice names={names} reading={reading} onChange={(change) => setChosen({ ...chosen, ...change })} />
          <Findings list={list} />
        </>
      )}
      <div className="look-up-options">
        <DepthChoice depth={depth} onChange={setDepth} />
        <PurposeChoice purpose={purpose} onChange={setPurpose} />
      </div>
      <div className="look-up-send">
        <Button type="submit" kind="primary" busy={read !== text || purposes === undefined}>
          {list.lines.length > 0 ? `Look up ${counted(list.lines.length, 'line')}` : 'Look up'}
        </Button>
        <CostNote requests={requests} />
      </div>
    </form>
  );
}

/** A button that opens the browser's choice of files; the field itself looks different in every browser. */
function FileButton({ onFile }: { readonly onFile: (file: File) => void }) {
  const field = useRef<HTMLInputElement>(null);
  return (
    <div>
      <Button onClick={() => field.current?.click()}>Load a file</Button>
      <input
        ref={field}
        type="file"
        hidden
        aria-label="File with identities"
        accept=".csv,.tsv,.txt,text/csv,text/plain"
        onChange={({ target }) => {
          const [file] = target.files ?? [];
          // The same file may be chosen again after it was changed.
          target.value = '';
          if (file) onFile(file);
        }}
      />
    </div>
  );
}

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
  return (
    <div className="batch-reading">
      {names.length > 1 && (
        <fieldset className="batch-columns">
          <legend className="label">Columns with identities</legend>
          {names.map((name, column) => (
            <label key={column} className="check">
              <input type="checkbox" checked={reading.columns.includes(column)} onChange={() => toggle(column)} />
              <span className="breakable">{name}</span>
            </label>
          ))}
          {reading.columns.length > 1 && <p className="hint">All identities on a line are looked up together, as one person.</p>}
        </fieldset>
      )}
      {(names.length > 1 || reading.hasHeader) && (
        <label className="check">
          <input type="checkbox" checked={reading.hasHeader} onChange={({ target }) => onChange({ hasHeader: target.checked })} />
          The first line contains the column names
        </label>
      )}
      <SelectField
        label="Kind"
        options={[['any', 'Detect for each line'], ...SUBJECT_KINDS.map((kind) => [kind, KIND_WORDS[kind]] as const)]}
        value={reading.kind}
        onChange={(kind) => onChange({ kind })}
      />
    </div>
  );
}
