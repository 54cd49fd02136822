import { createInstance } from 'i18next';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { expect, type Page } from './product.ts';

const words = createInstance();
await words.init({
  lng: 'en',
  resources: { de: { translation: de }, en: { translation: en } },
  interpolation: { escapeValue: false },
});

/** Stands for a value of a sentence that a test does not know. */
const anything = '\u0001';

const valueNames = ['attempt', 'count', 'name', 'reason', 'requestId', 'seconds', 'size', 'status', 'title'];

/** Expects the sentence of a key on the screen. Values that are not given may be anything. */
export async function isSaid(page: Page, key: string, values: object = {}, lng = 'en'): Promise<void> {
  const holes = Object.fromEntries(valueNames.map((name) => [name, anything]));
  const sentence = words.t(key as 'error.unknown', { ...holes, ...values, lng, defaultValue: '' });
  expect(sentence, `no words for ${key}`).not.toBe('');
  const pattern = sentence
    .split(anything)
    .map((part) => part.replace(/[\\^$.*+?()[\]{}|]/g, String.raw`\$&`));
  const said = page.getByText(new RegExp(pattern.join('.+?')));
  await expect(said.filter({ visible: true }).first()).toBeVisible({ timeout: 60_000 });
}
