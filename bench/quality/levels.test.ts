import { expect, test } from 'vitest';
import { ebur128Summary } from './levels.ts';

const summary = (lufs: string, sample: string, truePeak: string) => `
[Parsed_ebur128_0 @ 0x1] t: 10.9  TARGET:-23 LUFS  M: -28.7 S: -16.0  I: -99.0 LUFS  LRA: 9.9 LU
[Parsed_ebur128_0 @ 0x1] Summary:

  Integrated loudness:
    I:         ${lufs} LUFS
    Threshold: -23.7 LUFS

  Loudness range:
    LRA:         4.2 LU
    Threshold: -34.1 LUFS
    LRA low:   -15.9 LUFS
    LRA high:  -11.8 LUFS

  Sample peak:
    Peak:       ${sample} dBFS

  True peak:
    Peak:       ${truePeak} dBFS
`;

test("ffmpeg's summary is read, and only the summary", () => {
  expect(ebur128Summary(summary('-12.5', '-2.5', '-2.1'))).toEqual({
    integratedLufs: -12.5,
    rangeLu: 4.2,
    dbtp: -2.1,
  });
});

test('what passed no gate and what is all zeros has no value', () => {
  expect(ebur128Summary(summary('-70.0', '-inf', '-inf'))).toMatchObject({
    integratedLufs: null,
    dbtp: null,
  });
  expect(ebur128Summary('Invalid data found when processing input')).toBeNull();
});

test('a true peak is never below the sample peak', () => {
  expect(ebur128Summary(summary('-70.0', '-90.3', '-175.2'))!.dbtp).toBe(-90.3);
});
