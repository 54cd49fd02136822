import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInstance, type TFunction } from 'i18next';
import { beforeAll, describe, expect, test } from 'vitest';
import { ApiError, problemOf } from '#web/lib/api-error.ts';
import { en } from './en/index.ts';
import { errorSentence } from './error-sentence.ts';

/** Words of §5 and §8 of the specification, and the key of the sentence that contains them. */
const sentences: readonly [key: string, words: string][] = [
  ['create.field.titleRequired', 'Please enter a session name.'],
  ['upload.selection.several', 'File restrictions not met'],
  ['recording.modes.otherText', 'Cannot create a new upload: already uploading.'],
  ['upload.keeping.full', 'File is too big to store.'],
  ['upload.keeping.full', 'No space left'],
  ['recording.overflow.title', 'No space left'],
  ['upload.failed.sending', 'Failed to upload “{{name}}”'],
  [
    'upload.failed.completing',
    'Error completing recording. Please try again or check your internet connection.',
  ],
  [
    'network.stalled_other',
    'Upload has not made any progress for {{count}} seconds. You may want to retry it.',
  ],
  ['network.notice.retrying_other', 'Attempt {{attempt}} in {{count}} seconds'],
  ['network.notice.paused_other', 'the upload is paused. Attempt {{attempt}} in {{count}} seconds'],
  ['network.bar.offline', 'Your device is offline'],
  [
    'network.bar.unreachable',
    'The server cannot be reached. The connection is tried again every {{seconds}} seconds',
  ],
  ['auth.failure.login', 'Login failed. Please try again.'],
  ['auth.failure.logout', 'Logout failed. Please try again.'],
  ['auth.failure.state', 'Authentication failed'],
  ['auth.failure.missing_parameters', 'Missing required parameters'],
  ['auth.failure.exchange', 'Error exchanging the authentication code'],
  ['auth.failure.profile', 'Failed to fetch user profile'],
  ['auth.failure.permissionTitle', 'No access'],
  ['auth.failure.permission', 'lacks the authorization to use Wortlaut. Contact support'],
  ['transcript.empty.noSpeech.title', 'No speech detected'],
  ['session.loadFailed', 'Error loading session'],
  ['session.notFound.title', 'Recording not found'],
  ['session.unknownStatus.title', 'Recording status unknown'],
  ['create.failed', 'Error creating session'],
  ['library.remove.done_one', 'Recording deleted successfully'],
  ['library.remove.failed_one', 'An error occurred while deleting the recording'],
  ['export.failed', 'Failed to download report'],
  ['player.downloadFailed', 'Failed to download audio file'],
  ['role.failed.available', 'Failed to fetch available roles'],
  ['role.failed.current', 'Failed to fetch current role'],
  ['role.failed.select', 'Failed to select role'],
  ['role.unknown', 'Unknown Role'],
];

/** The same for sentences of error codes. */
const errors: readonly [code: string, words: string][] = [
  ['session.title_required', 'Please enter a session name.'],
  ['session.not_found', 'Recording not found'],
  ['notes.nothing_to_enhance', 'No notes to enhance'],
  ['capture.denied', 'Error accessing microphone. Please check permissions.'],
  ['capture.failed', 'Failed to start recording. Please contact support.'],
  ['network.failed', 'A network error occurred. Please check your internet connection and try again.'],
  ['network.unexpected', 'looks like a network error, the endpoint may be blocked'],
  ['transcription.failed', 'Try again or contact support.'],
];

/** Words of pairing. */
const ofPairing = [
  'Please enter the pairing code.',
  'Could not resolve pairing code. Please try again.',
  'Could not activate pairing. Please try again.',
  'Could not confirm pairing. Please try again.',
  'Scanner could not start',
  'Pairing expired',
];

const at = (key: string): unknown =>
  key.split('.').reduce<unknown>((words, part) => (words as Record<string, unknown> | undefined)?.[part], en);

const cases = join(import.meta.dirname, '../../e2e');
const shown = readdirSync(cases)
  .filter((name) => name.endsWith('.spec.ts'))
  .map((name) => readFileSync(join(cases, name), 'utf8'))
  .join('\n');

/** True if an end-to-end test checks that the sentence of a key is on the screen (`expectSentence`). */
const isShown = (key: string): boolean => shown.includes(`'${key}'`);

let t: TFunction;
beforeAll(async () => {
  t = await createInstance().init({ lng: 'en', resources: { en: { translation: en } } });
});

describe('The words of the specification', () => {
  test.each(sentences)('%s has “%s”, and an end-to-end test shows it', (key, words) => {
    expect(at(key)).toContain(words);
    expect(isShown(key)).toBe(true);
  });

  test.each(errors)('%s is told as “%s”, and an end-to-end test shows it', (code, words) => {
    expect(errorSentence(t, new ApiError(code, 400))).toContain(words);
    expect(isShown(`error.${code}`)).toBe(true);
  });

  test('tell an answer that did not end in time', () => {
    expect(errorSentence(t, new DOMException('late', 'TimeoutError'))).toBe(en.error.network.timeout);
  });

  test('name the time of the next try, for an `ApiError` and for the problem made of it', () => {
    const failure = new ApiError('session.day_limit', 429, {
      detail: '',
      code: 'session.day_limit',
      request_id: 'r',
      retry_after_s: 3600,
    });
    for (const error of [failure, problemOf(failure)])
      expect(errorSentence(t, error)).toMatch(/from .*\d:\d\d/);
    expect(errorSentence(t, problemOf(new ApiError('session.day_limit', 429)))).toContain('from –');
  });

  test('say the largest file that this host takes', () => {
    expect(t('error.media.too_large', { size: '150 MB' })).toBe(
      'The selected file exceeds the maximum file size of 150 MB.',
    );
    expect(isShown('error.media.too_large')).toBe(true);
  });

  test('of pairing are there', () => {
    const all = JSON.stringify(en);
    expect(ofPairing.filter((words) => !all.includes(words))).toEqual([]);
  });

  test('give way to the server’s where the page has none for a code', () => {
    const unknown = new ApiError('later.code', 409, {
      code: 'later.code',
      detail: 'The moon is full.',
      request_id: 'r1',
    });
    expect(errorSentence(t, unknown)).toBe('The moon is full.');
    expect(errorSentence(t, new ApiError('later.code', 409))).toBe(
      en.error.unknown.replace('{{reference}}', 'later.code'),
    );
  });
});
