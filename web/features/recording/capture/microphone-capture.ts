import { log } from '#web/lib/log.ts';
import { createScope } from '#web/lib/scope.ts';
import type { CaptureMessage } from '#workers/recorder/recorder.contract.ts';
import type { CaptureWayInput } from './capture-way.ts';
import {
  createMicrophoneSource,
  type Microphone,
  type MicrophoneInput,
  openStream,
} from './microphone-source.ts';
import { captureWays, type CaptureWays, openSound } from './open-sound.ts';
import { captureFacts } from './permission.ts';
import { CaptureError, captureObstacle } from './permission.rules.ts';
import { createSystemAudioMix } from './system-audio.ts';

export type MicrophoneEvent =
  | { type: 'muted'; isMuted: boolean }
  /** The track has ended. The device was unplugged, or the browser has withdrawn it. */
  | { type: 'ended' }
  /** The browser has suspended or resumed the sound. */
  | { type: 'suspended'; isSuspended: boolean }
  /** The person ended the sharing of system audio. */
  | { type: 'systemEnded' };

export type MicrophoneCapture = Disposable & {
  /** Sample rate of the microphone, Hz. */
  readonly sampleRate: number;
  /** Returns the connected microphone; null after it was lost. */
  microphone(): Microphone | null;
  track(): MediaStreamTrack | null;
  /**
   * Switches to this microphone. Rejects with a `CaptureError`; the previous microphone then stays connected. `isAsked`: the
   * person asked for it, so a browser that opens one microphone only may lose the previous one.
   */
  use(input: MicrophoneInput, isAsked: boolean): Promise<Microphone>;
  /**
   * Mixes in the sound of a tab or of the computer. Resolves with false if the person chose none. Rejects with
   * `capture.system_audio`.
   */
  addSystemAudio(): Promise<boolean>;
  removeSystemAudio(): void;
  /** Resumes the sound if the browser has suspended it. */
  wake(): void;
  /** Sends the sound to this port from now on. */
  feed(pcm: MessagePort): void;
  /** Posts the sound that has not been posted, and then the end of the recording. */
  flush(): void;
};

export type MicrophoneCaptureInput = MicrophoneInput & {
  /** Receives the sound (`CaptureMessage`). */
  pcm: MessagePort;
  onEvent(event: MicrophoneEvent): void;
};

/**
 * Opens a microphone in front of the recorder, with only the processing that was asked for, by the first way that delivers sound
 * (`open-sound.ts`). Rejects with a `CaptureError`. Disposing releases the microphone.
 */
export async function openMicrophoneCapture(
  { pcm, onEvent, ...input }: MicrophoneCaptureInput,
  ways: CaptureWays = captureWays,
): Promise<MicrophoneCapture> {
  const obstacle = captureObstacle(await captureFacts());
  if (obstacle) throw new CaptureError(obstacle);
  const scope = createScope();
  let stream: MediaStream | null = null;
  try {
    const opened = (stream = await openStream(input));
    const announce: CaptureWayInput['announce'] = (source, transferred) =>
      pcm.postMessage(source satisfies CaptureMessage, transferred);
    const heldParts = createHeldParts((isSuspended) => onEvent({ type: 'suspended', isSuspended }));
    const microphone = scope.use(
      createMicrophoneSource({
        stream: opened,
        record: (next) => system.record(next),
        onMuted: (isMuted) => onEvent({ type: 'muted', isMuted }),
        onEnded: () => onEvent({ type: 'ended' }),
      }),
    );
    const { track } = microphone;
    const sound = scope.use(
      await openSound(ways, { stream: opened, announce, onSuspended: heldParts('sound'), track }),
    );
    const system = scope.use(
      createSystemAudioMix({
        sampleRate: () => sound.sampleRate,
        record: sound.record,
        onSuspended: heldParts('system audio'),
        onEnded: () => onEvent({ type: 'systemEnded' }),
      }),
    );
    log.info('capture.opened', { way: sound.name, sampleRate: sound.sampleRate });
    microphone.connect(opened);

    return {
      sampleRate: sound.sampleRate,
      microphone: microphone.current,
      track: microphone.track,
      use: microphone.use,
      addSystemAudio: system.add,
      removeSystemAudio: system.remove,
      wake() {
        sound.wake();
        system.wake();
      },
      feed(next) {
        pcm = next;
        sound.announceAgain();
      },
      flush() {
        const ended = pcm;
        void sound.end().then(() => ended.postMessage(null satisfies CaptureMessage));
      },
      [Symbol.dispose]: () => scope[Symbol.dispose](),
    };
  } catch (error) {
    // The device may have been unplugged meanwhile.
    const isGone = stream?.getAudioTracks()[0]?.readyState === 'ended';
    scope[Symbol.dispose]();
    if (error instanceof CaptureError) throw error;
    throw new CaptureError(isGone ? 'capture.no_device' : 'capture.failed', error);
  }
}

/** Returns a function that gives each part its listener. `onSuspended` receives whether one of the parts is suspended. */
function createHeldParts(onSuspended: (isSuspended: boolean) => void) {
  const held = new Set<string>();
  return (part: string) => (isSuspended: boolean) => {
    const was = held.size > 0;
    if (isSuspended) held.add(part);
    else held.delete(part);
    if (held.size > 0 !== was) onSuspended(!was);
  };
}
