import type { PairingStage } from '#api/contract/pairing.ts';

/** The fields of a report of the state by which its recording is recognized. `at`: position in the recording, s. */
type Told = { stage: PairingStage; session_id: string; at: number };

/** Stages before the start of a recording. */
const stagesBefore: ReadonlySet<PairingStage> = new Set(['off', 'ready', 'failed']);

/**
 * A position that is earlier by more than this is of another recording, s. Levels and states are reported at different moments, so the
 * position of a state may be a little earlier than that of the level before it.
 */
const backS = 3;

/**
 * True if the report `now` is about another recording than the earlier report `then`: about one in the next session, or about a new one
 * in the same session, because the earlier one was discarded.
 */
export const isNextRecording = (then: Told, now: Told): boolean =>
  now.session_id !== then.session_id ||
  // While the phone discards a recording, its stage is one of these already, but its position is still that of the recording. The end of
  // the discard is seen by the position, which goes back then.
  (stagesBefore.has(now.stage) && (!stagesBefore.has(then.stage) || now.at < then.at)) ||
  now.at < then.at - backS;
