import { createInstance } from 'i18next';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { it } from '#web/i18n/it/index.ts';
import { expect, type Page } from './product.ts';

/** Placeholder for a value that is not given. */
const anything = '\u0001';

const words = createInstance();
await words.init({
  lng: 'en',
  resources: {
    de: { translation: de },
    en: { translation: en },
    fr: { translation: fr },
    it: { translation: it },
  },
  interpolation: { escapeValue: false },
  missingInterpolationHandler: () => anything,
});

/** Returns what a translation key says in a language. */
export function wordsFor(key: string, lng: string, values: object = {}): string {
  const said = words.t(key as 'error.unknown', { ...values, lng, defaultValue: '' });
  if (said === '') throw new Error(`no words for ${key}`);
  return said;
}

/** Expects the sentence of a translation key on the screen. Values that are not given match anything. */
export async function expectSentence(
  page: Page,
  key: string,
  values: object = {},
  lng = 'en',
): Promise<void> {
  const sentence = words.t(key as 'error.unknown', { ...values, lng, defaultValue: '' });
  expect(sentence, `no words for ${key}`).not.toBe('');
  const pattern = sentence
    .split(anything)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  const shown = page.getByText(new RegExp(pattern.join('.+?')));
  await expect(shown.filter({ visible: true }).first()).toBeVisible();
}
