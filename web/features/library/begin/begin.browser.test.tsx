import { beforeEach, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { SessionList } from '#api/contract/session.ts';
import { takeHandedOver } from '#web/features/upload/file/handed-over.ts';
import { takeRecordingWish } from '#web/features/recording/now/record-wish.ts';
import { de } from '#web/i18n/de/index.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { eventually } from '#wasm/testing/eventually.ts';
import { toWav } from '#wasm/testing/wav.ts';
import { createLibraryFixture, manySessions, pageOf } from '../library-fixture.tsx';

const screen = createTestScreen();
const api = createTestApi();
const createCall = 'POST /api/v1/sessions';
const creations = () => api.calls.filter(({ call }) => call === createCall);
const keys = () => creations().map(({ headers }) => headers.get('idempotency-key'));

beforeEach(() => {
  queryClient.clear();
  const items = manySessions(2);
  api.on('GET /api/v1/sessions', (_body, url) => pageOf(items, url));
  api.on(createCall, () => ({ id: 's7' }));
});

async function show() {
  const fixture = createLibraryFixture();
  screen.show(fixture.element);
  await expect.element(page.getByRole('link', { name: 'Sitzung 0', exact: true })).toBeVisible();
  return fixture;
}

const sound = (name: string) =>
  new File([toWav(new Float32Array(16_000), 16_000)], name, { type: 'audio/wav' });
const dataOf = (...files: File[]): DataTransfer => {
  const data = new DataTransfer();
  for (const file of files) data.items.add(file);
  return data;
};
const drag = (type: string, dataTransfer: DataTransfer) =>
  document.body.dispatchEvent(new DragEvent(type, { bubbles: true, cancelable: true, dataTransfer }));
const alert = () => page.getByRole('alert');

test('A file that is dropped anywhere begins a session with its name, and goes there', async () => {
  const { href } = await show();
  const file = sound('Gemeinderat.wav');
  drag('dragenter', dataOf(file));
  await expect.element(page.getByText(de.begin.drop.title)).toBeVisible();
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  expect(drag('drop', dataOf(file))).toBe(false);
  await expect.element(page.getByText(de.begin.drop.title)).not.toBeInTheDocument();
  await eventually(() => expect(href()).toBe('/library/s7?mode=upload'));
  expect(creations()).toHaveLength(1);
  expect(creations()[0]!.body).toMatchObject({ session: { title: 'Gemeinderat', settings: {} } });
  expect(keys()[0]).toMatch(/^[\da-f]{8}-/);
  expect(takeHandedOver('s7')?.name).toBe('Gemeinderat.wav');
  expect(takeHandedOver('s7')).toBeNull();
});

test('With the keyboard a file is chosen by a button', async () => {
  const { href } = await show();
  await expect.element(page.getByRole('button', { name: de.begin.file })).toBeVisible();
  await userEvent.upload(screen.host.querySelector('input[type=file]') as HTMLInputElement, sound('b.wav'));
  await eventually(() => expect(href()).toBe('/library/s7?mode=upload'));
});

test('A file is not lost if the list arrives while the dialog of the browser is open', async () => {
  const list = Promise.withResolvers<SessionList>();
  api.on('GET /api/v1/sessions', () => list.promise);
  const { element, href } = createLibraryFixture();
  screen.show(element);
  await expect.element(page.getByRole('button', { name: de.begin.file })).toBeVisible();
  const field = screen.host.querySelector('input[type=file]') as HTMLInputElement;
  list.resolve({ recordings: [], hasMore: false });
  await expect.element(page.getByText(de.library.empty.title)).toBeVisible();
  await userEvent.upload(field, sound('c.wav'));
  await eventually(() => expect(href()).toBe('/library/s7?mode=upload'));
});

test('What cannot be used is told, creates nothing, and the library stays', async () => {
  const { href } = await show();
  drag('drop', dataOf(sound('a.wav'), sound('b.wav')));
  await expect.element(alert().getByText(de.upload.selection.several)).toBeVisible();
  drag('drop', dataOf(new File([], 'leer.mp3')));
  await expect.element(alert().getByText(de.error.media.empty)).toBeVisible();
  drag('drop', dataOf(new File(['Kein Ton'.repeat(500)], 'brief.txt', { type: 'text/plain' })));
  await expect.element(alert().getByText(de.error.media.not_audio)).toBeVisible();
  const folder = {
    types: ['Files'],
    files: [sound('x')],
    items: [{ kind: 'file', webkitGetAsEntry: () => ({ isDirectory: true }) }],
  };
  const event = new DragEvent('drop', { bubbles: true, cancelable: true });
  Object.defineProperty(event, 'dataTransfer', { value: folder });
  document.body.dispatchEvent(event);
  await expect.element(alert().getByText(de.upload.selection.folder)).toBeVisible();
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  await page.getByRole('button', { name: de.begin.close }).click();
  await expect.element(alert()).not.toBeInTheDocument();
  expect(creations()).toEqual([]);
  expect(href()).toBe('/library');
});

test('After a lost answer the file is still there, and the next try has the same key', async () => {
  const { href } = await show();
  api.on(createCall, () => Promise.reject(new TypeError('no connection')));
  drag('drop', dataOf(sound('Abendvisite.wav')));
  await expect
    .element(page.getByText('Für «Abendvisite.wav» konnte keine Sitzung erstellt werden'))
    .toBeVisible();
  api.on(createCall, () => ({ id: 's8' }));
  await page.getByRole('button', { name: de.shell.retry }).click();
  await eventually(() => expect(href()).toBe('/library/s8?mode=upload'));
  expect(new Set(keys()).size).toBe(1);
  expect(takeHandedOver('s8')?.name).toBe('Abendvisite.wav');
});

test('What the server refuses is told with its reason', async () => {
  await show();
  api.on(createCall, () => refusal(500, 'request.failed'));
  drag('drop', dataOf(sound('a.wav')));
  await expect.element(alert().getByText(de.begin.kept)).toBeVisible();
});

test('One press on “record” leads to the recording and asks for it', async () => {
  const { href } = await show();
  await page.getByRole('button', { name: de.begin.record }).click();
  await eventually(() => expect(href()).toBe('/create?start=record'));
  expect(takeRecordingWish()).toEqual({ kept: null });
  expect(creations()).toEqual([]);
});
