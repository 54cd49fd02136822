import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import type { Stretch } from './segments.ts';
import { frameS } from './voice-frames.ts';

type VoiceTurn = { start: number; end: number; speaker: number };

// Turns of one speaker with a smaller gap, s, are merged.
const joinS = 0.02;

const roundMs = (seconds: number) => Math.round(seconds * 1000) / 1000;

/**
 * Converts frame labels to turns in s that cover the regions: `stretches[i]` are the frames of `regions[i]`. Speakers are
 * numbered in order of appearance.
 */
export function speakerTurns(
  speakers: Uint8Array,
  stretches: readonly Stretch[],
  regions: readonly TimeSpan[],
): VoiceTurn[] {
  const turns: VoiceTurn[] = [];
  const order = new Map<number, number>();
  for (const [index, [start, end]] of regions.entries()) {
    const [from, to] = stretches[index]!;
    let at = from;
    do {
      const speaker = from === to ? (turns.at(-1)?.speaker ?? 0) : numberOf(order, speakers[at]!);
      const first = at;
      while (at < to && speakers[at] === speakers[first]) at++;
      const turn = {
        start: first === from ? start : roundMs(start + (first - from) * frameS),
        end: at >= to ? end : roundMs(start + (at - from) * frameS),
        speaker,
      };
      const last = turns.at(-1);
      if (last?.speaker === speaker && turn.start - last.end <= joinS) last.end = turn.end;
      else turns.push(turn);
    } while (at < to);
  }
  return turns;
}

function numberOf(order: Map<number, number>, speaker: number): number {
  const known = order.get(speaker) ?? order.size;
  order.set(speaker, known);
  return known;
}
