import { describe, expect, it } from 'vitest';
import { curveToLine, lineToPath, spectrumToLine } from './sound-plots.rules.ts';

const range = { low: -60, high: 0 };

describe('the curve of loudness', () => {
  it('keeps the loudest second of two and a half hours', () => {
    const values = new Float32Array(9_000).fill(-60);
    values[4_567] = -6;
    const [run] = curveToLine(values, 300, range);
    expect(run).toHaveLength(300);
    expect(run?.filter(([, y]) => y > 0)).toEqual([[expect.closeTo(0.508, 2), expect.closeTo(0.9, 5)]]);
  });

  it('has gaps where there is no loudness', () => {
    const line = curveToLine(Float32Array.from([-30, -Infinity, -30, -30]), 10, range);
    expect(line.map((run) => run.length)).toEqual([1, 2]);
  });

  it('stays in its box', () => {
    const [run] = curveToLine(Float32Array.from([-90, 12]), 10, range);
    expect(run?.map(([, y]) => y)).toEqual([0, 1]);
  });
});

describe('the spectrum', () => {
  it('gives each octave the same width', () => {
    const [run] = spectrumToLine(
      Float32Array.from([50, 100, 400, 1600, 20_000]),
      new Float32Array(5).fill(-30),
      {
        frequency: { low: 100, high: 1600 },
        level: range,
      },
    );
    expect(run).toEqual([
      [0, 0.5],
      [0.5, 0.5],
      [1, 0.5],
    ]);
  });
});

it('draws upwards, as SVG counts downwards', () => {
  const path = lineToPath(
    [
      [
        [0, 0],
        [1, 1],
      ],
    ],
    100,
    40,
  );
  expect(path).toBe('M0.0 40.0L100.0 0.0');
});
