import { useInfiniteQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { KIND_WORDS } from '../../../features/lookups/report/labels.js';
import { useAccount } from '../../client/account.js';
import { useActors } from '../../client/actors.js';
import { bodyOf, type Schemas } from '../../client/api.js';
import { Button } from '../../components/button.js';
import { ConfirmDialog } from '../../components/dialog.js';
import { LoadMore } from '../../components/load-more.js';
import { EmptyState } from '../../components/page.js';
import { QueryResult } from '../../components/query-result.js';
import { Row, Rows } from '../../components/rows.js';
import { Section, useHeadingFocus } from '../../components/section.js';
import { dated } from '../../components/time.js';
import { suppressionsQuery, usePrivacyChange } from './queries.js';
import { SuppressDialog } from './suppress-dialog.js';

type Suppression = Schemas['Suppression'];

/** Identities about which the account asks nothing. Which they are is stored as digests only, so entries are told apart by their proof. */
export function Suppressions() {
  const query = useInfiniteQuery(suppressionsQuery(useAccount()));
  const { nameOf } = useActors();
  const [shown, setShown] = useState<'new' | Suppression | null>(null);
  const [heading, focusHeading] = useHeadingFocus();
  const entries = query.data?.pages.flatMap((page) => page.suppressions) ?? [];
  const add = <Button onClick={() => setShown('new')}>Suppress an identity</Button>;
  return (
    <Section
      title="Suppression list"
      intro="Identities on this list are never looked up. The list stores only a digest of each identity, not the identity itself."
      actions={entries.length > 0 && add}
      headingRef={heading}
    >
      <QueryResult
        query={query}
        what="the suppression list"
        empty={
          entries.length === 0 && (
            <EmptyState title="The list is empty">
              <p>
                When somebody asks not to be looked up, add their identity here. Platforms and sources are then no longer queried about it.
              </p>
              {add}
            </EmptyState>
          )
        }
      >
        <Rows label="Suppression list">
          {entries.map((entry) => (
            <Row
              key={entry.id}
              title={KIND_WORDS[entry.type]}
              facts={[dated('Since', entry.createdAt), `Added by ${nameOf(entry.addedBy)}`]}
              actions={
                <Button
                  kind="quiet"
                  onClick={() => setShown(entry)}
                  aria-label={`Remove the ${KIND_WORDS[entry.type].toLowerCase()} with the proof ${entry.proof}`}
                >
                  Remove
                </Button>
              }
            >
              <p className="small breakable">{entry.proof}</p>
            </Row>
          ))}
        </Rows>
        {(query.hasNextPage || (query.data?.pages.length ?? 0) > 1) && <LoadMore query={query} />}
      </QueryResult>
      {shown === 'new' && <SuppressDialog onClose={() => setShown(null)} />}
      {shown !== null && shown !== 'new' && (
        <RemoveDialog
          entry={shown}
          onClose={() => setShown(null)}
          onRemoved={() => {
            setShown(null);
            focusHeading();
          }}
        />
      )}
    </Section>
  );
}

function RemoveDialog(props: { readonly entry: Suppression; readonly onClose: () => void; readonly onRemoved: () => void }) {
  const { id, type, proof } = props.entry;
  const remove = usePrivacyChange(
    (account) => bodyOf(account.api.DELETE('/account/suppressions/{id}', { params: { path: { id } } })),
    'The identity was removed from the list.',
  );
  return (
    <ConfirmDialog
      title="Remove it from the list"
      action="Remove"
      change={remove}
      onConfirm={() => remove.mutate(undefined, { onSuccess: props.onRemoved })}
      onClose={props.onClose}
    >
      <p>
        This {KIND_WORDS[type].toLowerCase()} can be looked up again, unless it is on the list of the service’s operator. Its proof was:
      </p>
      <blockquote className="breakable">{proof}</blockquote>
    </ConfirmDialog>
  );
}
