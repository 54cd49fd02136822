import type { AdminDomain, PutDomain } from '#api/contract/admin-domain.ts';
import type { DomainRow } from '#api/contract/domain.ts';
import type { OptionDraft } from '#api/contract/option.ts';
import { draftOf } from '../option/option-edit.rules.ts';

/** Everything of a host that the screen saves together. */
export type DomainValues = DomainRow & { first_superuser: string | null; options: readonly OptionDraft[] };

/**
 * The smallest parts of a host that are compared and merged: a field, or an entry of a field, such as
 * `limits.quota_bytes`, `config.greeting` or `options.summary`.
 */
export type Units = ReadonlyMap<string, unknown>;
export type DomainField = keyof DomainValues;

/** Fields whose entries are compared one by one, with the value of each entry where the row has null. */
const blanks = {
  limits: { max_upload_bytes: null, quota_bytes: null },
  links: { chat_app: null, support_desk: null },
  app_store: { app_id: null },
} as const;
const wholeFields = [
  'host',
  'names',
  'tags',
  'retention',
  'mp3',
  'identity',
  'survey',
  'first_superuser',
] as const;

/** Fields that only superusers of the host of `PUBLIC_URL` may change. */
export const namingFields: ReadonlySet<DomainField> = new Set([
  'host',
  'names',
  'identity',
  'limits',
  'first_superuser',
]);

export const fieldOfUnit = (unit: string): DomainField => unit.split('.', 1)[0] as DomainField;
/** Returns the entry of a unit, such as the label of an option; an empty text if the unit is a whole field. */
export const entryOfUnit = (unit: string): string => unit.slice(fieldOfUnit(unit).length + 1);

export const valuesOf = (domain: AdminDomain): DomainValues => ({
  host: domain.host,
  names: domain.names,
  tags: domain.tags,
  config: domain.config,
  limits: domain.limits,
  retention: domain.retention,
  mp3: domain.mp3,
  identity: domain.identity,
  links: domain.links,
  survey: domain.survey,
  app_store: domain.app_store,
  first_superuser: domain.first_superuser,
  options: domain.options.map(({ rev: _rev, ...option }) => option),
});

export function unitsOf(values: DomainValues): Units {
  const units = new Map<string, unknown>(wholeFields.map((field) => [field, values[field]]));
  // The order of functions has no meaning.
  if (values.tags) units.set('tags', values.tags.toSorted());
  for (const field of ['limits', 'links', 'app_store'] as const)
    for (const [entry, value] of Object.entries(values[field] ?? blanks[field]))
      units.set(`${field}.${entry}`, value);
  for (const [key, value] of Object.entries(values.config)) units.set(`config.${key}`, value);
  for (const option of values.options) units.set(`options.${option.label}`, draftOf(option));
  return units;
}

export function valuesOfUnits(units: Units): DomainValues {
  const entries = (field: string) =>
    Array.from(units).flatMap(([unit, value]) =>
      unit.startsWith(`${field}.`) ? [[entryOfUnit(unit), value] as const] : [],
    );
  const objectOf = (field: string) => {
    const found = entries(field);
    return found.every(([, value]) => value === null) ? null : Object.fromEntries(found);
  };
  const whole = Object.fromEntries(wholeFields.map((field) => [field, units.get(field)]));
  return {
    ...(whole as Pick<DomainValues, (typeof wholeFields)[number]>),
    limits: objectOf('limits') as DomainRow['limits'],
    links: objectOf('links') as DomainRow['links'],
    app_store: objectOf('app_store') as DomainRow['app_store'],
    config: Object.fromEntries(entries('config')) as DomainRow['config'],
    options: entries('options').map(([, option]) => option as OptionDraft),
  };
}

/** Returns a JSON text that is the same for equal values, whatever the order of their keys. */
function canonical(value: unknown): string | undefined {
  return JSON.stringify(value, (_key, inner: unknown) =>
    typeof inner === 'object' && inner !== null && !Array.isArray(inner)
      ? Object.fromEntries(Object.entries(inner).toSorted(([a], [b]) => (a < b ? -1 : 1)))
      : inner,
  );
}

export const isSame = (a: unknown, b: unknown): boolean => canonical(a) === canonical(b);

/** Returns the units that differ. */
export const changedUnits = (before: Units, after: Units): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (unit) => !isSame(before.get(unit), after.get(unit)),
  );

export type Conflict = {
  unit: string;
  base: unknown;
  mine: unknown;
  theirs: unknown;
  isMine: boolean;
  isTheirs: boolean;
};

/** Returns what two people have changed since `base`: each unit that either of them has changed. */
export function conflictsOf(base: Units, mine: Units, theirs: Units): Conflict[] {
  const byMe = new Set(changedUnits(base, mine));
  const byThem = new Set(changedUnits(base, theirs));
  return [...new Set([...byMe, ...byThem])].map((unit) => ({
    unit,
    base: base.get(unit),
    mine: mine.get(unit),
    theirs: theirs.get(unit),
    isMine: byMe.has(unit),
    isTheirs: byThem.has(unit),
  }));
}

/**
 * Returns the other person's state with the units that this person has changed.
 * @param yielded units that this person has changed, but gives up for the other person's
 */
export function merged(base: Units, mine: Units, theirs: Units, yielded: ReadonlySet<string>): Units {
  const result = new Map(theirs);
  for (const unit of changedUnits(base, mine)) {
    if (yielded.has(unit)) continue;
    if (mine.has(unit)) result.set(unit, mine.get(unit));
    else result.delete(unit);
  }
  return result;
}

/** Returns the request that saves what differs. Options that did not change are sent exactly as they were received. */
export function putOf(domain: AdminDomain, wanted: DomainValues): PutDomain {
  const former = valuesOf(domain);
  const changed = changedUnits(unitsOf(former), unitsOf(wanted));
  const fields = new Set(changed.map(fieldOfUnit));
  const body: Partial<Record<DomainField, unknown>> = {};
  for (const field of fields) body[field] = wanted[field];
  if (fields.has('options')) {
    const isChanged = new Set(changed);
    body.options = wanted.options.map((option) => {
      const same = former.options.find(({ label }) => label === option.label);
      return same && !isChanged.has(`options.${option.label}`) ? same : option;
    });
  }
  return body as PutDomain;
}
