import { createLiveMonitor, type SoundUse, type SoundWarning } from '#wasm/live/live-monitor.ts';
import { loadKernel } from '../../tools/kernel.ts';
import type { Sound } from '../quality/degrade.ts';

export type Heard = {
  /**
   * Start and end of each warning, s from the beginning; the end is null if the warning lasts to the end of the sound.
   */
  spans: { warning: SoundWarning; fromS: number; toS: number | null }[];
  /** Time of the first result of the sound check, s (null if there is none), and all results in order. */
  verdictS: number | null;
  verdicts: { atS: number; verdict: string }[];
  durationS: number;
};

const blockS = 0.02;

export async function runMonitor(
  sound: Sound,
  useAt: (atS: number) => SoundUse = () => 'recorded',
): Promise<Heard> {
  const { samples, sampleRate, channels } = sound;
  const { createDetect, createResampler } = loadKernel();
  const monitor = createLiveMonitor({ sampleRate, channels, detect: createDetect(), createResampler });
  const blockSamples = Math.round(sampleRate * blockS) * channels;
  const heard: Heard = {
    spans: [],
    verdictS: null,
    verdicts: [],
    durationS: samples.length / channels / sampleRate,
  };
  let last: readonly SoundWarning[] = [];
  for (let at = 0; at < samples.length; at += blockSamples) {
    const block = samples.subarray(at, at + blockSamples);
    const atS = (at + block.length) / channels / sampleRate;
    const { warnings, verdict } = await monitor.push(block, useAt(atS));
    for (const warning of warnings)
      if (!last.includes(warning)) heard.spans.push({ warning, fromS: atS, toS: null });
    for (const warning of last)
      if (!warnings.includes(warning)) heard.spans.findLast((span) => span.warning === warning)!.toS = atS;
    last = warnings;
    if (verdict === null || heard.verdicts.at(-1)?.verdict === verdict) continue;
    heard.verdictS ??= atS;
    heard.verdicts.push({ atS, verdict });
  }
  return heard;
}
