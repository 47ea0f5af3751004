import { useMutation, useQueries, useQueryClient } from '@tanstack/react-query';
import { LookupLink } from '../../components/links.js';
import { memo, useEffect, useRef, useState } from 'react';
import { ITEM_STATUSES, type ItemStatus } from '../../../features/batches/batch.js';
import { KIND_WORDS, LEVEL_WORDS } from '../../../features/lookups/report/labels.js';
import { useAccount } from '../../client/account.js';
import { counted, formatNumber } from '../../client/format.js';
import { useAnnounce } from '../../components/announcer.js';
import { StateBadge } from '../../components/facts.js';
import { Button, ErrorNote, SelectField } from '../../components/controls.js';
import { Loading, Section } from '../../components/page.js';
import { Matches } from '../history/lookup-rows.js';
import { ITEM_STATUS } from './labels.js';
import { faultText } from './send-list.js';
import { type Batch, type Item, itemsQuery } from './queries.js';

/** Lines that a cancelled batch no longer has: they are counted only. */
const GONE: readonly ItemStatus[] = ['cancelled', 'invalid'];

/** The lines of a batch, each with what became of it: the first ones, then more of them or all, as one asks for. */
export function Items({ batch }: { readonly batch: Batch }) {
  const [status, setStatus] = useState<ItemStatus | ''>('');
  const gone = batch.status === 'cancelled' ? GONE : [];
  const present = ITEM_STATUSES.filter((each) => (batch.counts[each] > 0 && !gone.includes(each)) || each === status);
  const count = status === '' ? batch.items - gone.reduce((sum, each) => sum + batch.counts[each], 0) : batch.counts[status];
  return (
    <Section
      title="Lines"
      actions={
        present.length > 1 && (
          <SelectField
            label="State"
            options={[['', 'All'], ...present.map((each) => [each, ITEM_STATUS[each].word] as const)]}
            value={status}
            onChange={setStatus}
          />
        )
      }
    >
      <ListedItems key={status} batch={batch} status={status} count={count} />
    </Section>
  );
}

/** @param props.count how many lines the list has in all */
function ListedItems({ batch, status, count }: { readonly batch: Batch; readonly status: ItemStatus | ''; readonly count: number }) {
  const account = useAccount();
  const announce = useAnnounce();
  const queries = useQueryClient();
  const [cursors, setCursors] = useState<readonly (string | null)[]>([null]);
  const pages = useQueries({ queries: cursors.map((cursor) => itemsQuery(account, { batch, status, cursor })) });
  const isLeft = useRef(false);
  useEffect(() => {
    isLeft.current = false;
    return () => {
      isLeft.current = true;
    };
  }, []);
  const loaded = pages.reduce((sum, { data }) => sum + (data?.items.length ?? 0), 0);
  const next = pages.at(-1)?.data?.nextCursor ?? null;
  const loading = useMutation({
    async mutationFn(which: 'one' | 'all') {
      for (let cursor = next; cursor !== null && !isLeft.current; ) {
        const read = cursor;
        const page = await queries.fetchQuery(itemsQuery(account, { batch, status, cursor: read }));
        setCursors((before) => [...before, read]);
        cursor = which === 'all' ? page.nextCursor : null;
      }
    },
    onSuccess: () => announce('More lines are listed.'),
  });
  const error = pages.find((page) => page.data === undefined && page.error)?.error;
  if (error) return <ErrorNote error={error} onRetry={() => void Promise.all(pages.map((page) => page.refetch()))} />;
  if (pages[0]?.data === undefined) return <Loading what="the lines" />;
  if (loaded === 0) return <p className="muted">{status === '' ? 'No line was looked up.' : 'No line has this state now.'}</p>;
  return (
    <>
      <ul className="lookup-rows" aria-label="Lines">
        {pages.map(({ data }, index) => data && <Lines key={cursors[index] ?? ''} items={data.items} />)}
      </ul>
      <p className="small muted" tabIndex={-1}>
        {next === null ? `All ${counted(loaded, 'line')}.` : `${formatNumber(loaded)} of ${counted(count, 'line')}.`}
      </p>
      {loading.error && <ErrorNote error={loading.error} />}
      {next !== null && (
        <div className="row">
          <Button label="Load more" busy={loading.isPending} onClick={() => loading.mutate('one')} />
          <Button label="Load all" busy={loading.isPending} onClick={() => loading.mutate('all')} />
        </div>
      )}
    </>
  );
}

/** The lines of one page: of those that were read again, only the changed ones are rendered. */
const Lines = memo(function Lines({ items }: { readonly items: readonly Item[] }) {
  return items.map((item) => <Line key={item.index} item={item} />);
});

const riskText = ({ score, level }: NonNullable<Item['found']>['risk']): string =>
  score === null || level === 'insufficient' ? `Risk: ${LEVEL_WORDS.insufficient}` : `Risk ${score}: ${LEVEL_WORDS[level]}`;

/** A line number, as references of a list without its own are, or a reference that is as short. */
const NUMBER = /^(?:line )?(\d{1,5})$/;

const Line = memo(function Line({ item }: { readonly item: Item }) {
  const { index, ref, identities, status, lookupId, fault, found } = item;
  const number = NUMBER.exec(ref ?? '')?.[1];
  const text = identities.map(({ value }) => value).join(', ');
  const about = [...identities.map(({ type }) => KIND_WORDS[type]), ...(ref === null || number !== undefined ? [] : [ref])].join(', ');
  return (
    <li className="lookup-row batch-line">
      <span className="batch-number muted small">{number ?? formatNumber(index + 1)}</span>
      <div className="lookup-row-main">
        {lookupId !== null && text !== '' ? (
          <LookupLink id={lookupId} className="breakable">
            {text}
          </LookupLink>
        ) : (
          text !== '' && <span className="breakable">{text}</span>
        )}
        {about !== '' && <p className="small muted breakable">{about}</p>}
        {fault && <p className="field-error breakable">{faultText(fault.message)}</p>}
      </div>
      <div className="lookup-row-state">
        {status === 'finished' && found ? (
          <>
            <p>
              <Matches {...found} />
            </p>
            <p className="small muted">{riskText(found.risk)}</p>
          </>
        ) : (
          <StateBadge {...ITEM_STATUS[status]} />
        )}
      </div>
    </li>
  );
});
