import type { MonitorMessage } from '#workers/recorder/recorder.contract.ts';
import { openPcmInput, type PcmInput } from './pcm-input.ts';

/** What receives the sound: the core of the recorder. */
type Listener = {
  listen(sampleRate: number): void;
  push(block: Float32Array<ArrayBuffer>, toMonitor: (message: MonitorMessage) => void): void;
};
type Source = { pcm: MessagePort; sampleRate: number; monitor: MessagePort | null };

/** The connected capture node, and the monitor that receives its sound. */
export type SoundInput = Disposable & {
  /** Connects a capture node in place of the former one, whose last samples are awaited briefly. */
  attach(listener: Listener, source: Source): Promise<void>;
  /** Resolves when the last samples of a stopped node have arrived. */
  ended(): Promise<void>;
  endMonitor(): void;
};

export function createSoundInput(): SoundInput {
  let input: PcmInput | null = null;
  let monitor: MessagePort | null = null;

  const toMonitor = (message: MonitorMessage) =>
    monitor?.postMessage(message, 'samples' in message ? [message.samples.buffer] : []);

  function endMonitor(): void {
    toMonitor({ type: 'end' });
    monitor = null;
  }

  return {
    async attach(listener, source) {
      await input?.ended();
      input?.[Symbol.dispose]();
      endMonitor();
      monitor = source.monitor;
      listener.listen(source.sampleRate);
      input = openPcmInput(source.pcm, (block) => listener.push(block, toMonitor));
    },
    async ended() {
      await input?.ended();
    },
    endMonitor,
    [Symbol.dispose]: () => input?.[Symbol.dispose](),
  };
}
