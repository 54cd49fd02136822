import type {
  DomainIdentity,
  DomainRetention,
  DomainRow,
  FunctionTag,
  Mp3Format,
} from '#api/contract/domain.ts';

/**
 * The host of a request with the settings that hold for it: those of its row, and those of the environment where the row
 * has none (§10.23). All names of a row are one tenant.
 */
export type Tenant = {
  /** What the column `host` of all tables holds. It does not change when the host is renamed. */
  key: string;
  /** Name of the row, or the host of the request if it has no row. */
  host: string;
  hasRow: boolean;
  /** Whether this tenant has the host of `PUBLIC_URL`, where the embedded identity provider is. */
  isPublic: boolean;
  /** Tags in force. */
  tags: readonly string[];
  config: DomainRow['config'];
  limits: { maxUploadBytes: number; quotaBytes: number | null };
  retention: DomainRetention;
  /** When `next` of the retention was announced; null if there is none, or if an older version has announced it. */
  nextAnnouncedAt: number | null;
  mp3: Mp3Format;
  /** External identity provider of the row; null: that of the environment. */
  identity: DomainIdentity | null;
  links: NonNullable<DomainRow['links']>;
  appStore: NonNullable<DomainRow['app_store']>;
  /** E-mail address of the person who becomes superuser when the provider has confirmed it. */
  firstSuperuser: string | null;
};

export const hasTag = ({ tags }: Pick<Tenant, 'tags'>, tag: FunctionTag): boolean => tags.includes(tag);

/** Where somebody signs in: the host of the request, in lower case and without a port, and the tenant of that host. */
export type SignInPlace = { host: string; tenant: Pick<Tenant, 'key' | 'isPublic' | 'identity'> };
