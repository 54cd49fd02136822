import { sanitised } from '#wasm/dsp/sanitise.ts';
import { createDownmix } from '#wasm/dsp/downmix.ts';
import { createNormaliser } from '#wasm/loudness-target/normaliser.ts';
import { loudnessTarget } from '#wasm/loudness-target/plan-gain.ts';
import { createPcmCutter } from '#wasm/trim/cut-pcm.ts';
import { createPcmTrimmer } from '#wasm/trim/trim-pcm.ts';
import { loadKernel } from '#workers/kernel.ts';
import { receivePcm } from '#workers/media/pcm/pcm-stream.ts';
import { serve } from '#workers/rpc.ts';
import { createJobSender } from '#workers/encode/job-stream.ts';
import type { MixContract } from './mix.contract.ts';

serve<MixContract>({
  async mix({ source, sampleRate, channels, settings, plan, gainDb, sink }) {
    const { frameSamples, kept, pieces } = plan;
    const downmix = createDownmix({ sampleRate, channels });
    const { createResampler } = await loadKernel();
    const resampler = createResampler({ sampleRate, channels: 1, targetRate: settings.sampleRate });
    const trimmer = createPcmTrimmer({ sampleRate: settings.sampleRate, frameSamples, kept });
    const normaliser =
      gainDb === null
        ? null
        : createNormaliser({
            sampleRate: settings.sampleRate,
            gainDb,
            ceilingDbtp: loudnessTarget.ceilingDbtp,
          });
    const ranges = pieces.filter(({ kind }) => kind === 'encode');
    const cutter = createPcmCutter({ frameSamples, ranges });
    const sender = createJobSender(sink);
    const cut = async (mono: Float32Array) => {
      for (const job of cutter.push(mono)) await sender.send(job);
    };
    const take = async (mono: Float32Array) => {
      const trimmed = trimmer.push(mono);
      await cut(normaliser ? normaliser.push(trimmed) : trimmed);
    };
    for await (const block of receivePcm(source)) {
      await take(resampler.push(downmix.push(sanitised(block))));
      if (cutter.isDone) break;
    }
    if (!cutter.isDone) {
      await take(resampler.push(downmix.finish()));
      await take(resampler.finish());
      if (normaliser) await cut(normaliser.finish());
      for (const job of cutter.finish()) await sender.send(job);
    }
    sender.end();
    return undefined;
  },
});
