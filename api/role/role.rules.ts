import type { Role } from '#api/contract/role.ts';

/** Ids of the roles that a superuser gave a person, and of those that the provider named. */
type Holding = { given: readonly string[]; claimed: readonly string[] };

/**
 * Returns the roles that a person holds, in the order of the host. Everybody holds the default role. Ids that the host does
 * not have (any more) count for nothing.
 */
export const heldRoles = (roles: readonly Role[], { given, claimed }: Holding): Role[] =>
  roles.filter(({ id, is_default: isDefault }) => isDefault || given.includes(id) || claimed.includes(id));

/** Returns the role that a person has chosen; null if none is chosen, or if the person does not hold it any more. */
export const currentRole = (held: readonly Role[], chosen: string | null): Role | null =>
  held.find(({ id }) => id === chosen) ?? null;

/** Returns the id of the role that decides about options: the chosen one, else the default one; null if there is neither. */
export const roleInForce = (held: readonly Role[], current: Role | null): string | null =>
  (current ?? held.find((role) => role.is_default))?.id ?? null;
