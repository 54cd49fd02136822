import { proxy, useSnapshot } from 'valtio';
import {
  activeRecording,
  type Recording,
  type Recovery,
  type RecoveryState,
  type ShownStage,
} from '#web/features/recording/index.ts';
import { belongsTo } from './pair-recorder.rules.ts';

type Facts = { stage: ShownStage; sessionId: string | null; part: number; mode: 'record' | 'dictation' };
const noRecording = proxy<Facts>({ stage: 'idle', sessionId: null, part: 0, mode: 'record' });

/** Returns the recording of the page, with what decides whether it belongs to a pairing. */
export function useShownRecording(): { recording: Recording | null; facts: Facts } {
  const { current } = useSnapshot(activeRecording);
  const recording = current ? activeRecording.current : null;
  const { stage, sessionId, part, mode } = useSnapshot<Facts>(recording ? recording.state : noRecording);
  return { recording, facts: { stage, sessionId, part, mode } };
}

type Kept = Pick<RecoveryState, 'items' | 'isLoaded' | 'problem'>;
const nothingKept = proxy<Kept>({ items: [], isLoaded: false, problem: null });

/**
 * Tells whether this device has an unsent recording of the pairing (`belongsTo`). A list that cannot be read counts as empty, so
 * that the phone can record.
 */
export function useLeft(
  recovery: Recovery | null,
  sessionId: string,
  sinceMs: number,
): 'unknown' | 'yes' | 'no' {
  const { items, isLoaded, problem } = useSnapshot(recovery?.state ?? nothingKept) as Kept;
  if (items.some(({ kept }) => belongsTo(kept, sessionId, sinceMs))) return 'yes';
  return isLoaded || problem !== null ? 'no' : 'unknown';
}
