import { createMutex } from '#api/shared/mutex.ts';
import { createScope } from '#web/lib/scope.ts';
import type { MicrophoneEvent } from './microphone-capture.ts';
import { type Device, wantedDevice } from './devices.rules.ts';
import type { Devices } from './devices.ts';
import { createCaptureConnection, type CaptureConnectionInput } from './capture-connection.ts';
import { createMicrophoneLoss } from './microphone-loss.ts';
import type { Microphone } from './microphone-source.ts';
import type { CaptureOptions } from '#web/features/recording/state/recording.rules.ts';

export type CaptureEvent =
  | { type: 'devices'; devices: Device[] }
  /**
   * A microphone is connected. `isSwitched` means that it is another one than before, and the person did not choose it.
   */
  | { type: 'connected'; microphone: Microphone; isSwitched: boolean }
  | { type: 'lost' }
  | Extract<MicrophoneEvent, { type: 'muted' | 'suspended' | 'systemEnded' }>;

export type Capture = Disposable & {
  microphone(): Microphone | null;
  track(): MediaStreamTrack | null;
  /** True while a capture is open, even after its microphone was lost. */
  isOpen(): boolean;
  /** Opens the microphone that was chosen last, or the default one. Rejects with a `CaptureError`. */
  open(options: CaptureOptions): Promise<void>;
  /**
   * Switches to this microphone and remembers it. Rejects with a `CaptureError`; the previous microphone then stays.
   */
  choose(deviceId: string): Promise<void>;
  /** Opens the last chosen microphone again after it was lost. Rejects with a `CaptureError`. */
  again(): Promise<void>;
  /** Opens the present microphone again. Rejects with a `CaptureError`; the present one then stays. */
  reopen(): Promise<void>;
  /**
   * Changes the audio processing of the current microphone. Rejects with a `CaptureError`; in that case nothing has
   * changed.
   */
  process(options: CaptureOptions): Promise<void>;
  addSystemAudio(): Promise<boolean>;
  removeSystemAudio(): void;
  wake(): void;
  /** Connects the microphone to a new recorder. */
  feedNewRecorder(): Promise<void>;
  flush(): void;
  close(): void;
};

export type CaptureInput = Pick<CaptureConnectionInput, 'openCapture' | 'attach'> & {
  devices: Devices;
  /** Delay between the loss of a microphone and the switch to the default one, ms. */
  fallbackAfterMs: number;
  onEvent(event: CaptureEvent): void;
};

/** Holds the microphone of a recording, and replaces it after a loss. */
export function createCapture(input: CaptureInput): Capture {
  const { openCapture, attach, devices, fallbackAfterMs, onEvent } = input;
  const scope = createScope();
  // Changes run one at a time, in the order of their calls, so that the last one determines the result.
  const inTurn = createMutex();
  let chosen = devices.remembered();
  const connection = scope.use(
    createCaptureConnection({ openCapture, attach, onEvent: onMicrophoneEvent, onMicrophone }),
  );
  const { opened, use } = connection;
  const loss = scope.use(
    createMicrophoneLoss({
      fallbackAfterMs,
      switchTo: (deviceId) =>
        inTurn(async () => {
          if (loss.isLost()) await use(deviceId, false);
        }),
    }),
  );
  scope.defer(devices.onChange(() => void list().then(loss.onDevices)));

  async function list(): Promise<Device[]> {
    const found = await devices.list().catch(() => []);
    if (!scope.signal.aborted) onEvent({ type: 'devices', devices: found });
    return found;
  }

  async function open(options: CaptureOptions): Promise<void> {
    close();
    const before = await list();
    // Before permission is granted, the list of devices is empty. The remembered device is then tried in any case.
    await connection.open(before.length > 0 ? wantedDevice(before, chosen) : chosen, options);
    await list();
    const microphone = opened()?.microphone();
    if (microphone) onMicrophone(microphone, true);
    else if (opened()) onMicrophoneEvent({ type: 'ended' });
  }

  function onMicrophone(microphone: Microphone, isAsked: boolean): void {
    const isOther = loss.endWith(microphone);
    onEvent({ type: 'connected', microphone, isSwitched: isOther && !isAsked });
  }

  function onMicrophoneEvent(event: MicrophoneEvent): void {
    if (event.type !== 'ended') return onEvent(event);
    loss.begin();
    onEvent({ type: 'lost' });
    // The handler of the event may have closed the capture.
    if (!opened()) return;
    loss.fallBackLater();
    void list();
  }

  function close(): void {
    loss.end();
    connection.close();
  }

  return {
    microphone: () => opened()?.microphone() ?? null,
    track: () => opened()?.track() ?? null,
    isOpen: () => opened() !== null,
    open: (options) => inTurn(() => open(options)),
    choose(deviceId) {
      chosen = deviceId;
      devices.remember(deviceId);
      return inTurn(() => use(deviceId, true));
    },
    again: () => inTurn(() => use(chosen, true)),
    reopen: () => inTurn(() => use(opened()?.microphone()?.id ?? null, false)),
    process: (options) => inTurn(() => connection.process(options)),
    addSystemAudio: async () => (await opened()?.addSystemAudio()) ?? false,
    removeSystemAudio: () => opened()?.removeSystemAudio(),
    wake: () => opened()?.wake(),
    feedNewRecorder: connection.feedNewRecorder,
    flush: () => opened()?.flush(),
    close,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
