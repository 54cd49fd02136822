import type { TimeSpan } from '#wasm/dsp/time-span.ts';

export type Turn = { recording: string; speaker: string; span: TimeSpan };

/**
 * Parses the speaker turns of an RTTM file (Rich Transcription Time Marked, NIST RT-09 evaluation plan, appendix A).
 * Times are in s.
 */
export function parseRttm(text: string): Turn[] {
  return text
    .split('\n')
    .map((line) => line.trim().split(/\s+/))
    .filter(([type]) => type === 'SPEAKER')
    .map((fields) => {
      const [, recording = '', , start, duration, , , speaker = ''] = fields;
      const from = Number(start);
      const length = Number(duration);
      if (!Number.isFinite(from) || !Number.isFinite(length) || length < 0)
        throw new Error(`Not a turn of an RTTM file: ${fields.join(' ')}`);
      return { recording, speaker, span: [from, from + length] };
    });
}

/** Returns the union of the spans, ascending and disjoint. */
export function unionOf(spans: readonly TimeSpan[]): TimeSpan[] {
  const union: TimeSpan[] = [];
  for (const [start, end] of spans.toSorted(([a], [b]) => a - b)) {
    const last = union.at(-1);
    if (last && start <= last[1]) last[1] = Math.max(last[1], end);
    else union.push([start, end]);
  }
  return union;
}
