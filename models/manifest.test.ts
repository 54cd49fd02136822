import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { expectedRtf, findModel, findTranscriptionModel, models, transcriptionModels } from './manifest.ts';
import { fileSha256, fileSize, locateModel } from './store.ts';

describe('the manifest', () => {
  it('names each model once, and the default of the configuration among them', () => {
    expect(new Set(models.map(({ id }) => id)).size).toBe(models.length);
    expect(findModel('whisper-base')).toMatchObject({ chunkLengthS: 30 });
    expect(findModel('nothing')).toBeUndefined();
  });

  it('offers tiny, base, small and large-v3-turbo for transcription, and no other kind of model', () => {
    const ids = transcriptionModels.map(({ id }) => id);
    expect(ids).toEqual([
      'fixture',
      'whisper-tiny',
      'whisper-base',
      'whisper-small',
      'whisper-large-v3-turbo',
    ]);
    for (const { id, task } of models)
      expect(findTranscriptionModel(id)?.id).toBe(task === 'transcription' ? id : undefined);
  });

  it('knows the digests that were published to us, and the size of every model', () => {
    const published = models.filter(({ id }) => ['fixture', 'whisper-tiny', 'whisper-base'].includes(id));
    const weights = published.flatMap(({ files }) => files.filter(({ path }) => path.endsWith('.onnx')));
    expect(weights).toHaveLength(6);
    expect(weights.filter(({ sha256, bytes }) => sha256 === null || bytes === null)).toEqual([]);
    for (const { bytes, files } of models)
      expect(bytes).toBeGreaterThanOrEqual(files.reduce((sum, file) => sum + (file.bytes ?? 0), 0));
  });

  it('expects a larger model to take longer, and more threads less long', () => {
    const real = transcriptionModels.filter(({ source }) => source !== null);
    const onTwo = real.map((model) => expectedRtf(model, 2));
    expect(onTwo).toEqual(onTwo.toSorted((a, b) => a - b));
    for (const model of real) {
      expect(expectedRtf(model, 1)).toBeGreaterThan(expectedRtf(model, 2));
      expect(expectedRtf(model, 3)).toBe(expectedRtf(model, 2));
      expect(expectedRtf(model, 64)).toBe(expectedRtf(model, 4));
    }
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
