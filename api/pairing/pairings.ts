import type {
  Pairing,
  PairingCommand,
  PairingReport,
  PairingSide,
  TakenCommand,
} from '#api/contract/pairing.ts';
import type { Owner } from '#api/db/owner.ts';
import { createPairingFinder, type PairingFinder, type PairingsDeps } from './find-pairing.ts';
import { createPairingJoin, createPairingStart } from './join-pairing.ts';
import type { Batch, Subscription } from './pairing-feed.ts';
import { toPairing } from './pairing.rules.ts';
import type { PairingRow } from './pairing.store.ts';

export type Pairings = ReturnType<typeof createPairings>;

/** Creates the use-cases of pairing: a phone becomes the recorder of a session on the desktop (§10.26). */
export function createPairings(deps: PairingsDeps) {
  const { feed, clock } = deps;
  const finder = createPairingFinder(deps);
  const { find, end, connected, ofPhone, keepPace } = finder;
  const read = async (owner: Owner, id: string): Promise<Pairing> =>
    toPairing(await find(owner, id), clock.now());

  return {
    ...createPairingJoin(deps, finder),
    ...createSessionEnds(deps, finder),
    start: createPairingStart(deps, finder),
    /** @throws AppError `pairing.not_found` */
    read,

    /** Ends a pairing for either side. What is over stays as it is. @throws AppError `pairing.not_found` */
    async close(owner: Owner, id: string): Promise<void> {
      const row = await find(owner, id);
      if (row.ended === null) await end(row, row.state === 'waiting' ? 'refused' : 'closed');
    },

    /** Takes what the phone tells. @throws AppError as `ofPhone` */
    async report(
      owner: Owner,
      id: string,
      { claim, reports }: { claim: string; reports: readonly PairingReport[] },
    ): Promise<void> {
      const row = await ofPhone(owner, id, claim);
      await feed.report(id, reports);
      await follow(deps, owner, row, reports);
      // The end of a pairing waits while the phone records, so it is decided again after each report of the state.
      if (reports.some(({ kind }) => kind === 'state')) await find(owner, id);
    },

    /** Sends a command to the phone. @throws AppError as `connected` */
    async command(owner: Owner, id: string, command: { id: string; command: PairingCommand }): Promise<void> {
      await connected(owner, id);
      await feed.command(id, command);
    },

    /** Answers whether the phone may carry out a command. @throws AppError as `ofPhone` */
    async take(
      owner: Owner,
      { id, commandId, claim }: { id: string; commandId: string; claim: string },
    ): Promise<TakenCommand['answer']> {
      await ofPhone(owner, id, claim);
      return feed.take(id, commandId);
    },

    /** Counts a stream that is opened. @throws AppError `pairing.not_found`, `pairing.too_many` */
    async listen(owner: Owner, id: string): Promise<void> {
      const { ended } = await find(owner, id);
      if (ended === null) await keepPace(id);
    },

    /** Returns the pairing, and what came after an id. @throws AppError `pairing.not_found`, `pairing.too_many` */
    async poll(
      owner: Owner,
      id: string,
      { side, after }: { side: PairingSide; after?: string | undefined },
    ): Promise<{ pairing: Pairing; batch: Batch | null }> {
      const pairing = await read(owner, id);
      if (pairing.ended !== null) return { pairing, batch: null };
      await keepPace(id);
      return { pairing, batch: await feed.poll(id, side, after) };
    },

    /** Subscribes a side. Who subscribes reads the pairing after that, which may be over. */
    subscribe: (id: string, side: PairingSide, onChange: () => void): Subscription =>
      feed.subscribe(id, side, onChange),

    /** Numbers of pairings and streams in memory. */
    count: feed.count,
    /** Deletes pairings that were over before this time, ms since the epoch. Returns their number. */
    removeEndedBefore: deps.pairings.removeEndedBefore,
    /** Ends all streams, because the server stops. */
    shut: feed.close,
  };
}

/**
 * Notes that the phone records into another session. The session that it names may be there only later, or be none of this person's:
 * then nothing is noted.
 */
async function follow(
  { pairings, sessions }: PairingsDeps,
  owner: Owner,
  row: PairingRow,
  reports: readonly PairingReport[],
): Promise<void> {
  const state = reports.findLast((report) => report.kind === 'state');
  if (!state || state.session_id === (row.recording_id ?? row.session_id)) return;
  if (!(await sessions.find(owner, state.session_id))) return;
  await pairings.setRecording(row.id, state.session_id === row.session_id ? null : state.session_id);
}

/** Creates what ends pairings when something happens to their session. */
const createSessionEnds = ({ pairings, log }: PairingsDeps, { settle, end }: PairingFinder) => ({
  /**
   * Ends the pairings whose recording the server has whole now. After an adoption the phone cannot go on. It never throws: the next look
   * finds them too.
   */
  async recorded(sessionId: string, how: { isAdopted?: boolean } = {}): Promise<void> {
    try {
      for (const row of await pairings.livingOf(sessionId)) await settle(row, how);
    } catch (err) {
      log.warn({ err }, 'pairing: the end of a recording was not told');
    }
  },

  /** Ends the pairings of a session that is deleted next. */
  async endSession(sessionId: string): Promise<void> {
    for (const row of await pairings.livingOf(sessionId)) await end(row, 'closed');
  },
});
