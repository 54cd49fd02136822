import { serve } from '#workers/rpc.ts';
import { openPieceStore } from '#workers/store/open-store.ts';
import type { PieceStore } from '#workers/store/piece-store.ts';
import { holdLock } from '#workers/store/web-locks.ts';
import type { KeptRecordingsContract } from './kept-recordings.contract.ts';
import { recordingLock } from './recorder.contract.ts';

const idsIn = async (store: PieceStore, userIds: readonly string[]): Promise<string[]> =>
  (await store.list()).filter(({ record }) => userIds.includes(record.userId)).map(({ record }) => record.id);

async function remove(store: PieceStore, id: string): Promise<void> {
  using lock = await holdLock(recordingLock(id));
  if (lock) await store.remove(id);
}

serve<KeptRecordingsContract>({
  async count({ userIds }) {
    using store = await openPieceStore();
    return (await idsIn(store, userIds)).length;
  },
  async countOfPairing({ pairingId }) {
    using store = await openPieceStore();
    return (await store.list()).filter(({ record }) => record.pairingId === pairingId).length;
  },
  async remove({ userIds }) {
    using store = await openPieceStore();
    const ids = await idsIn(store, userIds);
    // A recording that cannot be removed does not stop the removal of the others.
    await Promise.allSettled(ids.map((id) => remove(store, id)));
    return (await idsIn(store, userIds)).length;
  },
});
