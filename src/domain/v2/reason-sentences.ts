import type { InconclusiveReason } from '../evaluation/verdict.js';

/** Why a platform was omitted, in a sentence for the caller. It names neither the identity nor the page that answered. */
export const REASON_SENTENCES: Readonly<Record<InconclusiveReason, string>> = {
  not_applicable: 'The platform cannot hold such an identity: its naming rule refuses it.',
  forbidden: 'Asking would have been a request that could disturb its holder, so nothing was sent.',
  timeout: 'The platform did not answer in time.',
  unreachable: 'The platform could not be reached.',
  proxy_failed: 'The proxy between us and the platform failed.',
  too_large: 'The answer was larger than any true one.',
  redirected_away: 'The platform led to another site instead of answering.',
  undecodable: 'The answer could not be decoded.',
  rate_limited: 'The platform asked us to come back later.',
  server_error: 'The platform had a fault of its own.',
  blocked: 'The platform refused to answer us.',
  challenge: 'A bot check answered instead of the platform.',
  login_wall: 'The platform asks for a log-in before it answers.',
  consent_wall: 'A consent page answered instead of the platform.',
  unexpected_type: 'The answer was of another kind than the platform gives.',
  unrecognised: 'The answer showed neither that there is an account nor that there is none.',
  ambiguous: 'The answer showed both that there is an account and that there is none.',
  echo_missing: 'The answer spoke of an account without naming the identity that was asked for.',
  cooling_down: 'The platform asked for a pause, which we keep.',
  busy: 'Too many requests were waiting for the platform.',
  unavailable: 'The platform was silent or unreachable several times in a row and is left alone for a moment.',
  uncalibrated: 'No control of the platform stands at present, so its answer does not count.',
  quarantined: 'The platform failed its control: its answers do not count until it passes one.',
  interrupted: 'The check was ended before the platform had answered.',
};
