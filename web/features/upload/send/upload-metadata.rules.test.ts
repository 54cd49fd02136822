import { describe, expect, it } from 'vitest';
import { analysisOf } from '#web/testing/analysis-fixture.ts';
import { mp3Name, toMetadata } from './upload-metadata.rules.ts';

const sound = { mp3: new Blob(), bytes: 0, sha256: 'ab'.repeat(32), durationS: 60.1, timemap: null };

describe('what the server is told', () => {
  it('stays within the length of the mp3, which coders change by a frame', () => {
    const { metadata, peaks } = toMetadata({ sound, analysis: analysisOf(), parts: 1 });
    expect(metadata).toMatchObject({ duration: 60.1, speech: [[0, 60.1]] });
    expect(metadata.timemap).toBeUndefined();
    expect(peaks).toHaveLength(2_408);
  });

  it('is in the time of what is left of a cut recording, to the millisecond', () => {
    const analysis = analysisOf({
      speech: [
        [5, 25],
        [40, 60],
      ],
    });
    const cut = {
      ...sound,
      durationS: 30.0005,
      timemap: [
        [0, 10.00049],
        [10, 40],
      ] as [number, number][],
    };
    const { metadata, peaks } = toMetadata({
      sound: cut,
      analysis,
      parts: 1,
    });
    expect(metadata.timemap).toEqual([
      [0, 10],
      [10, 40],
    ]);
    expect(metadata.speech).toEqual([[0, 30]]);
    expect(peaks).toHaveLength(1_202);
  });
});

describe('the name of the sound', () => {
  it('is the file’s own, as mp3', () => {
    expect(mp3Name('Sitzung 3.wav')).toBe('Sitzung 3.mp3');
    expect(mp3Name('ohne-endung')).toBe('ohne-endung.mp3');
    expect(mp3Name('.wav')).toBe('audio.mp3');
    expect(mp3Name(`${'x'.repeat(600)}.wav`).length).toBeLessThanOrEqual(500);
  });
});
