import type { TFunction } from 'i18next';
import type { Role } from '#api/contract/role.ts';
import { isLanguage } from '#web/i18n/languages.ts';
import { roleName } from './form/role-edit.rules.ts';

/** The roles of a host; null while they are not known. */
export type KnownRoles = readonly Role[] | null;
export type RoleChoice = { key: string; label: string; isGone: boolean };

/**
 * Returns the roles that can be chosen, and those that are chosen although the host does not have them any more.
 * @param language language of the names
 */
export function roleChoices(
  roles: KnownRoles,
  chosen: readonly string[],
  language: string,
  t: TFunction,
): RoleChoice[] {
  if (roles === null) return chosen.map((id) => ({ key: id, label: id, isGone: false }));
  const gone = chosen.filter((id) => !roles.some((role) => role.id === id));
  return [
    ...roles.map((role) => ({
      key: role.id,
      label: roleName(role, isLanguage(language) ? language : 'en') || role.id,
      isGone: false,
    })),
    ...gone.map((id) => ({ key: id, label: t('domain.roles.gone', { id }), isGone: true })),
  ];
}
