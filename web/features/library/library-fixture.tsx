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
import { limits } from '#api/contract/limits.ts';
import type { SessionItem, SessionList } from '#api/contract/session.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { sessionFixture } from '#web/testing/session-fixture.ts';
import { LibraryScreen } from './library-screen.tsx';

/** For tests: the library with its own routes. `loadSession`: what the screen of a session waits for. */
export function createLibraryFixture(address = '/library', loadSession?: () => Promise<void>) {
  const root = createRootRoute({
    component: () => (
      <LinkProvider navigate={(href) => void router.navigate({ href })}>
        <div id="main" tabIndex={-1}>
          <Outlet />
        </div>
      </LinkProvider>
    ),
  });
  const library = createRoute({
    getParentRoute: () => root,
    path: '/library',
    validateSearch: (search: Record<string, unknown>) => search,
    component: LibraryScreen,
  });
  const session = createRoute({
    getParentRoute: () => root,
    path: '/library/$id',
    ...(loadSession ? { loader: loadSession } : {}),
    component: () => <h1>Eine Sitzung</h1>,
  });
  const create = createRoute({
    getParentRoute: () => root,
    path: '/create',
    component: () => <h1>Eine neue Sitzung</h1>,
  });
  const history = createMemoryHistory({ initialEntries: [address] });
  const router = createRouter({
    routeTree: root.addChildren([library, session, create]),
    history,
    parseSearch: (text) => Object.fromEntries(new URLSearchParams(text)),
    stringifySearch: (search) => {
      const text = new URLSearchParams(search as Record<string, string>).toString();
      return text && `?${text}`;
    },
  });
  return {
    href: () => history.location.href,
    go: (href: string) => router.navigate({ href }),
    element: (
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router as never} />
      </QueryClientProvider>
    ),
  };
}

const dayMs = 86_400_000;
const picture = btoa(
  String.fromCharCode(
    ...Array.from({ length: 60 }, (_, part) =>
      Math.round(Math.abs(Math.sin(part / 3) * Math.sin(part / 11)) * 200),
    ),
  ),
);

/** Returns `count` sessions, four a day, newest first, starting today. */
export const manySessions = (count: number, change: (index: number) => Partial<SessionItem> = () => ({})) =>
  Array.from({ length: count }, (_, index): SessionItem => {
    const { transcript: _transcript, ...item } = sessionFixture({
      id: `s${index}`,
      title: `Sitzung ${index}`,
      date: new Date(
        Math.floor(Date.now() / dayMs) * dayMs - Math.floor(index / 4) * dayMs - index,
      ).toISOString(),
      status: 'completed',
      duration: 600 + index,
      participants: 2,
      audio_until: new Date(Date.now() + 12 * dayMs).toISOString().slice(0, 10),
      content_until: new Date(Date.now() + 120 * dayMs).toISOString().slice(0, 10),
      thumbnail: picture,
      ...change(index),
    });
    return item;
  });

/** Returns the page of `items` that the server would return for an address. */
export function pageOf(items: readonly SessionItem[], url: URL): SessionList {
  const page = Number(url.searchParams.get('page') ?? 1);
  const limit = Number(url.searchParams.get('limit') ?? limits.listPageSize);
  const search = (url.searchParams.get('search') ?? '').toLowerCase();
  const found = items.filter(({ title }) => title.toLowerCase().includes(search));
  return {
    recordings: found.slice((page - 1) * limit, page * limit),
    hasMore: found.length > page * limit,
  };
}
