import { putDomainSchema, type AdminDomain } from '#api/contract/admin-domain.ts';
import {
  changedUnits,
  fieldOfUnit,
  namingFields,
  unitsOf,
  valuesOf,
  type DomainField,
  type DomainValues,
} from './domain-values.rules.ts';

/** `problem`: a translation key under `domain.raw`, or the message of the contract in `message`. */
export type JsonFault = { path: string; message: string };
type Read = { values: DomainValues; faults: readonly JsonFault[] };

export const toJson = (values: DomainValues): string => JSON.stringify(values, null, 2);

/**
 * Reads the JSON of a host. Fields that it leaves out stay as they are in `present`.
 * @param words sentences for what the contract does not say
 * @returns the values, or the faults with their paths
 */
export function readJson(
  text: string,
  present: DomainValues,
  domain: AdminDomain,
  words: { syntax: string; naming: string },
): Read {
  let json: unknown;
  try {
    json = JSON.parse(text);
  } catch (error) {
    const place = /position \d+.*|line \d+.*/.exec(String(error))?.[0];
    return {
      values: present,
      faults: [{ path: '', message: place ? `${words.syntax} (${place})` : words.syntax }],
    };
  }
  const parsed = putDomainSchema.safeParse(json);
  if (!parsed.success)
    return {
      values: present,
      faults: parsed.error.issues.map(({ path, message }) => ({ path: path.join('.'), message })),
    };
  const given = Object.fromEntries(
    Object.entries(parsed.data).filter(([field, value]) => !(field === 'options' && value === null)),
  );
  const values = { ...present, ...given } as DomainValues;
  const faults = domain.may_name ? [] : forbidden(domain, values, words.naming);
  return { values: faults.length > 0 ? present : values, faults };
}

/** The server would refuse these changes by ending the sign-in, so they are not sent. */
function forbidden(domain: AdminDomain, values: DomainValues, message: string): JsonFault[] {
  const changed = changedUnits(unitsOf(valuesOf(domain)), unitsOf(values)).map(fieldOfUnit);
  return [...new Set(changed)].filter((field) => namingFields.has(field)).map((path) => ({ path, message }));
}

/** Fields that a file from another host does not bring along. */
const ownFields: readonly DomainField[] = ['host', 'names', 'first_superuser'];

/** Reads a file that was exported, maybe from another host. Name, further names and first superuser stay. */
export function readFile(...[text, present, domain, words]: Parameters<typeof readJson>): Read {
  const { values, faults } = readJson(text, present, { ...domain, may_name: true }, words);
  const kept: readonly DomainField[] = domain.may_name ? ownFields : [...namingFields];
  return {
    values: { ...values, ...Object.fromEntries(kept.map((field) => [field, present[field]])) },
    faults,
  };
}
