import { DAYS_TO_DISABLE } from '../../../features/webhooks/endpoint.js';
import { Button } from '../../components/controls.js';
import { Time } from '../../components/facts.js';
import type { Endpoint } from './labels.js';

/** What ails an endpoint, since when, and what to do about it. Nothing, while all is well. */
export function EndpointState(props: {
  readonly endpoint: Endpoint;
  readonly mayChange: boolean;
  readonly isEnabling: boolean;
  readonly onEnable: () => void;
  readonly onRecover: () => void;
}) {
  const { state, disabledReason, disabledAt, failingSince, lastFailedAt } = props.endpoint;
  if (state === 'disabled')
    return (
      <div className={disabledReason === 'failing' ? 'note note-error' : 'note'}>
        <p>
          {disabledReason === 'failing' ? (
            <>
              <strong>Disabled because it kept failing.</strong> It acknowledged no event for {DAYS_TO_DISABLE} days
            </>
          ) : (
            <>
              <strong>Disabled</strong> by a member of the account
            </>
          )}
          {disabledAt && (
            <>
              {' '}
              (<Time at={disabledAt} />)
            </>
          )}
          . No events are sent to it. After you enable it again, “Recover” sends the events that it missed.
        </p>
        {props.mayChange && <Button label="Enable it again" kind="primary" busy={props.isEnabling} onClick={props.onEnable} />}
      </div>
    );
  if (failingSince === null) return null;
  return (
    <div className="note note-warn">
      <p>
        <strong>Failing</strong> since <Time at={failingSince} />
        {lastFailedAt && (
          <>
            , last <Time at={lastFailedAt} />
          </>
        )}
        . Any 2xx response ends this; after {DAYS_TO_DISABLE} days of failures the endpoint is disabled.
      </p>
      {props.mayChange && <Button label="Recover failed deliveries" onClick={props.onRecover} />}
    </div>
  );
}
