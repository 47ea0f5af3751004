/** A lookup as a STIX 2.1 bundle. The same lookup and marking give the same bytes. docs/adr/0058-stix.md. */
import { createHash } from 'node:crypto';
import { type InconclusiveReason, traitsOf } from '../../../../../engine/evaluation/verdict.js';
import { compareText } from '../../../../../kernel/values/compare-text.js';
import { METHOD_WORDS } from '../../../report/labels.js';
import { profileNotes } from '../../../report/profile-labels.js';
import type { LookupBodyV2, ShownIdentity, ShownResult } from '../v2/body-schemas.js';

export const STIX_TYPE = 'application/stix+json;version=2.1';

/** The Traffic Light Protocol 2.0: its marking definitions for STIX have fixed ids. */
const TLP = {
  clear: '94868c89-83c2-464b-929b-a1a8aa3c8487',
  green: 'bab4a63c-aed9-4cf5-a766-dfca5abac2bb',
  amber: '55d920b0-5e8b-4f79-9ee9-91f868d9b421',
  'amber+strict': '939a9414-2ddd-4d32-a0cd-375ea402b003',
  red: 'e828b379-4e03-4974-9ac4-e53a884c97c1',
} as const;
export type TlpLevel = keyof typeof TLP;
export const TLP_LEVELS = Object.keys(TLP) as [TlpLevel, ...TlpLevel[]];
const TLP_EXTENSION = 'extension-definition--60a3c5c5-0d10-413e-aab3-9e08dde9e88d';

/** STIX 2.1, 2.9: the namespace of observables' ids. */
const SCO_NAMESPACE = Buffer.from('00abedb4aa42466c9c01fed23315a9b7', 'hex');

/** What an `email-addr` may hold by the official validator: no quoted name, nothing beyond ASCII. */
const PLAIN_ADDRESS = /^[\w.+-]+@[a-z\d-]+(?:\.[a-z\d-]+)+$/i;

type Properties = Readonly<Record<string, unknown>>;
interface StixObject extends Properties {
  readonly type: string;
  readonly id: string;
}

function uuidOf(digest: Buffer, version: 4 | 5): string {
  const bytes = Buffer.from(digest.subarray(0, 16));
  bytes.writeUInt8((bytes.readUInt8(6) & 0x0f) | (version << 4), 6);
  bytes.writeUInt8((bytes.readUInt8(8) & 0x3f) | 0x80, 8);
  return bytes.toString('hex').replace(/^(.{8})(.{4})(.{4})(.{4})/, '$1-$2-$3-$4-');
}

/** An object whose id is a digest of its type and all that it says: what says another thing is another object. */
function digested<Said extends Properties>(type: string, said: Said, of = ''): StixObject & Said {
  const digest = createHash('sha256')
    .update(JSON.stringify(['footprint', of, type, said]))
    .digest();
  return { type, id: `${type}--${uuidOf(digest, 4)}`, ...said };
}

const SINCE = '2026-11-30T00:00:00.000Z';
const PRODUCER = digested('identity', {
  spec_version: '2.1',
  created: SINCE,
  modified: SINCE,
  name: 'Footprint',
  identity_class: 'system',
});

/** Only the platform, or the mailbox itself, confirms an account: not a breach, and not the domain of an address. */
const isConfirmed = ({ registered, method, basis }: ShownResult): boolean => registered && method !== 'breach_record' && basis !== 'domain';

/** Makes the objects of one lookup with its marking. */
class Maker {
  readonly marking: StixObject;
  readonly #refs: Properties;

  constructor(
    readonly body: LookupBodyV2,
    level: TlpLevel,
  ) {
    this.marking = {
      type: 'marking-definition',
      spec_version: '2.1',
      id: `marking-definition--${TLP[level]}`,
      created: '2022-10-01T00:00:00.000Z',
      name: `TLP:${level.toUpperCase()}`,
      extensions: { [TLP_EXTENSION]: { extension_type: 'property-extension', tlp_2_0: level } },
    };
    this.#refs = { object_marking_refs: [this.marking.id] };
  }

  /** An observable: its id follows from the properties that identify it, canonical JSON of them (RFC 8785). */
  observable(type: string, identifying: Properties, more: Properties = {}): StixObject {
    const sorted = Object.fromEntries(Object.entries(identifying).sort(([a], [b]) => compareText(a, b)));
    const digest = createHash('sha1').update(SCO_NAMESPACE).update(JSON.stringify(sorted)).digest();
    return { type, spec_version: '2.1', id: `${type}--${uuidOf(digest, 5)}`, ...identifying, ...more, ...this.#refs };
  }

  /** @param at when what it says became known */
  domain(type: string, at: string, said: Properties): StixObject {
    const common = { spec_version: '2.1', created: at, modified: at, created_by_ref: PRODUCER.id, ...this.#refs };
    const lookup = [{ source_name: 'footprint', external_id: this.body.lookupId }];
    return digested(type, { ...common, ...said, external_references: lookup });
  }

  identity({ type, normalized }: ShownIdentity): StixObject {
    if (type === 'email' && PLAIN_ADDRESS.test(normalized)) return this.observable('email-addr', { value: normalized });
    if (type === 'ip') return this.observable(normalized.includes(':') ? 'ipv6-addr' : 'ipv4-addr', { value: normalized });
    if (type === 'username') return this.observable('user-account', { account_login: normalized });
    // STIX has no observable of a phone number, and none of an exotic address: an identity's contact information takes them.
    return this.domain('identity', this.body.createdAt, {
      name: normalized,
      identity_class: 'unknown',
      contact_information: normalized,
    });
  }

  /** A confirmed account with when and how it was seen. @param about the identity, whose observable is `subject` */
  account(result: ShownResult, about: ShownIdentity, subject: StixObject): StixObject[] {
    const { platform, name, checkedAt, profile } = result;
    const at = checkedAt > this.body.createdAt ? checkedAt : this.body.createdAt;
    const account = this.observable(
      'user-account',
      { user_id: `${platform}:${about.normalized}`, account_login: about.normalized },
      {
        ...(profile?.displayName && { display_name: profile.displayName }),
        ...(profile?.createdAt && { account_created: profile.createdAt }),
      },
    );
    const seen = subject.type === 'identity' ? [account.id] : [subject.id, account.id];
    const observed = { first_observed: checkedAt, last_observed: checkedAt, number_observed: 1, object_refs: seen };
    const observation = this.domain('observed-data', at, observed);
    const ends = { relationship_type: 'related-to', source_ref: subject.id, target_ref: account.id };
    return [
      account,
      observation,
      this.domain('relationship', at, { ...ends, description: `Registered at ${name}` }),
      this.domain('note', at, { abstract: name, content: accountText(result), object_refs: [account.id, observation.id] }),
    ];
  }

  objects(): StixObject[] {
    const { identities, results, finishedAt, createdAt, lookupId } = this.body;
    const known = identities.map((about) => ({ about, subject: this.identity(about) }));
    const accounts = results.filter(isConfirmed).flatMap((result) => {
      const of = known.find(({ about }) => about.type === result.identity.type && about.value === result.identity.value);
      return of ? this.account(result, of.about, of.subject) : [];
    });
    const subjects = known.map(({ subject }) => subject);
    const about = { object_refs: subjects.length === 0 ? [PRODUCER.id] : subjects.map(({ id }) => id) };
    const note = { abstract: `Lookup ${lookupId}`, content: lookupText(this.body), ...about };
    const all = [this.marking, PRODUCER, ...subjects, ...accounts, this.domain('note', finishedAt ?? createdAt, note)];
    return [...new Map(all.map((each) => [each.id, each])).values()];
  }
}

function accountText({ name, platform, identity, method, basis, checkedAt, fromCache, profile }: ShownResult): string {
  const how = basis === 'mailbox' ? 'the mailbox itself' : METHOD_WORDS[method];
  return [
    `${name} (${platform}) has an account for ${identity.value}.`,
    `Known from ${how}, checked at ${checkedAt}${fromCache ? ', reused from an earlier lookup' : ''}.`,
    ...(profile?.url ? [profile.url] : []),
    ...(profile ? profileNotes(profile) : []),
  ].join('\n');
}

/** What no object says: how complete the lookup is, why answers are missing, and what may be so and was not confirmed. */
function lookupText(body: LookupBodyV2): string {
  const { results, derived, linkedAccounts, omissions, identities, planned, answered } = body;
  const absent = results.filter(({ registered }) => !registered).length;
  const unconfirmed = [
    ...results.filter((each) => each.registered && !isConfirmed(each)).map(({ name, method }) => `${name} (${METHOD_WORDS[method]})`),
    ...derived.filter(({ registered }) => registered).map(({ name, handle }) => `${name}: ${handle} (a username taken from the address)`),
    ...linkedAccounts.map(({ name, handle, source }) => `${name}: ${handle} (named by ${source.name})`),
  ];
  return [
    ...(body.simulated ? ['Simulated: no platform was contacted, and the answers are invented.'] : []),
    ...(body.test ? ['Test: made with a test key, and the answers are invented.'] : []),
    ...(body.status === 'finished' ? [] : ['The lookup is not finished: these are the results so far.']),
    ...identities.filter(({ suppressed }) => suppressed).map(({ value }) => `${value} opted out, and was not looked up.`),
    `${answered}${planned === null ? '' : ` of ${planned}`} checks answered, ${absent} of them "not registered".`,
    ...(omissions.total === 0 ? [] : [`${omissions.total} checks have no confident answer, neither a "yes" nor a "no":`]),
    ...(Object.entries(omissions.byReason) as [InconclusiveReason, number][]).map(
      ([reason, count]) => `- ${count}: ${traitsOf(reason).sentence} (${reason})`,
    ),
    ...(unconfirmed.length === 0 ? [] : ['Not confirmed, so not an object of this bundle:']),
    ...unconfirmed.map((line) => `- ${line}`),
    `Evidence for each answer: GET /v2/lookup/${body.lookupId}/evidence`,
  ].join('\n');
}

/** The bundle as JSON. Nothing that was not confirmed becomes an object. */
export function stixBundle(body: LookupBodyV2, level: TlpLevel): string {
  return JSON.stringify(digested('bundle', { objects: new Maker(body, level).objects() }, body.lookupId));
}
