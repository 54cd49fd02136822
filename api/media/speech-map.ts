import { type PcmFile, pcmSampleRate } from './pcm-file.ts';
import { readLevels } from './pcm-levels.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { fitToLength, isOfOtherSound, saysNearlyNothing, soundsInhabited } from './speech-map.rules.ts';
import { runProcess } from '#api/lib/run-process.ts';

/**
 * Returns the speech regions of decoded audio, s, ascending, without overlap: the map that the device reported, clipped
 * to the length. The server detects the regions itself if no map was reported, if the map belongs to other audio, or if
 * it leaves out nearly everything although the audio is loud for minutes. A wrong map must not silence a recording.
 * @throws the signal's reason
 */
export async function speechOf(
  pcm: PcmFile,
  reported: readonly TimeSpan[] | null,
  signal: AbortSignal,
): Promise<TimeSpan[]> {
  const durationS = pcm.samples / pcmSampleRate;
  if (reported === null || isOfOtherSound(reported, durationS)) return await detectSpeech(pcm, signal);
  const speech = fitToLength(reported, durationS);
  const isDoubtful = saysNearlyNothing(speech, durationS) && soundsInhabited(await readLevels(pcm, signal));
  return isDoubtful ? await detectSpeech(pcm, signal) : speech;
}

/**
 * Detects speech regions as a device does, in a child process that streams the file.
 * @throws the signal's reason
 */
export const detectSpeech = (pcm: PcmFile, signal: AbortSignal): Promise<TimeSpan[]> =>
  runProcess<TimeSpan[]>(new URL('./speech-map-child.ts', import.meta.url), pcm, signal);
