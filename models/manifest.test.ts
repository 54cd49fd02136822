import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { findModel, models } from './manifest.ts';
import { fileSha256, fileSize, locateModel } from './store.ts';

describe('the manifest', () => {
  it('names each model once, and the default of the configuration among them', () => {
    expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
    expect(findModel('whisper-base')).toMatchObject({ chunkLengthS: 30 });
    expect(findModel('nothing')).toBeUndefined();
  });

  it('knows the digest of all weights', () => {
    const weights = models.flatMap(({ files }) => files.filter(({ path }) => path.endsWith('.onnx')));
    expect(weights.filter(({ sha256, bytes }) => sha256 === null || bytes === null)).toEqual([]);
  });

  it('describes the fixture as it lies here', async () => {
    const fixture = findModel('fixture');
    const dir = await locateModel(fixture!, [import.meta.dirname]);
    expect(dir).toBe(join(import.meta.dirname, 'fixture'));
    for (const { path, bytes, sha256 } of fixture!.files) {
      expect(await fileSize(join(dir!, path))).toBe(bytes);
      expect(await fileSha256(join(dir!, path))).toBe(sha256);
    }
  });
});
