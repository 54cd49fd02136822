import type { AdminDomain } from '#api/contract/admin-domain.ts';
import { effectiveTags } from '#api/contract/domain.ts';
import type { Db } from '#api/db/open.ts';
import type { Admin } from '#api/http/admin-of.ts';
import { AppError } from '#api/lib/error.ts';
import type { OptionStore } from '#api/option/option.store.ts';
import { emptyRow } from './domain-change.rules.ts';
import { countsOf, keysWithoutRow } from './domain-row.store.ts';
import { hostOfKey, keyOfHost } from './domain.rules.ts';
import { defaultRetention, type DomainStore, type StoredDomain } from './domain.store.ts';
import { toTag } from './entity-tag.ts';

/** A host that superusers see: one with a row, or one where people are. */
export type KnownHost = {
  /** The row, or what it would be. */
  row: StoredDomain;
  isPublic: boolean;
};

export type Reading = { hosts: KnownHost[]; rows: StoredDomain[]; strangers: string[] };

export type KnownHosts = ReturnType<typeof createKnownHosts>;

/** Reads hosts as superusers see them (§10.23). Within a transaction, `trx` is its connection. */
export function createKnownHosts({ domains, options }: { domains: DomainStore; options: OptionStore }) {
  const { publicHost, defaults } = domains;

  /** Returns all hosts, sorted. */
  const read = async (trx: Db): Promise<Reading> => {
    const rows = await domains.all(trx);
    const strangers = await keysWithoutRow(trx);
    const publicKey = keyOfHost(rows, publicHost);
    const hosts = [...rows, ...strangers.map((key) => newRow(key, hostOfKey(key)))]
      .map((row) => ({ row, isPublic: row.key === publicKey }))
      .toSorted((a, b) => (a.row.host < b.row.host ? -1 : 1));
    return { hosts, rows, strangers };
  };

  return {
    read,

    /** Returns the hosts that a superuser may change: of the host of `PUBLIC_URL` all, of another one that one. */
    mine: async (trx: Db, admin: Admin): Promise<KnownHost[]> =>
      (await read(trx)).hosts.filter(({ row }) => admin.isPublic || row.key === admin.key),

    /** Returns a host with all that superusers see of it. */
    async view(trx: Db, admin: Admin, { row, isPublic }: KnownHost): Promise<AdminDomain> {
      const { key, firstSuperuser, ...rest } = row;
      const { rev: _rev, createdAt: _createdAt, nextAnnouncedAt: _announced, ...fields } = rest;
      const { own, options: all } = await options.domain(key, trx);
      const changeable = { ...fields, own, options: all, first_superuser: firstSuperuser };
      return {
        ...changeable,
        effective_tags: [...effectiveTags(row.tags)],
        defaults: {
          max_upload_bytes: defaults.maxUploadBytes,
          quota_bytes: defaults.quotaBytes,
          audio_days: defaultRetention.audio_days,
          content_months: defaultRetention.content_months,
          mp3: defaults.mp3,
        },
        is_public: isPublic,
        may_name: admin.isPublic,
        ...(await countsOf(trx, key)),
        etag: toTag(changeable),
      };
    },
  };
}

/**
 * Returns the host of this name among those that a superuser may change.
 * @throws AppError `request.not_found`, also for a host of others
 */
export function namedHost(hosts: readonly KnownHost[], admin: Admin, name: string): KnownHost {
  const found = hosts.find(({ row }) => row.host === name && (admin.isPublic || row.key === admin.key));
  if (!found) throw new AppError('request.not_found');
  return found;
}

/** Returns a row with the default settings, as it is before it is stored. */
export const newRow = (key: string, host: string): StoredDomain => ({
  ...emptyRow(host),
  key,
  firstSuperuser: null,
  nextAnnouncedAt: null,
  rev: 0,
  createdAt: 0,
});
