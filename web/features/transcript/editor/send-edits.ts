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

/** Largest number of tries. A try fails if others change the transcript at the same time. */
const maxRounds = 5;

/**
 * Sends edits that a closed tab has left on the device, without a screen. Returns null if the server has them all, and
 * undefined if they cannot be sent now. Otherwise the person has to decide: it returns what the device stores instead, marked
 * with `asks`: the conflicts with changes of others, or all edits if one of them no longer applies. Rejects as `read` and `send`
 * do.
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
      // The server refuses an edit: only the session's screen can set it aside and send the others.
      if (isApiError(error, 'session.edit_invalid')) return { ...kept, asks: true };
      if (!isApiError(error, 'session.edits_conflict')) throw error;
    }
  }
  return undefined;
}
