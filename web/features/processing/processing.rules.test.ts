import { describe, expect, it } from 'vitest';
import { resultFixture } from '#web/testing/result-fixture.ts';
import { sessionFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import {
  asCancelled,
  asQueued,
  boostWord,
  gainToDb,
  hasSound,
  hasText,
  isFaultOfFile,
  suggestedBoost,
} from './processing.rules.ts';

describe('before the server has answered', () => {
  it('work that was asked for waits, with what was chosen', () => {
    const failed = sessionFixture({ status: 'error', reason: 'transcription.failed', participants: 3 });
    expect(asQueued(failed, { regenerate_transcript: true })).toMatchObject({
      status: 'pending',
      reason: null,
      language: 'de',
      participants: 3,
    });
    const chosen = { language: 'fr', participants: null } as const;
    expect(asQueued(failed, chosen)).toMatchObject({ language: 'fr', participants: null });
  });

  it('a result that is made anew can be read in its former version', () => {
    const data = {
      summary: resultFixture({ version: 3 }),
      minutes: resultFixture({ state: 'failed', version: 2, previous: 1 }),
      analysis: resultFixture({ state: 'failed', version: 1, previous: 0 }),
    };
    const options = ['summary', 'minutes', 'analysis', 'fact_check'];
    const asked = asQueued(sessionFixture({ status: 'completed', data }), { options });
    expect(asked.former).toEqual({ summary: 3, minutes: 1 });
    expect(asked.data).toEqual({ summary: false, minutes: false, analysis: false, fact_check: false });
  });

  it('work that was cancelled leaves the whole version, or none', () => {
    const running = sessionFixture({ status: 'transcribing' });
    expect(asCancelled(running)).toMatchObject({ status: 'error', reason: 'transcription.cancelled' });
    const partial = { ...running, transcript: transcriptFixture(3, { partial: true }) };
    expect(asCancelled(partial)).toMatchObject({ status: 'error', reason: 'transcription.cancelled' });
    const again = { ...running, transcript: transcriptFixture(3) };
    expect(asCancelled(again)).toMatchObject({ status: 'completed', reason: null, progress: null });
  });
});

describe('a session', () => {
  it('has text, has sound', () => {
    expect(hasText({ transcript: null })).toBe(false);
    expect(hasText({ transcript: transcriptFixture(0) })).toBe(false);
    expect(hasText({ transcript: transcriptFixture(1) })).toBe(true);
    const audio = { duration: 4, bytes: 9, deleted_at: null };
    expect(hasSound({ audio: null })).toBe(false);
    expect(hasSound({ audio })).toBe(true);
    expect(hasSound({ audio: { ...audio, deleted_at: '2026-11-20T09:00:00.000Z' } })).toBe(false);
  });

  it('that failed for its file is not helped by trying again', () => {
    expect(isFaultOfFile('transcription.audio_encrypted')).toBe(true);
    expect(isFaultOfFile('transcription.disk_full')).toBe(false);
  });
});

describe('the boost', () => {
  it('is told in dB and in words', () => {
    expect([1, 2, 8].map((factor) => Math.round(gainToDb(factor)))).toEqual([0, 6, 18]);
    expect([1, 1.5, 2, 2.5, 4, 8].map(boostWord)).toEqual([
      'none',
      'little',
      'little',
      'clear',
      'clear',
      'much',
    ]);
  });

  it('is suggested where the recording is quiet, up to the highest', () => {
    expect([-23, -30, -31, -35, -60].map(suggestedBoost)).toEqual([null, null, 2.5, 4, 8]);
    expect(suggestedBoost(null)).toBeNull();
  });
});
