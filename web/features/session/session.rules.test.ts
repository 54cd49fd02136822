import { describe, expect, it } from 'vitest';
import { sessionFixture } from '#web/testing/session-fixture.ts';
import {
  changedFields,
  hasRecording,
  isCancellable,
  isKnownStatus,
  isWorking,
  mergePoll,
  progressFigures,
  remainingFigures,
  toMode,
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
});

it('The way to the sound stands in the address; whatever else stands there means to record', () => {
  expect(['record', 'upload', 'dictation', 'x', undefined].map(toMode)).toEqual([
    ...['record', 'upload', 'dictation', 'record', 'record'],
  ]);
});
