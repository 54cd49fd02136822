import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { AppEnv } from '#api/http/app-env.ts';
import { newId } from '#api/lib/id.ts';

const cookieName = 'wortlaut_device';
const cookiePath = '/api/auth/interaction';
const yearS = 365 * 86_400;
/** Number of accounts that one browser remembers. Several people may share a computer. */
const maxAccounts = 20;

/** Content of the cookie: an id of the browser, and an HMAC for each account that it has signed in to. */
type Device = { id: string | null; marks: readonly string[] };

/**
 * Returns the name under which a browser remembers that the second factor of an account was right in it. A password alone gives no such
 * mark. Otherwise whoever has signed in often before the factor was on would have as many places to guess it from.
 */
export const withFactor = (account: string): string => `${account}\nfactor`;

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/** Recognises browsers that have signed in to an account before. The proof is a cookie; the server stores nothing. */
export function createKnownDevices(key: Buffer, isSecure: boolean) {
  const markOf = (id: string, account: string): string =>
    createHmac('sha256', key).update(`${id}\n${account}`).digest('base64url').slice(0, 27);
  const isSame = (one: string, other: string): boolean =>
    one.length === other.length && timingSafeEqual(Buffer.from(one), Buffer.from(other));

  return {
    read(c: Context<AppEnv>): Device {
      const [id = '', ...marks] = (getCookie(c, cookieName) ?? '').split('.');
      const isOurs = /^[\w-]{36}$/.test(id) && marks.every((mark) => /^[\w-]{27}$/.test(mark));
      return isOurs ? { id, marks: marks.slice(0, maxAccounts) } : { id: null, marks: [] };
    },

    /** Returns the device id if this browser has signed in to this account before; null if it has not. */
    knows({ id, marks }: Device, account: string): string | null {
      return id !== null && marks.some((mark) => isSame(mark, markOf(id, account))) ? id : null;
    },

    remember(c: Context<AppEnv>, { id: known, marks }: Device, ...accounts: string[]): void {
      const id = known ?? newId();
      const own = accounts.map((account) => markOf(id, account));
      const all = [...own, ...marks.filter((other) => !own.includes(other))].slice(0, maxAccounts);
      setCookie(c, cookieName, [id, ...all].join('.'), {
        path: cookiePath,
        httpOnly: true,
        sameSite: 'Lax',
        secure: isSecure,
        maxAge: yearS,
      });
    },
  };
}
