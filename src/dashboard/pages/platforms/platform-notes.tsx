import type { ReactNode } from 'react';
import { Time } from '../../components/time.js';
import { type PlatformHealth, QUERY_TYPE_WORD, sentence } from './words.js';

/** What keeps a platform, or its newest rules, from being used, and why. */
export function PlatformNotes({ platform: { switchedOff, replaced, shadow } }: { readonly platform: PlatformHealth }) {
  return (
    <>
      {switchedOff && (
        <Note isWarning title="Disabled">
          It has not been probed since <Time at={switchedOff.since} />. {sentence(switchedOff.reason)}
        </Note>
      )}
      {replaced && (
        <Note title="Replaced">The operator of this service has replaced the catalogue’s rules for this platform with its own.</Note>
      )}
      {shadow.map(({ queryType, passed, needed, previousAnswers }) => (
        <Note key={queryType} title={`${QUERY_TYPE_WORD[queryType]}: ${previousAnswers ? 'a changed' : 'a new'} rule in shadow`}>
          {previousAnswers ? 'The previous rule stays in use.' : 'No rule is in use yet.'} The {previousAnswers ? 'changed' : 'new'} rule is
          used after {needed} controls in a row have passed: {passed} of {needed} so far.
        </Note>
      ))}
    </>
  );
}

function Note({
  title,
  isWarning = false,
  children,
}: {
  readonly title: string;
  readonly isWarning?: boolean;
  readonly children: ReactNode;
}) {
  return (
    <div className={`note ${isWarning ? 'note-warn' : ''}`}>
      <h2 className="small">{title}</h2>
      <p>{children}</p>
    </div>
  );
}
