import { createScope } from '#web/lib/scope.ts';
import type { CaptureOptions } from '#web/features/recording/state/recording.rules.ts';
import { captureFacts } from './permission.ts';
import { captureCodeOf, CaptureError } from './permission.rules.ts';

export type Microphone = { id: string | null; label: string; isMuted: boolean };

export type MicrophoneInput = {
  /** Id of the microphone; null for the browser's default. */
  deviceId: string | null;
  options: Pick<CaptureOptions, 'echoCancellation' | 'noiseSuppression' | 'autoGainControl'>;
};

/** The microphone that is recorded. Disposing releases it. */
type MicrophoneSource = Disposable & {
  /** Returns the connected microphone; null after it was lost. */
  current(): Microphone | null;
  track(): MediaStreamTrack | null;
  connect(stream: MediaStream): Microphone;
  /**
   * Switches to this microphone. Rejects with a `CaptureError`; the previous microphone then stays connected. `isAsked`: the
   * person asked for it, so a browser that opens one microphone only may lose the previous one.
   */
  use(input: MicrophoneInput, isAsked: boolean): Promise<Microphone>;
};

type MicrophoneSourceInput = {
  /** The stream that is connected first. It is released together with the source, even if it was never connected. */
  stream: MediaStream;
  /** Records this stream from now on; null records nothing. If it throws, the stream before is still recorded. */
  record(stream: MediaStream | null): void;
  onMuted(isMuted: boolean): void;
  onEnded(): void;
};

export function createMicrophoneSource(input: MicrophoneSourceInput): MicrophoneSource {
  const { record } = input;
  const scope = createScope();
  let { stream } = input;
  let microphone: Microphone | null = null;
  scope.defer(() => stopAll(stream));

  function connect(next: MediaStream): Microphone {
    const track = next.getAudioTracks()[0];
    // The device may have been unplugged before anybody listened.
    if (!track || track.readyState === 'ended') throw new CaptureError('capture.no_device');
    // If this throws, the previous microphone stays connected.
    record(next);
    stopAll(stream === next ? null : stream);
    stream = next;
    const isCurrent = () => stream === next && !scope.signal.aborted;
    const setMuted = (isMuted: boolean) => {
      if (!isCurrent()) return;
      if (microphone) microphone.isMuted = isMuted;
      input.onMuted(isMuted);
    };
    scope.listen(track, 'mute', () => setMuted(true));
    scope.listen(track, 'unmute', () => setMuted(false));
    // An ended track must be removed, because it would continue as silence.
    scope.listen(track, 'ended', () => isCurrent() && lose());
    microphone = { id: track.getSettings().deviceId ?? null, label: track.label, isMuted: track.muted };
    return microphone;
  }

  function lose(): void {
    record(null);
    microphone = null;
    input.onEnded();
  }

  /** Opens another microphone. Some browsers open only one at a time. There the current one is released first. */
  async function openNext(next: MicrophoneInput, isAsked: boolean): Promise<MediaStream> {
    try {
      return await openStream(next);
    } catch (error) {
      const isBusy = error instanceof CaptureError && error.code === 'capture.busy';
      if (!microphone || !isAsked || !isBusy) throw error;
    }
    record(null);
    stopAll(stream);
    try {
      return await openStream(next);
    } catch (error) {
      lose();
      throw error;
    }
  }

  return {
    current: () => microphone,
    track: () => (microphone ? (stream.getAudioTracks()[0] ?? null) : null),
    connect,
    async use(next, isAsked) {
      const opened = await openNext(next, isAsked);
      if (scope.signal.aborted) {
        stopAll(opened);
        throw scope.signal.reason;
      }
      try {
        return connect(opened);
      } catch (error) {
        stopAll(opened);
        throw error instanceof CaptureError ? error : new CaptureError('capture.failed', error);
      }
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

const stopAll = (stream: MediaStream | null) => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

/** Asks the browser for a microphone. Each constraint is set explicitly, because browsers process speech by default. */
export async function openStream({ deviceId, options }: MicrophoneInput): Promise<MediaStream> {
  const { echoCancellation, noiseSuppression, autoGainControl } = options;
  const audio: MediaTrackConstraints = {
    echoCancellation,
    noiseSuppression,
    autoGainControl,
    channelCount: { ideal: 2 },
    ...(deviceId === null ? {} : { deviceId: { exact: deviceId } }),
  };
  try {
    return await navigator.mediaDevices.getUserMedia({ audio });
  } catch (error) {
    throw new CaptureError(captureCodeOf(error, await captureFacts()), error);
  }
}
