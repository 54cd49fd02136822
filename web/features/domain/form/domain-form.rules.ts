import { newDomainSchema, putDomainSchema, type AdminDomain } from '#api/contract/admin-domain.ts';
import { domainRowSchema, type DomainRow, type Mp3Format } from '#api/contract/domain.ts';
import { limits } from '#api/contract/limits.ts';
import {
  editedToDraft,
  optionToEdited,
  problemsOf as optionProblems,
  type EditedOption,
  type OptionProblems,
} from '../option/option-edit.rules.ts';
import type { DomainValues } from './domain-values.rules.ts';
import { earliestDay, isShorter, periodsOn, type Periods } from './retention.rules.ts';

/** An entry of the configuration. `text` is its value as JSON, as it is typed. */
export type ConfigEntry = { key: string; text: string };
export type PeriodsForm = { [P in keyof Periods]: number | null };
export type RetentionForm = PeriodsForm & { next: (PeriodsForm & { effective: string }) | null };
export type IdentityForm = {
  issuer: string;
  client_id: string;
  role_claim: string;
  roles: readonly { value: string; role: string }[];
};

/** The fields of a host as they are typed. */
export type DomainForm = {
  host: string;
  /** One name a line. */
  names: string;
  tags: readonly string[] | null;
  config: readonly ConfigEntry[];
  limits: { max_upload_bytes: number | null; quota_bytes: number | null };
  retention: RetentionForm | null;
  mp3: Mp3Format | null;
  identity: IdentityForm | null;
  links: { chat_app: string; support_desk: string };
  app_id: string;
  survey: DomainRow['survey'];
  first_superuser: string;
  options: readonly EditedOption[];
};

/** Translation key under `domain.problem`. */
export type FieldProblem =
  | 'host'
  | 'names'
  | 'email'
  | 'tag'
  | 'configKey'
  | 'configJson'
  | 'configSize'
  | 'upload'
  | 'quota'
  | 'days'
  | 'months'
  | 'shorter'
  | 'longer'
  | 'effective'
  | 'mp3'
  | 'issuer'
  | 'clientId'
  | 'claim'
  | 'identityRoles'
  | 'link'
  | 'appId';

export type DomainProblems = {
  /** By the path of the field, such as `limits.quota_bytes` or `config.2`. */
  fields: ReadonlyMap<string, FieldProblem>;
  options: ReadonlyMap<string, OptionProblems>;
};

const linesOf = (text: string): string[] =>
  text
    .split('\n')
    .map((line) => line.trim().toLowerCase())
    .filter((line) => line !== '');
const orNull = (text: string): string | null => text.trim() || null;

export const toForm = (values: DomainValues, saved: readonly { label: string }[]): DomainForm => ({
  host: values.host,
  names: values.names.join('\n'),
  tags: values.tags,
  config: Object.entries(values.config).map(([key, value]) => ({ key, text: JSON.stringify(value) })),
  limits: values.limits ?? { max_upload_bytes: null, quota_bytes: null },
  retention: values.retention,
  mp3: values.mp3,
  identity: values.identity && {
    ...values.identity,
    role_claim: values.identity.role_claim ?? '',
    roles: Object.entries(values.identity.roles).map(([value, role]) => ({ value, role })),
  },
  links: { chat_app: values.links?.chat_app ?? '', support_desk: values.links?.support_desk ?? '' },
  app_id: values.app_store?.app_id ?? '',
  survey: values.survey,
  first_superuser: values.first_superuser ?? '',
  options: values.options.map((option) => ({
    ...optionToEdited(option),
    isNew: !saved.some(({ label }) => label === option.label),
  })),
});

/** Returns the values of a form. Where a field has a problem, its value may violate the contract. */
export function toValues(form: DomainForm): DomainValues {
  const { identity, links } = form;
  const chat_app = orNull(links.chat_app);
  const support_desk = orNull(links.support_desk);
  const app_id = orNull(form.app_id);
  return {
    host: form.host.trim().toLowerCase(),
    names: linesOf(form.names),
    tags: form.tags && [...form.tags],
    config: Object.fromEntries(form.config.map(({ key, text }) => [key.trim(), jsonOr(text)])),
    limits: form.limits.max_upload_bytes === null && form.limits.quota_bytes === null ? null : form.limits,
    // An empty number is reported as a problem.
    retention: form.retention as DomainRow['retention'],
    mp3: form.mp3,
    identity: identity && {
      issuer: identity.issuer.trim(),
      client_id: identity.client_id.trim(),
      role_claim: orNull(identity.role_claim),
      roles: Object.fromEntries(identity.roles.map(({ value, role }) => [value.trim(), role])),
    },
    links: chat_app === null && support_desk === null ? null : { chat_app, support_desk },
    survey: form.survey,
    app_store: app_id === null ? null : { app_id },
    first_superuser: orNull(form.first_superuser),
    options: form.options.map(editedToDraft),
  };
}

function jsonOr(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return text;
  }
}

const isJson = (text: string): boolean => {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
};

/** Problems of the contract, by the beginning of the path. A longer path goes first. */
const problemByPath: readonly [path: string, problem: FieldProblem][] = [
  ['host', 'host'],
  ['names', 'names'],
  ['tags', 'tag'],
  ['limits.max_upload_bytes', 'upload'],
  ['limits.quota_bytes', 'quota'],
  ['retention.audio_days', 'days'],
  ['retention.content_months', 'months'],
  ['retention.next.audio_days', 'days'],
  ['retention.next.content_months', 'months'],
  ['retention.next.effective', 'effective'],
  ['mp3', 'mp3'],
  ['identity.issuer', 'issuer'],
  ['identity.client_id', 'clientId'],
  ['identity.role_claim', 'claim'],
  ['identity.roles', 'identityRoles'],
  ['links.chat_app', 'link'],
  ['links.support_desk', 'link'],
  ['app_store', 'appId'],
  ['first_superuser', 'email'],
];

/** Returns what violates the contract, or the rules of announced periods. `today`: a day in UTC. */
export function problemsOfForm(form: DomainForm, domain: AdminDomain, today: string): DomainProblems {
  const { options: _options, first_superuser, ...row } = toValues(form);
  const fields = new Map<string, FieldProblem>();
  const add = (path: string, problem: FieldProblem) => {
    if (!fields.has(path)) fields.set(path, problem);
  };
  const checked = putDomainSchema.safeParse({ ...row, first_superuser });
  for (const { path } of checked.error?.issues ?? []) {
    const text = path.join('.');
    const found = problemByPath.find(([known]) => text === known || text.startsWith(`${known}.`));
    if (found) add(...found);
  }
  form.config.forEach(({ key, text }, index) => {
    const others = form.config.filter((_, other) => other !== index).map((entry) => entry.key.trim());
    if (key.trim() === '' || key.trim().length > 100 || others.includes(key.trim()))
      add(`config.${index}`, 'configKey');
    else if (!isJson(text)) add(`config.${index}`, 'configJson');
  });
  if (new TextEncoder().encode(JSON.stringify(row.config)).length > limits.maxStoredJsonBytes)
    add('config', 'configSize');
  const values = form.identity?.roles.map(({ value }) => value.trim()) ?? [];
  if (new Set(values).size < values.length) add('identity.roles', 'identityRoles');
  addRetentionProblems(form.retention, domain, today, add);
  return { fields, options: optionProblems(form.options) };
}

function addRetentionProblems(
  form: RetentionForm | null,
  domain: AdminDomain,
  today: string,
  add: (path: string, problem: FieldProblem) => void,
): void {
  const former = domain.retention;
  const inForce = periodsOn(former, domain.defaults, today);
  const { audio_days, content_months } = form ?? domain.defaults;
  if (audio_days === null || content_months === null) return;
  const base = { audio_days, content_months };
  const isUnchanged =
    base.audio_days === (former ?? domain.defaults).audio_days &&
    base.content_months === (former ?? domain.defaults).content_months;
  if (!isUnchanged && isShorter(base, inForce))
    add(
      base.audio_days < inForce.audio_days ? 'retention.audio_days' : 'retention.content_months',
      'shorter',
    );
  const next = form?.next;
  if (!next || next.audio_days === null || next.content_months === null) return;
  if (next.audio_days > base.audio_days) add('retention.next.audio_days', 'longer');
  if (next.content_months > base.content_months) add('retention.next.content_months', 'longer');
  const before = former?.next;
  const isSameNext =
    before?.effective === next.effective &&
    before.audio_days === next.audio_days &&
    before.content_months === next.content_months;
  if (!isSameNext && next.effective < earliestDay(today)) add('retention.next.effective', 'effective');
}

/** What a new host needs, as it is typed. */
export type NewDomainForm = { host: string; names: string; first_superuser: string };

export function newDomainOf(form: NewDomainForm) {
  const body = {
    host: form.host.trim().toLowerCase(),
    names: linesOf(form.names),
    first_superuser: form.first_superuser.trim(),
  };
  const problems = new Map<string, FieldProblem>();
  for (const { path } of newDomainSchema.safeParse(body).error?.issues ?? []) {
    const found = problemByPath.find(([known]) => known === path[0]);
    if (found) problems.set(...found);
  }
  return { body, problems };
}

/** Returns the sample rate and bit rates that go together (contract). */
export const sampleRates = [16_000, 24_000, 32_000, 48_000] as const;
export const bitratesOf = (sample_rate: Mp3Format['sample_rate']): number[] =>
  Array.from({ length: 41 }, (_, index) => index * 8).filter(
    (bitrate) => domainRowSchema.shape.mp3.safeParse({ sample_rate, bitrate }).success,
  );
