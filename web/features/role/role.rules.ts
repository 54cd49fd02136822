import type { Role } from '#api/contract/role.ts';
import { languages, type Language } from '#web/i18n/languages.ts';

const nameIn = (role: Role, language: Language): string => role[`role_name_${language}`].trim();

/**
 * Returns the name of a role in the person's language, otherwise in English, German, French or Italian (§3.6); `unknown` if it
 * has none.
 */
export function roleName(role: Role, language: string, unknown: string): string {
  const order: Language[] = ['en', 'de', 'fr', 'it'];
  const own = languages.find((each) => each === language);
  for (const each of own ? [own, ...order] : order) {
    const name = nameIn(role, each);
    if (name !== '') return name;
  }
  return unknown;
}

/** `current` is undefined while it is not known. */
type Known = { available: readonly Role[]; current: Role | null | undefined };

/** True if the person should choose: there are several roles, and none is chosen (§4.9). */
export const mustChoose = ({ available, current }: Known): boolean =>
  current === null && available.length > 1;

/** True if there is a role to change to: one that is not in force already. */
export const canChangeTo = ({ available, current }: Known): boolean => {
  const inForce = current ?? available.find((role) => role.is_default);
  return available.some(({ id }) => id !== inForce?.id);
};

/** Returns the id of the role that is chosen beforehand: the current one, otherwise the default one; empty if neither. */
export const chosenBeforehand = ({ available, current }: Known): string =>
  (current ?? available.find((role) => role.is_default))?.id ?? '';

/** Largest number of people that a device remembers. */
const maxPeople = 50;

/** Reads the ids of the people who have skipped the choice. Anything else that is stored counts for nobody. */
export function readSkipped(stored: string | null): string[] {
  try {
    const ids: unknown = JSON.parse(stored ?? '[]');
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string') : [];
  } catch {
    return [];
  }
}

export const withoutPerson = (ids: readonly string[], personId: string): string[] =>
  ids.filter((id) => id !== personId);

export const withPerson = (ids: readonly string[], personId: string): string[] =>
  [...withoutPerson(ids, personId), personId].slice(-maxPeople);
