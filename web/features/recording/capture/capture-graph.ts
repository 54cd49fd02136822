import { createScope, type Scope } from '#web/lib/scope.ts';
import { addCapture, createCaptureNode } from '#workers/recorder/capture/capture.client.ts';
import {
  createMicrophoneSource,
  type Microphone,
  type MicrophoneInput,
  openStream,
} from './microphone-source.ts';
import { captureFacts } from './permission.ts';
import { CaptureError, captureObstacle } from './permission.rules.ts';
import { createSystemAudioMix } from './system-audio.ts';

export type GraphEvent =
  | { type: 'muted'; isMuted: boolean }
  /** The track has ended. The device was unplugged, or the browser has withdrawn it. */
  | { type: 'ended' }
  /** The browser has suspended or resumed the audio context. */
  | { type: 'suspended'; isSuspended: boolean }
  /** The person ended the sharing of system audio. */
  | { type: 'systemEnded' };

export type CaptureGraph = Disposable & {
  /** Sample rate of the audio context, Hz. */
  readonly sampleRate: number;
  /** Returns the connected microphone; null after it was lost. */
  microphone(): Microphone | null;
  track(): MediaStreamTrack | null;
  /** Switches to this microphone. Rejects with a `CaptureError`; the previous microphone then stays connected. */
  use(input: MicrophoneInput): Promise<Microphone>;
  /**
   * Mixes in the sound of a tab or of the computer. Resolves with false if the person chose none. Rejects with
   * `capture.system_audio`.
   */
  addSystemAudio(): Promise<boolean>;
  removeSystemAudio(): void;
  /** Resumes the audio context if the browser has suspended it. */
  wake(): void;
  /** Sends the samples to this port from now on. The port is transferred. */
  feed(pcm: MessagePort): void;
  /** Posts the samples that are left in the worklet, and then the end of the recording. */
  flush(): void;
};

export type GraphInput = MicrophoneInput & {
  /** Receives the samples (`CaptureMessage`). The port is transferred. */
  pcm: MessagePort;
  onEvent(event: GraphEvent): void;
};

/**
 * Opens the Web Audio graph in front of the recorder: microphone → mixer → worklet. It runs at the sample rate of the
 * device, with only the processing that was asked for. Rejects with a `CaptureError`. Disposing releases the
 * microphone.
 */
export async function openCaptureGraph({ pcm, onEvent, ...input }: GraphInput): Promise<CaptureGraph> {
  const obstacle = captureObstacle(await captureFacts());
  if (obstacle) throw new CaptureError(obstacle);
  const scope = createScope();
  try {
    // The microphone is opened first. A page with an open microphone may play audio, so a context that is created after
    // that is not suspended.
    const stream = await openStream(input);
    const context = contextFor(stream);
    const wake = () => resume(context);
    scope.defer(() => void context.close().catch(() => {}));
    // A mono input stays mono. If it is mixed with stereo, it goes to both channels.
    const mixer = new GainNode(context);
    const microphone = scope.use(
      createMicrophoneSource({
        context,
        mixer,
        stream,
        wake,
        onMuted: (isMuted) => onEvent({ type: 'muted', isMuted }),
        onEnded: () => onEvent({ type: 'ended' }),
      }),
    );
    await addCapture(context);
    let node = createCaptureNode(context, pcm);
    mixer.connect(node);
    scope.defer(() => mixer.disconnect());
    const system = scope.use(
      createSystemAudioMix({ context, mixer, onEnded: () => onEvent({ type: 'systemEnded' }) }),
    );
    microphone.connect(stream);
    keepRunning(context, scope, (isSuspended) => onEvent({ type: 'suspended', isSuspended }));

    return {
      sampleRate: context.sampleRate,
      microphone: microphone.current,
      track: microphone.track,
      use: microphone.use,
      addSystemAudio: system.add,
      removeSystemAudio: system.remove,
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

/**
 * Creates an audio context with the microphone's own sample rate, so that the browser does not resample. Without a
 * reported or allowed rate, the browser chooses it.
 */
function contextFor(stream: MediaStream): AudioContext {
  const { sampleRate } = stream.getAudioTracks()[0]?.getSettings() ?? {};
  try {
    return new AudioContext(sampleRate ? { sampleRate } : {});
  } catch {
    return new AudioContext();
  }
}

function resume(context: AudioContext): void {
  if (context.state !== 'running' && context.state !== 'closed') context.resume().catch(() => {});
}

/** Resumes the audio context whenever the browser suspends it, and reports each change until `scope` ends. */
function keepRunning(context: AudioContext, scope: Scope, onSuspended: (isSuspended: boolean) => void): void {
  const wake = () => resume(context);
  const onState = () => {
    if (scope.signal.aborted) return;
    onSuspended(context.state !== 'running');
    wake();
  };
  scope.listen(context, 'statechange', onState);
  // Some browsers resume the context only when the page is shown again, or when the person touches it.
  scope.listen(document, 'visibilitychange', () => document.visibilityState === 'visible' && wake());
  for (const type of ['pointerdown', 'keydown']) scope.listen(window, type, wake, { capture: true });
  if (context.state !== 'running') onState();
}
