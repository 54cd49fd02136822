import { isRedirect } from '@tanstack/react-router';
import { beforeEach, expect, test, vi } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import type { Access } from '#web/parts/page/guards.ts';
import { enter } from './enter.ts';

const profile = vi.hoisted(() => ({ load: (): unknown => null }));
vi.mock('#web/features/user/index.ts', () => ({ loadProfile: async () => profile.load() }));
vi.mock('#web/lib/http.ts', async () => import('#web/lib/api-error.ts'));

vi.stubGlobal('window', { location: { origin: 'https://wortlaut.test' } });
beforeEach(() => {
  profile.load = () => null;
});

/** Returns where the guard leads; null if the visitor may enter. */
async function ledTo(
  access: Access,
  href: string,
  search = {},
  letIn?: () => Promise<boolean>,
): Promise<string | null> {
  try {
    await enter(access, letIn)({ location: { href, search } });
    return null;
  } catch (error) {
    if (!isRedirect(error)) throw error;
    return (error.options as { href: string }).href;
  }
}
const to = (path: string) => `redirect=${encodeURIComponent(path)}`;
const path = '/library/s1?tab=transcript';

test('Whoever is not signed in is led to the sign-in with the full path, and may enter what is public', async () => {
  expect(await ledTo('login', path)).toBe(`/signin?${to(path)}`);
  expect(await ledTo('superuser', '/admin/domains')).toBe(`/signin?${to('/admin/domains')}`);
  for (const access of ['public', 'home', 'guest'] as const) expect(await ledTo(access, '/')).toBeNull();
});

test('An error in the guard leads to the sign-in, which says so; a missing permission says what it is', async () => {
  const failures = [
    [new ApiError('request.failed', 500), `/signin?error=profile&${to(path)}`],
    [new ApiError('network.failed', 0), `/signin?error=profile&${to(path)}`],
    [new TypeError('a fault of ours'), `/signin?error=profile&${to(path)}`],
    [new ApiError('auth.forbidden', 403), '/signin?error=permission'],
  ] as const;
  for (const [error, href] of failures) {
    profile.load = () => {
      throw error;
    };
    expect(await ledTo('login', path)).toBe(href);
    expect(await ledTo('home', '/')).toBeNull();
  }
});

test('Whoever is signed in is led from home and the sign-in to the library, or back to where they wanted to go', async () => {
  profile.load = () => ({ isSuperuser: false });
  expect(await ledTo('login', path)).toBeNull();
  expect(await ledTo('home', '/')).toBe('/library');
  expect(await ledTo('guest', '/signin')).toBe('/library');
  expect(await ledTo('guest', '/signin', { redirect: path })).toBe(path);
  expect(await ledTo('guest', '/signin', { redirect: 'https://evil.example/' })).toBe('/library');
  expect(await ledTo('superuser', '/admin/domains')).toBe('/library');
  profile.load = () => ({ isSuperuser: true });
  expect(await ledTo('superuser', '/admin/domains')).toBeNull();
});

test('A phone is let in without a sign-in where that is so; who is signed in is not asked', async () => {
  const asked: boolean[] = [];
  const letIn = (answer: boolean) => async () => {
    asked.push(answer);
    return answer;
  };
  expect(await ledTo('login', '/pair', {}, letIn(true))).toBeNull();
  expect(await ledTo('login', '/pair', {}, letIn(false))).toBe(`/signin?${to('/pair')}`);
  expect(await ledTo('login', '/pair')).toBe(`/signin?${to('/pair')}`);
  profile.load = () => ({ isSuperuser: false });
  expect(await ledTo('login', '/pair', {}, letIn(false))).toBeNull();
  expect(asked).toEqual([true, false]);
});
