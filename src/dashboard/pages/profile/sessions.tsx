import { useQuery, useQueryClient } from '@tanstack/react-query';
import { SESSION_DAYS, SESSION_IDLE_HOURS } from '../../../features/people/people.js';
import { personApi } from '../../client/api.js';
import { isFailure } from '../../client/failure.js';
import { nameOfBrowser } from '../../client/user-agent.js';
import { counted } from '../../client/format.js';
import { Badge, dated } from '../../components/facts.js';
import { Button, type ButtonProps } from '../../components/controls.js';
import { ConfirmButton } from '../../components/dialog.js';
import { Listed, Row } from '../../components/list.js';
import { Section, useHeadingFocus } from '../../components/page.js';
import { type Session, sessionsQuery } from './queries.js';

/** Browsers in which the person is signed in. @param onSignOutEverywhere ends this session too */
export function Sessions({ onSignOutEverywhere }: { readonly onSignOutEverywhere: () => void }) {
  const sessions = useQuery(sessionsQuery);
  const [heading, focusHeading] = useHeadingFocus();
  const all = sessions.data?.sessions ?? [];
  const others = all.filter(({ isThis }) => !isThis);
  return (
    <Section
      title="Sessions"
      headingRef={heading}
      intro={`A session ends ${SESSION_DAYS} days after sign-in, or after ${SESSION_IDLE_HOURS} hours without use.`}
      actions={
        <>
          {others.length > 1 && <SignOut label="Sign out everywhere else" sessions={others} onDone={focusHeading} />}
          <Button label="Sign out everywhere" onClick={onSignOutEverywhere} />
        </>
      }
    >
      <Listed
        query={sessions}
        what="your sessions"
        label="Sessions"
        items={all}
        row={(session) => <SessionRow key={session.id} session={session} onEnded={focusHeading} />}
      />
    </Section>
  );
}

function SessionRow({ session, onEnded }: { readonly session: Session; readonly onEnded: () => void }) {
  const { userAgent, network, createdAt, lastSeenAt, isThis } = session;
  const name = nameOfBrowser(userAgent);
  const about = { kind: 'quiet', 'aria-label': `Sign out ${name}, from ${network}` } as const;
  return (
    <Row
      title={name}
      badge={isThis && <Badge tone="good">This browser</Badge>}
      facts={[`From ${network}`, dated('Signed in', createdAt), !isThis && dated('Last used', lastSeenAt)]}
      actions={!isThis && <SignOut label="Sign out" {...about} sessions={[session]} onDone={onEnded} />}
    />
  );
}

interface SignOutProps extends Omit<ButtonProps, 'title' | 'onClick'> {
  readonly sessions: readonly Session[];
  readonly onDone: () => void;
}

/** Ends sessions once that is confirmed. */
function SignOut({ sessions, ...button }: SignOutProps) {
  const queries = useQueryClient();
  const [first] = sessions;
  const what = sessions.length === 1 && first ? nameOfBrowser(first.userAgent) : counted(sessions.length, 'other browser');
  // Where one of them fails, others may have ended.
  const end = () => Promise.all(sessions.map(endSession)).finally(() => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }));
  return (
    <ConfirmButton
      {...button}
      title={sessions.length === 1 ? 'Sign out a browser' : 'Sign out everywhere else'}
      action="Sign out"
      send={end}
      stale={[]}
      announcement={`${what} signed out.`}
    >
      <p>
        <strong className="breakable">{what}</strong> {sessions.length === 1 ? 'is' : 'are'} signed out immediately. This browser stays
        signed in.
      </p>
    </ConfirmButton>
  );
}

/** Ends a session; one that is over already is what was wanted. */
async function endSession({ id }: Session): Promise<void> {
  try {
    await personApi.DELETE('/sessions/{id}', { params: { path: { id } } });
  } catch (error) {
    if (!isFailure(error, 'not_found')) throw error;
  }
}
