import { describe, expect, it } from 'vitest';
import { sessionFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import {
  changedFields,
  dayToDate,
  hasRecording,
  haveOf,
  isCancellable,
  isKnownStatus,
  isWorking,
  mergePoll,
  progressFigures,
  remainingFigures,
  toMode,
  toMoment,
  toTab,
} from './session.rules.ts';

describe('a poll', () => {
  it('leaves “preparing” until the server knows of the recording', () => {
    const preparing = sessionFixture({ status: 'preparing' });
    expect(mergePoll(preparing, sessionFixture({ title: 'Anders' }))).toMatchObject({
      status: 'preparing',
      title: 'Anders',
    });
    expect(mergePoll(preparing, sessionFixture({ status: 'pending' })).status).toBe('pending');
    expect(mergePoll(sessionFixture({ status: 'pending' }), sessionFixture({ status: 'new' })).status).toBe(
      'new',
    );
    expect(mergePoll(undefined, sessionFixture({})).status).toBe('new');
  });

  it('brings no transcript that is here already, and says which that is', () => {
    const transcript = transcriptFixture(2, { version: 3 });
    const here = sessionFixture({ transcript, edits: 7 });
    expect(haveOf(here)).toBe('3.7');
    const merged = mergePoll(here, {
      ...sessionFixture({ edits: 7, title: 'Anders' }),
      transcript_unchanged: true,
    });
    expect(merged.transcript).toBe(transcript);
    expect(merged).toEqual({ ...here, title: 'Anders' });
    expect(haveOf(sessionFixture({ transcript: { ...transcript, partial: true } }))).toBeUndefined();
    expect([haveOf(sessionFixture()), haveOf(undefined)]).toEqual([undefined, undefined]);
  });

  it('does not disturb what the person has changed and not yet saved', () => {
    const before = { language: 'de', participants: 2, fhir_patient_id: null } as const;
    const draft = { participants: 4 };
    expect(changedFields(draft, before)).toEqual({ participants: 4 });
    expect(changedFields(draft, { ...before, language: 'fr' })).toEqual({ participants: 4 });
    expect(changedFields(draft, { ...before, participants: 4 })).toEqual({});
    expect(changedFields({ fhir_patient_id: null }, { ...before, fhir_patient_id: 'A-1' })).toEqual({
      fhir_patient_id: null,
    });
  });
});

describe('status', () => {
  it('says whether there is a recording and whether work goes on', () => {
    expect(hasRecording({ status: 'new' })).toBe(false);
    expect(hasRecording({ status: 'preparing' })).toBe(true);
    expect(isWorking('overdue')).toBe(true);
    expect(isWorking('completed')).toBe(false);
    expect(isWorking('error')).toBe(false);
  });

  it('says whether there is something to cancel', () => {
    expect(isCancellable('pending')).toBe(true);
    expect(isCancellable('overdue')).toBe(true);
    expect(isCancellable('preparing')).toBe(false);
    expect(isCancellable('completed')).toBe(false);
  });

  it('of an unknown name is recognised as such', () => {
    expect(isKnownStatus('completed')).toBe(true);
    expect(isKnownStatus('melted')).toBe(false);
  });
});

describe('progress', () => {
  it('is told in minutes of the recording, of a short one in seconds', () => {
    expect(progressFigures({ done: 2520, total: 9000 })).toEqual({ done: 42, total: 150, unit: 'min' });
    expect(progressFigures({ done: 11.9, total: 60.4 })).toEqual({ done: 11, total: 60, unit: 's' });
    expect(progressFigures({ done: 149, total: 149 })).toEqual({ done: 2, total: 2, unit: 'min' });
  });

  it('rounds the remaining time to what can be known', () => {
    expect(remainingFigures(null)).toEqual({ kind: 'estimating' });
    expect(remainingFigures(310)).toEqual({ kind: 'minutes', count: 5 });
    expect(remainingFigures(57)).toEqual({ kind: 'minutes', count: 1 });
    expect(remainingFigures(31)).toEqual({ kind: 'seconds', count: 35 });
    expect(remainingFigures(0)).toEqual({ kind: 'seconds', count: 5 });
  });
});

describe('the tab', () => {
  it('is the transcript unless one that exists was kept', () => {
    expect(toTab('audio')).toBe('audio');
    expect(toTab('summary')).toBe('transcript');
    expect(toTab(null)).toBe('transcript');
  });

  it('of a result is there as long as the result is', () => {
    expect(toTab('result:summary', ['minutes', 'summary'])).toBe('result:summary');
    expect(toTab('result:summary', ['minutes'])).toBe('transcript');
    expect(toTab('result:', [])).toBe('transcript');
  });
});

it('The way to the sound stands in the address; whatever else stands there means to record', () => {
  expect(['record', 'upload', 'dictation', 'x', undefined].map(toMode)).toEqual([
    'record',
    'upload',
    'dictation',
    'record',
    'record',
  ]);
});

it('A moment in the address is a time of the recording or nothing', () => {
  expect(['123.4', '0', '-1', 'x', '', undefined, 'Infinity'].map(toMoment)).toEqual([
    123.4,
    0,
    null,
    null,
    null,
    null,
    null,
  ]);
});

it('A day of the server is the same day wherever one is', () => {
  const dayIn = (timeZone: string) =>
    new Intl.DateTimeFormat('de-CH', { dateStyle: 'short', timeZone }).format(dayToDate('2026-12-20'));
  expect(['America/Los_Angeles', 'UTC', 'Asia/Tokyo'].map(dayIn)).toEqual(Array(3).fill('20.12.26'));
});
