/** Test doubles of microphones and monitors. */
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type {
  LiveReport,
  MonitorEvent,
  MonitorWindow,
  WindowOptions,
} from '#workers/monitor/monitor.contract.ts';
import type { Monitor } from '#workers/monitor/monitor.client.ts';
import type { MicrophoneCapture, MicrophoneEvent, MicrophoneCaptureInput } from './microphone-capture.ts';
import type { Microphone } from './microphone-source.ts';
import type { Device } from './devices.rules.ts';
import type { Devices } from './devices.ts';
import { CaptureError } from './permission.rules.ts';

export const reportOf = (change: Partial<LiveReport> = {}): LiveReport => ({
  peakDbfs: -12,
  rmsDbfs: -24,
  momentaryLufs: -23,
  isSpeech: true,
  warnings: [],
  verdict: 'good',
  ...change,
});

export function createFakeCaptures() {
  const built: FakeCapture[] = [];
  const failures: CaptureError[] = [];
  const microphones: Record<string, string> = { default: 'Internes Mikrofon', usb: 'USB Mikrofon' };
  async function openCapture(input: MicrophoneCaptureInput): Promise<MicrophoneCapture> {
    const failure = failures.shift();
    if (failure) throw failure;
    let heard: Microphone | null = null;
    const use = (deviceId: string | null): Microphone => {
      const id = deviceId ?? 'default';
      const label = microphones[id];
      if (label === undefined) throw new CaptureError('capture.no_device');
      heard = { id, label, isMuted: false };
      return heard;
    };
    use(input.deviceId);
    const capture: FakeCapture = {
      sampleRate: 48_000,
      isOpen: true,
      emit: input.onEvent,
      pullOut() {
        heard = null;
        input.onEvent({ type: 'ended' });
      },
      microphone: () => heard,
      track: () => null,
      use: async ({ deviceId }) => {
        const failed = failures.shift();
        if (failed) throw failed;
        return use(deviceId);
      },
      addSystemAudio: async () => true,
      removeSystemAudio() {},
      wake() {},
      feed() {},
      flush() {},
      [Symbol.dispose]() {
        capture.isOpen = false;
      },
    };
    built.push(capture);
    return capture;
  }
  return { openCapture, failures, microphones, latest: () => built.at(-1) as FakeCapture, built };
}

type FakeCapture = MicrophoneCapture & {
  isOpen: boolean;
  emit(event: MicrophoneEvent): void;
  pullOut(): void;
};

export function createFakeDevices(list: Device[], remembered: string | null = null) {
  const listeners = new Set<() => void>();
  let kept = remembered;
  const devices: Devices & { change(next: Device[]): void } = {
    list: async () => list,
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    remembered: () => kept,
    remember(id) {
      kept = id;
    },
    change(next) {
      list = next;
      for (const listener of listeners) listener();
    },
  };
  return devices;
}

export function createFakeMonitors() {
  const built: FakeMonitor[] = [];
  const latest = () => built.at(-1) as FakeMonitor;
  return {
    openMonitor: (): FakeMonitor => {
      const monitor = createFakeMonitor();
      built.push(monitor);
      return monitor;
    },
    built,
    report(report: Partial<LiveReport>, positionS: number | null) {
      built.at(-1)?.emit({ type: 'report', report: reportOf(report), positionS });
    },
    part(sound: SoundAnalysis) {
      built.at(-1)?.emit({ type: 'part', sound });
    },
    emit: (event: MonitorEvent) => built.at(-1)?.emit(event),
    /** Gives the next window of the latest monitor; null ends them. */
    window: (next: MonitorWindow | null) => latest().give(next),
    fail: () => built.at(-1)?.end(false),
    count: () => built.length,
  };
}

export type FakeMonitor = Monitor & {
  isOpen: boolean;
  wanted: WindowOptions | null;
  emit(event: MonitorEvent): void;
  /** Gives the next window; null ends them. */
  give(next: MonitorWindow | null): void;
  end(isWell: boolean): void;
};

function createFakeMonitor(): FakeMonitor {
  const windows: (MonitorWindow | null)[] = [];
  const { promise: ended, resolve: end } = Promise.withResolvers<boolean>();
  const closing = new AbortController();
  let changed = Promise.withResolvers<void>();
  const change = () => {
    changed.resolve();
    changed = Promise.withResolvers();
  };
  const monitor: FakeMonitor = {
    isOpen: true,
    wanted: null,
    emit() {},
    end(isWell) {
      if (!isWell) closing.abort();
      end(isWell);
    },
    give(next) {
      windows.push(next);
      change();
    },
    listen(_port, _format, onEvent) {
      monitor.emit = onEvent;
      return ended;
    },
    cutWindows(options) {
      monitor.wanted = options;
    },
    async nextWindow(given) {
      const signal = AbortSignal.any([given, closing.signal]);
      signal.addEventListener('abort', change, { once: true });
      for (;;) {
        signal.throwIfAborted();
        if (windows.length > 0) break;
        await changed.promise;
      }
      return windows.shift() ?? null;
    },
    [Symbol.dispose]() {
      monitor.isOpen = false;
      closing.abort();
    },
  };
  return monitor;
}
