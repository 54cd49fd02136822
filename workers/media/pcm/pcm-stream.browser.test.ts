import { expect, it } from 'vitest';
import { connect, transfer } from '#workers/rpc.ts';
import type { PcmReaderContract } from '#workers/testing/pcm-reader.contract.ts';
import { createPcmSender, createPcmStream, hasSharedMemory } from './pcm-stream.ts';

const openReader = () =>
  connect<PcmReaderContract>(
    new Worker(new URL('../../testing/pcm-reader.worker.ts', import.meta.url), { type: 'module' }),
  );

// Firefox lost the end in one of ten rounds.
it.each(hasSharedMemory() ? [true, false] : [false])(
  'a stream arrives whole although its sender has ended before the receiver gets it (shared: %s)',
  async (isShared) => {
    for (let round = 0; round < 60; round++) {
      using reader = openReader();
      const { sink, source } = createPcmStream({ isShared });
      const sender = createPcmSender(sink);
      for (let block = 0; block < 3; block++) {
        sender.slot();
        sender.post(1_000);
      }
      sender.end();
      expect(await reader.call('read', transfer({ source }, [source.port]))).toBe(3_000);
    }
  },
);
