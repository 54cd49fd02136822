import { log } from '#web/lib/log.ts';
import { createScope } from '#web/lib/scope.ts';
import type { CaptureWay, CaptureWayInput, OpenCaptureWay } from './capture-way.ts';
import { openFileWay } from './file-way.ts';
import { openTrackWay } from './track-way.ts';
import { openWorkletWay } from './worklet-way.ts';

/** Time for which an audio context may be suspended before another way is taken, ms. */
const stalledAfterMs = 2_000;

type SoundInput = CaptureWayInput & {
  /** Returns the track of the microphone; null after it was lost. */
  track(): MediaStreamTrack | null;
};

export type CaptureWays = {
  track: OpenCaptureWay;
  worklet: OpenCaptureWay;
  file: OpenCaptureWay;
};
export const captureWays: CaptureWays = { track: openTrackWay, worklet: openWorkletWay, file: openFileWay };

/**
 * Opens the first way that delivers the sound of this microphone: as the device delivers it, by the Web Audio API, or by
 * `MediaRecorder`. When the browser suspends the Web Audio API for long although the microphone works, the last way goes on.
 */
export async function openSound(ways: CaptureWays, { track, ...input }: SoundInput): Promise<CaptureWay> {
  const scope = createScope();
  let recorded: MediaStream | null = null;
  let way: CaptureWay | null = null;
  let timer: ReturnType<typeof setInterval> | undefined;
  scope.defer(() => clearInterval(timer));
  scope.defer(() => way?.[Symbol.dispose]());

  const isHearing = () => {
    const current = track();
    return current?.readyState === 'live' && !current.muted;
  };

  async function goOnByFile(): Promise<void> {
    if (way?.name !== 'worklet' || !isHearing()) return;
    const former = way;
    const next = await ways.file(input);
    if (!next) return;
    if (scope.signal.aborted || way !== former) return next[Symbol.dispose]();
    try {
      next.record(recorded);
    } catch (error) {
      next[Symbol.dispose]();
      return log.warn('capture.way_failed', { way: next.name, error: String(error) });
    }
    log.warn('capture.way_changed', { from: former.name, to: next.name });
    clearInterval(timer);
    way = next;
    // The former way reports that it is not suspended any more.
    former[Symbol.dispose]();
  }

  function onSuspended(isSuspended: boolean): void {
    // A context that is suspended while the ways are tried concerns nobody.
    if (!way) return;
    clearInterval(timer);
    // The microphone may be muted now and heard later, such as after a call, while the context is still held.
    if (isSuspended) timer = setInterval(() => void goOnByFile(), stalledAfterMs);
    input.onSuspended(isSuspended);
  }

  try {
    const opened = await openFirst(ways, { ...input, onSuspended });
    way = opened;
    if (!opened.isRunning) onSuspended(true);
  } catch (error) {
    scope[Symbol.dispose]();
    throw error;
  }
  const current = () => way!;
  return {
    get name() {
      return current().name;
    },
    get isRunning() {
      return current().isRunning;
    },
    sampleRate: current().sampleRate,
    record(stream) {
      current().record(stream);
      recorded = stream;
    },
    announceAgain: () => current().announceAgain(),
    wake: () => current().wake(),
    end: () => current().end(),
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

async function openFirst(ways: CaptureWays, input: CaptureWayInput): Promise<CaptureWay> {
  const byTrack = await ways.track(input);
  if (byTrack) return byTrack;
  let cause: unknown;
  const worklet = await ways.worklet(input).catch((error: unknown) => {
    cause = error;
    return null;
  });
  if (worklet?.isRunning) return worklet;
  const byFile = await ways.file(input);
  if (byFile) {
    worklet?.[Symbol.dispose]();
    return byFile;
  }
  // Without another way, the browser may still resume the context when the person touches the page.
  if (worklet) return worklet;
  throw cause ?? new Error('No way to record a microphone.');
}
