import { createHmac, timingSafeEqual } from 'node:crypto';
import type { Context } from 'hono';
import { getCookie, setCookie } from 'hono/cookie';
import type { AppEnv } from '#api/app-env.ts';
import { newId } from '#api/lib/id.ts';

const cookieName = 'wortlaut_device';
const cookiePath = '/api/auth/interaction';
const yearS = 365 * 86_400;
/** A device of a ward may be many people's. */
const maxAccounts = 20;

/** The browser of a request: an id of its own, and for each account that it has signed in a mark that only this server can make. */
export type Device = { id: string | null; marks: readonly string[] };

export type KnownDevices = ReturnType<typeof createKnownDevices>;

/** Which browsers have signed an account in before. They tell by a cookie; the server keeps nothing. */
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

    /** The id of a device that has signed this account in before, else null. */
    knows({ id, marks }: Device, account: string): string | null {
      return id !== null && marks.some((mark) => isSame(mark, markOf(id, account))) ? id : null;
    },

    /** The device has signed the account in now. */
    remember(c: Context<AppEnv>, { id: known, marks }: Device, account: string): void {
      const id = known ?? newId();
      const mark = markOf(id, account);
      const all = [mark, ...marks.filter((other) => other !== mark)].slice(0, maxAccounts);
      setCookie(c, cookieName, [id, ...all].join('.'), {
        ...{ path: cookiePath, httpOnly: true, sameSite: 'Lax', secure: isSecure, maxAge: yearS },
      });
    },
  };
}
