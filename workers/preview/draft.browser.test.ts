import { describe, expect, it } from 'vitest';
import { createDraftSound } from '#wasm/live/draft-sound.ts';
import { createDraft, type DraftText } from '#wasm/transcription/draft-text.ts';
import { modelSampleRate } from '#wasm/transcription/log-mel.ts';
import { noise } from '#wasm/testing/signals.ts';
import { loadKernel } from '#workers/kernel.ts';
import { fixtureModel, fixtureSound, fixtureText } from '#workers/testing/fixture-model.ts';
import { musicOf } from '../../bench/vad/music.ts';
import { openPreview } from './preview.client.ts';

const voice = await loadKernel();
// A block has 250 ms.
const blockSamples = modelSampleRate / 4;
const fiveMinutes = 300 * modelSampleRate;

/** Writes a draft of the sound as while it is recorded, but faster than in real time. */
async function draftOf(sound: Float32Array): Promise<DraftText[]> {
  const model = fixtureModel();
  using preview = openPreview({ model });
  const live = createDraftSound({ detect: voice.createDetect(), maxS: model.chunkLengthS });
  const draft = createDraft();
  const drafts: DraftText[] = [];
  const transcribe = async () => {
    for (let window = live.next(); window; window = live.next()) {
      const { samples, span, speech, isFinal } = window;
      const segments = await preview.transcribe({ samples, startS: span[0], speech, language: 'de' });
      drafts.push(draft.hear(segments, isFinal));
    }
  };
  for (let at = 0; at < sound.length; at += blockSamples) {
    await live.push(sound.slice(at, at + blockSamples));
    await transcribe();
  }
  live.end();
  await transcribe();
  expect(live.skipped).toEqual([]);
  return drafts;
}

const wordsOf = (text: string): string[] => text.toLowerCase().match(/[\p{L}\p{N}]+/gu) ?? [];

describe('a draft', () => {
  it('has the words of a conversation, and does not change those that are firm', async () => {
    const drafts = await draftOf(await fixtureSound('de_conversation.wav'));
    const last = drafts.at(-1)!;
    expect(wordsOf(last.segments.map(({ text }) => text).join(' '))).toEqual(
      wordsOf(await fixtureText('de_conversation.wav')),
    );
    // Words came before their windows were final, and stayed when they were.
    const firm = drafts.flatMap((draft) => draft.firm);
    const final = last.segments.flatMap(({ words }) => words);
    const same = firm.filter((word) =>
      final.some(
        (other) =>
          wordsOf(other.text).join() === wordsOf(word.text).join() &&
          Math.abs(other.start - word.start) < 0.5,
      ),
    );
    expect(firm.length).toBeGreaterThan(10);
    expect(same.length).toBe(firm.length);
  });

  it.each([
    ['silence', () => new Float32Array(fiveMinutes)],
    ['noise', () => noise(-30, 300, modelSampleRate)],
    ['music', () => musicOf(fiveMinutes, modelSampleRate, 1).map((sample) => 0.3 * sample)],
  ])('has no word in five minutes of %s', async (_name, make) => {
    const drafts = await draftOf(make());
    expect(drafts.flatMap(({ segments, firm, rest }) => [...segments, ...firm, ...rest])).toEqual([]);
  });
});
