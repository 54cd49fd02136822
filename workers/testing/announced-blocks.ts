import type { CaptureBlock, CaptureMessage } from '#workers/recorder/recorder.contract.ts';

export type AnnouncedBlocks = {
  /** Posts interleaved stereo, whose buffer is transferred. */
  push(block: NonNullable<CaptureBlock>): void;
  /** Ends the capture after what was pushed. */
  end(): void;
};

/** Announces blocks of this sample rate, Hz, to the recorder behind `pcm`, as the capture with a worklet does. */
export function announceBlocks(pcm: MessagePort, sampleRate: number): AnnouncedBlocks {
  const { port1, port2 } = new MessageChannel();
  pcm.postMessage({ from: 'blocks', port: port2, sampleRate } satisfies CaptureMessage, [port2]);
  return {
    push: (block) => port1.postMessage(block, [block.buffer]),
    end() {
      port1.postMessage(null satisfies CaptureBlock);
      pcm.postMessage(null satisfies CaptureMessage);
    },
  };
}
