import type { EditsPatch } from '#api/contract/edits.ts';
import { createOverlay } from '#api/contract/overlay.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { isApiError } from '#web/lib/api-error.ts';
import type { KeptEdits } from './transcript-edit-outbox.ts';
import { createEditQueue } from './transcript-edit-queue.ts';
import { restack } from './transcript-edit.rules.ts';

type DeliverEditsDeps = {
  /** Of the server; null: there is no transcript to put them on now. */
  read(): Promise<{ edits: number; transcript: Transcript } | null>;
  send(patch: EditsPatch): Promise<{ edits: number }>;
  newId(): string;
};

/** Others may be writing at the same time: so often it is begun anew. */
const maxRounds = 5;

/**
 * Brings edits to the server that a tab has left, without a screen. Null: it has them. What others have changed meanwhile is
 * never decided here: conflicts are answered for a person to look at, and where an edit fits no more nothing of it is touched.
 * Undefined: not now. Rejects as the calls do.
 */
export async function deliverEdits(
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
      // the screen sets aside what the server refuses for itself
      if (isApiError(error, 'session.edit_invalid')) return { ...kept, asks: true };
      if (!isApiError(error, 'session.edits_conflict')) throw error;
    }
  }
  return undefined;
}
