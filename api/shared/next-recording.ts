import type { PairingStage } from '#api/contract/pairing.ts';

/** The fields of a state report that identify its recording. */
type Told = { stage: PairingStage; session_id: string; at: number };

const stagesBefore: ReadonlySet<PairingStage> = new Set(['off', 'ready', 'failed']);

/** A position that goes back by more is of another recording, s. Levels and states are not told at the same moment. */
const backS = 3;

/**
 * True if `now` is told of another recording than `then`: one of the next session, or one that begins anew in the same session
 * because the one before was discarded.
 */
export const isNextRecording = (then: Told, now: Told): boolean =>
  now.session_id !== then.session_id ||
  // While a recording is being discarded, its position is still told.
  (stagesBefore.has(now.stage) && (!stagesBefore.has(then.stage) || now.at < then.at)) ||
  now.at < then.at - backS;
