import { Link } from '@tanstack/react-router';
import { ErrorNote } from './error-note.js';

/** A page that could not be shown. */
export function PageError({ error, reset }: { readonly error: unknown; readonly reset: () => void }) {
  return (
    <main className="page">
      <h1>This page cannot be shown</h1>
      <ErrorNote error={error} onRetry={reset} />
    </main>
  );
}

export function NotFound() {
  return (
    <main className="page">
      <h1>Page not found</h1>
      <p>It may have been deleted, or belong to another account.</p>
      <p>
        <Link to="/dashboard">Back to the dashboard</Link>
      </p>
    </main>
  );
}
