import type { Role } from '#api/contract/role.ts';
import type { Db } from '#api/db/open.ts';

export type RoleStore = ReturnType<typeof createRoleStore>;

/** Stores the roles of hosts. `host` is the key of a tenant. */
export function createRoleStore(db: Db) {
  return {
    /** Returns the roles of a host in the order that a superuser gave them. */
    async list(host: string, trx: Db = db): Promise<Role[]> {
      const rows = await trx
        .selectFrom('domain_role')
        .selectAll()
        .where('host', '=', host)
        .orderBy('seq')
        .execute();
      return rows.map((row) => ({
        id: row.id,
        role_name_de: row.name_de,
        role_name_en: row.name_en,
        role_name_fr: row.name_fr,
        role_name_it: row.name_it,
        is_default: row.is_default === 1,
      }));
    },

    /**
     * Replaces all roles of a host. What people hold and options name stays stored, and counts again if a role comes back.
     * `outer` is the transaction that this is a part of.
     */
    replace: (host: string, roles: readonly Role[], outer?: Db): Promise<void> =>
      outer
        ? replaceRoles(outer, host, roles)
        : db.transaction().execute((trx) => replaceRoles(trx, host, roles)),
  };
}

async function replaceRoles(trx: Db, host: string, roles: readonly Role[]): Promise<void> {
  await trx.deleteFrom('domain_role').where('host', '=', host).execute();
  if (roles.length === 0) return;
  await trx
    .insertInto('domain_role')
    .values(
      roles.map((role, seq) => ({
        host,
        seq,
        id: role.id,
        name_de: role.role_name_de,
        name_en: role.role_name_en,
        name_fr: role.role_name_fr,
        name_it: role.role_name_it,
        is_default: role.is_default ? 1 : 0,
      })),
    )
    .execute();
}
