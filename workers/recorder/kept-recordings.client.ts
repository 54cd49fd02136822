import { connect } from '#workers/rpc.ts';
import type { KeptRecordingsContract } from './kept-recordings.contract.ts';

function connectKept() {
  const worker = new Worker(new URL('./kept-recordings.worker.ts', import.meta.url), { type: 'module' });
  return connect<KeptRecordingsContract>(worker);
}

/** Returns how many recordings of the person with these ids are on this device, also those that a tab has open. */
export async function countKeptRecordings(userIds: readonly string[]): Promise<number> {
  using worker = connectKept();
  return await worker.call('count', { userIds });
}

/** Returns how many recordings of this pairing, made without a sign-in, are on this device, also those that a tab has open. */
export async function countKeptOfPairing(pairingId: string): Promise<number> {
  using worker = connectKept();
  return await worker.call('countOfPairing', { pairingId });
}

/** Removes the recordings of the person with these ids. Returns how many are left, because a tab has them open. */
export async function removeKeptRecordings(userIds: readonly string[]): Promise<number> {
  using worker = connectKept();
  return await worker.call('remove', { userIds });
}
