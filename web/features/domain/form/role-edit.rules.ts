import type { ProcessingOption } from '#api/contract/option.ts';
import { rolesSchema, type Role } from '#api/contract/role.ts';
import { languages, type Language } from '#web/i18n/languages.ts';
import { changedUnits, merged, type Units } from './domain-values.rules.ts';

/** `key` identifies a role while its id follows its name. */
export type EditedRole = Role & { key: string; isNew: boolean };
type RoleProblem = 'name' | 'nameLong' | 'id';

export const roleNameKey = (language: Language) => `role_name_${language}` as const;

/** Returns the name in a language, else in English, German, French, Italian (§3.6); an empty text if there is none. */
export const roleName = (role: Role, language: Language): string =>
  [language, 'en' as const, 'de' as const, 'fr' as const, 'it' as const]
    .map((each) => role[roleNameKey(each)].trim())
    .find((name) => name !== '') ?? '';

/**
 * Makes the id of a role from its name. The id stays when the name changes later, because people and options refer to it.
 * @param taken ids of the other roles
 */
export function roleId(name: string, taken: readonly string[]): string {
  const plain = name
    .normalize('NFKD')
    .replaceAll(/\p{M}/gu, '')
    .replaceAll('ß', 'ss')
    .toLowerCase()
    .replaceAll(/[^\p{L}\p{N}]+/gu, '-')
    .replaceAll(/^-+|-+$/g, '')
    .slice(0, 56)
    .replace(/-+$/, '');
  if (plain === '') return '';
  const ids = [plain, ...Array.from({ length: taken.length + 1 }, (_, index) => `${plain}-${index + 2}`)];
  return ids.find((id) => !taken.includes(id)) ?? plain;
}

export const rolesToEdited = (roles: readonly Role[]): EditedRole[] =>
  roles.map((role) => ({ ...role, key: role.id, isNew: false }));

export const newRole = (key: string): EditedRole => ({
  key,
  isNew: true,
  id: '',
  role_name_de: '',
  role_name_en: '',
  role_name_fr: '',
  role_name_it: '',
  is_default: false,
});

/** Returns the roles as they are saved. */
export const editedToRoles = (roles: readonly EditedRole[]): Role[] =>
  roles.map(({ key: _key, isNew: _isNew, ...role }) => ({
    ...role,
    ...Object.fromEntries(
      languages.map((language) => [roleNameKey(language), role[roleNameKey(language)].trim()]),
    ),
  }));

/** Sets the names of a role. The id of a new role follows its name. */
export function withNames(
  roles: readonly EditedRole[],
  key: string,
  names: Partial<Role>,
  language: Language,
): EditedRole[] {
  const taken = roles.filter((role) => role.key !== key).map(({ id }) => id);
  return roles.map((role) => {
    if (role.key !== key) return role;
    const next = { ...role, ...names };
    return role.isNew ? { ...next, id: roleId(roleName(next, language), taken) } : next;
  });
}

export const withDefault = (roles: readonly EditedRole[], key: string, isDefault: boolean): EditedRole[] =>
  roles.map((role) => ({ ...role, is_default: role.key === key && isDefault }));

/** Moves a role up (−1) or down (1). */
export function moved(roles: readonly EditedRole[], key: string, by: -1 | 1): EditedRole[] {
  const from = roles.findIndex((role) => role.key === key);
  const to = from + by;
  if (from < 0 || to < 0 || to >= roles.length) return [...roles];
  return roles.with(to, roles[from]!).with(from, roles[to]!);
}

/** Returns what violates the contract, by the key of the role. */
export function roleProblems(roles: readonly EditedRole[]): ReadonlyMap<string, RoleProblem> {
  const found = new Map<string, RoleProblem>();
  for (const role of roles) {
    if (roleName(role, 'en') === '') found.set(role.key, 'name');
    else if (roles.some((other) => other.key !== role.key && other.id === role.id)) found.set(role.key, 'id');
  }
  for (const { path } of rolesSchema.safeParse({ roles: editedToRoles(roles) }).error?.issues ?? []) {
    const role = typeof path[1] === 'number' ? roles[path[1]] : undefined;
    if (role && !found.has(role.key)) found.set(role.key, path[2] === 'id' ? 'name' : 'nameLong');
  }
  return found;
}

/** Returns the options that name a role. Without that role they are offered to nobody, if they name no other one. */
export const optionsOfRole = <O extends Pick<ProcessingOption, 'roles'>>(
  options: readonly O[],
  id: string,
): O[] => options.filter(({ roles }) => roles.includes(id));

/** Roles as units: each role by its id, and their order. */
export const roleUnits = (roles: readonly Role[]): Units =>
  new Map<string, unknown>([
    ...roles.map((role) => [role.id, role] as const),
    ['', roles.map(({ id }) => id)],
  ]);

/** Puts the changes that were made from `base` into the roles that another person has saved. One role stays the default. */
export function mergedRoles(base: readonly Role[], mine: readonly Role[], theirs: readonly Role[]): Role[] {
  const [before, own] = [roleUnits(base), roleUnits(mine)];
  const both = merged(before, own, roleUnits(theirs), new Set(['']));
  const found = new Map([...both].filter(([unit]) => unit !== '') as [string, Role][]);
  // The order of the other person, unless only this one changed it.
  const first = changedUnits(roleUnits(theirs), before).includes('') ? theirs : mine;
  const ids = [...new Set([...first, ...theirs, ...mine].map(({ id }) => id))];
  const myDefault = mine.find(({ is_default }) => is_default)?.id;
  const isMine = myDefault !== base.find(({ is_default }) => is_default)?.id;
  const result = ids.flatMap((id) => found.get(id) ?? []);
  const chosen = isMine ? myDefault : result.find(({ is_default }) => is_default)?.id;
  return result.map((role) => ({ ...role, is_default: role.id === chosen }));
}
