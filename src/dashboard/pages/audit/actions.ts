/** What the audit log records, in groups, and in words. */
import { READING_ACTION } from '../../../features/audit/audit-log.js';
import { wordsOfOperation } from '../../client/format.js';
import { AUDITED_OPERATIONS } from '../../client/operations.js';

/**
 * What an account's log can hold. Commands of operators have the ids of the operations that do the same; whoever signs in or joins is no
 * member before.
 */
export const ACTIONS = {
  ...AUDITED_OPERATIONS,
  People: ['signIn', 'joinAccount', ...AUDITED_OPERATIONS.People],
  Operator: ['createSignInLink', ...AUDITED_OPERATIONS.Operator],
};

const VERSION_1: ReadonlySet<string> = new Set(AUDITED_OPERATIONS['Lookups of version 1']);

/** An action as the page names it. */
export const labelOfAction = (action: string): string =>
  VERSION_1.has(action) ? `${wordsOfOperation(action)} (v1)` : wordsOfOperation(action);

/** What came of it: `ok`, or the code of the error in words. */
export const wordsOfOutcome = (outcome: string): string => (outcome === 'ok' ? 'OK' : outcome.replaceAll('_', ' '));

/** Whether an action only reads. */
export const isReading = (action: string): boolean => new RegExp(READING_ACTION).test(action);
