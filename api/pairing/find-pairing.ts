import type { PairingEnd } from '#api/contract/pairing.ts';
import type { Owner } from '#api/db/owner.ts';
import type { Clock } from '#api/lib/clock.ts';
import { AppError } from '#api/lib/error.ts';
import type { Log } from '#api/lib/log.ts';
import type { SessionStore } from '#api/session/session.store.ts';
import type { PairingFeed } from './pairing-feed.ts';
import type { PairingLimits } from './pairing-limits.ts';
import { endOf, isClaim } from './pairing.rules.ts';
import type { PairingRow, PairingStore } from './pairing.store.ts';
import type { PhoneStore } from './phone.store.ts';

export type PairingsDeps = {
  pairings: PairingStore;
  phones: PhoneStore;
  sessions: Pick<SessionStore, 'find' | 'audioOf' | 'create' | 'createOnce'>;
  feed: PairingFeed;
  limits: PairingLimits;
  clock: Clock;
  log: Log;
  /** Key of the HMAC with which codes are stored, and tokens of phones are made. */
  key: Buffer;
};

export type PairingFinder = ReturnType<typeof createPairingFinder>;

/** @throws AppError `pairing.expired` */
export function mustLive({ ended }: PairingRow): void {
  if (ended !== null) throw new AppError('pairing.expired', { extra: { ended } });
}

/** Creates the lookup of pairings. It also ends a pairing whose expiry, sign-ins or audio say that it is over (`endOf`). */
export function createPairingFinder({ pairings, feed, clock }: PairingsDeps) {
  const end = async (
    row: PairingRow,
    why: PairingEnd,
    unless: { unlessConnected?: boolean } = {},
  ): Promise<PairingRow> => {
    const nowMs = clock.now();
    const isEnded = await pairings.end(row, why, nowMs, unless);
    const over = { ...row, ended: why, ended_at: nowMs, verification_code: null };
    const owner = { host: row.host, userId: row.user_id };
    // If another call has ended the pairing first, the row that it wrote holds.
    const after = isEnded ? over : ((await pairings.find(owner, row.id)) ?? over);
    if (after.ended !== null) feed.end(row.id, { isFinished: after.ended === 'finished' });
    return after;
  };
  const settle = async (row: PairingRow, { isAdopted = false } = {}): Promise<PairingRow> => {
    // The session has its audio, and the phone still records: the recording has rolled over into the next session, which the phone has not
    // reported yet. So the pairing does not end.
    const isRollOver = !isAdopted && row.has_audio === 1 && (await feed.isRecording(row.id));
    const why = row.ended ?? endOf(isRollOver ? { ...row, has_audio: 0 } : row, clock.now());
    if (why === null) return row;
    if (row.ended === null) return end(row, why);
    // The pairing has ended before. A call that ran at the same time may have opened a channel of the feed after that.
    feed.end(row.id, { isFinished: why === 'finished' });
    return row;
  };
  /** @throws AppError `pairing.not_found` */
  const find = async (owner: Owner, id: string): Promise<PairingRow> => {
    const row = await pairings.find(owner, id);
    if (!row) {
      // A pairing that was deleted with its session needs its channel no more. A pairing of another person keeps its channel.
      if (!(await pairings.isThere(id))) feed.end(id, { isFinished: false });
      throw new AppError('pairing.not_found');
    }
    return settle(row);
  };
  /** @throws AppError `pairing.too_many` */
  const keepPace = async (id: string): Promise<void> => {
    const waitMs = await feed.paceMs(id);
    const retry_after_s = Math.ceil(waitMs / 1000);
    if (waitMs > 0) throw new AppError('pairing.too_many', { extra: { retry_after_s } });
  };
  const mustBeConnected = (row: PairingRow): Promise<void> => {
    mustLive(row);
    if (row.state !== 'connected') throw new AppError('pairing.not_connected');
    return keepPace(row.id);
  };

  return {
    end,
    settle,
    find,
    keepPace,

    /** @throws AppError `pairing.not_found`, `.expired`, `.not_connected`, `.too_many` */
    async connected(owner: Owner, id: string): Promise<PairingRow> {
      const row = await find(owner, id);
      await mustBeConnected(row);
      return row;
    },

    /** Finds a pairing for the phone that has joined it. @throws AppError as `connected`, and `pairing.not_this_phone` */
    async ofPhone(owner: Owner, id: string, claim: string): Promise<PairingRow> {
      const row = await find(owner, id);
      if (!isClaim(claim, row.claim_hash)) throw new AppError('pairing.not_this_phone');
      await mustBeConnected(row);
      return row;
    },
  };
}
