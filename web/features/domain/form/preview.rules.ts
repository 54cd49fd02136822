import { effectiveTags, functionTags } from '#api/contract/domain.ts';
import type { Role } from '#api/contract/role.ts';
import type { DomainValues } from './domain-values.rules.ts';

/** Returns the list with or without a tag. */
export const withTag = (tags: readonly string[], tag: string, isOn: boolean): string[] =>
  isOn ? [...new Set([...tags, tag])] : tags.filter((other) => other !== tag);

/**
 * Returns the functions and options that a person of the host has (§10.23, §10.24).
 * @param role id of the chosen role; null if none is chosen
 */
export function seenBy(
  { tags, options }: Pick<DomainValues, 'tags' | 'options'>,
  roles: readonly Role[],
  role: string | null,
) {
  const inForce = effectiveTags(tags);
  const current = role ?? roles.find(({ is_default }) => is_default)?.id ?? null;
  const held = inForce.includes('roles') ? current : null;
  return {
    functions: functionTags.map((tag) => ({ tag, isOn: inForce.includes(tag) })),
    options: options
      .filter(({ roles: wanted }) => wanted.length === 0 || (held !== null && wanted.includes(held)))
      .filter(({ form }) => form !== 'claims' || inForce.includes('fact_check'))
      .toSorted(
        (a, b) => Number(b.enabled_by_default) - Number(a.enabled_by_default) || (a.label < b.label ? -1 : 1),
      ),
  };
}
