import { proxy, useSnapshot } from 'valtio';
import type { LeftRecording } from '#web/features/pairing/index.ts';
import {
  activeRecording,
  canGoOn,
  type Recording,
  type Recovery,
  type RecoveryState,
  type ShownStage,
} from '#web/features/recording/index.ts';
import { isSurelyOf, leftOf, type OfPairing } from './pair-recorder.rules.ts';

type Facts = { stage: ShownStage; sessionId: string | null; part: number; mode: 'record' | 'dictation' };
const noRecording = proxy<Facts>({ stage: 'idle', sessionId: null, part: 0, mode: 'record' });

/** Returns the recording of the page, with what decides whether it belongs to a pairing. */
export function useShownRecording(): { recording: Recording | null; facts: Facts } {
  const { current } = useSnapshot(activeRecording);
  const recording = current ? activeRecording.current : null;
  const { stage, sessionId, part, mode } = useSnapshot<Facts>(recording ? recording.state : noRecording);
  return { recording, facts: { stage, sessionId, part, mode } };
}

type Kept = Pick<RecoveryState, 'items' | 'isLoaded' | 'problem' | 'delivered'>;
const nothingKept = proxy<Kept>({ items: [], isLoaded: false, problem: null, delivered: [] });

type Left = LeftRecording & {
  /** True if the recording is surely of this pairing (`isSurelyOf`). */
  isSure: boolean;
};

/**
 * Returns the unsent recording of the pairing that this device has (`leftOf`); null if it has none, and undefined before that is
 * known. A list that cannot be read counts as empty, so that the phone can record.
 */
export function useLeft(recovery: Recovery | null, of: OfPairing): Left | null | undefined {
  const { items, isLoaded, problem } = useSnapshot(recovery?.state ?? nothingKept) as Kept;
  const found = leftOf(items, of);
  if (!found) return isLoaded || problem !== null ? null : undefined;
  const { isBusy, kept } = found;
  // A later part may have no session yet.
  const ownId = kept.record.sessionId ?? (kept.record.part === 1 ? of.sessionId : null);
  return {
    sessionId: ownId,
    atS: kept.durationS,
    canGoOn: canGoOn(kept),
    isBusy,
    isSure: isSurelyOf(kept, of),
  };
}

/** True if this page has sent a left recording of the session. The session that was loaded before does not show that yet. */
export const useIsDelivered = (recovery: Recovery | null, sessionId: string): boolean =>
  useSnapshot(recovery?.state ?? nothingKept).delivered.some((one) => one.sessionId === sessionId);
