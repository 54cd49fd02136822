import { dropoutWindowSamples } from '#wasm/measure/dropout-plan.ts';
import { createDropoutCount, type Dropouts } from '#wasm/measure/dropouts.ts';
import { createDropoutScan } from './dropout-scan.ts';
import type { SamplePart } from './sample-part.ts';

/** Reference of `createDropouts` in JavaScript, with the same dropouts. */
export function createReferenceDropouts({
  sampleRate,
  channels,
}: {
  sampleRate: number;
  channels: number;
}): SamplePart<Dropouts> {
  const windowSamples = dropoutWindowSamples(sampleRate);
  const scans = Array.from({ length: channels }, () => createDropoutScan({ sampleRate, windowSamples }));
  const dropouts = createDropoutCount(sampleRate);
  let filled = 0;

  const endWindow = () => {
    dropouts.add(scans.flatMap(({ scan }) => scan()));
    filled = 0;
  };

  return {
    push(block) {
      const frames = block.length / channels;
      for (let at = 0; at < frames;) {
        const taken = Math.min(windowSamples - filled, frames - at);
        for (let channel = 0; channel < channels; channel++) {
          const { window } = scans[channel]!;
          for (let i = filled, from = at * channels + channel; i < filled + taken; i++, from += channels)
            window[i] = block[from]!;
        }
        at += taken;
        filled += taken;
        if (filled === windowSamples) endWindow();
      }
    },
    result: dropouts.result,
  };
}
