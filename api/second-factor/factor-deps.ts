import type { Actor } from '#api/db/actor.ts';
import type { Db } from '#api/db/open.ts';
import type { Owner } from '#api/db/owner.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Log } from '#api/lib/log.ts';
import { addToOutbox, type FactorChange } from '#api/outbox/outbox.store.ts';
import type { PasskeyPlace } from './passkey-place.rules.ts';
import type { PendingPlace } from './pending.store.ts';

/** Dependencies of the second factors. */
export type FactorDeps = {
  db: Db;
  clock: Clock;
  log: Log;
  /** Key that encrypts the secrets of authenticator apps, and from which recovery codes are derived. */
  key: Buffer;
  /** Null if the public address allows no passkeys. */
  passkeys: PasskeyPlace | null;
};

/** The person of a changed account, and who changes it. */
export type FactorOwner = { owner: Owner; actor: Actor };

/** The account that gets a factor. `isProved`: the person has proved a factor that is on already. */
export type Beginning = PendingPlace & { email: string; host: string; isProved: boolean };
export type Confirming = PendingPlace & FactorOwner;

/** Writes down what has changed, in the transaction of the change. */
export const noteChange = (
  trx: Db,
  change: FactorChange,
  { owner, actor }: FactorOwner,
  nowMs: number,
): Promise<void> =>
  addToOutbox(
    trx,
    { kind: 'person.second_factor', owner, sessionId: null, payload: { change } },
    { actor, nowMs },
  );
