/** States of platforms in plain words, and which platforms a search shows. */
import type { StateWord } from '../../client/format.js';
import type { paths } from '../../../../clients/typescript/schema.js';

export type Platform = paths['/v2/platforms']['get']['responses'][200]['content']['application/json']['platforms'][number];
export type PlatformHealth = paths['/v2/platforms/{slug}']['get']['responses'][200]['content']['application/json'];
export type History = PlatformHealth['history'][number];
export type ControlState = History['recent'][number]['state'];
export type QueryTypeHealth = Platform['health'][number];
export type Health = QueryTypeHealth['status'];
export type QueryType = QueryTypeHealth['queryType'];

export const HEALTH_WORD: Readonly<Record<Health, StateWord & { readonly meaning: string }>> = {
  healthy: { word: 'Healthy', tone: 'good', meaning: 'Both answers count.' },
  confirm_only: { word: 'Confirms only', tone: 'info', meaning: '“Registered” counts, “not registered” does not.' },
  untested: { word: 'Untested', tone: 'neutral', meaning: 'It has not been queried yet. Its first lookup runs a control.' },
  backing_off: { word: 'Backing off', tone: 'warn', meaning: 'The platform limited requests. It is probed again after a backoff.' },
  quarantined: { word: 'Quarantined', tone: 'bad', meaning: 'No answer counts until its controls pass again.' },
  uncalibrated: { word: 'Not calibrated', tone: 'neutral', meaning: 'No answer counts yet.' },
  disabled: { word: 'Disabled', tone: 'neutral', meaning: 'It was disabled, by an operator or after a week of failed controls.' },
};

export const QUERY_TYPE_WORD: Readonly<Record<QueryType, string>> = { email: 'E-mail', phone: 'Phone', username: 'Username' };

export const DENIAL_WORD: Readonly<Record<QueryTypeHealth['mayDeny'], string>> = {
  yes: 'counts while its controls pass',
  with_control_account: 'counts only with an operator’s own account there',
  no: 'never counts',
};

/** What shows that a platform does not deny every account. */
export const CALIBRATION_WORD: Readonly<Record<QueryTypeHealth['calibratedBy'], string>> = {
  shipped: 'accounts that the catalogue names',
  operator: 'an operator’s own account',
  traffic: 'what lookups of several accounts found',
  none: 'nothing currently',
};

export const CONTROL_WORD: Readonly<Record<ControlState, { readonly word: string; readonly meaning: string }>> = {
  passed: { word: 'Passed', meaning: 'accounts that exist were found, and accounts that cannot exist were not' },
  failed: { word: 'Failed', meaning: 'an answer contradicted what is known' },
  blocked: { word: 'Blocked', meaning: 'the platform did not answer, so nothing is known' },
};
export const CONTROL_STATES = Object.keys(CONTROL_WORD) as readonly ControlState[];

export const percent = (share: number): string => `${Math.round(share * 100)}\u00a0%`;

export const milliseconds = (ms: number | null): string => (ms === null ? '–' : `${Math.round(ms)} ms`);

export const sentence = (text: string): string => `${text.charAt(0).toUpperCase()}${text.slice(1)}${/[.!?]$/.test(text) ? '' : '.'}`;

/** How many controls showed what: “40 passed, 8 failed, 2 blocked”. */
export function countsOf(controls: History['recent']): string {
  const counts = CONTROL_STATES.map((state) => [state, controls.filter((each) => each.state === state).length] as const);
  return counts
    .filter(([, count]) => count > 0)
    .map(([state, count]) => `${count} ${state}`)
    .join(', ');
}

interface PlatformSearch {
  readonly text: string;
  readonly status?: Health | undefined;
  readonly queryType?: QueryType | undefined;
  readonly tag?: string | undefined;
}

/** Platforms that meet the whole search. A state is of the kind of identity that is chosen, else of any. */
export function findPlatforms(platforms: readonly Platform[], { text, status, queryType, tag }: PlatformSearch): Platform[] {
  const words = text.toLowerCase().split(/\s+/).filter(Boolean);
  const found = platforms.filter((platform) => {
    const about = `${platform.platform} ${platform.name} ${platform.homepage}`.toLowerCase();
    const health = platform.health.filter((each) => queryType === undefined || each.queryType === queryType);
    return (
      words.every((word) => about.includes(word)) &&
      (queryType === undefined || health.length > 0) &&
      (status === undefined || health.some((each) => each.status === status)) &&
      (tag === undefined || platform.tags.includes(tag))
    );
  });
  return found.sort((a, b) => Number(isProbed(b)) - Number(isProbed(a)));
}

/** Whether anything asks it. Of the others only a breach, or the address itself, tells of an account. */
export const isProbed = ({ health }: Platform): boolean => health.length > 0;

/** How many of all platforms were found, with those that are never asked apart: a larger number would promise more answers. */
export function countFound(found: readonly Platform[], all: readonly Platform[]): string {
  const count = (platforms: readonly Platform[]) => platforms.length.toLocaleString();
  const of = (is: (platform: Platform) => boolean) =>
    `${found.length === all.length ? '' : `${count(found.filter(is))} of `}${count(all.filter(is))}`;
  const never = all.every(isProbed) ? '' : `, and ${of((each) => !isProbed(each))} never probed`;
  return `${of(isProbed)} platforms${never}`;
}

/** How many platforms have each state, for the kind of identity that is chosen, else for any. */
export function countByHealth(platforms: readonly Platform[], queryType?: QueryType): ReadonlyMap<Health, number> {
  const counts = new Map<Health, number>();
  for (const { health } of platforms) {
    const states = health.filter((each) => queryType === undefined || each.queryType === queryType).map(({ status }) => status);
    for (const status of new Set(states)) counts.set(status, (counts.get(status) ?? 0) + 1);
  }
  return counts;
}

/** Tags, the most used first. */
export function tagsOf(platforms: readonly Platform[]): string[] {
  const counts = new Map<string, number>();
  for (const { tags } of platforms) for (const tag of tags) counts.set(tag, (counts.get(tag) ?? 0) + 1);
  return [...counts].sort(([a, m], [b, n]) => n - m || (a < b ? -1 : 1)).map(([tag]) => tag);
}
