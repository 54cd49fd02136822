import { createInstance, type TFunction } from 'i18next';
import { beforeAll, describe, expect, onTestFinished, test, vi } from 'vitest';
import {
  captureErrorCodes,
  errorCatalogue,
  mediaErrorCodes,
  pairingErrorCodes,
  passkeyErrorCodes,
  previewErrorCodes,
  reasonCodes,
  resultErrorCodes,
  workerErrorCodes,
} from '#api/contract/errors.ts';
import { captureCodes } from '#api/contract/recording.ts';
import { sessionLanguages, sessionStatuses } from '#api/contract/session.ts';
import { ApiError, problemOf } from '#web/lib/api-error.ts';
import { de } from './de/index.ts';
import { en } from './en/index.ts';
import { errorSentence } from './error-sentence.ts';
import { fr } from './fr/index.ts';
import { wordless } from './i18n.ts';
import { it } from './it/index.ts';
import { chooseLanguage, languages } from './languages.ts';

const all: Record<string, unknown> = { de, en, fr, it };

function flatten(value: unknown, prefix = ''): [string, string][] {
  if (typeof value === 'string') return [[prefix, value]];
  return Object.entries(value as object).flatMap(([key, inner]) =>
    flatten(inner, prefix ? `${prefix}.${key}` : key),
  );
}

const placeholders = (text: string) =>
  [...text.matchAll(/\{\{\s*(\w+)/g)].map((match) => match[1]).toSorted();

const reference = new Map(flatten(de));

describe.each(languages)('The words in %s', (name) => {
  const words = new Map(flatten(all[name]));

  test('have the keys of the German ones, no more and no less', () => {
    expect([...words.keys()].toSorted()).toEqual([...reference.keys()].toSorted());
  });

  test('have the same placeholders', () => {
    for (const [key, text] of words) {
      expect([key, placeholders(text)]).toEqual([key, placeholders(reference.get(key) ?? '')]);
    }
  });

  test('are never empty, without exclamation marks, without ß', () => {
    const wrong = [...words].filter(([, text]) => text === '' || text !== text.trim() || /[!ß]/.test(text));
    expect(wrong).toEqual([]);
  });

  test('have a sentence for every error code and reason', () => {
    const codes = [
      ...Object.keys(errorCatalogue),
      ...mediaErrorCodes,
      ...previewErrorCodes,
      ...captureErrorCodes,
      ...pairingErrorCodes,
      ...reasonCodes,
      ...resultErrorCodes,
      ...workerErrorCodes,
      ...passkeyErrorCodes,
    ];
    const isSentence = (code: string) => words.get(`error.${code}`)?.endsWith('.');
    expect(codes.filter((code) => !isSentence(code))).toEqual([]);
  });

  test('name every status and every session language', () => {
    const names = [
      ...sessionStatuses.map((status) => `status.${status}`),
      ...sessionLanguages.map((language) => `language.${language}`),
    ];
    expect(names.filter((name) => !words.get(name))).toEqual([]);
  });

  test('name every mark of a recording', () => {
    const names = captureCodes.map((code) => code.replace('capture.', 'recording.mark.'));
    expect(names.filter((name) => !words.get(name))).toEqual([]);
  });
});

describe('A failure becomes a sentence', () => {
  let t: TFunction;
  beforeAll(async () => {
    const instance = createInstance();
    t = await instance.init({ lng: 'de', resources: { de: { translation: de } } });
  });

  test('by the code of the call', () => {
    expect(errorSentence(t, new ApiError('session.not_found', 404))).toBe(de.error.session.not_found);
    expect(errorSentence(t, 'transcription.failed')).toBe(de.error.transcription.failed);
  });

  test('with the request id where the server itself failed', () => {
    const body = { detail: '', code: 'request.failed', request_id: 'abc-1' };
    expect(errorSentence(t, new ApiError('request.failed', 500, body))).toContain('abc-1');
  });

  const general = (reference: string) => de.error.unknown.replace('{{reference}}', reference);

  test('and in general words where the code is none of ours, with the code and the reference of the server', () => {
    expect(errorSentence(t, 'session')).toBe(general('session'));
    expect(errorSentence(t, 'no.such.code')).toBe(general('no.such.code'));
    const body = { detail: '', code: 'no.such.code', request_id: 'abc-1' };
    expect(errorSentence(t, new ApiError('no.such.code', 500, body))).toBe(general('no.such.code abc-1'));
  });

  test('and with a reference under which the console has the cause where there is no code', () => {
    const logged = vi.spyOn(console, 'error').mockImplementation(() => {});
    onTestFinished(() => logged.mockRestore());
    const error = new Error('x');
    const sentence = errorSentence(t, error);
    expect(errorSentence(t, problemOf(error))).toBe(sentence);
    expect(logged).toHaveBeenCalledOnce();
    const [, fields, cause] = logged.mock.calls[0]!;
    expect(cause).toBe(error);
    expect(sentence).toBe(general((fields as { reference: string }).reference));
  });
});

test('A key without a sentence is shown as “–”, or as its default value', async () => {
  const words = { de: { translation: de } };
  const t = await createInstance().init({ lng: 'de', resources: words, parseMissingKeyHandler: wordless });
  const key = 'quality.of_tomorrow.name' as 'error.unknown';
  expect(t(key)).toBe('–');
  expect(t(key, { defaultValue: 'Morgen' })).toBe('Morgen');
  expect(t(key, { defaultValue: '' })).toBe('');
});

describe('The language of the interface', () => {
  test('is the one that the person has saved, before all others', () => {
    expect(chooseLanguage('fr', 'it', ['en-GB'])).toBe('it');
    expect(chooseLanguage(null, 'it', ['en-GB'])).toBe('it');
  });
  test('is the one stored on the device where the person has saved none', () => {
    expect(chooseLanguage('fr', undefined, ['en-GB'])).toBe('fr');
    expect(chooseLanguage('fr', 'xx', ['en-GB'])).toBe('fr');
  });
  test('is the first of the browser that the product speaks', () => {
    expect(chooseLanguage(null, undefined, ['pt-BR', 'IT-CH', 'en'])).toBe('it');
  });
  test('is German otherwise', () => {
    expect(chooseLanguage(null, undefined, ['ja'])).toBe('de');
  });
});
