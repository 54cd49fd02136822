/** Test doubles of microphones and monitors. */
import type { SoundAnalysis } from '#workers/analysis/analysis.contract.ts';
import type { LiveReport, MonitorEvent } from '#workers/monitor/monitor.contract.ts';
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
  const heard: ((event: MonitorEvent) => void)[] = [];
  const ends: ((isWell: boolean) => void)[] = [];
  return {
    openMonitor: () => ({
      listen(_port: MessagePort, _format: unknown, onEvent: (event: MonitorEvent) => void) {
        heard.push(onEvent);
        return new Promise<boolean>((resolve) => ends.push(resolve));
      },
      [Symbol.dispose]() {},
    }),
    report(report: Partial<LiveReport>, positionS: number | null) {
      heard.at(-1)?.({ type: 'report', report: reportOf(report), positionS });
    },
    part(sound: SoundAnalysis) {
      heard.at(-1)?.({ type: 'part', sound });
    },
    emit: (event: MonitorEvent) => heard.at(-1)?.(event),
    fail: () => ends.at(-1)?.(false),
    count: () => heard.length,
  };
}
