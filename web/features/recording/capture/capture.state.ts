import { problemOf } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import type { CaptureGraph, GraphEvent, GraphInput, Microphone } from './capture-graph.ts';
import { type Device, wantedDevice } from './devices.rules.ts';
import type { Devices } from './devices.ts';
import type { CaptureOptions } from '#web/features/recording/recording.rules.ts';

export type CaptureEvent =
  | { type: 'devices'; devices: Device[] }
  /** A microphone is connected. `isSwitched`: a different one that the person did not choose. */
  | { type: 'heard'; microphone: Microphone; isSwitched: boolean }
  | { type: 'lost' }
  | Extract<GraphEvent, { type: 'muted' | 'suspended' | 'systemEnded' }>;

export type Capture = Disposable & {
  microphone(): Microphone | null;
  track(): MediaStreamTrack | null;
  isOpen(): boolean;
  /** Opens the microphone chosen last, else the default. Rejects with a `CaptureError`. */
  open(options: CaptureOptions): Promise<void>;
  /** Switches to this microphone and remembers it. Rejects with a `CaptureError`; then the previous one stays. */
  choose(deviceId: string): Promise<void>;
  /** Reopens the last chosen microphone after it was lost. Rejects with a `CaptureError`. */
  again(): Promise<void>;
  /** Changes the audio processing of the current microphone. Rejects with a `CaptureError`; then nothing has changed. */
  process(options: CaptureOptions): Promise<void>;
  addSystemAudio(): Promise<boolean>;
  removeSystemAudio(): void;
  wake(): void;
  /** Connects the microphone to a new recorder. */
  refeed(): Promise<void>;
  flush(): void;
  close(): void;
};

export type CaptureInput = {
  openGraph(input: GraphInput): Promise<CaptureGraph>;
  devices: Devices;
  /** Connects the recorder to the port that receives the samples. */
  attach(pcm: MessagePort, sampleRate: number): Promise<void>;
  /** Delay between the loss of a microphone and the switch to the default one, ms. */
  fallbackAfterMs: number;
  onEvent(event: CaptureEvent): void;
};

export function createCapture(input: CaptureInput): Capture {
  const { devices, onEvent } = input;
  const scope = createScope();
  let graph: CaptureGraph | null = null;
  let options: CaptureOptions | null = null;
  let chosen = devices.remembered();
  let last: Microphone | null = null;
  let isLost = false;
  /** Identifies the current graph: events of former graphs are ignored. */
  let life: object | null = null;
  let timer: ReturnType<typeof setTimeout> | undefined;
  /** Changes run one at a time, so that the last one wins. */
  let turn: Promise<unknown> = Promise.resolve();
  scope.defer(close);
  scope.defer(devices.onChange(() => void onDevices()));

  const inTurn = <T>(work: () => Promise<T>): Promise<T> => {
    const result = turn.then(work);
    turn = result.catch(() => {});
    return result;
  };

  async function list(): Promise<Device[]> {
    const found = await devices.list().catch(() => []);
    if (!scope.signal.aborted) onEvent({ type: 'devices', devices: found });
    return found;
  }

  async function onDevices(): Promise<void> {
    const found = await list();
    if (!isLost || scope.signal.aborted) return;
    // The lost device is plugged in again, or another device is available now.
    if (found.some(({ id }) => id === last?.id)) await goOn(last?.id ?? null);
    else fallBackLater();
  }

  async function use(deviceId: string | null, isAsked: boolean): Promise<void> {
    const current = graph;
    if (!current || !options) return;
    const microphone = await current.use({ deviceId, options });
    if (graph === current) heard(microphone, isAsked);
  }

  function heard(microphone: Microphone, isAsked: boolean): void {
    clearTimeout(timer);
    isLost = false;
    // The default is another device after the former one was unplugged.
    const isSwitched = !isAsked && last !== null && last.label !== microphone.label;
    last = { ...microphone };
    onEvent({ type: 'heard', microphone, isSwitched });
  }

  /** Switches automatically; a failure is ignored, because the next device change tries again. */
  const goOn = (deviceId: string | null) =>
    inTurn(async () => {
      if (isLost) await use(deviceId, false);
    }).catch(() => {});

  function fallBackLater(): void {
    clearTimeout(timer);
    timer = setTimeout(() => void goOn(null), input.fallbackAfterMs);
  }

  function onGraph(event: GraphEvent): void {
    if (event.type !== 'ended') return onEvent(event);
    isLost = true;
    onEvent({ type: 'lost' });
    // The handler of the event may have closed the capture.
    if (!graph) return;
    fallBackLater();
    void list();
  }

  function close(): void {
    clearTimeout(timer);
    isLost = false;
    life = null;
    const former = graph;
    graph = null;
    former?.[Symbol.dispose]();
  }

  async function openGraph(deviceId: string | null, wanted: CaptureOptions): Promise<CaptureGraph> {
    const { port1, port2 } = new MessageChannel();
    const mine = {};
    life = mine;
    const opened = await input.openGraph({
      deviceId,
      options: wanted,
      pcm: port1,
      onEvent: (event) => {
        if (life === mine && !scope.signal.aborted) onGraph(event);
      },
    });
    try {
      await input.attach(port2, opened.sampleRate);
      scope.signal.throwIfAborted();
      return opened;
    } catch (error) {
      opened[Symbol.dispose]();
      throw error;
    }
  }

  return {
    microphone: () => graph?.microphone() ?? null,
    track: () => graph?.track() ?? null,
    isOpen: () => graph !== null,
    open: (wanted) =>
      inTurn(async () => {
        close();
        options = { ...wanted };
        const before = await list();
        // Before permission is granted, the device list has no names: then the remembered device is tried anyway.
        const deviceId = before.length > 0 ? wantedDevice(before, chosen) : chosen;
        graph = await openGraph(deviceId, options).catch((error: unknown) => {
          if (deviceId === null || problemOf(error).code !== 'capture.no_device') throw error;
          return openGraph(null, wanted);
        });
        await list();
        const microphone = graph?.microphone();
        if (microphone) heard(microphone, true);
        else if (graph) onGraph({ type: 'ended' });
      }),
    choose(deviceId) {
      chosen = deviceId;
      devices.remember(deviceId);
      return inTurn(() => use(deviceId, true));
    },
    again: () => inTurn(() => use(chosen, true)),
    process: (wanted) =>
      inTurn(async () => {
        const former = options;
        options = { ...wanted };
        try {
          const id = graph?.microphone()?.id ?? null;
          if (graph?.microphone()) await use(id, true);
        } catch (error) {
          options = former;
          throw error;
        }
      }),
    addSystemAudio: async () => (graph ? await graph.addSystemAudio() : false),
    removeSystemAudio: () => graph?.removeSystemAudio(),
    wake: () => graph?.wake(),
    async refeed() {
      if (!graph) return;
      const { port1, port2 } = new MessageChannel();
      graph.feed(port1);
      await input.attach(port2, graph.sampleRate);
    },
    flush: () => graph?.flush(),
    close,
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}
