import { describe, expect, it } from 'vitest';
import { createFileOutput } from '#wasm/ffmpeg/file-output.ts';
import { createChunkFile } from './chunk-file.ts';

describe('the output for a file', () => {
  it('lets the length be written into its beginning at the end', () => {
    const file = createChunkFile();
    const output = createFileOutput(file);
    output.write({}, Int8Array.of(0, 0, 0, 0, 5, 6), 0, 6, 0);
    expect(output.llseek!({ position: 6 }, 1, 0)).toBe(1);
    expect(output.llseek!({ position: 6 }, -2, 1)).toBe(4);
    expect(output.llseek!({ position: 6 }, 0, 2)).toBe(6);
    output.write({}, Int8Array.of(9, 9), 0, 2, 1);
    expect([...file.parts()[0]!]).toEqual([0, 9, 9, 0, 5, 6]);
    expect(file.length).toBe(6);
  });
});
