import type { TokenResponse } from '#api/contract/auth.ts';

/** Names in local storage (§3). */
export const tokenKeys = {
  access: 'access_token',
  refresh: 'refresh_token',
  expiresAt: 'token_expires_at',
  life: 'token_life',
  attempt: 'refresh_attempt',
} as const;

type Tokens = {
  access: string;
  refresh: string | null;
  expiresAtMs: number | null;
  /** Lifetime of the access token when it was issued (`expires_in`), ms. */
  lifeMs: number | null;
};

export type TokenStore = {
  read(): Tokens | null;
  write(response: TokenResponse, nowMs: number): void;
  /**
   * Returns the idempotency key for the refresh of these tokens. It is the same in all tabs until new tokens are
   * written.
   */
  attempt(): string;
  clear(): void;
};

export function createTokenStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): TokenStore {
  return {
    read() {
      const access = storage.getItem(tokenKeys.access);
      if (!access) return null;
      const numberOf = (key: string): number | null => {
        const value = Number(storage.getItem(key) ?? Number.NaN);
        return Number.isFinite(value) ? value : null;
      };
      return {
        access,
        refresh: storage.getItem(tokenKeys.refresh),
        expiresAtMs: numberOf(tokenKeys.expiresAt),
        lifeMs: numberOf(tokenKeys.life),
      };
    },
    write(response, nowMs) {
      storage.setItem(tokenKeys.access, response.access_token);
      if (response.refresh_token) storage.setItem(tokenKeys.refresh, response.refresh_token);
      else storage.removeItem(tokenKeys.refresh);
      const lifeMs = response.expires_in * 1000;
      storage.setItem(tokenKeys.expiresAt, String(nowMs + lifeMs));
      storage.setItem(tokenKeys.life, String(lifeMs));
      storage.removeItem(tokenKeys.attempt);
    },
    attempt() {
      const attempt = storage.getItem(tokenKeys.attempt) ?? crypto.randomUUID();
      storage.setItem(tokenKeys.attempt, attempt);
      return attempt;
    },
    clear() {
      for (const key of Object.values(tokenKeys)) storage.removeItem(key);
    },
  };
}
