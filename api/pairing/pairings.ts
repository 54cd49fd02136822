import type { Pairing, PairingReport, PairingSide, TakenCommand } from '#api/contract/pairing.ts';
import type { Owner } from '#api/db/owner.ts';
import { AppError } from '#api/lib/error.ts';
import { createPairingFinder, mustLive, type PairingFinder, type PairingsDeps } from './find-pairing.ts';
import { createPairingJoin, createPairingStart } from './join-pairing.ts';
import type { Batch, SentCommand, Subscription } from './pairing-feed.ts';
import { toPairing } from './pairing.rules.ts';
import { createPhoneReach } from './phone-reach.ts';
import { createPhoneTokens } from './phone-token.ts';
import type { PairingRow } from './pairing.store.ts';

type ToldReports = { claim: string; reports: readonly PairingReport[] };

export type Pairings = ReturnType<typeof createPairings>;

/** Creates the use-cases of pairing: a phone becomes the recorder of a session on the desktop (§10.26). */
export function createPairings(deps: PairingsDeps) {
  const { feed, clock } = deps;
  const finder = createPairingFinder(deps);
  const { find, connected, ofPhone, keepPace } = finder;
  const read = async (owner: Owner, id: string): Promise<Pairing> =>
    toPairing(await find(owner, id), clock.now());

  return {
    ...createPairingJoin(deps, finder),
    ...createPhoneTokens(deps, finder),
    phoneReach: createPhoneReach(deps),
    ...createSessionEnds(deps, finder),
    ...createClose(finder),
    start: createPairingStart(deps, finder),
    /** @throws AppError `pairing.not_found` */
    read,

    /** Takes the reports of the phone. @throws AppError as `ofPhone` */
    async report(owner: Owner, id: string, { claim, reports }: ToldReports): Promise<void> {
      const row = await ofPhone(owner, id, claim);
      await feed.report(id, reports);
      await follow(deps, owner, row, reports);
      // A recording phone keeps a pairing alive whose session has its audio. If the phone has stopped, this lookup ends the pairing.
      if (reports.some(({ kind }) => kind === 'state')) await find(owner, id);
    },

    /** Sends a command to the phone. @throws AppError as `connected` */
    async command(owner: Owner, id: string, command: SentCommand): Promise<void> {
      await connected(owner, id);
      await feed.command(id, command);
    },

    /** Answers whether the phone may carry out a command. @throws AppError as `ofPhone` */
    async take(
      owner: Owner,
      { id, commandId, claim }: { id: string; commandId: string; claim: string },
    ): Promise<TakenCommand> {
      await ofPhone(owner, id, claim);
      return feed.take(id, commandId);
    },

    /** Allows a side to open a stream. The stream of a pairing that is over tells its end only. @throws AppError as `poll` */
    async listen(owner: Owner, id: string): Promise<void> {
      const { ended } = await find(owner, id);
      if (ended === null) await keepPace(id);
    },

    /** Returns the pairing, and unless it is over what came after an id. @throws AppError `pairing.not_found`, `pairing.too_many` */
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

    /** Subscribes a side. The caller then reads the pairing, because it may have ended in the meantime. */
    subscribe: (id: string, side: PairingSide, onChange: () => void): Subscription =>
      feed.subscribe(id, side, onChange),

    /** The time by which the age of commands is measured, ms. */
    nowMs: feed.nowMs,
    /** Numbers of pairings and streams in memory. */
    count: feed.count,
    /** Deletes pairings that were over before this time, ms since the epoch. Returns their number. */
    removeEndedBefore: deps.pairings.removeEndedBefore,
    /** Ends all streams, because the server stops. */
    shut: feed.close,
  };
}

/**
 * Stores which session the phone records, if the newest report of its state names another one than is stored. A session that does not
 * exist yet, that is of another person, or that is beyond the reach of a phone without a sign-in, is ignored.
 */
async function follow(
  { pairings, phones, sessions }: PairingsDeps,
  owner: Owner,
  row: PairingRow,
  reports: readonly PairingReport[],
): Promise<void> {
  const state = reports.findLast((report) => report.kind === 'state');
  if (!state || state.session_id === (row.recording_id ?? row.session_id)) return;
  const isThere = row.is_quick
    ? await phones.hasSession(owner, row.id, state.session_id)
    : (await sessions.find(owner, state.session_id)) !== undefined;
  if (!isThere) return;
  await pairings.setRecording(row.id, state.session_id === row.session_id ? null : state.session_id);
}

const createClose = ({ find, end }: PairingFinder) => ({
  /**
   * Ends a pairing for either side. What is over stays as it is. With `unlessConnected` a connected pairing is not ended, and the
   * call fails. It also fails if the pairing has ended after it was connected.
   * @throws AppError `pairing.not_found`; with `unlessConnected` also `.connected`, `.expired`
   */
  async close(owner: Owner, id: string, { unlessConnected = false } = {}): Promise<void> {
    let row = await find(owner, id);
    if (row.ended === null && !(unlessConnected && row.state === 'connected'))
      row = await end(row, row.state === 'waiting' ? 'refused' : 'closed', { unlessConnected });
    if (!unlessConnected || row.state !== 'connected') return;
    mustLive(row);
    throw new AppError('pairing.connected', { extra: { pairing_id: id } });
  },
});

/** Creates what ends pairings when something happens to their session. */
const createSessionEnds = ({ pairings, phones, log }: PairingsDeps, { settle, end }: PairingFinder) => ({
  /**
   * Ends the pairings of a session that has its audio now. A phone that still records is expected to go on in the next session, so its
   * pairing lives on. With `isAdopted` that ends too: the recording was completed without the phone (`adopt-upload.ts`), which cannot
   * go on. This function never throws: the next call for such a pairing ends it too.
   */
  async recorded(sessionId: string, how: { isAdopted?: boolean } = {}): Promise<void> {
    try {
      for (const row of await pairings.livingOf(sessionId)) await settle(row, how);
    } catch (err) {
      log.warn({ err }, 'pairing: the end of a recording was not told');
    }
  },

  /**
   * Ends the pairings of a session before the session is deleted. The database keeps the hashes of the phones' tokens, so that a later call
   * of such a phone is answered with the reason of the end.
   */
  async endSession(sessionId: string): Promise<void> {
    for (const row of await pairings.livingOf(sessionId)) await end(row, 'closed');
    await phones.keepTokensOf(sessionId);
  },
});
