import { beforeEach, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { signOut } from './sign-out.ts';

const { calls, noting } = vi.hoisted(() => {
  const noted: string[] = [];
  return { calls: noted, noting: (name: string) => async () => void noted.push(name) };
});

vi.mock('#web/features/library/index.ts', () => ({ settleRemovals: noting('settle') }));
vi.mock('#web/features/pairing/index.ts', () => ({ forgetAllPairings: () => void calls.push('pairings') }));
vi.mock('#web/features/upload/index.ts', () => ({ clearLocalEdits: noting('clear') }));
vi.mock('#web/parts/incoming/incoming-files.ts', () => ({ clearIncoming: noting('files') }));
vi.mock('#workers/keep/keep.client.ts', () => ({ clearAllKept: noting('clear') }));
vi.mock('#web/parts/account/auth-config.ts', () => ({
  loadAuthConfig: async () => ({ end_session_endpoint: null }),
}));
vi.mock('#web/features/user/index.ts', () => ({
  forgetUser: noting('forget'),
  idsOf: () => [],
  userState: { user: {} },
}));
vi.mock('#web/lib/http.ts', () => ({
  api: { auth: { logout: { $post: noting('logout') } } },
  tokens: { read: () => ({ refresh: 'r' }), clear: () => void calls.push('tokens') },
}));

beforeEach(() => void calls.splice(0));

it('sends the last deletions while the sign-in is there, and ends all others after it', async () => {
  expect(await signOut(noting('end'))).toBe('/');
  expect(calls.slice(0, 3)).toEqual(['settle', 'end', 'tokens']);
  expect(calls).toContain('files');
  expect(calls).toContain('pairings');
});

it('leaves everything as it is if the others cannot be ended', async () => {
  const failing = signOut(() => Promise.reject(new ApiError('auth.credentials_wrong', 401)));
  await expect(failing).rejects.toThrow('auth.credentials_wrong');
  expect(calls).toEqual(['settle']);
});
