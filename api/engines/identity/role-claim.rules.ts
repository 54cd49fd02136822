import type { DomainIdentity } from '#api/contract/domain.ts';

const own = (value: unknown, key: string): unknown =>
  typeof value === 'object' && value !== null && Object.hasOwn(value, key)
    ? (value as Record<string, unknown>)[key]
    : undefined;

/** Returns the claim of this name. If there is none, the name is read as a path, such as `realm_access.roles`. */
const claimOf = (payload: object, name: string): unknown =>
  own(payload, name) ?? name.split('.').reduce<unknown>(own, payload);

/**
 * Returns the ids of the roles that a verified token stands for, in alphabetical order. The claim is a text or a list of
 * texts. Values that the host does not know are left out.
 */
export function rolesOfClaim(
  payload: object,
  { role_claim, roles }: Pick<DomainIdentity, 'role_claim' | 'roles'>,
): string[] {
  if (role_claim === null) return [];
  const ids = [claimOf(payload, role_claim)]
    .flat()
    .filter((value) => typeof value === 'string')
    .map((value) => own(roles, value))
    .filter((id) => typeof id === 'string');
  return [...new Set(ids)].toSorted();
}
