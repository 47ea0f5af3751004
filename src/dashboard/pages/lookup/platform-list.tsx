import type { LinkedAccountV2, ShownResult } from '../../../features/lookups/routes/shared/v2/body-schemas.js';
import type { IdentityName } from '../../../features/lookups/routes/shared/v2/identity-name.js';
import { memo, useDeferredValue, useState } from 'react';
import { oldestAccount, profileNotes, sinceText } from '../../../features/lookups/report/profile-labels.js';
import { METHOD_WORDS } from '../../../features/lookups/report/labels.js';
import type { ResultMethod } from '../../../engine/catalogue/rules/probe-rule.js';
import { Badge, Time } from '../../components/facts.js';
import { TextField } from '../../components/controls.js';
import { DisputeAction } from './disputes.js';
import { Evidence } from './evidence.js';
import { rowKey } from './lookup-store.js';
import { WebLink } from './web-link.js';

/** What a row shows of an answer; `handle`: of a username that was derived. */
export interface PlatformRow {
  readonly identity: IdentityName;
  readonly platform: string;
  readonly name: string;
  readonly registered?: boolean;
  readonly method: ResultMethod;
  readonly checkedAt: string;
  readonly fromCache?: boolean;
  readonly mailboxProvider?: boolean;
  readonly profile?: ShownResult['profile'];
  readonly handle?: string;
}

interface Common {
  readonly lookupId: string;
  readonly homepages: ReadonlyMap<string, string>;
  /** Whether rows have to say which identity they are about. */
  readonly several: boolean;
  /** Keys of rows whose results were disputed; absent: they are no results. */
  readonly disputed?: ReadonlySet<string>;
}

/** Rows that are rendered, compared and skipped together. */
const CHUNK = 50;
/** What a row is expected to take while it has never been on screen. */
const ROW_REM = 2.75;

/** Platforms in the order in which they became known: rows are added at the end only, so that nothing moves while one reads. */
export function PlatformList({ rows, empty, ...common }: Common & { readonly rows: readonly PlatformRow[]; readonly empty: string }) {
  const [text, setText] = useState('');
  const wanted = useDeferredValue(text.trim().toLowerCase());
  const shown = wanted === '' ? rows : rows.filter(({ name, platform }) => `${name} ${platform}`.toLowerCase().includes(wanted));
  const chunks = Array.from({ length: Math.ceil(shown.length / CHUNK) }, (_, index) => shown.slice(index * CHUNK, (index + 1) * CHUNK));
  return (
    <div className="stack">
      <TextField label="Filter by name" type="search" autoComplete="off" value={text} onChange={setText} />
      {shown.length === 0 && <p className="muted">{rows.length === 0 ? empty : 'No platform here matches.'}</p>}
      <div className="platform-rows" role="list" hidden={shown.length === 0}>
        {chunks.map((chunk, index) => (
          <Chunk key={index} rows={chunk} {...common} />
        ))}
      </div>
    </div>
  );
}

const Chunk = memo(
  function Chunk({ rows, ...common }: Common & { readonly rows: readonly PlatformRow[] }) {
    return (
      <div className="platform-chunk" role="presentation" style={{ containIntrinsicBlockSize: `auto ${rows.length * ROW_REM}rem` }}>
        {rows.map((row) => (
          <Row key={`${row.handle ?? ''} ${rowKey(row)}`} row={row} {...common} />
        ))}
      </div>
    );
  },
  (before, after) =>
    before.homepages === after.homepages &&
    before.several === after.several &&
    before.disputed === after.disputed &&
    before.rows.length === after.rows.length &&
    before.rows.every((row, index) => row === after.rows[index]),
);

const Row = memo(function Row({ row, lookupId, homepages, several, disputed }: Common & { readonly row: PlatformRow }) {
  const { platform, name, identity, method, checkedAt, fromCache, mailboxProvider, handle, profile = null } = row;
  const notes = profile === null ? [] : profileNotes(profile);
  const [isOpen, setOpen] = useState(false);
  const isDisputed = disputed?.has(rowKey(row)) ?? false;
  return (
    <div role="listitem" className="platform-row">
      <span className="letter" aria-hidden="true">
        {[...name][0]?.toUpperCase()}
      </span>
      <div className="platform-name breakable">
        <WebLink url={profile?.url ?? homepages.get(platform) ?? null}>{name}</WebLink>
        {(several || handle !== undefined) && <span className="small muted">{handle ?? identity.value}</span>}
        {notes.length > 0 && <span className="small">{notes.join(' · ')}</span>}
      </div>
      <div className="platform-notes small muted">
        {isDisputed && <Badge tone="warn">disputed</Badge>}
        {mailboxProvider && <Badge tone="info">came with the address</Badge>}
        {fromCache && <span>from an earlier lookup</span>}
        <Time at={checkedAt} />
      </div>
      {handle === undefined && (
        <button type="button" className="link small" aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          Why<span className="visually-hidden"> {name}</span>
        </button>
      )}
      {isOpen && (
        <div className="platform-evidence small">
          <p>Known from {METHOD_WORDS[method]}.</p>
          <Evidence lookupId={lookupId} of={row} />
          {disputed && !isDisputed && <DisputeAction lookupId={lookupId} of={row} isRegistered={row.registered ?? false} />}
        </div>
      )}
    </div>
  );
});

/** The account that has been there for longest, where an answer told when it was created. */
export function OldestAccount({ results }: { readonly results: readonly ShownResult[] }) {
  const oldest = oldestAccount(results);
  if (!oldest?.profile) return null;
  return (
    <p>
      Oldest account: <WebLink url={oldest.profile.url}>{oldest.name}</WebLink>, {sinceText(oldest.profile)}.
    </p>
  );
}

/** Handles that answers revealed, each with the platform that revealed it. */
export function LinkedAccounts({ linkedAccounts }: { readonly linkedAccounts: readonly LinkedAccountV2[] }) {
  return (
    <section className="stack derived">
      <h2>Linked accounts</h2>
      <p className="muted">Handles that platforms revealed in their answers. They were not looked up, so they are not counted.</p>
      <ul className="mention-list">
        {linkedAccounts.map(({ identity, platform, name, handle, url, source, checkedAt }) => (
          <li key={`${identity.value} ${source.platform} ${platform} ${handle}`} className="mention">
            <strong className="breakable">
              {name}: <WebLink url={url}>{handle}</WebLink>
            </strong>
            <p className="small muted breakable">
              Revealed by <WebLink url={source.url}>{source.name}</WebLink>, which was probed for {identity.value}. <Time at={checkedAt} />
            </p>
          </li>
        ))}
      </ul>
    </section>
  );
}
