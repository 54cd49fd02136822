import type { CaptureMessage } from '#workers/recorder/recorder.contract.ts';

export type PcmInput = Disposable & {
  /** Resolves when the node has ended, or after `patienceMs`: a node whose context was closed posts nothing. */
  ended(): Promise<void>;
};

/** Limit for the last samples of a stopped node, ms. They arrive within the 21 ms of one block. */
const patienceMs = 300;

export function openPcmInput(
  port: MessagePort,
  onBlock: (block: Float32Array<ArrayBuffer>) => void,
): PcmInput {
  const { promise, resolve } = Promise.withResolvers<void>();
  port.addEventListener('message', ({ data }: MessageEvent<CaptureMessage>) => {
    if (data) onBlock(data);
    else resolve();
  });
  port.start();
  return {
    async ended() {
      const patience = setTimeout(resolve, patienceMs);
      await promise;
      clearTimeout(patience);
    },
    [Symbol.dispose]: () => port.close(),
  };
}
