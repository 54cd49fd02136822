import { afterEach, expect, it, vi } from 'vitest';
import { activeRecording, closeRecording, holdRecording } from '#web/features/recording/current-recording.ts';
import { createFakeRecording } from '#web/features/recording/recording-fixture.ts';
import { openRecordNow, type RecordNowInput } from './record-now.ts';

vi.mock('#web/features/recording/active-recording.ts', () => ({
  openRecording() {
    const recording = createFakeRecording({ stage: 'idle', sessionId: null });
    if (activeRecording.current?.state.stage === 'recording') return activeRecording.current;
    holdRecording(recording, () => {});
    return recording;
  },
}));

const input = (userId: string): RecordNowInput => ({
  userId,
  settings: { sampleRate: 24_000, bitrate: 64 },
  largestBytes: 1_000_000,
  words: { title: 'Sitzung', language: 'de' },
  kept: null,
});

afterEach(() => {
  if (activeRecording.current) activeRecording.current.state.stage = 'idle';
  closeRecording();
});

it('A recording that has not begun is for the person who opened it only', () => {
  const ofAnna = openRecordNow(input('anna'));
  expect(openRecordNow(input('anna'))).toBe(ofAnna);
  expect(openRecordNow(input('bert'))).not.toBe(ofAnna);
});

it('A recording that is running stays, whoever signs in', () => {
  const ofAnna = openRecordNow(input('anna'));
  ofAnna.state.stage = 'recording';
  expect(openRecordNow(input('bert'))).toBe(ofAnna);
});
