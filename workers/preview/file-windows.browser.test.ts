import { describe, expect, it } from 'vitest';
import { toMp3 } from '#wasm/testing/mp3-streams.ts';
import { toWav } from '#wasm/testing/wav.ts';
import type { DraftText } from '#wasm/transcription/draft-text.ts';
import { analyseFile } from '#workers/file/analyse-file.client.ts';
import { hasSharedMemory } from '#workers/media/pcm/pcm-stream.ts';
import { fixtureModel, fixtureSound, fixtureText } from '#workers/testing/fixture-model.ts';
import { firstOrAll, isLong, recording, recordingsIn } from '#workers/testing/recordings.ts';
import { createDraftWriter, type WindowSource } from './draft-writer.client.ts';
import { openFileWindows } from './file-windows.client.ts';
import { openPreview } from './preview.client.ts';
import type { FedWindow } from './preview.contract.ts';

const never = new AbortController().signal;
const maxS = fixtureModel().chunkLengthS;
const kinds = hasSharedMemory() ? [true, false] : [false];
const spoken = await fixtureSound('de_conversation.wav');
const spokenFiles = [
  'derived/de-live.webm',
  'vad/ricky0123-4-segments.m4a',
  'derived/de-video.mp4',
  'en/jfk.flac',
];
const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];
const wav = async () => new File([toWav(spoken, 16_000)], 'sitzung.wav');
const mp3 = async () => new File([await toMp3([spoken], { sampleRate: 16_000, bitrate: 64 })], 'sitzung.mp3');

async function textOf(source: WindowSource): Promise<string> {
  using preview = openPreview({ model: fixtureModel() });
  let text: DraftText | null = null;
  const onProgress = (progress: { text: DraftText }) => (text = progress.text);
  await createDraftWriter({ preview, source, language: 'de', onProgress }).write(never);
  return (text as DraftText | null)!.segments.map((segment) => segment.text).join(' ');
}

async function windowsOf(source: WindowSource): Promise<FedWindow[]> {
  const windows: FedWindow[] = [];
  for (let window = await source.next(never); window; window = await source.next(never)) windows.push(window);
  return windows;
}

describe('the windows of a file', () => {
  const combined = kinds.flatMap((isShared) => [
    { isShared, fileOf: wav },
    { isShared, fileOf: mp3 },
  ]);
  // Each kind of stream and each kind of file once.
  it.each(isLong() ? combined : [combined[0]!, combined.at(-1)!])(
    'give the words that are spoken in a $fileOf.name (shared memory: $isShared)',
    async ({ isShared, fileOf }) => {
      using source = openFileWindows(await fileOf(), { maxS, isShared });
      expect(wordsOf(await textOf(source))).toEqual(wordsOf(await fixtureText('de_conversation.wav')));
    },
  );

  it.skipIf(recordingsIn('en').length === 0).each(firstOrAll(spokenFiles))(
    'contain all speech that the analysis finds: %s',
    async (name) => {
      const file = await recording(name);
      const { speech, durationS } = await analyseFile(file, { signal: never, onProgress() {} });
      for (const isShared of kinds) {
        using source = openFileWindows(file, { maxS, isShared });
        const windows = await windowsOf(source);
        expect(windows.every(({ isFinal, skipped }) => isFinal && skipped.length === 0)).toBe(true);
        for (const [startS, endS] of speech)
          for (const atS of [startS + 0.1, (startS + endS) / 2, endS - 0.1])
            expect(
              windows.some(({ span: [fromS, toS] }) => fromS <= atS && atS <= toS),
              `${atS} s`,
            ).toBe(true);
        expect(windows.at(-1)!.span[1]).toBeLessThanOrEqual(durationS + 0.1);
      }
    },
  );

  it('come again after a call that was ended: none is lost', async () => {
    using whole = openFileWindows(await wav(), { maxS });
    const expected = await windowsOf(whole);
    using source = openFileWindows(await wav(), { maxS });
    const stop = new AbortController();
    const stopped = source.next(stop.signal);
    stop.abort(new Error('enough'));
    await expect(stopped).rejects.toThrow('enough');
    const spans = (await windowsOf(source)).map(({ span }) => span);
    expect(spans).toEqual(expected.map(({ span }) => span));
  });

  it('end when they are closed in the middle', async () => {
    const long = new File(Array<File>(10).fill(await mp3()), 'lang.mp3');
    const source = openFileWindows(long, { maxS });
    expect(await source.next(never)).not.toBeNull();
    const next = source.next(never);
    source[Symbol.dispose]();
    await expect(next).rejects.toMatchObject({ name: 'AbortError' });
  });

  it.each<[string, BlobPart]>([
    ['media.empty', ''],
    ['media.not_audio', 'nothing to hear'],
  ])('are refused with %s', async (code, content) => {
    using source = openFileWindows(new File([content], 'datei'), { maxS });
    await expect(source.next(never)).rejects.toMatchObject({ code });
  });
});
