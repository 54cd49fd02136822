import type { Role } from '#api/contract/role.ts';
import type { Db } from '#api/db/open.ts';
import type { Admin } from '#api/http/admin-of.ts';
import type { RoleStore } from '#api/role/role.store.ts';
import { requireMatch, toTag } from './entity-tag.ts';
import { namedHost, type KnownHosts } from './known-hosts.ts';
import { mustBeSuperuser } from './person.store.ts';

type Deps = { db: Db; known: KnownHosts; roles: Pick<RoleStore, 'list' | 'replace'> };
type Tagged = { roles: Role[]; etag: string };

export type RoleChanges = ReturnType<typeof createRoleChanges>;

/** Reads and replaces the roles of hosts for superusers (§10.23). They have an entity tag of their own. */
export function createRoleChanges({ db, known, roles }: Deps) {
  const keyOf = async (trx: Db, admin: Admin, host: string): Promise<string> =>
    namedHost((await known.read(trx)).hosts, admin, host).row.key;
  const read = async (trx: Db, key: string): Promise<Tagged> => {
    const all = await roles.list(key, trx);
    return { roles: all, etag: toTag(all) };
  };

  return {
    list: async (admin: Admin, host: string): Promise<Tagged> => read(db, await keyOf(db, admin, host)),

    /** Replaces all roles of a host. @throws AppError `domain.match_required`, `domain.changed` */
    replace: (
      admin: Admin,
      host: string,
      sent: readonly Role[],
      ifMatch: string | undefined,
    ): Promise<Tagged> =>
      db.transaction().execute(async (trx) => {
        await mustBeSuperuser(trx, admin.userId);
        const key = await keyOf(trx, admin, host);
        const present = await read(trx, key);
        requireMatch(ifMatch, present.etag, { roles: present.roles });
        await roles.replace(key, sent, trx);
        return read(trx, key);
      }),
  };
}
