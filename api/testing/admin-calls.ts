import type { AdminDomain } from '#api/contract/admin-domain.ts';
import type { DomainRow } from '#api/contract/domain.ts';
import type { Log } from '#api/lib/log.ts';
import { buildUser, type UserRow } from './builders.ts';
import { testApp } from './test-app.ts';

type Answer = { status: number; tag: string | null; code: string | undefined; body: Record<string, unknown> };

/**
 * Creates an app with a superuser of the public host, and calls of its administration. `as` sends to the host that the key of
 * the person names, or to `at`.
 */
export async function adminApp(options: { host?: string; log?: Log } = {}) {
  const { app, db, clock, deps, tokenFor } = await testApp(options.log ? { log: options.log } : {});
  const boss = await buildUser(db, { is_superuser: 1, host: options.host ?? 'localhost' });
  const as = async (
    user: UserRow | null,
    method: string,
    path: string,
    body?: unknown,
    more: { ifMatch?: string | null; at?: string } = {},
  ): Promise<Answer> => {
    const host = more.at ?? user?.host ?? 'localhost';
    const response = await app.request(`http://${host}/api/v1/${path}`, {
      method,
      headers: {
        ...(user ? { authorization: `Bearer ${tokenFor(user, { host })}` } : {}),
        'content-type': 'application/json',
        ...(more.ifMatch ? { 'if-match': more.ifMatch } : {}),
      },
      ...(body === undefined ? {} : { body: typeof body === 'string' ? body : JSON.stringify(body) }),
    });
    const text = await response.text();
    const answer = (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>;
    const code = answer['code'] as string | undefined;
    return { status: response.status, tag: response.headers.get('etag'), code, body: answer };
  };
  const get = async (host: string): Promise<AdminDomain> =>
    (await as(boss, 'GET', `admin/domains/${host}`)).body as AdminDomain;
  /** Changes a host as the superuser of the public host, whatever its present state is. */
  const put = (host: string, body: object, user: UserRow = boss, at = user.host) =>
    as(user, 'PUT', `admin/domains/${host}`, body, { ifMatch: '*', at });
  /** Stores a row as it is, past the checks of a change. */
  const storeRow = (row: { key: string; host: string } & Partial<Pick<DomainRow, 'names'>>) =>
    db
      .insertInto('domain')
      .values({ key: row.key, host: row.host, names: JSON.stringify(row.names ?? []), created_at: 1 })
      .execute();
  return { app, db, clock, deps, boss, as, get, put, storeRow };
}
