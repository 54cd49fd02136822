import { createScope } from '#web/lib/scope.ts';
import { addCapture, createCaptureNode } from '#workers/recorder/capture/capture.client.ts';
import { captureFacts } from './permission.ts';
import { captureCodeOf, CaptureError, captureObstacle } from './permission.rules.ts';
import type { CaptureOptions } from '#web/features/recording/recording.rules.ts';
import { openSystemAudio, type SystemAudio } from './system-audio.ts';

export type Microphone = { id: string | null; label: string; isMuted: boolean };

export type GraphEvent =
  | { type: 'muted'; isMuted: boolean }
  /** The track has ended: the device was unplugged or withdrawn by the browser. */
  | { type: 'ended' }
  /** The browser has suspended or resumed the audio context. */
  | { type: 'suspended'; isSuspended: boolean }
  /** The person ended the sharing of system audio. */
  | { type: 'systemEnded' };

export type MicrophoneInput = {
  deviceId: string | null;
  options: Pick<CaptureOptions, 'echoCancellation' | 'noiseSuppression' | 'autoGainControl'>;
};

export type CaptureGraph = Disposable & {
  readonly sampleRate: number;
  microphone(): Microphone | null;
  track(): MediaStreamTrack | null;
  /** Switches to this microphone. Rejects with a `CaptureError`; then the previous one stays connected. */
  use(input: MicrophoneInput): Promise<Microphone>;
  /**
   * Mixes in the sound of a tab or of the computer. Resolves with false if the person chose none. Rejects with
   * `capture.system_audio`.
   */
  addSystemAudio(): Promise<boolean>;
  removeSystemAudio(): void;
  wake(): void;
  /** Sends the samples to this port from now on. The port is transferred. */
  feed(pcm: MessagePort): void;
  /** Posts the samples left in the worklet, then the end. */
  flush(): void;
};

export type GraphInput = MicrophoneInput & {
  /** Receives the samples (`CaptureMessage`). The port is transferred. */
  pcm: MessagePort;
  onEvent(event: GraphEvent): void;
};

/**
 * Web Audio graph in front of the recorder: microphone → mixer → worklet, at the device's sample rate, with only the processing
 * asked for. Rejects with a `CaptureError`. Disposing releases the microphone.
 */
export async function openCaptureGraph({ pcm, onEvent, ...input }: GraphInput): Promise<CaptureGraph> {
  const obstacle = captureObstacle(await captureFacts());
  if (obstacle) throw new CaptureError(obstacle);
  const scope = createScope();
  try {
    // A page with an open microphone may play sound, so a context created afterwards is not suspended.
    let stream = await openStream(input);
    const context = contextFor(stream);
    scope.defer(() => void context.close().catch(() => {}));
    scope.defer(() => stopAll(stream));
    await addCapture(context);
    let node = createCaptureNode(context, pcm);
    // A mono input stays mono; mixed with stereo it goes to both channels.
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
      // If this throws, the previous microphone stays connected.
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
        // An ended track would continue as silence.
        source?.disconnect();
        source = heard = null;
        onEvent({ type: 'ended' });
      });
      heard = { id: track.getSettings().deviceId ?? null, label: track.label, isMuted: track.muted };
      return heard;
    }

    /** Some browsers open one microphone at a time: then the current one is released first. */
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
    // Some browsers resume the context only when the page is shown again or touched.
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

/** Uses the microphone's own sample rate if the browser reports and allows it, so that the browser does not resample. */
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

/** Sets each constraint explicitly: browsers process speech by default. */
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
