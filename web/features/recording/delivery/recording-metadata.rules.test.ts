import { expect, test } from 'vitest';
import { recordingMetadataSchema } from '#api/contract/recording.ts';
import { segmentOf } from '#web/parts/draft/draft-doubles.ts';
import { soundOf } from '#web/features/recording/recording-doubles.ts';
import { type RecordingFacts, recordingMetadata } from './recording-metadata.rules.ts';

const facts: RecordingFacts = {
  durationS: 60,
  bytes: 480_000,
  sha256: 'a'.repeat(64),
  mode: 'record',
  startedAtMs: Date.parse('2026-11-20T09:00:00Z'),
  parts: 7,
  markers: [
    { at: 61, kind: 'gap', code: 'capture.paused' },
    { at: 2, kind: 'user', text: 'x' },
  ],
  language: 'de-CH',
  dictated: [],
  draft: null,
};

test('What is told lies within the sound, in order, and has the contract’s shape', () => {
  const sound = soundOf(60);
  sound.speech = [
    [1.00049, 61],
    [60.5, 60.7],
  ];
  sound.verdict = {
    ...sound.verdict,
    reasons: [{ code: 'quality.clipping', share: 0.1, at: [[59, 62]] }],
  };
  const metadata = recordingMetadata(facts, sound);
  expect(recordingMetadataSchema.parse(metadata)).toMatchObject({
    duration: 60,
    bytes: 480_000,
    parts: 7,
    started_at: '2026-11-20T09:00:00.000Z',
    speech: [[1, 60]],
    markers: [{ at: 2 }, { at: 60 }],
    verdict: { reasons: [{ at: [[59, 60]] }] },
  });
});

test('Sound that could not be measured is left to the server', () => {
  const metadata = recordingMetadata(facts, null);
  expect(metadata).not.toHaveProperty('speech');
  expect(metadata).not.toHaveProperty('verdict');
  expect(recordingMetadataSchema.safeParse(metadata).success).toBe(true);
});

test('What was dictated goes along as a draft, without what is empty', () => {
  const dictated = [
    { start: 1, end: 2, text: 'Guten Tag' },
    { start: 2, end: 1, text: 'verkehrt' },
    { start: 3, end: 4, text: '  ' },
  ];
  expect(recordingMetadata({ ...facts, mode: 'dictation', dictated }, null).draft).toEqual({
    engine: 'dictation',
    model: '',
    language: 'de-CH',
    segments: [
      { start: 1, end: 2, text: 'Guten Tag' },
      { start: 2, end: 2, text: 'verkehrt' },
    ],
  });
});

test('What a model on the device has written goes along instead of the dictated text', () => {
  const dictated = [{ start: 1, end: 2, text: 'Guten Tag' }];
  const written = { model: 'tiny', language: 'de-CH', segments: [segmentOf(1, 2, 'Guten Tag.')] };
  const { draft } = recordingMetadata({ ...facts, dictated, draft: written }, null);
  expect(draft).toMatchObject({ engine: 'preview', model: 'tiny', segments: [{ text: 'Guten Tag.' }] });
  const nothing = { ...written, segments: [] };
  expect(recordingMetadata({ ...facts, dictated, draft: nothing }, null).draft).toMatchObject({
    engine: 'dictation',
  });
});
