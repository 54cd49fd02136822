import type { Role } from '#api/contract/role.ts';
import { hasTag, type Tenant } from '#api/http/tenant.ts';
import type { UserStore } from '#api/user/user.store.ts';
import { currentRole, heldRoles, roleInForce } from './role.rules.ts';
import type { RoleStore } from './role.store.ts';

/** The roles of a person at this moment. */
export type PersonRoles = {
  /** Roles that the person holds, in the order of the host. */
  available: Role[];
  /** The chosen role; null if none is chosen. */
  current: Role | null;
  /** Id of the role that decides which options are offered; null: only options for everybody. */
  inForce: string | null;
};

export type RoleOf = (tenant: Pick<Tenant, 'key' | 'tags'>, userId: string) => Promise<PersonRoles>;

type RoleDeps = { roles: Pick<RoleStore, 'list'>; users: Pick<UserStore, 'find'> };

/** Returns the function that answers which roles a person has now. Without the tag `roles` nobody has any. */
export function createRoleOf({ roles, users }: RoleDeps): RoleOf {
  return async (tenant, userId) => {
    const user = hasTag(tenant, 'roles') ? await users.find(tenant.key, userId) : undefined;
    if (!user) return { available: [], current: null, inForce: null };
    const available = heldRoles(await roles.list(tenant.key), {
      given: JSON.parse(user.roles) as string[],
      claimed: JSON.parse(user.claim_roles) as string[],
    });
    const current = currentRole(available, user.role);
    return { available, current, inForce: roleInForce(available, current) };
  };
}
