/** Test double of a device that can write drafts. A model hears the text that the test has said for the start of a window. */
import { createPreviewDouble, draftModel } from './draft-doubles.ts';
import type { MonitorWindow } from '#workers/monitor/monitor.contract.ts';
import type { PreviewModel } from '#workers/preview/preview.contract.ts';
import type { DraftDevice } from './draft-device.ts';

export function createDraftDeviceDouble() {
  const texts = new Map<number, string>();
  const preview = createPreviewDouble((startS) => texts.get(startS) ?? '');
  const listeners = new Set<() => void>();
  const speeds: number[] = [];
  let model: PreviewModel | null = draftModel;
  let isOff = false;
  const change = (act: () => void) => {
    act();
    for (const listener of listeners) listener();
  };
  const draftDevice: DraftDevice = {
    model: () => (isOff ? null : model),
    isOff: () => isOff,
    turnOn: () => change(() => (isOff = false)),
    turnOff: () => change(() => (isOff = true)),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    openPreview: preview.openPreview,
    recordSpeed: (_, timesRealTime) => void speeds.push(timesRealTime),
  };
  return {
    draftDevice,
    preview,
    speeds,
    setModel: (next: PreviewModel | null) => change(() => (model = next)),
    /** Returns a window of a monitor in which `text` is said. `startS` is its start in the recording, s. */
    said(
      text: string,
      { part = 0, startS, offsetS = 0 }: { part?: number; startS: number; offsetS?: number },
    ) {
      texts.set(startS, text);
      const span: [number, number] = [startS - offsetS, startS - offsetS + 2];
      const samples = new Int16Array(2);
      const window = { span, samples, speech: [span], isFinal: true, waitingS: 0, skipped: [] };
      return { part, window } satisfies MonitorWindow;
    },
  };
}
