import { claimedNameText } from '../../../features/lookups/report/profile-labels.js';
import type { DerivedResult, LookupBodyV2, ShownIdentity } from '../../../features/lookups/routes/shared/v2/body-schemas.js';
import { useParams } from '@tanstack/react-router';
import { useMemo, useRef, useState } from 'react';
import { KIND_WORDS, LEVEL_WORDS, MODULE_WORDS, seenText } from '../../../features/lookups/report/labels.js';
import { isFailure } from '../../client/failure.js';
import { useRead } from '../../client/reading.js';
import { formatNumber } from '../../client/format.js';
import { useAnnounce } from '../../components/announcer.js';
import { ErrorNote } from '../../components/controls.js';
import { Loading, NotFound, Page } from '../../components/page.js';
import { Time } from '../../components/facts.js';
import { LookupActions } from './actions.js';
import { Breaches, mergeBreaches } from './breaches.js';
import { Consistency } from './consistency.js';
import { Details, FailedSources, findingsOf } from './details.js';
import { useDisputed } from './disputes.js';
import { LinkedAccounts, OldestAccount, PlatformList } from './platform-list.js';
import type { LookupView } from './lookup-store.js';
import { Mentions } from './mentions.js';
import { Omissions } from './omissions.js';
import { OutcomeLine } from './outcome.js';
import { ProgressBar, sharesOf, statusText } from './progress.js';
import { RiskPanel } from './risk.js';
import { type Tab, Tabs } from './tabs.js';
import { useLookup } from './use-lookup.js';
import { useOnChange } from '../../components/use-on-change.js';

/** One lookup, as its answers come in. */
export function LookupPage() {
  const { lookup } = useParams({ from: '/signed-in/dashboard/$account/lookups/$lookup' });
  return <FollowedLookup key={lookup} lookupId={lookup} />;
}

function FollowedLookup({ lookupId }: { readonly lookupId: string }) {
  const { head, view, error } = useLookup(lookupId);
  if (isFailure(error, 'not_found') && !view.body) return <NotFound />;
  if (!head) return <Page title="Lookup">{error ? <ErrorNote error={error} /> : <Loading what="the lookup" />}</Page>;
  return <LiveLookup head={head} view={view} />;
}

function LiveLookup({ head, view }: { readonly head: LookupBodyV2; readonly view: LookupView }) {
  const { lookupId, identities, createdAt, purpose, claimedCompany, claimedCountry, test } = head;
  const claimed = view.body?.claimedName ?? head.claimedName;
  const [tab, setTab] = useState<string | null>(null);
  useSpokenProgress(head, view);
  const tabs = useTabs(head, view);
  return (
    <Page title={titleOf(identities)} tab={tabOf(head)} actions={<LookupActions lookupId={lookupId} body={view.body} />}>
      <ul className="identity-list">
        {identities.map((identity) => (
          <Identity key={`${identity.type} ${identity.value}`} identity={identity} isTitle={identities.length === 1} />
        ))}
        <li className="muted small">
          Accepted <Time at={createdAt} />
          {test && ' · Made with a test key: the answers are made up'}
          {purpose !== null && ` · ${purpose}`}
          {claimed && ` · Name given: ${claimedNameText(claimed)}`}
          {claimedCompany !== null && ` · Company given: ${claimedCompany}`}
          {claimedCountry !== null && ` · Country given: ${claimedCountry}`}
        </li>
      </ul>
      <ProgressBar head={head} view={view} />
      <OutcomeLine lookupId={lookupId} view={view} />
      {tabs.length > 0 && <Tabs label="Results" tabs={tabs} current={tab ?? tabs[0]?.key ?? ''} onChange={setTab} />}
    </Page>
  );
}

/** Whom the lookup is about, as the heading of the page says it. */
const titleOf = ([first, ...others]: readonly ShownIdentity[]): string =>
  first === undefined ? 'Lookup' : others.length === 0 ? first.value : `${first.value} and ${others.length} more`;

/** Tells tabs of lookups apart without an identity: their kinds, and the end of the id. */
const tabOf = ({ lookupId, identities }: LookupBodyV2): string =>
  `Lookup …${lookupId.slice(-4)}: ${[...new Set(identities.map(({ type }) => KIND_WORDS[type]))].join(', ')}`;

/** @param props.isTitle the heading of the page is its value */
function Identity({ identity, isTitle }: { readonly identity: ShownIdentity; readonly isTitle: boolean }) {
  const { type, value, normalized, suppressed } = identity;
  const seen = seenText(identity);
  return (
    <li>
      {!isTitle && <strong className="breakable">{value} </strong>}
      <span className="muted small">
        {KIND_WORDS[type]}
        {normalized !== value && `, looked up as ${normalized}`}
        {suppressed && ', on the suppression list, so it was not looked up'}
        {seen && ` · ${seen}`}
      </span>
    </li>
  );
}

function useTabs(head: LookupBodyV2, view: LookupView): Tab[] {
  const { lookupId, identities, kind, modules } = head;
  const found = view.findings;
  const several = identities.length > 1;
  const hasSweep = kind === 'lookup' && identities.some(({ type }) => type !== 'ip');
  const homepages = useHomepages(hasSweep && view.registered.length + view.absent.length > 0);
  const derived = view.body?.derived.filter(({ registered }) => registered) ?? [];
  const linkedAccounts = view.body?.linkedAccounts ?? [];
  const disputed = useDisputed(lookupId, hasSweep && view.registered.length + view.absent.length > 0);
  const list = { lookupId, several, homepages };
  const details = (['email', 'phone', 'ip'] as const).flatMap((module) => findingsOf(module, found, modules));
  const isOver = view.body !== null;
  const shownCount = (findings: readonly { readonly state: string }[], count: number) =>
    findings.some(({ state }) => state === 'pending')
      ? '…'
      : findings.every(({ state }) => state !== 'answered')
        ? '–'
        : formatNumber(count);
  const breaches = findingsOf('breaches', found, modules);
  const mentions = findingsOf('webMentions', found, modules);
  const sweep: Tab[] = [
    {
      key: 'registered',
      label: 'Registered',
      value: formatNumber(view.registered.length),
      panel: () => (
        <div className="stack">
          <Withheld modules={head.omittedModules} />
          <OldestAccount results={view.registered} />
          <PlatformList
            {...list}
            rows={view.registered}
            disputed={disputed}
            empty={isOver ? 'No platform reported an account.' : 'Platforms with an account are listed here as they answer.'}
          />
          {linkedAccounts.length > 0 && <LinkedAccounts linkedAccounts={linkedAccounts} />}
          {derived.length > 0 && <Derived derived={derived} {...list} />}
        </div>
      ),
    },
    {
      key: 'absent',
      label: 'Not registered',
      value: formatNumber(view.absent.length),
      panel: () => (
        <PlatformList
          {...list}
          rows={view.absent}
          disputed={disputed}
          empty={
            isOver ? 'No platform confirmed that there is no account.' : 'Platforms without an account are listed here as they answer.'
          }
        />
      ),
    },
    {
      key: 'omitted',
      label: 'No answer',
      value: formatNumber(view.omitted),
      panel: () => <Omissions lookupId={lookupId} view={view} several={several} />,
    },
  ];
  const facts: (Tab & { readonly isShown: boolean })[] = [
    {
      key: 'details',
      label: 'Details',
      isShown: details.length > 0,
      value: shownCount(details, details.filter(({ state }) => state === 'answered').length),
      panel: () => (
        <div className="stack">
          <Details found={found} head={modules} />
          <FailedSources found={found} modules={['email', 'phone', 'ip']} />
        </div>
      ),
    },
    {
      key: 'breaches',
      label: 'Breaches',
      isShown: breaches.length > 0,
      value: shownCount(breaches, mergeBreaches(breaches).length),
      panel: () => <Breaches found={found} head={modules} several={several} />,
    },
    {
      key: 'mentions',
      label: 'Mentions',
      isShown: mentions.length > 0,
      value: shownCount(
        mentions,
        mentions.reduce((sum, { facts: pages }) => sum + (pages?.length ?? 0), 0),
      ),
      panel: () => <Mentions found={found} head={modules} />,
    },
  ];
  const risk: Tab = {
    key: 'risk',
    label: view.body?.risk.score == null ? 'Risk' : `Risk, ${LEVEL_WORDS[view.body.risk.level]}`,
    value: view.body ? (view.body.risk.score === null ? '–' : String(view.body.risk.score)) : '…',
    panel: () => (
      <div className="stack">
        <RiskPanel risk={view.body?.risk ?? null} isFinished={isOver} />
        {view.body && <Consistency comparisons={view.body.consistency} />}
      </div>
    ),
  };
  return [...(hasSweep ? sweep : []), ...facts.filter(({ isShown }) => isShown), risk];
}

function Withheld({ modules }: { readonly modules: LookupBodyV2['omittedModules'] }) {
  if (modules.length === 0) return null;
  return (
    <p className="muted">Not asked, because the purpose forbids it: {modules.map(({ module }) => MODULE_WORDS[module]).join(', ')}.</p>
  );
}

type ListProps = Omit<Parameters<typeof PlatformList>[0], 'rows' | 'empty'>;

function Derived({ derived, ...list }: ListProps & { readonly derived: readonly DerivedResult[] }) {
  return (
    <section className="stack derived">
      <h2>Possibly somebody else</h2>
      <p className="muted">
        The part of the e-mail address before the @ is a registered username on these platforms. The accounts may belong to somebody else,
        so they are not counted.
      </p>
      <PlatformList {...list} rows={derived} empty="" />
    </section>
  );
}

/** Addresses of the platforms, read once for all lookups. Until they are there, names are no links. */
function useHomepages(isNeeded: boolean): ReadonlyMap<string, string> {
  const { data } = useRead(['platforms'], (api) => api.GET('/platforms'), { enabled: isNeeded, staleTime: Infinity });
  return useMemo(() => new Map(data?.platforms.map(({ platform, homepage }) => [platform, homepage])), [data]);
}

/** Says how far the lookup is at every tenth of it, and how it ended. */
function useSpokenProgress(head: LookupBodyV2, view: LookupView): void {
  const announce = useAnnounce();
  const { registered, absent, omitted, planned } = sharesOf(head, view);
  const tenths = planned ? Math.floor(((registered + absent + omitted) / planned) * 10) : 0;
  const isOver = view.body !== null;
  const text = `${statusText(head, view)} Registered on ${registered}.`;
  const wasRunning = useRef(head.status === 'processing');
  useOnChange(`${tenths} ${isOver} ${view.connection}`, () => {
    if (wasRunning.current) announce(text);
  });
}
