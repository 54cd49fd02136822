import { afterAll, describe, expect, it } from 'vitest';
import { createDownmix } from '#wasm/dsp/downmix.ts';
import { createMonoResampler } from '#wasm/dsp/resample.ts';
import { concat } from '#wasm/testing/signals.ts';
import { createPcmCutter } from '#wasm/trim/cut-pcm.ts';
import { draftRanges } from '#wasm/trim/plan.ts';
import { openFile, openMedia } from '#workers/media/media.client.ts';
import { createPcmStream, receivePcm } from '#workers/media/pcm/pcm-stream.ts';
import { transfer } from '#workers/rpc.ts';
import { encoderInput } from '#workers/testing/encoder-input.ts';
import { firstOrAll, recording, recordingsIn, someOf } from '#workers/testing/recordings.ts';
import { mp3FrameSamples, speechMp3 } from './encode.contract.ts';
import { openEncodePool } from './encoder.client.ts';
import type { EncodeJob } from './job-stream.ts';

const { signal } = new AbortController();

/** Decodes a file and mixes it down to the mono input of the encoder. */
async function monoOf(file: File): Promise<Float32Array> {
  using media = openMedia();
  const probe = await openFile(media, file, signal);
  const { sink, source } = createPcmStream();
  const decoding = media.call('decode', transfer({ file, probe, sink }, [sink.port]));
  const downmix = createDownmix(probe);
  const { sampleRate } = probe;
  const resampler = createMonoResampler({ sampleRate, channels: 1, targetRate: speechMp3.sampleRate });
  const parts: Float32Array[] = [];
  const receiving = (async () => {
    for await (const block of receivePcm(source)) parts.push(resampler.push(downmix.push(block)).slice());
    parts.push(resampler.push(downmix.finish()).slice(), resampler.finish());
  })();
  await Promise.all([decoding, receiving]);
  return concat(...parts);
}

describe.skipIf(recordingsIn('containers').length === 0)('the containers of AUDIO_DIR', () => {
  const pool = openEncodePool(speechMp3, 1);
  afterAll(() => pool[Symbol.dispose]());

  // Two kinds of container are enough here: whatever container a sound came from, the encoder gets the same kind of samples,
  // and `encoder.browser.test.ts` tests those.
  it.each(firstOrAll(someOf(recordingsIn('containers')), 2))(
    '%s: chunks equal the whole, byte for byte',
    async (name) => {
      const file = await recording(name);
      const mono = await monoOf(file);
      const encode = async (job: Pick<EncodeJob, 'skipFrames' | 'frames'>, samples: Float32Array) => {
        return (await pool.encode({ index: 0, ...job, pcm: encoderInput(samples) })).frames;
      };
      const whole = await encode({ skipFrames: 0, frames: null }, mono);
      const frameSamples = mp3FrameSamples(speechMp3.sampleRate);
      const cutter = createPcmCutter({ frameSamples, ranges: draftRanges(131, 0) });
      const chunks: Blob[] = [];
      for (const job of cutter.push(mono)) chunks.push(await encode(job, job.pcm));
      for (const job of cutter.finish()) chunks.push(await encode(job, job.pcm));
      const [a, b] = await Promise.all([new Blob(chunks).arrayBuffer(), whole.arrayBuffer()]);
      expect(new Uint8Array(a)).toEqual(new Uint8Array(b));
    },
  );
});
