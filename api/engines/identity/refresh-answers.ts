import { createHash } from 'node:crypto';
import type { TokenResponse } from '#api/contract/auth.ts';
import type { Clock } from '#api/lib/clock.ts';

const storedMs = 600_000;

type Refresh = { refreshToken: string; tenantKey: string; attempt: string | undefined };

/**
 * Stores refresh responses of an external provider in memory for ten minutes. If a response was lost on its way to the
 * page, the same attempt gets it again. The provider itself would treat the reuse of the refresh token as theft.
 */
export function createRefreshAnswers(clock: Clock) {
  const stored = new Map<string, { atMs: number; answer: Promise<TokenResponse> }>();

  const forgetOld = () => {
    for (const [key, { atMs }] of stored) {
      if (clock.now() - atMs < storedMs) return;
      stored.delete(key);
    }
  };

  return async (
    { refreshToken, tenantKey, attempt }: Refresh,
    ask: () => Promise<TokenResponse>,
  ): Promise<TokenResponse> => {
    if (!attempt) return ask();
    forgetOld();
    const key = createHash('sha256')
      .update(JSON.stringify([tenantKey, attempt, refreshToken]))
      .digest('base64');
    const before = stored.get(key);
    if (before) {
      const answer = await before.answer;
      const ageS = Math.ceil((clock.now() - before.atMs) / 1000);
      return { ...answer, expires_in: Math.max(0, answer.expires_in - ageS) };
    }
    const answer = ask();
    stored.set(key, { atMs: clock.now(), answer });
    answer.catch(() => stored.delete(key));
    return answer;
  };
}
