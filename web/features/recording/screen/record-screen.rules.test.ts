import { describe, expect, test } from 'vitest';
import {
  isFull,
  keyToRecordingAction,
  lightsOf,
  minutesLeft,
  offersSave,
  remedyOf,
  roomOf,
  saveName,
  serverMinutes,
  shownWarning,
} from './record-screen.rules.ts';
import { noOptions } from '#web/features/recording/state/recording.rules.ts';
import { sendStateOf, stateOf } from '#web/features/recording/recording-fixture.ts';

describe('A warning', () => {
  test('is shown one at a time, the most urgent that was not put away', () => {
    expect(shownWarning({ warnings: [], dismissed: [] })).toBeNull();
    expect(shownWarning({ warnings: ['muted', 'hum'], dismissed: [] })).toBe('muted');
    expect(shownWarning({ warnings: ['muted', 'hum'], dismissed: ['muted'] })).toBe('hum');
    expect(shownWarning({ warnings: ['muted'], dismissed: ['muted', 'hum'] })).toBeNull();
  });

  test('has one action, and another one where the first is switched on already', () => {
    expect(remedyOf('no_sound', noOptions, true)).toBe('devices');
    expect(remedyOf('too_quiet', noOptions, true)).toBe('gain');
    expect(remedyOf('too_quiet', { ...noOptions, autoGainControl: true }, true)).toBe('devices');
    expect(remedyOf('echo', { ...noOptions, noiseSuppression: true }, false)).toBe('cancellation');
    expect(remedyOf('long_silence', noOptions, true)).toBe('pause');
    expect(remedyOf('long_silence', noOptions, false)).toBe('devices');
  });
});

describe('The three lights', () => {
  test('stay dark before the first sound', () => {
    expect(lightsOf(stateOf({ stage: 'ready', positionS: 0 }))).toEqual({
      recorded: 'no',
      device: 'no',
      server: 'no',
    });
  });

  test('say yes for the device only where a crash would leave everything', () => {
    const live = { stage: 'recording', positionS: 100 } as const;
    expect(lightsOf(stateOf({ ...live, storedS: 99.8 })).device).toBe('yes');
    expect(lightsOf(stateOf({ ...live, storedS: 60 })).device).toBe('partly');
    expect(lightsOf(stateOf({ ...live, storedS: 99.8, overflowBytes: 1 })).device).toBe('partly');
    const memory = { kind: 'memory', freeBytes: null, isPersistent: false } as const;
    expect(lightsOf(stateOf({ ...live, storedS: 99.8, storage: memory })).device).toBe('no');
  });

  test('say yes for the server exactly when it has answered, however many bytes are there', () => {
    const send = sendStateOf({ bytesStored: 10, bytesTotal: 10, isDone: true });
    for (const stage of ['recording', 'finishing', 'uploading', 'completing'] as const) {
      expect(lightsOf(stateOf({ stage, send })).server).toBe('partly');
    }
    expect(lightsOf(stateOf({ stage: 'uploading', send: null })).server).toBe('no');
    expect(lightsOf(stateOf({ stage: 'finished', send }))).toEqual({ recorded: 'yes', server: 'yes' });
  });
});

describe('Room for the recording', () => {
  const room = (freeBytes: number | null, kind = 'opfs') => roomOf({ kind, freeBytes }, 8000, 9000);

  test('is told in hours, in minutes where not even one recording fits, and not where nobody knows', () => {
    expect(room(40.5 * 3600 * 8000)).toEqual({ kind: 'hours', count: 40 });
    expect(room(12.9 * 60 * 8000)).toEqual({ kind: 'minutes', count: 12 });
    expect(room(9000 * 8000)).toEqual({ kind: 'hours', count: 2 });
    expect(room(0)).toEqual({ kind: 'minutes', count: 0 });
    expect(room(1e12)).toEqual({ kind: 'plenty' });
    expect(room(null)).toEqual({ kind: 'unknown' });
    expect(room(1e12, 'memory')).toEqual({ kind: 'memory' });
  });

  test('on the server is told where the account has less than one recording left', () => {
    expect(serverMinutes(null, 8000, 9000)).toBeNull();
    expect(serverMinutes({ used_bytes: 0, limit_bytes: 1e9 }, 8000, 9000)).toBeNull();
    expect(serverMinutes({ used_bytes: 9e8, limit_bytes: 9e8 + 8000 * 150 }, 8000, 9000)).toBe(2);
    expect(serverMinutes({ used_bytes: 2e9, limit_bytes: 1e9 }, 8000, 9000)).toBe(0);
  });
});

test('The rest of the longest length is told in minutes that are not over', () => {
  expect(minutesLeft({ positionS: 8400, longestS: 9000 })).toBe(10);
  expect(minutesLeft({ positionS: 8401, longestS: 9000 })).toBe(10);
  expect(minutesLeft({ positionS: 8999.5, longestS: 9000 })).toBe(1);
  expect(isFull({ positionS: 9000, longestS: 9000, rollsOver: false })).toBe(true);
  expect(isFull({ positionS: 9000, longestS: 9000, rollsOver: true })).toBe(false);
});

describe('A file of one’s own', () => {
  const live = { stage: 'recording', positionS: 60 } as const;
  const statuses = {
    retrying: { status: 'retrying', attempt: 1, atMs: 1, sinceMs: 0 },
    stopped: { status: 'stopped', attempt: 1 },
    ok: { status: 'ok' },
    unstable: { status: 'unstable', sinceMs: 0 },
  } as const;

  test('is offered when the server is not reached or the device keeps nothing, and not otherwise', () => {
    const withConnection = (status: keyof typeof statuses) =>
      offersSave(stateOf({ ...live, send: sendStateOf({ connection: statuses[status] }) }));
    expect(withConnection('ok')).toBe(false);
    expect(withConnection('unstable')).toBe(false);
    expect(withConnection('retrying')).toBe(true);
    expect(withConnection('stopped')).toBe(true);
    expect(offersSave(stateOf({ ...live, overflowBytes: 5 }))).toBe(true);
    expect(offersSave(stateOf({ ...live, isSignedOut: true }))).toBe(true);
    const problem = { code: 'upload.disk_full', requestId: null };
    expect(offersSave(stateOf({ stage: 'uploading', positionS: 60, problem }))).toBe(true);
  });

  test('is not offered before anything was said nor when the server has it', () => {
    expect(offersSave(stateOf({ stage: 'recording', positionS: 0, isSignedOut: true }))).toBe(false);
    expect(offersSave(stateOf({ stage: 'finished', positionS: 60, isSignedOut: true }))).toBe(false);
  });
});

test('M sets a marker and space pauses, but not with other keys held nor while held down', () => {
  const press = (key: string, change = {}) =>
    keyToRecordingAction({
      key,
      ctrlKey: false,
      metaKey: false,
      altKey: false,
      shiftKey: false,
      repeat: false,
      ...change,
    });
  expect([press('m'), press('M'), press(' '), press('x')]).toEqual(['mark', 'mark', 'toggle', null]);
  expect([press('m', { ctrlKey: true }), press(' ', { repeat: true })]).toEqual([null, null]);
});

test('A saved file is named after the session, its part and the day', () => {
  const date = new Date(2026, 10, 21);
  expect(saveName('Gemeinderat, 12. Sitzung', 1, date)).toBe('Gemeinderat_12_Sitzung_261121.mp3');
  expect(saveName(' Übung  ', 2, date)).toBe('Übung_2_261121.mp3');
  expect(saveName('???', 1, date)).toBe('audio_261121.mp3');
});
