import { createScope } from '#web/lib/scope.ts';
import { addCapture, createCaptureNode } from '#workers/recorder/capture/capture.client.ts';
import { captureFacts } from './permission.ts';
import { captureCodeOf, CaptureError, captureObstacle } from './permission.rules.ts';
import type { CaptureOptions } from '#web/features/recording/recording.rules.ts';
import { openSystemAudio, type SystemAudio } from './system-audio.ts';

export type Microphone = { id: string | null; label: string; isMuted: boolean };

export type GraphEvent =
  | { type: 'muted'; isMuted: boolean }
  /** The track has ended: unplugged, or taken away by the browser. Nothing of it is heard any more. */
  | { type: 'ended' }
  /** The browser holds the sound still, or lets it go on. */
  | { type: 'suspended'; isSuspended: boolean }
  /** The sharing of a tab's or the computer's sound was ended. */
  | { type: 'systemEnded' };

export type MicrophoneInput = {
  /** Null: the browser's default. */
  deviceId: string | null;
  options: Pick<CaptureOptions, 'echoCancellation' | 'noiseSuppression' | 'autoGainControl'>;
};

export type CaptureGraph = Disposable & {
  readonly sampleRate: number;
  /** The one that is heard; null while there is none. */
  microphone(): Microphone | null;
  track(): MediaStreamTrack | null;
  /** Hears this one from now on. Rejects with a `CaptureError`; then the one before is still heard. */
  use(input: MicrophoneInput): Promise<Microphone>;
  /** Mixes in what a tab or the computer plays. False: the person chose none. Rejects with `capture.system_audio`. */
  addSystemAudio(): Promise<boolean>;
  removeSystemAudio(): void;
  /** Asks the browser to let the sound go on. */
  wake(): void;
  /** From now on the samples go here instead. Moves. */
  feed(pcm: MessagePort): void;
  /** Posts what the worklet still holds, then the end. */
  flush(): void;
};

export type GraphInput = MicrophoneInput & {
  /** Where the samples go (`CaptureMessage`). Moves. */
  pcm: MessagePort;
  onEvent(event: GraphEvent): void;
};

/**
 * The microphone in front of the recorder: stream → mixer → worklet, at the rate of the device. No processing but what was
 * asked for. Rejects with a `CaptureError`. Disposing lets go of the microphone.
 */
export async function openCaptureGraph({ pcm, onEvent, ...input }: GraphInput): Promise<CaptureGraph> {
  const obstacle = captureObstacle(await captureFacts());
  if (obstacle) throw new CaptureError(obstacle);
  const scope = createScope();
  try {
    // A page that hears a microphone may make sound: asked first, the context is not held still.
    let stream = await openStream(input);
    const context = contextFor(stream);
    scope.defer(() => void context.close().catch(() => {}));
    scope.defer(() => stopAll(stream));
    await addCapture(context);
    let node = createCaptureNode(context, pcm);
    // Mono stays mono; beside stereo it is in both channels.
    const mixer = new GainNode(context);
    mixer.connect(node);
    scope.defer(() => mixer.disconnect());
    let source: MediaStreamAudioSourceNode | null = null;
    let system: SystemAudio | null = null;
    let heard: Microphone | null = null;
    scope.defer(() => system?.[Symbol.dispose]());

    function connect(next: MediaStream): Microphone {
      const track = next.getAudioTracks()[0];
      if (!track) throw new CaptureError('capture.no_device');
      // Where this fails, the one before is still heard.
      const opened = new MediaStreamAudioSourceNode(context, { mediaStream: next });
      source?.disconnect();
      stopAll(stream === next ? null : stream);
      stream = next;
      source = opened;
      source.connect(mixer);
      const isCurrent = () => stream === next && !scope.signal.aborted;
      const tell = (isMuted: boolean) => {
        if (!isCurrent()) return;
        if (heard) heard.isMuted = isMuted;
        onEvent({ type: 'muted', isMuted });
      };
      scope.listen(track, 'mute', () => tell(true));
      scope.listen(track, 'unmute', () => tell(false));
      scope.listen(track, 'ended', () => {
        if (!isCurrent()) return;
        // An ended track would go on as silence.
        source?.disconnect();
        source = heard = null;
        onEvent({ type: 'ended' });
      });
      heard = { id: track.getSettings().deviceId ?? null, label: track.label, isMuted: track.muted };
      return heard;
    }

    /** Some browsers give one microphone at a time: then the one before is let go first. */
    async function openBeside(next: MicrophoneInput): Promise<MediaStream> {
      try {
        return await openStream(next);
      } catch (error) {
        if (!heard || !(error instanceof CaptureError) || error.code !== 'capture.busy') throw error;
      }
      source?.disconnect();
      stopAll(stream);
      try {
        return await openStream(next);
      } catch (error) {
        source = heard = null;
        onEvent({ type: 'ended' });
        throw error;
      }
    }

    const wake = () => {
      if (context.state !== 'running' && context.state !== 'closed') context.resume().catch(() => {});
    };
    const onState = () => {
      if (scope.signal.aborted) return;
      onEvent({ type: 'suspended', isSuspended: context.state !== 'running' });
      wake();
    };
    scope.listen(context, 'statechange', onState);
    // Some browsers let it go on only when the page is shown again or touched.
    scope.listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && wake());
    for (const type of ['pointerdown', 'keydown']) scope.listen(window, type, wake, { capture: true });

    connect(stream);
    if (context.state !== 'running') onState();

    return {
      sampleRate: context.sampleRate,
      microphone: () => heard,
      track: () => (heard ? (stream.getAudioTracks()[0] ?? null) : null),
      async use(next) {
        const opened = await openBeside(next);
        if (scope.signal.aborted) {
          stopAll(opened);
          throw scope.signal.reason;
        }
        wake();
        try {
          return connect(opened);
        } catch (error) {
          stopAll(opened);
          throw error instanceof CaptureError ? error : new CaptureError('capture.failed', error);
        }
      },
      async addSystemAudio() {
        const added = await openSystemAudio(context, mixer, () => {
          system = null;
          onEvent({ type: 'systemEnded' });
        });
        if (scope.signal.aborted) added?.[Symbol.dispose]();
        else if (added) {
          system?.[Symbol.dispose]();
          system = added;
        }
        return added !== null;
      },
      removeSystemAudio() {
        system?.[Symbol.dispose]();
        system = null;
      },
      wake,
      feed(next) {
        mixer.disconnect();
        node = createCaptureNode(context, next);
        mixer.connect(node);
      },
      flush: () => node.port.postMessage('stop'),
      [Symbol.dispose]: () => scope[Symbol.dispose](),
    };
  } catch (error) {
    scope[Symbol.dispose]();
    throw error instanceof CaptureError ? error : new CaptureError('capture.failed', error);
  }
}

/** At the microphone's own rate where the browser tells and allows it: nothing is resampled before we do it. */
function contextFor(stream: MediaStream): AudioContext {
  const { sampleRate } = stream.getAudioTracks()[0]?.getSettings() ?? {};
  try {
    return new AudioContext(sampleRate ? { sampleRate } : {});
  } catch {
    return new AudioContext();
  }
}

const stopAll = (stream: MediaStream | null) => {
  for (const track of stream?.getTracks() ?? []) track.stop();
};

/** What is heard is what is recorded: browsers process speech unless they are told not to. */
async function openStream({ deviceId, options }: MicrophoneInput): Promise<MediaStream> {
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
