import { localStore } from '#web/lib/browser-storage.ts';
import { storedRecord } from '#web/lib/stored-record.ts';

const storageKey = 'pairingSessions';

type Recorded = { pairingId: string; sessionIds: readonly string[] };

/**
 * Stores that this phone records this session for this pairing. A recording that is too long for one session continues in another
 * one. If the page is closed then, the left recording is recognised by that session.
 */
export function noteRecorded(pairingId: string, sessionId: string): void {
  const sessionIds = recordedSessions(pairingId);
  if (sessionIds.includes(sessionId)) return;
  const recorded: Recorded = { pairingId, sessionIds: [...sessionIds, sessionId] };
  try {
    localStore.setItem(storageKey, JSON.stringify(recorded));
  } catch {
    // The storage is full. Then a left part with a session of its own is not reported to the desktop.
  }
}

/** Returns the sessions that this phone has recorded for this pairing. Only those of the last pairing are stored. */
export function recordedSessions(pairingId: string): readonly string[] {
  const recorded = stored();
  return recorded?.pairingId === pairingId ? recorded.sessionIds : [];
}

export const forgetRecorded = (): void => localStore.removeItem(storageKey);

function stored(): Recorded | null {
  const { pairingId, sessionIds } = storedRecord(localStore, storageKey);
  if (typeof pairingId !== 'string' || !Array.isArray(sessionIds)) return null;
  return { pairingId, sessionIds: sessionIds.filter((id) => typeof id === 'string') };
}
