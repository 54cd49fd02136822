import { isRecordingUnsafe } from '#web/features/recording/index.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { countKeptOfPairing } from '#workers/recorder/kept-recordings.client.ts';
import { sessionLock } from '#workers/recorder/recorder.contract.ts';
import { recordedSessions } from './recorded-sessions.ts';

/**
 * Returns the id of the pairing whose pass this phone would lose by joining the pairing `nextId` without a sign-in, if it has unsent
 * audio; otherwise null.
 */
export async function unsentPairing(nextId: string): Promise<string | null> {
  const pass = phonePass.read();
  if (!pass?.grant || pass.grant.token === null || pass.pairingId === nextId) return null;
  const isUnsent =
    isRecordingUnsafe() ||
    (await isRecordedInTab([pass.grant.session.id, ...recordedSessions(pass.pairingId)])) ||
    (await countKeptOfPairing(pass.pairingId)) > 0;
  return isUnsent ? pass.pairingId : null;
}

/** True if a tab of this device records one of these sessions now. It may have the recording in memory only. */
async function isRecordedInTab(sessionIds: readonly string[]): Promise<boolean> {
  const { held = [] } = (await navigator.locks?.query().catch(() => null)) ?? {};
  const locks = new Set<string | undefined>(sessionIds.map(sessionLock));
  return held.some(({ name }) => locks.has(name));
}
