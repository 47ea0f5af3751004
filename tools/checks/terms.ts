/** Words that were replaced, each with its term of docs/glossary.md. Names are read as words: camel case and dashes are spaces. */
export type Terms = readonly (readonly [retired: string, use: string])[];

/** Nowhere: not in a name, a comment, a text or a document. */
export const EVERYWHERE: Terms = [
  ['bare answer', 'weak evidence'],
  ['witness', 'positive control or negative control'],
  ['impossible identity', 'identity of a negative control'],
  ['second look', 'required reprobe'],
  ['vouched', 'verified'],
  ['page sketch', 'page fingerprint'],
  ['likeness', 'similarity'],
  ['haystack', 'searchable text'],
  ['grudge', 'recent statistics'],
  ['hurried', 'high priority'],
  ['patience', 'budget'],
  ['patiently', 'retry'],
  ['impatient', 'with a timeout'],
  ['call clock', 'deadline'],
  ['loop pace', 'event loop throttle'],
  ['host pause', 'host backoff'],
  ['dialler', 'connector'],
  ['kept list', 'refreshing cache'],
  ['fact cache', 'TTL cache'],
  ['heard news', 'change buffer'],
  ['teller', 'stream projector'],
  ['inquire', 'run sources'],
  ['inquiring', 'run sources'],
  ['own index', 'local index'],
  ['slug book', 'slug registry'],
  ['keep out', 'exclusions'],
  ['unfold', 'expand'],
  ['soundness', 'validation'],
  ['never word', 'denied term'],
  ['answer book', 'response templates'],
  ['fault desk', 'fault registry'],
  ['leftovers', 'stale processes'],
  ['line facts', 'phone details'],
  ['mailbox facts', 'email details'],
  ['address facts', 'IP details'],
  ['passing fault', 'transient fault'],
  ['change set', 'lookup change'],
  ['objection', 'violation or mismatch'],
  ['held back', 'disabled'],
  ['person route', 'audience'],
  ['contract test', 'store test'],
  ['unheard', 'failed sources'],
  ['unasked', 'unprobed'],
  ['askable', 'can be probed'],
];

/** In names: as ordinary English they may stand in a sentence ("the caller is told"). */
export const IN_NAMES: Terms = [
  ['told', 'updated, reported, findings'],
  ['tell', 'report, show'],
  ['telling', 'significant'],
  ['said', 'printed, replied, output'],
  ['says', 'states, contains'],
  ['heard', 'received, last heartbeat'],
  ['silent', 'unanswered, failed sources'],
  ['silence', 'source failure'],
  ['silenced', 'unanswered'],
  ['asked', 'probed, queried, requested'],
  ['ask', 'probe, query, request'],
  ['asking', 'context, probing'],
  ['place', 'index, cursor, position, location, eligibility'],
  ['judge', 'evaluate'],
  ['judged', 'evaluated'],
  ['objected', 'violation'],
  ['passing', 'transient'],
  ['turn', 'slot, iteration, limiter'],
  ['reach', 'applicability or reachability'],
  ['pause', 'backoff; sleep'],
  ['paused', 'backing off'],
  ['cooldown', 'backoff'],
  ['cooling', 'backing off'],
  ['cooled', 'backed off'],
  ['switched', 'disabled'],
  ['mount', 'audience'],
  ['lead', 'linked account'],
  ['mails', 'emails'],
  ['question', 'pending, request key'],
  ['world', 'account registry'],
  ['dial', 'connect'],
  ['dialled', 'connection'],
  ['conversation', 'session'],
  ['dialogue', 'session'],
  ['doubt', 'reason, uncertain'],
  ['doubted', 'inconclusive'],
  ['doubtful', 'inconclusive'],
  ['standing', 'status'],
  ['lab', 'harness'],
  ['desk', 'registry'],
  ['news', 'changes'],
  ['knowledge', 'snapshot'],
  ['scene', 'fixture'],
  ['heed', 'record'],
  ['urgent', 'high priority'],
  ['stranger', 'unauthenticated'],
  ['unvouched', 'unverified'],
  ['unsound', 'invalid'],
  ['forgetting', 'skip, delete'],
  ['egress record', 'egress history'],
  ['temporal engine', 'Temporal'],
  ['webhook engine', 'webhook workflows'],
  ['open engine', 'connect Temporal'],
  ['with engine', 'with Temporal'],
  ['present catalogue', 'current catalogue'],
];

/** As a whole name, of a thing or a file: too general to say what it is, or a word that means something else elsewhere. */
export const WHOLE_NAMES: Terms = [
  ['engine', 'temporal'],
  ['leave', 'release, omit, detach'],
  ['PAGE', 'what it limits: HISTORY_PAGE_SIZE'],
  ['MAX_LISTED', 'what it limits'],
  ['GRACE_MS', 'what is waited for'],
  ['READY_MS', 'what is waited for'],
  ['Part', 'what it is a part of'],
  ['Shown', 'what is shown'],
  ['words.ts', 'labels.ts'],
  ['parts.ts', 'what it holds'],
];

/** Openings of comments without a subject. */
export const IN_COMMENTS: readonly (readonly [opening: string, use: string, pattern: RegExp])[] = [
  ['Null:', 'say when it is null', /^\s*(?:\/\*\*|\/\/|\*)\s*Null: /],
  ['Of', 'begin with the subject', /^\s*(?:\/\*\*|\/\/)\s*Of [^,:;]*(?:[:;.]|$)/],
];

/** Names that a program outside of this code reads. */
export interface Exception {
  readonly names: readonly string[];
  /** How the paths begin in which they may stand; everywhere without it. */
  readonly path?: string;
  readonly why: string;
}

/** What is done with a batch. */
const PAUSING =
  'pause paused #pause pausedBecause pausedNotice PAUSED PAUSE_REASONS PauseReason WhyPaused pauseBatch BatchPausedError waitWhilePaused'.split(
    ' ',
  );

export const EXCEPTIONS: readonly Exception[] = [
  { names: PAUSING, why: "the contract's word for batches; a field of Temporal's schedules" },
  { names: ['engine'], path: '.dependency-cruiser.mjs', why: 'the folder src/engine' },
  { names: ['engine'], path: 'test/unit/', why: "a field of Maigret's list" },
  { names: ['lab'], path: 'test/unit/cli/live-report.test.ts', why: 'the name of a report' },
  { names: ['engine'], path: 'tools/bench/bench.ts', why: 'npm run bench engine' },
  { names: ['engine'], path: 'examples/engine.ts', why: 'the probe engine' },
  { names: ['engine'], path: 'test/integration/engine.test.ts', why: 'the probe engine' },
  { names: ['engine'], path: 'test/support/mention-pages.ts', why: "a field of SearXNG's responses" },
  { names: ['openWorldHint'], why: 'a field of the Model Context Protocol' },
  { names: ['reach'], path: 'tools/bench/truth/bench-truth.ts', why: 'npm run bench:truth reach' },
  { names: ['volumeMounts'], path: 'tools/deploy/', why: 'a field of Kubernetes' },
];
