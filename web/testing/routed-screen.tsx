import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { RouterProvider as LinkProvider } from 'react-aria-components';
import { queryClient } from '#web/lib/query-client.ts';

type Screen = () => React.JSX.Element | null;

/**
 * For tests: shows a screen on its own route, with placeholder routes for library and session. `others`: further screens by
 * their paths.
 */
export function createRoutedScreen(path: string, component: Screen, others: Record<string, Screen> = {}) {
  const root = createRootRoute({
    component: () => (
      <LinkProvider navigate={(href) => void router.navigate({ href })}>
        <div id="main" tabIndex={-1}>
          <Outlet />
        </div>
      </LinkProvider>
    ),
  });
  const at = (place: string, shown: Screen) =>
    createRoute({ getParentRoute: () => root, path: place, component: shown });
  const history = createMemoryHistory({ initialEntries: [path] });
  const router = createRouter({
    routeTree: root.addChildren([
      at(path, component),
      ...Object.entries(others).map(([place, shown]) => at(place, shown)),
      at('/library', () => <h1>Die Bibliothek</h1>),
      at('/library/$id', () => <h1>Eine Sitzung</h1>),
    ]),
    history,
  });
  return {
    pathname: () => history.location.pathname,
    href: () => history.location.href,
    go: (href: string) => router.navigate({ href }),
    element: (
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    ),
  };
}
