import './styles/index.css';
import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { createQueryClient } from './client/queries.js';
import { Announcer } from './components/announcer.js';
import { createAppRouter } from './router.js';

const queries = createQueryClient(() => {
  const { pathname, searchStr } = router.state.location;
  // Pages that nobody may open unless signed in lead there by themselves.
  if (!router.state.matches.some(({ routeId }) => routeId.startsWith('/signed-in'))) return;
  queries.clear();
  void router.navigate({ to: '/dashboard/sign-in', search: { from: pathname + searchStr } });
});
const router = createAppRouter(queries);

const root = document.getElementById('root');
if (root)
  createRoot(root).render(
    <StrictMode>
      <QueryClientProvider client={queries}>
        <Announcer>
          <RouterProvider router={router} />
        </Announcer>
      </QueryClientProvider>
    </StrictMode>,
  );
