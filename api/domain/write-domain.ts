import type { AdminDomain, PutDomain } from '#api/contract/admin-domain.ts';
import type { Db } from '#api/db/open.ts';
import type { Admin } from '#api/http/admin-of.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { OptionStore } from '#api/option/option.store.ts';
import { checkChange } from './check-change.ts';
import { saveRow } from './domain-row.store.ts';
import type { DomainStore, StoredDomain } from './domain.store.ts';
import { requireMatch } from './entity-tag.ts';
import { namedHost, type KnownHost, type KnownHosts, type Reading } from './known-hosts.ts';
import { announcedAt } from './retention-change.rules.ts';

export type DomainDeps = {
  db: Db;
  clock: Clock;
  domains: DomainStore;
  options: OptionStore;
  known: KnownHosts;
};

/** Creates the steps of a change of a host. Each runs in the transaction `trx` of its caller. */
export function createDomainWriting({
  clock,
  domains: { publicHost },
  options,
  known,
}: Omit<DomainDeps, 'db'>) {
  /** Returns the host that a change is about, after its present state was compared with the edited one. */
  const edited = async (trx: Db, admin: Admin, name: string, ifMatch: string | undefined) => {
    const reading = await known.read(trx);
    const host = namedHost(reading.hosts, admin, name);
    const present = await known.view(trx, admin, host);
    requireMatch(ifMatch, present.etag, { domain: present });
    return { reading, host };
  };
  const viewOf = async (trx: Db, admin: Admin, key: string): Promise<AdminDomain> => {
    const { hosts } = await known.read(trx);
    return known.view(
      trx,
      admin,
      hosts.find(({ row }) => row.key === key)!,
    );
  };
  const store = async (
    trx: Db,
    reading: Reading,
    { row, present, sent }: { row: StoredDomain; present: KnownHost | null; sent: PutDomain },
  ) => {
    const retention = checkChange({ reading, publicHost, row, present, sent, nowMs: clock.now() });
    const nextAnnouncedAt = announcedAt(present?.row, retention?.next ?? null, clock.now());
    await saveRow(trx, { ...row, retention, nextAnnouncedAt });
    if (sent.options === null) await options.reset(row.key, trx);
    else if (sent.options) await options.put(row.key, sent.options, trx);
  };

  return { edited, viewOf, store };
}
