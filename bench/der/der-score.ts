import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import { unionOf } from '../vad/rttm.ts';

export type SpeakerTurn = { speaker: string; span: TimeSpan };

/** Time of speakers, s. Where several people speak, the time of each counts. */
export type DerCounts = { reference: number; missed: number; falseAlarm: number; confusion: number };

const noCounts: DerCounts = { reference: 0, missed: 0, falseAlarm: 0, confusion: 0 };

export const sumDer = (all: readonly DerCounts[]): DerCounts =>
  all.reduce(
    (sum, each) => ({
      reference: sum.reference + each.reference,
      missed: sum.missed + each.missed,
      falseAlarm: sum.falseAlarm + each.falseAlarm,
      confusion: sum.confusion + each.confusion,
    }),
    noCounts,
  );

/** Returns the diarization error rate, %. */
export const derOf = ({ reference, missed, falseAlarm, confusion }: DerCounts): number =>
  reference === 0 ? 0 : (100 * (missed + falseAlarm + confusion)) / reference;

type Slice = { lengthS: number; real: Set<string>; found: Set<string> };

/**
 * Counts the diarization error by the NIST rules (RT-09 evaluation plan, section 6): missed, false alarm and confused
 * time of speakers, under the speaker mapping with the largest overlap. Overlapping speech counts for each speaker.
 * Sound within `collarS` of an edge of the reference is excluded.
 */
export function countDer(
  real: readonly SpeakerTurn[],
  found: readonly SpeakerTurn[],
  collarS: number,
): DerCounts {
  const collars = unionOf(
    real.flatMap(({ span }) => span.map((edge): TimeSpan => [edge - collarS, edge + collarS])),
  );
  const slices = sliceTime(real, found, collarS === 0 ? [] : collars);
  const mapping = mapSpeakers(slices);
  let counts = noCounts;
  for (const { lengthS, real, found } of slices) {
    const right = [...found].filter((speaker) => real.has(mapping.get(speaker) ?? '')).length;
    counts = sumDer([
      counts,
      {
        reference: lengthS * real.size,
        missed: lengthS * Math.max(0, real.size - found.size),
        falseAlarm: lengthS * Math.max(0, found.size - real.size),
        confusion: lengthS * (Math.min(real.size, found.size) - right),
      },
    ]);
  }
  return counts;
}

/** Returns the slices of time between all edges, without the collars. */
function sliceTime(
  real: readonly SpeakerTurn[],
  found: readonly SpeakerTurn[],
  collars: readonly TimeSpan[],
): Slice[] {
  const spans = [...real, ...found].map(({ span }) => span);
  const edges = [...new Set([...spans, ...collars].flat())].toSorted((a, b) => a - b);
  const at = (turns: readonly SpeakerTurn[], time: number) =>
    new Set(
      turns.filter(({ span: [start, end] }) => start <= time && time < end).map(({ speaker }) => speaker),
    );
  return edges.slice(1).flatMap((edge, index) => {
    const before = edges[index]!;
    const middle = (before + edge) / 2;
    if (collars.some(([start, end]) => start <= middle && middle < end)) return [];
    const slice = { lengthS: edge - before, real: at(real, middle), found: at(found, middle) };
    return slice.real.size + slice.found.size === 0 ? [] : [slice];
  });
}

/**
 * Maps found speakers to real ones by the assignment with the largest common time. Works for up to about ten speakers
 * each.
 */
function mapSpeakers(slices: readonly Slice[]): Map<string, string> {
  const common = new Map<string, Map<string, number>>();
  for (const { lengthS, real, found } of slices) {
    for (const one of found) {
      const row = common.get(one) ?? new Map<string, number>();
      common.set(one, row);
      for (const other of real) row.set(other, (row.get(other) ?? 0) + lengthS);
    }
  }
  const names = [...new Set(slices.flatMap(({ real }) => [...real]))];
  // Best assignment for each set of real speakers that are used already. A bit of the key stands for a speaker.
  let best = new Map<number, { timeS: number; mapping: Map<string, string> }>([
    [0, { timeS: 0, mapping: new Map() }],
  ]);
  for (const [one, row] of common) {
    const next = new Map(best);
    for (const [taken, { timeS, mapping }] of best) {
      for (const [index, name] of names.entries()) {
        if (taken & (1 << index)) continue;
        const total = timeS + (row.get(name) ?? 0);
        const key = taken | (1 << index);
        if (total > (next.get(key)?.timeS ?? -1))
          next.set(key, { timeS: total, mapping: new Map(mapping).set(one, name) });
      }
    }
    best = next;
  }
  return [...best.values()].toSorted((a, b) => b.timeS - a.timeS)[0]!.mapping;
}

// Shortest stretch of another speaker that counts, s. A shorter one is an inexact edge between two turns.
const tornS = 0.15;

/**
 * Counts the reference's turns that have another speaker in their middle, which would tear a sentence of the
 * transcript. Sound within `collarS` of an edge of the reference and overlapping speech are excluded.
 */
export function countTorn(
  real: readonly SpeakerTurn[],
  found: readonly SpeakerTurn[],
  collarS: number,
): number {
  return real.filter(({ speaker, span: [start, end] }) => {
    const others = real.filter((other) => other.speaker !== speaker).map(({ span }) => span);
    const left = unionOf([
      [-Infinity, start + collarS],
      [end - collarS, Infinity],
      ...others.map(([from, to]): TimeSpan => [from - collarS, to + collarS]),
    ]);
    const heardS = new Map<string, number>();
    for (const { speaker, span } of found)
      heardS.set(speaker, (heardS.get(speaker) ?? 0) + lengthOutside(span, left));
    return [...heardS.values()].filter((lengthS) => lengthS >= tornS).length > 1;
  }).length;
}

const lengthOutside = ([start, end]: TimeSpan, spans: readonly TimeSpan[]): number =>
  spans.reduce(
    (sum, [from, to]) => sum - Math.max(0, Math.min(end, to) - Math.max(start, from)),
    end - start,
  );
