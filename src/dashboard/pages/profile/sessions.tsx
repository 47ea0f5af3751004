import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query';
import { SESSION_DAYS, SESSION_IDLE_HOURS } from '../../../features/people/people.js';
import { personApi } from '../../client/api.js';
import { isFailure } from '../../client/failure.js';
import { nameOfBrowser } from '../../client/user-agent.js';
import { counted } from '../../client/format.js';
import { useAnnounce } from '../../components/announcer.js';
import { Badge, dated } from '../../components/facts.js';
import { Button } from '../../components/controls.js';
import { ConfirmDialog, useDialog } from '../../components/dialog.js';
import { Listed, Row } from '../../components/list.js';
import { Section, useHeadingFocus } from '../../components/page.js';
import { type Session, sessionsQuery } from './queries.js';

/** Browsers in which the person is signed in. @param onSignOutEverywhere ends this session too */
export function Sessions({ onSignOutEverywhere }: { readonly onSignOutEverywhere: () => void }) {
  const sessions = useQuery(sessionsQuery);
  const { dialog, open, close, closeAnd } = useDialog();
  const [heading, focusHeading] = useHeadingFocus();
  const end = (some: readonly Session[]) => open(<EndDialog sessions={some} onDone={closeAnd(focusHeading)} onClose={close} />);
  const all = sessions.data?.sessions ?? [];
  const others = all.filter(({ isThis }) => !isThis);
  return (
    <Section
      title="Sessions"
      headingRef={heading}
      intro={`A session ends ${SESSION_DAYS} days after sign-in, or after ${SESSION_IDLE_HOURS} hours without use.`}
      actions={
        <>
          {others.length > 1 && <Button label="Sign out everywhere else" onClick={() => end(others)} />}
          <Button label="Sign out everywhere" onClick={onSignOutEverywhere} />
        </>
      }
    >
      <Listed
        query={sessions}
        what="your sessions"
        label="Sessions"
        items={all}
        row={(session) => <SessionRow key={session.id} session={session} onEnd={() => end([session])} />}
      />
      {dialog}
    </Section>
  );
}

function SessionRow({ session, onEnd }: { readonly session: Session; readonly onEnd: () => void }) {
  const { userAgent, network, createdAt, lastSeenAt, isThis } = session;
  const name = nameOfBrowser(userAgent);
  return (
    <Row
      title={name}
      badge={isThis && <Badge tone="good">This browser</Badge>}
      facts={[`From ${network}`, dated('Signed in', createdAt), !isThis && dated('Last used', lastSeenAt)]}
      actions={!isThis && <Button label="Sign out" kind="quiet" onClick={onEnd} aria-label={`Sign out ${name}, from ${network}`} />}
    />
  );
}

interface EndDialogProps {
  readonly sessions: readonly Session[];
  readonly onDone: () => void;
  readonly onClose: () => void;
}

function EndDialog({ sessions, onDone, onClose }: EndDialogProps) {
  const queries = useQueryClient();
  const announce = useAnnounce();
  const [first] = sessions;
  const what = sessions.length === 1 && first ? nameOfBrowser(first.userAgent) : counted(sessions.length, 'other browser');
  const ending = useMutation({
    mutationFn: () => Promise.all(sessions.map(endSession)),
    onSettled: () => queries.invalidateQueries({ queryKey: sessionsQuery.queryKey }),
    onSuccess() {
      announce(`${what} signed out.`);
      onDone();
    },
  });
  return (
    <ConfirmDialog
      title={sessions.length === 1 ? 'Sign out a browser' : 'Sign out everywhere else'}
      action="Sign out"
      change={ending}
      onConfirm={() => ending.mutate()}
      onClose={onClose}
    >
      <p>
        <strong className="breakable">{what}</strong> {sessions.length === 1 ? 'is' : 'are'} signed out immediately. This browser stays
        signed in.
      </p>
    </ConfirmDialog>
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
