import type { CaptureMessage } from '#workers/recorder/recorder.contract.ts';

/** What a capture node posts. */
export type PcmInput = Disposable & {
  /** Until the node has said that it ended; a while at most, since one that went with its context says nothing. */
  ended(): Promise<void>;
};

/** The rest of a node that was stopped comes within one block. */
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
