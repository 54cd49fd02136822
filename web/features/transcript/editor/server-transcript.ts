import type { EditOp } from '#api/contract/edits.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { createOverlay } from '#api/shared/transcript-edit/overlay.ts';

/** A state of the server's transcript. `edits` is the number of edits that it contains. */
export type KnownTranscript = { edits: number; transcript: Transcript };

/** The server's last known transcript and the edits that the server has accepted since. */
type ServerTranscript = {
  /** Version and number of edits, including the edits that were accepted since. */
  readonly base: { version: number; edits: number };
  /**
   * Adds edits of this page that the server has accepted.
   * @throws EditInvalid if this page's state differs from the server's. The edits are counted in any case.
   */
  accept(ops: readonly EditOp[]): KnownTranscript;
  /**
   * Adds edits of others. `edits` is the number of edits that the server has after them.
   * @throws EditInvalid if this page's state differs from the server's.
   */
  advance(ops: readonly EditOp[], edits: number): KnownTranscript;
};

export function createServerTranscript({ edits, transcript }: KnownTranscript): ServerTranscript {
  const overlay = createOverlay(transcript);
  let base = { version: transcript.version, edits };
  const known = (): KnownTranscript => ({ edits: base.edits, transcript: overlay.transcript() });
  return {
    get base() {
      return base;
    },
    accept(ops) {
      base = { ...base, edits: base.edits + ops.length };
      for (const op of ops) overlay.apply(op);
      return known();
    },
    advance(ops, edits) {
      for (const op of ops) overlay.apply(op);
      base = { ...base, edits };
      return known();
    },
  };
}
