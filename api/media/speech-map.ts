import { type PcmFile, pcmSampleRate } from './pcm-file.ts';
import { readLevels } from './pcm-levels.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { fitToLength, isOfOtherSound, saysNearlyNothing, soundsInhabited } from './speech-map.rules.ts';
import { runProcess } from '#api/lib/run-process.ts';

/**
 * Where somebody speaks in decoded sound: what the device reported (`reported`), cut to the length that there is, or what the server hears by
 * itself: where nothing was reported, where the map is of another sound, and where it leaves nearly everything out although the
 * sound is loud for minutes. A wrong map must not silence a recording. s, ascending, not overlapping.
 * @throws the signal's reason
 */
export async function speechOf(
  pcm: PcmFile,
  reported: readonly TimeSpan[] | null,
  signal: AbortSignal,
): Promise<TimeSpan[]> {
  const durationS = pcm.samples / pcmSampleRate;
  if (reported === null || isOfOtherSound(reported, durationS)) return await hearSpeech(pcm, signal);
  const speech = fitToLength(reported, durationS);
  const isDoubtful = saysNearlyNothing(speech, durationS) && soundsInhabited(await readLevels(pcm, signal));
  return isDoubtful ? await hearSpeech(pcm, signal) : speech;
}

/**
 * The regions of speech as a device finds them: the same voice activity, in a process of its own that reads the file piece by
 * piece.
 * @throws the signal's reason
 */
export const hearSpeech = (pcm: PcmFile, signal: AbortSignal): Promise<TimeSpan[]> =>
  runProcess<TimeSpan[]>(new URL('./speech-map-child.ts', import.meta.url), pcm, signal);
