import type { Selectable } from 'kysely';
import { effectiveTags, type DomainRow, type Mp3Format } from '#api/contract/domain.ts';
import { limits } from '#api/contract/limits.ts';
import type { Db } from '#api/db/open.ts';
import type { DomainTable } from '#api/db/schema.ts';
import { hostName } from '#api/http/host.rules.ts';
import type { Tenant } from '#api/http/tenant.ts';
import { hostOfKey, keyWithoutRow, rowOfHost } from './domain.rules.ts';

export type DomainStore = ReturnType<typeof createDomainStore>;

/** A row of the table `domain`, read. */
export type StoredDomain = DomainRow & {
  key: string;
  firstSuperuser: string | null;
  /** When `next` of the retention was announced; null if there is none, or if an older version has announced it. */
  nextAnnouncedAt: number | null;
  rev: number;
  createdAt: number;
};

/** Settings of the environment. They hold where a row has none. */
export type DomainDefaults = {
  publicUrl: string;
  /** Bytes. */
  maxUploadBytes: number;
  /** Bytes; null: no limit. */
  quotaBytes: number | null;
  mp3: Mp3Format;
};

/** Reads the rows of hosts, and finds the tenant of a host. The default row is the environment. */
export function createDomainStore(db: Db, defaults: DomainDefaults) {
  const publicHost = hostName(new URL(defaults.publicUrl).host);

  const all = async (trx: Db = db): Promise<StoredDomain[]> =>
    (await trx.selectFrom('domain').selectAll().orderBy('host').execute()).map(rowToDomain);

  const tenant = (rows: readonly StoredDomain[], row: StoredDomain | null, host: string): Tenant => ({
    key: row?.key ?? keyWithoutRow(rows, host),
    host: row?.host ?? host,
    hasRow: row !== null,
    isPublic: row === null ? host === publicHost : rowOfHost(rows, publicHost)?.key === row.key,
    tags: effectiveTags(row?.tags ?? null),
    config: row?.config ?? {},
    limits: {
      maxUploadBytes: row?.limits?.max_upload_bytes ?? defaults.maxUploadBytes,
      quotaBytes: row?.limits?.quota_bytes ?? defaults.quotaBytes,
    },
    retention: row?.retention ?? defaultRetention,
    nextAnnouncedAt: row?.nextAnnouncedAt ?? null,
    mp3: row?.mp3 ?? defaults.mp3,
    identity: row?.identity ?? null,
    links: row?.links ?? { chat_app: null, support_desk: null },
    appStore: row?.app_store ?? { app_id: null },
    firstSuperuser: row?.firstSuperuser ?? null,
  });

  return {
    all,
    defaults,
    /** Host of `PUBLIC_URL`. */
    publicHost,

    /** Returns the tenant of a host, in lower case and without a port. */
    async tenantOf(host: string): Promise<Tenant> {
      const rows = await all();
      return tenant(rows, rowOfHost(rows, host), host);
    },

    /** Returns the tenant that has this key, for work that no request began. */
    async tenantOfKey(key: string): Promise<Tenant> {
      const rows = await all();
      return tenant(rows, rows.find((row) => row.key === key) ?? null, hostOfKey(key));
    },

    /** Returns the tenant that has the host of `PUBLIC_URL`. */
    async publicTenant(): Promise<Tenant> {
      const rows = await all();
      return tenant(rows, rowOfHost(rows, publicHost), publicHost);
    },

    /** Returns the names that the row of `PUBLIC_URL`'s host has, without those that begin with a star. */
    async publicNames(): Promise<string[]> {
      const row = rowOfHost(await all(), publicHost);
      return row ? [row.host, ...row.names].filter((name) => !name.startsWith('*')) : [];
    },
  };
}

/** Retention where a row has none (§10.21). */
export const defaultRetention = {
  audio_days: limits.audioRetentionDays,
  content_months: limits.contentRetentionMonths,
  next: null,
};

const read = <T>(json: string | null): T | null => (json === null ? null : (JSON.parse(json) as T));

export const rowToDomain = (row: Selectable<DomainTable>): StoredDomain => ({
  key: row.key,
  host: row.host,
  names: read<string[]>(row.names) ?? [],
  tags: read(row.tags),
  config: read<DomainRow['config']>(row.config) ?? {},
  limits: read(row.limits),
  retention: read(row.retention),
  mp3: read(row.mp3),
  identity: read(row.identity),
  links: read(row.links),
  survey: read(row.survey),
  app_store: read(row.app_store),
  firstSuperuser: row.first_superuser,
  nextAnnouncedAt: row.next_announced_at,
  rev: row.rev,
  createdAt: row.created_at,
});
