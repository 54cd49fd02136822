import { isDeepStrictEqual } from 'node:util';
import type { PutDomain } from '#api/contract/admin-domain.ts';
import type { DomainRetention } from '#api/contract/domain.ts';
import { AppError } from '#api/lib/error.ts';
import { mustBeSmall } from '#api/lib/json-size.ts';
import { checkNames } from './domain-change.rules.ts';
import { defaultRetention, type StoredDomain } from './domain.store.ts';
import type { KnownHost, Reading } from './known-hosts.ts';
import { retentionAfter } from './retention-change.rules.ts';

type Change = {
  reading: Reading;
  publicHost: string;
  /** The row as it would be. */
  row: StoredDomain;
  /** What it was; null for a new one. */
  present: KnownHost | null;
  sent: PutDomain;
  nowMs: number;
};

/**
 * Checks what a change says against the other hosts and against what the host was. Returns the retention to store.
 * @throws AppError `domain.name_taken`, `domain.retention_notice`, `domain.config_too_large`, `request.invalid`
 */
export function checkChange({
  reading,
  publicHost,
  row,
  present,
  sent,
  nowMs,
}: Change): DomainRetention | null {
  checkNames({ rows: reading.rows, strangers: reading.strangers, changed: row, publicHost });
  if (present?.isPublic) checkPublic(sent, present.row);
  mustBeSmall(sent.config, 'domain.config_too_large');
  return retentionAfter({
    present: present ? present.row.retention : undefined,
    sent: row.retention,
    defaults: defaultRetention,
    nowMs,
  });
}

/**
 * The provider of the host of `PUBLIC_URL` is set in the environment: another one would lock its accounts out, those of the
 * superusers among them. Its first person is its superuser.
 */
function checkPublic({ identity, first_superuser: first }: PutDomain, row: StoredDomain): void {
  const isNew = identity && !isDeepStrictEqual(identity, row.identity);
  const errors = [
    ...(isNew ? [{ path: 'identity', message: 'The environment sets the provider of this host.' }] : []),
    ...(first && first !== row.firstSuperuser
      ? [{ path: 'first_superuser', message: 'This host has its superusers.' }]
      : []),
  ];
  if (errors.length > 0) throw new AppError('request.invalid', { extra: { errors } });
}
