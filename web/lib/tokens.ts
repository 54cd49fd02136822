import type { TokenResponse } from '#api/contract/auth.ts';

/** §3: names in local storage. */
export const tokenKeys = {
  access: 'access_token',
  refresh: 'refresh_token',
  expiresAt: 'token_expires_at',
} as const;

export type Tokens = { access: string; refresh: string | null; expiresAtMs: number | null };

export type TokenStore = {
  read(): Tokens | null;
  write(response: TokenResponse, nowMs: number): void;
  clear(): void;
};

export function createTokenStore(storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>): TokenStore {
  return {
    read() {
      const access = storage.getItem(tokenKeys.access);
      if (!access) return null;
      const expiresAt = Number(storage.getItem(tokenKeys.expiresAt) ?? Number.NaN);
      return {
        access,
        refresh: storage.getItem(tokenKeys.refresh),
        expiresAtMs: Number.isFinite(expiresAt) ? expiresAt : null,
      };
    },
    write(response, nowMs) {
      storage.setItem(tokenKeys.access, response.access_token);
      storage.setItem(tokenKeys.refresh, response.refresh_token);
      storage.setItem(tokenKeys.expiresAt, String(nowMs + response.expires_in * 1000));
    },
    clear() {
      for (const key of Object.values(tokenKeys)) storage.removeItem(key);
    },
  };
}
