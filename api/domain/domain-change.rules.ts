import { isDeepStrictEqual } from 'node:util';
import type { PutDomain } from '#api/contract/admin-domain.ts';
import type { DomainRow } from '#api/contract/domain.ts';
import { AppError } from '#api/lib/error.ts';
import { fits, hostOfKey, keyOfHost, type NamedRow } from './domain.rules.ts';

/** Fields that only superusers of the host of `PUBLIC_URL` change. */
const namingFields = ['host', 'names', 'identity', 'limits'] as const;

/** Settings of a host that has no row, or of a new one. */
export const emptyRow = (host: string): DomainRow => ({
  host,
  names: [],
  tags: null,
  config: {},
  limits: null,
  retention: null,
  mp3: null,
  identity: null,
  links: null,
  survey: null,
  app_store: null,
});

/** True if a change sends another value for a field that belongs to superusers of the host of `PUBLIC_URL`. */
export const changesNaming = (present: DomainRow, sent: PutDomain): boolean =>
  namingFields.some((field) => sent[field] !== undefined && !isDeepStrictEqual(sent[field], present[field]));

/** Returns the row after a change. Fields that were not sent stay; each name stands in it once. */
export function withChanges<R extends DomainRow>(present: R, sent: PutDomain): R {
  const { options: _options, first_superuser: _first, ...fields } = sent;
  const given = Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
  const row: R = { ...present, ...given };
  return { ...row, names: [...new Set(row.names)].filter((name) => name !== row.host) };
}

/** Returns the names of fields that a change sends, for the log. */
export const sentFields = (sent: PutDomain): string[] =>
  Object.entries(sent).flatMap(([field, value]) => (value === undefined ? [] : [field]));

type Naming = {
  rows: readonly NamedRow[];
  /** The row as it would be. */
  changed: NamedRow;
  /** Keys of hosts without a row where people are. */
  strangers: readonly string[];
  /** Host of `PUBLIC_URL`. */
  publicHost: string;
};

/**
 * Checks the names of a row that is added or changed: no two rows have one name, and no person comes to another tenant by it.
 * @throws AppError `domain.name_taken`; `request.invalid` if the host of `PUBLIC_URL` would lose its row
 */
export function checkNames({ rows, changed, strangers, publicHost }: Naming): void {
  const others = rows.filter(({ key }) => key !== changed.key);
  const former = rows.find(({ key }) => key === changed.key);
  const had = new Set(former ? [former.host, ...former.names] : []);
  const added = [changed.host, ...changed.names].filter((name) => !had.has(name));
  const taken = new Set(others.flatMap(({ host, names }) => [host, ...names]));
  const isPeopled = (name: string) =>
    strangers.some((key) => key !== changed.key && fits(name, hostOfKey(key)));
  if (added.some((name) => taken.has(name) || isPeopled(name))) throw new AppError('domain.name_taken');

  const publicKey = keyOfHost(rows, publicHost);
  if (keyOfHost([...others, changed], publicHost) === publicKey) return;
  if (publicKey !== changed.key) throw new AppError('domain.name_taken');
  const message = `One of the names stands for ${publicHost}, the host of PUBLIC_URL.`;
  throw new AppError('request.invalid', { extra: { errors: [{ path: 'host', message }] } });
}

/**
 * Returns the keys whose host has another key now. A row whose key was that host has been removed. They need rows of their
 * own, so that their people find them.
 */
export const lostKeys = (rows: readonly NamedRow[], strangers: readonly string[]): string[] =>
  strangers.filter((key) => keyOfHost(rows, hostOfKey(key)) !== key);
