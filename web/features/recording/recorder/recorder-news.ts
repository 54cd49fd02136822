import { ref } from 'valtio';
import type { SendingReport } from '#web/features/network/index.ts';
import type { RecordingSegments } from '#web/features/recording/segment/recording-segments.ts';
import type { RecordingState } from '#web/features/recording/state/recording.rules.ts';
import { isLive } from '#web/features/recording/state/recording-stage.rules.ts';
import type { RecorderNews } from '#workers/recorder/recorder.client.ts';
import type { InBackground } from './background.ts';
import type { RecordingEnd } from './recording-end.ts';
import type { SendingControls } from './sending-controls.ts';
import type { Takes } from './takes.ts';

/** Free space in the file below which it counts as full, bytes. */
const fullBytes = 2_000;

type News<T extends RecorderNews['type']> = Extract<RecorderNews, { type: T }>;

type RecorderNewsInput = {
  deps: {
    /**
     * Limits at which a recording ends or continues as the next part: length of the audio, s, and size of the mp3,
     * bytes.
     */
    longestS: number;
    largestBytes: number;
    /** Reports the upload to the page. */
    report(sending: SendingReport): void;
  };
  state: RecordingState;
  segments: RecordingSegments;
  end: RecordingEnd;
  takes: Takes;
  sending: SendingControls;
  inBackground: InBackground;
};

/** Returns the listener that writes the reports of the recorder into the state. */
export function createRecorderNews(
  input: RecorderNewsInput,
): (news: Exclude<RecorderNews, { type: 'crashed' }>) => void {
  const { deps, state, segments, takes, sending, inBackground } = input;
  const { delivery, finisher } = input.end;

  function onProgress({ id, positionS, storedS, bytes }: News<'progress'>): void {
    if (id !== segments.current().record?.id) return;
    Object.assign(state, { positionS, storedS, bytes });
    const isFull = positionS >= deps.longestS - 0.001 || bytes > deps.largestBytes - fullBytes;
    if (isFull && !state.rollsOver && state.stage === 'recording') inBackground('finish', finisher.finish());
  }

  function onRolled({ finished, next }: News<'rolled'>): void {
    const done = segments.current();
    inBackground('annotate', done.flush());
    takes.rollOver(finished, next);
    inBackground('deliver', delivery.deliver(done));
  }

  function onSend({ id, send }: News<'send'>): void {
    if (id !== delivery.shown().record?.id) return;
    state.send = ref(send);
    deps.report(sending.reportOf(send));
  }

  function onSent({ id, code }: News<'sent'>): void {
    // While the recording continues, a refusal of the upload is only shown. The recording stays on this device.
    if (code && isLive(state.stage) && id === segments.current().record?.id)
      state.problem = { code, requestId: null };
  }

  return (news) => {
    switch (news.type) {
      case 'progress':
        return onProgress(news);
      case 'overflow':
        state.overflowBytes = news.memoryBytes;
        return;
      case 'rolled':
        return onRolled(news);
      case 'send':
        return onSend(news);
      case 'sent':
        return onSent(news);
    }
  };
}
