import type { EditsPatch } from '#api/contract/edits.ts';
import { createOverlay } from '#api/shared/transcript-edit/overlay.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { isApiError } from '#web/lib/api-error.ts';
import type { KeptEdits } from './edit-store.ts';
import { createEditQueue } from './edit-queue.ts';
import { restack } from './restack.rules.ts';

type DeliverEditsDeps = {
  /** Reads the session's transcript and edit count from the server; null if it has no transcript now. */
  read(): Promise<{ edits: number; transcript: Transcript } | null>;
  send(patch: EditsPatch): Promise<{ edits: number }>;
  newId(): string;
};

/** Largest number of tries. A try fails if others change the transcript during it. */
const maxRounds = 5;

/**
 * Sends edits that a closed tab has left on the device, in the background. Returns null if the server has them all, and
 * undefined if they cannot be sent now. Otherwise the person has to decide. It then returns the entry that the device
 * shall store instead, marked with `asks`. That entry has the conflicts with changes of others, or all edits if one of
 * them no longer applies. Rejects with the errors of `read` and `send`.
 */
export async function sendEdits(
  kept: KeptEdits,
  deps: DeliverEditsDeps,
): Promise<KeptEdits | null | undefined> {
  for (let round = 1; round <= maxRounds; round++) {
    const known = await deps.read();
    if (!known || known.transcript.partial) return undefined;
    const { version } = known.transcript;
    const stack = { ...kept, isSameVersion: kept.version === version };
    const { edits, conflicts, lost } = restack(createOverlay(known.transcript), stack, deps.newId);
    if (lost.length > 0) return { ...kept, asks: true };
    const queue = createEditQueue();
    queue.put(edits);
    try {
      let base = known.edits;
      for (let ops = queue.begin(); ops.length > 0; ops = queue.begin()) {
        base = (await deps.send({ base, version, ops })).edits;
        queue.finish();
      }
      return conflicts.length > 0 ? { version, edits: [], conflicts, asks: true } : null;
    } catch (error) {
      // The server refuses an edit. Only the screen of the session can set that edit aside and send the others.
      if (isApiError(error, 'session.edit_invalid')) return { ...kept, asks: true };
      if (!isApiError(error, 'session.edits_conflict')) throw error;
    }
  }
  return undefined;
}
