import { fadeS, type FrameSpan } from './plan.ts';

type PcmTrimmer = {
  push(mono: Float32Array): Float32Array;
};

/**
 * Creates a trimmer that keeps the spans `kept` of a stream. The fades of 5 ms at each cut lie inside these spans, so
 * that lengths stay exact.
 */
export function createPcmTrimmer(input: {
  sampleRate: number;
  frameSamples: number;
  kept: readonly FrameSpan[];
}): PcmTrimmer {
  const fadeSamples = Math.round(input.sampleRate * fadeS);
  const fade = Float32Array.from(
    { length: fadeSamples },
    (_, i) => 0.5 - 0.5 * Math.cos((Math.PI * (i + 0.5)) / fadeSamples),
  );
  const spans = input.kept.map(([from, to]) => ({
    from: from * input.frameSamples,
    to: to === null ? Infinity : to * input.frameSamples,
  }));
  let index = 0;
  let position = 0;

  const fadeAt = (part: Float32Array, at: number, { from, to }: { from: number; to: number }) => {
    if (from > 0)
      for (let i = Math.max(0, from - at); i < part.length && at + i - from < fadeSamples; i++)
        part[i]! *= fade[at + i - from]!;
    if (to < Infinity)
      for (let i = Math.max(0, to - fadeSamples - at); i < part.length && at + i < to; i++)
        part[i]! *= fade[to - 1 - at - i]!;
  };

  return {
    push(mono) {
      const end = position + mono.length;
      const out = new Float32Array(mono.length);
      let filled = 0;
      for (; index < spans.length; index++) {
        const span = spans[index]!;
        const from = Math.max(span.from, position);
        const to = Math.min(span.to, end);
        if (from < to) {
          const part = out.subarray(filled, filled + to - from);
          part.set(mono.subarray(from - position, to - position));
          fadeAt(part, from, span);
          filled += to - from;
        }
        if (span.to > end) break;
      }
      position = end;
      return out.subarray(0, filled);
    },
  };
}
