import type { MonitorMessage } from '#workers/recorder/recorder.contract.ts';
import { openPcmInput, type PcmInput } from './pcm-input.ts';

/** What receives the sound: the core of the recorder. */
type Listener = {
  listen(sampleRate: number): void;
  push(block: Float32Array<ArrayBuffer>, toMonitor: (message: MonitorMessage) => void): void;
};
type Attached = { pcm: MessagePort; sampleRate: number; monitor: MessagePort | null };

/** The connected capture, and the monitor that receives its sound. */
export type SoundInput = Disposable & {
  /** Connects a capture in place of the former one, whose last samples are awaited briefly. */
  attach(listener: Listener, attached: Attached): Promise<void>;
  /** Resolves when the last samples of a capture that was ended have arrived. */
  ended(): Promise<void>;
  endMonitor(): void;
};

/** `onFailure` is called when the sound cannot be decoded. */
export function createSoundInput(onFailure: (error: unknown) => void): SoundInput {
  let input: PcmInput | null = null;
  let monitor: MessagePort | null = null;

  const toMonitor = (message: MonitorMessage) =>
    monitor?.postMessage(message, 'samples' in message ? [message.samples.buffer] : []);

  function endMonitor(): void {
    toMonitor({ type: 'end' });
    monitor = null;
  }

  return {
    async attach(listener, attached) {
      await input?.ended();
      input?.[Symbol.dispose]();
      endMonitor();
      const { pcm: port, sampleRate } = attached;
      ({ monitor } = attached);
      listener.listen(sampleRate);
      input = openPcmInput({
        port,
        sampleRate,
        onBlock: (block) => listener.push(block, toMonitor),
        onFailure,
      });
    },
    async ended() {
      await input?.ended();
    },
    endMonitor,
    [Symbol.dispose]: () => input?.[Symbol.dispose](),
  };
}
