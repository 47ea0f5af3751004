import { useNavigate, useSearch } from '@tanstack/react-router';
import { useDeferredValue, useMemo, useState } from 'react';
import { HEALTH } from '../../../engine/controls/health.js';
import { QUERY_TYPES } from '../../../kernel/identity/identity.js';
import { useAccount } from '../../client/account.js';
import { useRead } from '../../client/reading.js';
import { useAnnounce } from '../../components/announcer.js';
import { Button, SelectField, TextField } from '../../components/controls.js';
import { EmptyState, Page } from '../../components/page.js';
import { QueryResult } from '../../components/list.js';
import { useOnChange } from '../../components/use-on-change.js';
import { type PlatformFilter, platformFilterOf } from './platform-filter.js';
import { PlatformRow } from './platform-row.js';
import { countByHealth, countFound, findPlatforms, HEALTH_WORD, type Platform, QUERY_TYPE_WORD, tagsOf } from './labels.js';

/** The whole list is some 100 kB, compressed: it is read once, and searched here. */
const STALE_MS = 60_000;
const SHOWN = 50;

/** The platforms by state, with search and filters. */
export function Platforms() {
  const query = useRead(['platforms'], (api) => api.GET('/platforms'), { staleTime: STALE_MS });
  return (
    <Page title="Platforms" intro="The platforms on which identities are looked up, and whether their answers currently count.">
      <QueryResult query={query} what="platforms">
        {({ platforms }) => <Searchable platforms={platforms} />}
      </QueryResult>
    </Page>
  );
}

function Searchable({ platforms }: { readonly platforms: readonly Platform[] }) {
  const account = useAccount();
  const announce = useAnnounce();
  const navigate = useNavigate();
  const filter = useSearch({ from: '/signed-in/dashboard/$account/platforms' });
  const [text, setText] = useState('');
  const [shown, setShown] = useState(SHOWN);
  const deferred = useDeferredValue(text);
  const found = useMemo(() => findPlatforms(platforms, { text: deferred, ...filter }), [platforms, deferred, filter]);
  const counts = useMemo(
    () => countByHealth(findPlatforms(platforms, { text: deferred, ...filter, status: undefined }), filter.queryType),
    [platforms, deferred, filter],
  );
  const tags = useMemo(() => tagsOf(platforms), [platforms]);
  const summary = useMemo(() => countFound(found, platforms), [found, platforms]);
  useOnChange(summary, () => announce(summary));
  const apply = (changes: Partial<Record<keyof PlatformFilter, string>>) => {
    setShown(SHOWN);
    void navigate({
      to: '/dashboard/$account/platforms',
      params: { account: account.id },
      search: platformFilterOf({ ...filter, ...changes }),
      replace: true,
    });
  };
  return (
    <>
      <div className="filters">
        <TextField
          label="Search"
          type="search"
          placeholder="Name or address"
          autoComplete="off"
          spellCheck={false}
          value={text}
          onChange={(typed) => {
            setText(typed);
            setShown(SHOWN);
          }}
        />
        <SelectField
          label="Kind of identity"
          options={[['', 'Any identity'], ...QUERY_TYPES.map((type) => [type, QUERY_TYPE_WORD[type]] as const)]}
          value={filter.queryType ?? ''}
          onChange={(queryType) => apply({ queryType })}
        />
        <SelectField
          label="State"
          options={[
            ['', 'Any state'],
            ...HEALTH.map((status) => [status, `${HEALTH_WORD[status].word} (${(counts.get(status) ?? 0).toLocaleString()})`] as const),
          ]}
          value={filter.status ?? ''}
          onChange={(status) => apply({ status })}
        />
        <SelectField
          label="Tag"
          options={[['', 'Any tag'], ...tags.map((tag) => [tag, tag] as const)]}
          value={filter.tag ?? ''}
          onChange={(tag) => apply({ tag })}
        />
      </div>
      <h2 className="small muted">{summary}</h2>
      {found.length === 0 ? (
        <EmptyState title="No platforms match">
          <p>Try fewer letters, another state or another tag.</p>
        </EmptyState>
      ) : (
        <ul className="rows" aria-label="Platforms">
          {found.slice(0, shown).map((platform) => (
            <PlatformRow key={platform.platform} platform={platform} />
          ))}
        </ul>
      )}
      {found.length > shown && (
        <div>
          <Button label="Show more" onClick={() => setShown(shown + SHOWN)} />
        </div>
      )}
    </>
  );
}
