import { beforeEach, expect, test, vi } from 'vitest';
import type { AnyRouter } from '@tanstack/react-router';
import { createScope } from '#web/lib/scope.ts';
import { followOtherTabs, showSignIn } from './signed-out.ts';

const page = vi.hoisted(() => ({ noted: [] as string[], isUnsafe: false, forgotten: 0 }));
vi.mock('#web/features/auth/index.ts', () => ({
  noteFailure: (failure: string) => page.noted.push(failure),
}));
vi.mock('#web/features/recording/index.ts', () => ({ isRecordingUnsafe: () => page.isUnsafe }));
vi.mock('#web/features/user/index.ts', () => ({ forgetUser: () => (page.forgotten += 1) }));

function createRouter() {
  const gone: string[] = [];
  const router = {
    latestLocation: { href: '/library/s1?tab=transcript' },
    navigate: ({ href }: { href: string }) => gone.push(href),
    invalidate: () => gone.push('again'),
  };
  return { gone, router: router as unknown as AnyRouter };
}
const back = `redirect=${encodeURIComponent('/library/s1?tab=transcript')}`;

beforeEach(() => {
  Object.assign(page, { noted: [], isUnsafe: false, forgotten: 0 });
});

test.each([
  ['ended', `/signin?${back}`, 'ended'],
  ['failed', `/signin?error=refresh&${back}`, 'refresh'],
  ['permission', `/signin?error=permission&${back}`, 'permission'],
] as const)('A sign-in that %s leads to %s, keeps why, and forgets the person', (reason, href, noted) => {
  const { gone, router } = createRouter();
  showSignIn(router, reason);
  expect([gone, page.noted, page.forgotten]).toEqual([[href], [noted], 1]);
});

test('A recording that is not safe keeps its screen', () => {
  const { gone, router } = createRouter();
  page.isUnsafe = true;
  showSignIn(router, 'ended');
  expect([gone, page.noted, page.forgotten]).toEqual([[], [], 0]);
});

test('A tab follows the sign-out of another one, unless it records', () => {
  const { gone, router } = createRouter();
  const browser = new EventTarget();
  vi.stubGlobal('window', browser);
  const scope = createScope();
  followOtherTabs(router, scope);
  const tell = (key: string, newValue: string | null) =>
    browser.dispatchEvent(Object.assign(new Event('storage'), { key, newValue }));
  tell('refresh_token', null);
  tell('access_token', 'renewed');
  expect(gone).toEqual([]);
  page.isUnsafe = true;
  tell('access_token', null);
  expect(gone).toEqual([]);
  page.isUnsafe = false;
  tell('access_token', null);
  expect(gone).toEqual(['again']);
  scope[Symbol.dispose]();
  vi.unstubAllGlobals();
});
