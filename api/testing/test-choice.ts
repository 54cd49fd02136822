import { loadConfig } from '#api/config.ts';
import type { Db } from '#api/db/open.ts';
import { createDomainStore } from '#api/domain/domain.store.ts';
import { createOptionStore } from '#api/option/option.store.ts';
import { createChoice } from '#api/option/choice.ts';
import { createRoleOf } from '#api/role/role-of.ts';
import { createRoleStore } from '#api/role/role.store.ts';
import type { Clock } from '#api/lib/clock.ts';
import { createUserStore } from '#api/user/user.store.ts';

/** Creates what decides about the options of people, over the rows of a test's database. */
export function testChoice(db: Db, clock: Clock, { hasModel = false } = {}) {
  const { publicUrl, mp3 } = loadConfig({ PUBLIC_URL: 'http://localhost', ENVIRONMENT: 'test' });
  const domains = createDomainStore(db, { publicUrl, maxUploadBytes: 1_000_000, quotaBytes: null, mp3 });
  const roleOf = createRoleOf({ roles: createRoleStore(db), users: createUserStore(db, clock) });
  const choice = createChoice({ options: createOptionStore(db, clock), roleOf, hasModel });
  return { choice, roleOf, domains, tenantOf: domains.tenantOfKey };
}
