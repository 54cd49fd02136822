/** Peaks per second that the phone reports. */
export const peaksRate = 10;

/** The waveform that the phone has told so far, as the ruler reads it: pairs (min, max) of signed 8-bit numbers. */
export type PeakLine = {
  /** Inserts peaks (0 to 1) so that the last one ends at the position `atS`, s. */
  add(peaks: readonly number[], atS: number): void;
  /** Returns a copy of the peaks from index `from` on. */
  view(from?: number): Int8Array;
  /** Returns the spans without any report, s: before this screen was connected, and where reports were lost. */
  missing(): readonly (readonly [startS: number, endS: number])[];
  /** Number of peaks from the beginning of the recording to the last one, gaps included. */
  readonly length: number;
};

/** Creates the waveform of one recording. Its memory grows by 20 bytes per second. */
export function createPeakLine(): PeakLine {
  let octets = new Int8Array(2 * 60 * peaksRate);
  let length = 0;
  let gaps: [start: number, end: number][] = [];
  const grow = (count: number) => {
    if (count * 2 <= octets.length) return;
    const larger = new Int8Array(Math.max(octets.length * 2, count * 2));
    larger.set(octets);
    octets = larger;
  };
  return {
    add(peaks, atS) {
      const end = Math.round(atS * peaksRate);
      const start = Math.max(0, end - peaks.length);
      grow(end);
      if (start > length) gaps.push([length, start]);
      gaps = gaps.flatMap((gap) => without(gap, start, end));
      for (const [index, peak] of peaks.slice(peaks.length - (end - start)).entries()) {
        const size = Math.round(Math.min(1, Math.max(0, peak)) * 127);
        octets[2 * (start + index)] = -size;
        octets[2 * (start + index) + 1] = size;
      }
      length = Math.max(length, end);
    },
    view: (from = 0) => octets.slice(from * 2, length * 2),
    missing: () =>
      gaps
        .filter(([start, end]) => end - start >= peaksRate)
        .map(([start, end]) => [start / peaksRate, end / peaksRate] as const),
    get length() {
      return length;
    },
  };
}

/** Returns what is left of a gap when the peaks from `start` to `end` are known. */
function without([from, to]: [number, number], start: number, end: number): [number, number][] {
  if (end <= from || start >= to) return [[from, to]];
  const parts: [number, number][] = [
    [from, start],
    [end, to],
  ];
  return parts.filter(([first, last]) => last > first);
}
