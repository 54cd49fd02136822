/** Maps hosts that end with a suffix to a realm template (§7.2, §10.5). The suffix `*` stands for all other hosts. */
export type RealmRule = { suffix: string; realm: string };

const rulePattern = /^(\*|[a-z0-9.-]+)=([\w{}.-]+)$/i;

/** Parses `suffix=realm,…`. An invalid item gets an empty realm, which `hasFallbackRule` rejects. */
export const parseRealmRules = (text: string): RealmRule[] =>
  text
    .split(',')
    .map((item) => item.trim())
    .filter(Boolean)
    .map((item) => {
      const [, suffix, realm] = rulePattern.exec(item) ?? [];
      return { suffix: (suffix ?? '').toLowerCase(), realm: realm ?? '' };
    });

/** Whether there are no rules, or only valid ones that together give every host a realm. */
export const hasFallbackRule = (rules: readonly RealmRule[]): boolean =>
  rules.length === 0 || (rules.every((rule) => rule.realm) && rules.some((rule) => rule.suffix === '*'));

/**
 * Returns the realm of a host. The rule with the longest matching suffix is used; `*` is used only if no other suffix
 * matches.
 */
export function hostToRealm(host: string, rules: readonly RealmRule[], environment: string): string {
  const [rule] = rules
    .filter(({ suffix }) => suffix === '*' || host.endsWith(suffix))
    .toSorted((a, b) => rank(b) - rank(a));
  const suffix = rule?.suffix ?? '*';
  const before = suffix === '*' ? host : host.slice(0, host.length - suffix.length);
  const name = before.replace(/\.+$/, '').replaceAll('.', '-');
  return (rule?.realm ?? '{name}').replaceAll('{name}', name).replaceAll('{environment}', environment);
}

const rank = ({ suffix }: RealmRule): number => (suffix === '*' ? 0 : suffix.length);
