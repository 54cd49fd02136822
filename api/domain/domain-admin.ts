import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { OptionStore } from '#api/option/option.store.ts';
import type { RoleStore } from '#api/role/role.store.ts';
import { createDomainChanges } from './change-domain.ts';
import { createRoleChanges } from './change-roles.ts';
import type { DomainStore } from './domain.store.ts';
import { createKnownHosts } from './known-hosts.ts';
import { createPeople } from './people.ts';

type Deps = {
  db: Db;
  clock: Clock;
  domains: DomainStore;
  options: OptionStore;
  roles: Pick<RoleStore, 'list' | 'replace'>;
};

export type DomainAdmin = ReturnType<typeof createDomainAdmin>;

/** Creates all that superusers read and change of hosts. */
export function createDomainAdmin(deps: Deps) {
  const known = createKnownHosts(deps);
  return {
    db: deps.db,
    known,
    changes: createDomainChanges({ ...deps, known }),
    people: createPeople({ ...deps, known }),
    roles: createRoleChanges({ ...deps, known }),
  };
}
