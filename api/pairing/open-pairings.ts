import type { Db } from '#api/db/open.ts';
import type { Clock } from '#api/lib/clock.ts';
import type { Later } from '#api/lib/later.ts';
import type { Log } from '#api/lib/log.ts';
import { loadSecretKey } from '#api/lib/secret-key.ts';
import { createSessionStore } from '#api/session/session.store.ts';
import { createPairingFeed } from './pairing-feed.ts';
import { createPairingLimits } from './pairing-limits.ts';
import { createPairingStore } from './pairing.store.ts';
import { createPhoneStore } from './phone.store.ts';
import { createPairings, type Pairings } from './pairings.ts';

type Parts = {
  db: Db;
  clock: Clock;
  log: Log;
  dataDir: string;
  /** Timers. Tests replace them by timers that run by hand. */
  later?: Later;
};

/** Opens the pairings of this server: rows in the database, events in the memory of the process. */
export const openPairings = ({ db, clock, log, dataDir, later }: Parts): Pairings =>
  createPairings({
    pairings: createPairingStore(db),
    phones: createPhoneStore(db),
    sessions: createSessionStore(db, clock),
    feed: createPairingFeed({ clock, ...(later ? { later } : {}) }),
    limits: createPairingLimits(clock),
    key: loadSecretKey(dataDir, 'pairing'),
    clock,
    log,
  });
