import { ApiFailure } from '../client/failure.js';
import { Button } from './button.js';

/** What went wrong, in the words of the service, with what to do. */
export function ErrorNote({ error, onRetry }: { readonly error: unknown; readonly onRetry?: (() => void) | undefined }) {
  const failure = error instanceof ApiFailure ? error : null;
  return (
    <div className="note note-error" role="alert">
      <p>{failure?.message ?? 'Something went wrong on this page. Try to reload it.'}</p>
      {failure?.retryAfter != null && <p>Try again in {failure.retryAfter} seconds.</p>}
      {failure?.requestId && (
        <p className="muted small">
          {failure.code} · request <code>{failure.requestId}</code>
        </p>
      )}
      {onRetry && (
        <Button kind="quiet" onClick={onRetry}>
          Try again
        </Button>
      )}
    </div>
  );
}
