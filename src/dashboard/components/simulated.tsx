import { useQuery } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { waysToSignInQuery } from '../client/queries.js';

/** Every page, under a mark while the service answers with made-up platforms: nobody takes a simulated result for a real one. */
export function MarkedOutlet() {
  // It is fixed while the service runs.
  const { data } = useQuery({ ...waysToSignInQuery, staleTime: Infinity });
  return (
    <>
      <Outlet />
      {data?.simulated && (
        <aside className="simulated" aria-label="Simulated">
          <strong>Simulated</strong> No real site is contacted.
        </aside>
      )}
    </>
  );
}
