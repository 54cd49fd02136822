import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
} from '@tanstack/react-router';
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { NavigationProgress } from './navigation-progress.tsx';

const screen = createTestScreen();

test('While the next screen is being loaded a bar says so, and the former screen stays', async () => {
  const goes = Promise.withResolvers<void>();
  const root = createRootRoute({
    component: () => (
      <>
        <NavigationProgress />
        <Outlet />
      </>
    ),
  });
  const home = createRoute({ getParentRoute: () => root, path: '/', component: () => <h1>Anfang</h1> });
  const next = createRoute({
    getParentRoute: () => root,
    path: '/next',
    loader: () => goes.promise,
    component: () => <h1>Ziel</h1>,
  });
  const router = createRouter({
    routeTree: root.addChildren([home, next]),
    history: createMemoryHistory({ initialEntries: ['/'] }),
  });
  screen.show(<RouterProvider router={router as never} />);
  await expect.element(page.getByRole('heading', { name: 'Anfang' })).toBeVisible();
  const bars = () => screen.host.querySelectorAll('[data-navigation-progress]').length;
  await expect.poll(bars).toBe(0);

  const navigation = router.navigate({ href: '/next' });
  await expect.poll(bars).toBe(1);
  expect(page.getByRole('heading', { name: 'Anfang' }).elements()).toHaveLength(1);
  goes.resolve();
  await navigation;
  await expect.element(page.getByRole('heading', { name: 'Ziel' })).toBeVisible();
  await expect.poll(bars).toBe(0);
});
