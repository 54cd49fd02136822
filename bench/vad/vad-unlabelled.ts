/**
 * Evaluates recordings without times of speech: the manifest states something else about them, or detectors tend to
 * miss their speech.
 */
import { join } from 'node:path';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { lengthOf } from '#wasm/speech/pauses.ts';
import { voiceRate, type Detect } from '#wasm/speech/detect.ts';
import { manifestRows } from '../quality/clean-set.ts';
import { hearOurs, hearPlain } from './detectors.ts';
import { round, type Report } from '../report.ts';
import { readVoice } from './wav-in.ts';

const chosen =
  /^(vad\/|noise\/speechbrain|derived\/(silence|en-low|en-room|..-koala)|en\/(mfa_whisper|mfa_laughter|mfa-cold_corpus\.wav))/;
const leastGapS = 0.1;
const longestText = 40;

/** Returns the order of speech in the terms of the manifest: `nonspeech, speech`. */
export function orderOf(regions: readonly TimeSpan[], durationS: number): string {
  const parts: string[] = [];
  let end = 0;
  for (const [from, to] of regions) {
    if (from - end >= leastGapS) parts.push('nonspeech');
    parts.push('speech');
    end = to;
  }
  if (durationS - end >= leastGapS) parts.push('nonspeech');
  return parts.length <= 5 ? parts.join(', ') : `${regions.length} regions`;
}

export async function unlabelledRows(audioDir: string, createDetect: () => Detect): Promise<Report['rows']> {
  const rows: Report['rows'] = [];
  for (const { file = '', reference = '' } of manifestRows(audioDir)) {
    if (!chosen.test(file)) continue;
    const samples = readVoice(join(audioDir, file));
    const durationS = samples.length / voiceRate;
    const { regions } = await hearOurs(samples, createDetect());
    const plain = await hearPlain(samples, createDetect());
    const share = (spans: TimeSpan[]) => round((100 * lengthOf(spans)) / durationS);
    rows.push({
      recording: file,
      s: round(durationS),
      'speech found %': share(regions),
      regions: regions.length,
      'plain v5 found %': share(plain),
      'plain regions': plain.length,
      'order found': orderOf(regions, durationS),
      'the manifest says': reference.length > longestText ? `${reference.slice(0, longestText)}…` : reference,
    });
  }
  return rows;
}
