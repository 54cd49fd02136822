import { receivePcm } from '#workers/media/pcm/pcm-stream.ts';
import { serve } from '#workers/rpc.ts';
import type { PcmReaderContract } from './pcm-reader.contract.ts';

serve<PcmReaderContract>({
  async read({ source }) {
    let samples = 0;
    for await (const block of receivePcm(source)) samples += block.length;
    return samples;
  },
});
