import type { DomainProblems } from './domain-form.rules.ts';
import type { DomainField } from './domain-values.rules.ts';

/** Parts of the screen of a host, in groups. */
export const partGroups = {
  offer: ['options', 'functions', 'roles', 'preview'],
  people: ['people', 'identity'],
  messages: ['announcements', 'survey'],
  rules: ['limits', 'retention', 'sound'],
  host: ['names', 'links', 'config', 'raw'],
} as const;
export type PartGroup = keyof typeof partGroups;
export type PartKey = (typeof partGroups)[PartGroup][number];

export const partKeys: readonly PartKey[] = Object.values(partGroups).flat();
export const isPart = (text: unknown): text is PartKey => (partKeys as readonly unknown[]).includes(text);

/** Parts that are not saved with the row of the host. */
export const ownSaving: ReadonlySet<PartKey> = new Set(['roles', 'people', 'announcements', 'survey']);

const partByField: Record<DomainField, PartKey> = {
  host: 'names',
  names: 'names',
  first_superuser: 'names',
  tags: 'functions',
  config: 'config',
  limits: 'limits',
  retention: 'retention',
  mp3: 'sound',
  identity: 'identity',
  links: 'links',
  app_store: 'links',
  survey: 'raw',
  options: 'options',
};

/** Returns the part that shows a field, or the field of a path such as `limits.quota_bytes`. */
export const partOf = (path: string): PartKey => partByField[path.split('.', 1)[0] as DomainField];

/** Returns the address of a part; of the host's first part if none is named. */
export const partAddress = (host: string, part?: PartKey): string =>
  `/admin/domains?${new URLSearchParams({ host, ...(part ? { part } : {}) }).toString()}`;

/** Returns the parts that have a problem. */
export function wrongParts({ fields, options }: DomainProblems, isRawWrong: boolean): ReadonlySet<PartKey> {
  const wrong = new Set([...fields.keys()].map(partOf));
  if (options.size > 0) wrong.add('options');
  if (isRawWrong) wrong.add('raw');
  return wrong;
}
