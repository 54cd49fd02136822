import { markerOf } from '#web/features/recording/monitor/recording-warning.rules.ts';
import type { LivePosition } from '#web/features/recording/monitor/live-position.ts';
import type { RecordingSegments } from '#web/features/recording/segment/recording-segments.ts';
import type { Recording, RecordingState } from '#web/features/recording/state/recording.rules.ts';
import { isLive } from '#web/features/recording/state/recording-stage.rules.ts';

type AnnotationsInput = {
  state: Pick<RecordingState, 'stage'>;
  segments: RecordingSegments;
  now: LivePosition['now'];
};

/** Creates what a person can add to the audio: markers, notes and dictated text. */
export const createAnnotations = ({
  state,
  segments,
  now,
}: AnnotationsInput): Pick<Recording, 'mark' | 'setNotes' | 'addDictated'> => ({
  mark(text = '') {
    if (!isLive(state.stage)) return;
    const { index, atS } = now();
    segments.mark(markerOf('user', atS, { text }), index);
  },
  setNotes: (text) => segments.current().setNotes(text),
  addDictated: (text) => segments.current().dictate(text),
});
