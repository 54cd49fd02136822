import { ref } from 'valtio';
import type {
  LiveReport,
  Marker,
  RecordingState,
  RecordingWarning,
} from '#web/features/recording/state/recording.rules.ts';
import {
  captureCode,
  createEpisodes,
  isSameList,
  markerOf,
  type PageFacts,
  stillDismissed,
  warningsOf,
} from './recording-warning.rules.ts';

/**
 * Determines the warnings and the verdict of the sound check from the monitor's reports and from what the page knows.
 */
export type RecordingWarnings = {
  /** What the page knows of the microphone. After a change, `update` must be called. */
  readonly facts: PageFacts;
  /** Sets the newest report of the monitor; null if the monitor failed. After that, `update` must be called. */
  setReport(report: LiveReport | null): void;
  /** Shows the current warnings. Adds a marker for each warning that begins, at `atS`, s, in the recording `index`. */
  update(index?: number, atS?: number): void;
  /** Hides a warning, because the person has dismissed it. It stays hidden while it is active. */
  dismiss(warning: RecordingWarning): void;
  /** Called when the next recording is shown. Each active warning gets a marker in it too. */
  turn(): void;
};

type RecordingWarningsInput = {
  state: Pick<RecordingState, 'stage' | 'warnings' | 'dismissed' | 'verdict'>;
  isHidden(): boolean;
  /** Returns the index of the recording that is shown. */
  current(): number;
  /** Returns the position in that recording, s. */
  nowS(): number;
  mark(marker: Marker, index: number): void;
};

export function createRecordingWarnings({
  state,
  isHidden,
  current,
  nowS,
  mark,
}: RecordingWarningsInput): RecordingWarnings {
  const facts: PageFacts = { isMuted: false, isWrongDevice: false, isSuspended: false, isHidden: false };
  const episodes = createEpisodes();
  let report: LiveReport | null = null;
  return {
    facts,
    setReport(next) {
      report = next;
    },
    update(index = current(), atS = nowS()) {
      facts.isHidden = isHidden();
      const warnings = warningsOf(report?.warnings ?? [], facts);
      if (!isSameList(warnings, state.warnings)) {
        state.warnings = ref(warnings);
        const dismissed = stillDismissed(state.dismissed, warnings);
        if (!isSameList(dismissed, state.dismissed)) state.dismissed = ref(dismissed);
      }
      const ofMicrophone = facts.isMuted ? 'muted' : facts.isWrongDevice ? 'wrong_device' : null;
      const verdict = ofMicrophone ?? report?.verdict ?? null;
      if (state.verdict !== verdict) state.verdict = verdict;
      if (state.stage !== 'recording') return;
      for (const warning of episodes.begun(warnings)) {
        mark(markerOf('warning', atS, { code: captureCode(warning) }), index);
      }
    },
    dismiss(warning) {
      if (!state.warnings.includes(warning) || state.dismissed.includes(warning)) return;
      state.dismissed = ref([...state.dismissed, warning]);
    },
    turn: episodes.reset,
  };
}
