import { problemOf } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import type { MicrophoneCapture, MicrophoneEvent, MicrophoneCaptureInput } from './microphone-capture.ts';
import type { Microphone, MicrophoneInput } from './microphone-source.ts';

type Processing = MicrophoneInput['options'];

/** Holds the open capture, its audio processing, and the port through which the recorder receives its samples. */
type CaptureConnection = Disposable & {
  /** Returns the open capture; null before `open` and after `close`. */
  opened(): MicrophoneCapture | null;
  /** Opens a capture with this microphone, or with the default one if this one is gone. Rejects with a `CaptureError`. */
  open(deviceId: string | null, processing: Processing): Promise<void>;
  /**
   * Switches to this microphone. Rejects with a `CaptureError`; the previous microphone then stays. `isAsked`: the
   * person asked for it.
   */
  use(deviceId: string | null, isAsked: boolean): Promise<void>;
  /**
   * Changes the audio processing of the microphone. Rejects with a `CaptureError`; in that case nothing has changed.
   */
  process(processing: Processing): Promise<void>;
  /** Connects the open capture to a new recorder. */
  feedNewRecorder(): Promise<void>;
  close(): void;
};

export type CaptureConnectionInput = {
  openCapture(input: MicrophoneCaptureInput): Promise<MicrophoneCapture>;
  /** Connects the recorder to the port that receives the samples. */
  attach(pcm: MessagePort, sampleRate: number): Promise<void>;
  onEvent(event: MicrophoneEvent): void;
  /** Called when `use` or `process` has connected this microphone. `isAsked`: the person asked for it. */
  onMicrophone(microphone: Microphone, isAsked: boolean): void;
};

export function createCaptureConnection(input: CaptureConnectionInput): CaptureConnection {
  const scope = createScope();
  let capture: MicrophoneCapture | null = null;
  let options: Processing | null = null;
  /** Identifies the capture that was opened last. Events of earlier captures are ignored. */
  let latest: object | null = null;
  scope.defer(close);

  async function openCapture(deviceId: string | null, processing: Processing): Promise<void> {
    const { port1, port2 } = new MessageChannel();
    const mine = {};
    latest = mine;
    const opened = await input.openCapture({
      deviceId,
      options: processing,
      pcm: port1,
      onEvent(event) {
        if (latest === mine && !scope.signal.aborted) input.onEvent(event);
      },
    });
    try {
      if (latest === mine) await input.attach(port2, opened.sampleRate);
      scope.signal.throwIfAborted();
    } catch (error) {
      opened[Symbol.dispose]();
      throw error;
    }
    // The person may have closed the recording while the browser asked for the microphone.
    if (latest === mine) capture = opened;
    else opened[Symbol.dispose]();
  }

  async function use(deviceId: string | null, isAsked: boolean): Promise<void> {
    const current = capture;
    if (!current || !options) return;
    const microphone = await current.use({ deviceId, options }, isAsked);
    if (capture === current) input.onMicrophone(microphone, isAsked);
  }

  function close(): void {
    latest = null;
    const former = capture;
    capture = null;
    former?.[Symbol.dispose]();
  }

  return {
    opened: () => capture,
    async open(deviceId, processing) {
      options = { ...processing };
      await openCapture(deviceId, options).catch((error: unknown) => {
        if (deviceId === null || problemOf(error).code !== 'capture.no_device') throw error;
        return openCapture(null, processing);
      });
    },
    use,
    async process(processing) {
      const former = options;
      options = { ...processing };
      try {
        const microphone = capture?.microphone();
        if (microphone) await use(microphone.id, true);
      } catch (error) {
        options = former;
        throw error;
      }
    },
    async feedNewRecorder() {
      if (!capture) return;
      const { port1, port2 } = new MessageChannel();
      capture.feed(port1);
      await input.attach(port2, capture.sampleRate);
    },
    close,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
