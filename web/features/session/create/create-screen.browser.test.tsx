import { afterEach, expect, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page } from 'vitest/browser';
import { de } from '#web/i18n/de/index.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { offeredFixture } from '#web/testing/option-fixture.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { CreateScreen } from './create-screen.tsx';

const screen = createTestScreen();
const api = createTestApi();
afterEach(() => queryClient.clear());

const optionsCall = 'GET /api/v1/ai-processing-options';
const createCall = 'POST /api/v1/sessions';
const words = de.option.after;
const show = () => {
  const { element, pathname } = createRoutedScreen('/create', CreateScreen);
  screen.show(element);
  return pathname;
};
const tick = (name: string) => page.getByRole('checkbox', { name });
const group = () => page.getByRole('group', { name: words.title });
const submit = () => page.getByRole('button', { name: de.create.submit });
const creations = () => api.calls.filter(({ call }) => call === createCall);
const keys = () => creations().map(({ headers }) => headers.get('idempotency-key'));
const sentSettings = async () => {
  await eventually(() => expect(api.calls.some(({ call }) => call === createCall)).toBe(true));
  const { body } = api.calls.find(({ call }) => call === createCall)!;
  return (body as { session: { settings: unknown } }).session.settings;
};

test('What is on by default is ticked, what was chosen goes along, in the interface’s language', async () => {
  api.on(optionsCall, () => ({ options: offeredFixture('llm') }));
  api.on(createCall, () => ({ id: 's1' }));
  show();
  await expect.element(tick('Zusammenfassung')).toBeChecked();
  await expect.element(tick('Protokoll')).not.toBeChecked();
  await expect.element(tick('Auf Deutsch')).not.toBeInTheDocument();
  await expect.element(tick('Eigene Frage')).not.toBeInTheDocument();
  await group().getByText('Protokoll').click();
  await group().getByText('Auf Französisch').click();
  await submit().click();
  expect(await sentSettings()).toEqual({ options: ['minutes', 'summary', 'translation_fr'] });
});

test('Without a language model what needs one is shown, cannot be ticked, and says why', async () => {
  api.on(optionsCall, () => ({ options: offeredFixture('extract') }));
  show();
  await expect.element(tick('Auf Französisch')).toBeDisabled();
  await expect.element(tick('Auf Französisch')).toHaveAccessibleDescription(words.needsModel);
  await expect.element(tick('Zusammenfassung')).toBeEnabled();
  expect(await accessibilityFaults(screen.host)).toEqual([]);
});

test('While the options are loading, and where they do not load, the session is created all the same', async () => {
  const answer = Promise.withResolvers<Response>();
  api.on(optionsCall, () => answer.promise);
  api.on(createCall, () => ({ id: 's1' }));
  show();
  await expect.element(page.getByText(words.loading)).toBeVisible();
  answer.resolve(refusal(500, 'request.failed'));
  await expect.element(page.getByText(words.defaults)).toBeVisible();
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  await submit().click();
  expect(await sentSettings()).toEqual({});
});

test('Options that did not load can be asked for again', async () => {
  api.on(optionsCall, () => refusal(500, 'request.failed'));
  show();
  await expect.element(page.getByText(words.failed)).toBeVisible();
  api.on(optionsCall, () => ({ options: offeredFixture('extract') }));
  await page.getByRole('button', { name: de.shell.retry }).click();
  await expect.element(tick('Zusammenfassung')).toBeChecked();
});

test('A form that is submitted twice at once after a failure makes one more call', async () => {
  api.on(optionsCall, () => ({ options: [] }));
  api.on(createCall, () => refusal(500, 'request.failed'));
  show();
  await submit().click();
  await expect.element(page.getByText(de.create.failed)).toBeVisible();
  const answer = Promise.withResolvers<object>();
  api.on(createCall, () => answer.promise);
  await submit().dblClick();
  await eventually(() => expect(creations().length).toBeGreaterThan(1));
  document.querySelector('form')!.requestSubmit();
  answer.resolve({ id: 's1' });
  await expect.element(submit()).not.toBeInTheDocument();
  expect(creations()).toHaveLength(2);
});

test('After a lost answer the same form is sent with the same key', async () => {
  api.on(optionsCall, () => ({ options: [] }));
  api.on(createCall, () => Promise.reject(new TypeError('no connection')));
  const pathname = show();
  await submit().click();
  await expect.element(page.getByText(de.create.failed)).toBeVisible();
  api.on(createCall, () => ({ id: 's1' }));
  await submit().click();
  await eventually(() => expect(pathname()).toBe('/library/s1'));
  const [first, second] = keys();
  expect(first).toMatch(/^[\da-f]{8}-/);
  expect(second).toBe(first);
});

test('A form that changed after a lost answer changes the session that its key had created', async () => {
  api.on(optionsCall, () => ({ options: offeredFixture('llm') }));
  api.on(createCall, () => Promise.reject(new TypeError('no connection')));
  const pathname = show();
  await submit().click();
  await expect.element(page.getByText(de.create.failed)).toBeVisible();
  await page.getByRole('textbox', { name: de.create.name }).fill('Abendvisite');
  await group().getByText('Protokoll').click();
  api.on(createCall, () => refusal(409, 'session.key_reused', { session_id: 's7' }));
  api.on('PATCH /api/v1/sessions/s7', () => ({ id: 's7' }));
  await submit().click();
  await eventually(() => expect(pathname()).toBe('/library/s7'));
  const patch = api.calls.find(({ call }) => call.startsWith('PATCH'))!;
  expect(patch.body).toMatchObject({
    title: 'Abendvisite',
    settings: { options: ['minutes', 'summary'] },
  });
  expect(new Set(keys()).size).toBe(1);
});

test('If the session of a lost answer was deleted since, another one is created', async () => {
  api.on(optionsCall, () => ({ options: [] }));
  let count = 0;
  api.on(createCall, () => (++count === 1 ? refusal(410, 'session.gone') : { id: 's2' }));
  const pathname = show();
  await submit().click();
  await eventually(() => expect(pathname()).toBe('/library/s2'));
  expect(new Set(keys()).size).toBe(2);
});
