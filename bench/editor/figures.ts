import { median, quantile, round, type Report } from '../report.ts';
import type { Figures } from './measure-page.ts';

export type Measured = Figures & { openMs: number[] };
export type Both = { ours: Measured | null; naive: Measured | null };
export type Floor = Pick<Figures, 'keyMs' | 'frameMs' | 'taskMs'>;
type Kind = keyof Measured;

const slowFrameMs = 50;

export const p95 = (values: readonly number[]) => quantile(values, 0.95);
export const slowFrames = (values: readonly number[]) => values.filter((ms) => ms > slowFrameMs).length;

/** Summarises the figures for the machine-readable line. */
export const summary = (lists: Record<string, number[]>) =>
  Object.fromEntries(
    Object.entries(lists).map(([name, values]) => [
      name,
      values.length === 0
        ? { n: 0 }
        : {
            n: values.length,
            median: round(median(values)),
            p95: round(p95(values)),
            most: round(Math.max(...values)),
          },
    ]),
  );

const toldPair = (values: readonly number[] | undefined) =>
  values ? `${round(median(values))} / ${round(p95(values))}` : '';

const rowOf = (name: string, kind: Kind, { ours, naive }: Both, floor?: readonly number[]) => ({
  'ms, median / p95': name,
  ours: toldPair(ours?.[kind]),
  naive: toldPair(naive?.[kind]),
  'empty page': toldPair(floor),
  'naive : ours': ours && naive ? round(median(naive[kind]) / median(ours[kind])) : '',
});

export const timeRows = (both: Both, floor: Floor): Report['rows'] => [
  rowOf('key', 'keyMs', both, floor.keyMs),
  rowOf('undo', 'undoMs', both),
  rowOf('find', 'findMs', both),
  rowOf('rename a speaker', 'renameMs', both),
  rowOf('first paint', 'openMs', both),
  rowOf('frame while playing', 'frameMs', both, floor.frameMs),
];

/**
 * Returns slow frames and long tasks during playback, beside those of the empty page, which the machine itself causes.
 */
export function playRows({ ours, naive }: Both, floor: Floor): Report['rows'] {
  const row = (what: string, of: (one: Floor) => number) => ({
    what,
    ours: ours ? of(ours) : '',
    naive: naive ? of(naive) : '',
    'empty page': of(floor),
  });
  return [
    row('frames over 50 ms in 15 s of playing', ({ frameMs }) => slowFrames(frameMs)),
    row('tasks over 50 ms meanwhile', ({ taskMs }) => taskMs.length),
  ];
}
