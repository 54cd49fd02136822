import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { activeRecording, closeRecording, discardRecording } from '#web/features/recording/index.ts';
import { wishRecording } from '#web/features/recording/now/record-wish.ts';
import { userState } from '#web/features/user/index.ts';
import { de } from '#web/i18n/de/index.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { createTestApi } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { eventually } from '#wasm/testing/eventually.ts';
import { CreateScreen } from './create-screen.tsx';

/** Real workers and the microphone of the browser; the server is a double that no bytes reach. */
const screen = createTestScreen();
const api = createTestApi();
const words = de.recording;

beforeEach(() => {
  userState.user = { id: crypto.randomUUID(), sub: 'sub', quota: null } as NonNullable<typeof userState.user>;
  localStorage.setItem('access_token', 'token');
  api.on('POST /api/v1/sessions', () => ({ id: 's1' }));
  api.on('PATCH /api/v1/sessions/s1', () => ({ id: 's1', notes: { text: '', rev: 1 } }));
});
afterEach(async () => {
  await discardRecording();
  closeRecording();
  screen.clear();
  userState.user = null;
  localStorage.clear();
  queryClient.clear();
  vi.restoreAllMocks();
});

function show() {
  const fixture = createRoutedScreen('/create', CreateScreen);
  screen.show(fixture.element);
  return { ...fixture, open: () => fixture.go('/create?start=record') };
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const stage = () => activeRecording.current?.state.stage;
const isCreated = () => eventually(() => expect(activeRecording.current?.state.sessionId).toBe('s1'));
const calls = (method: string) => api.calls.filter(({ call }) => call.startsWith(method));

test('An address alone records nothing; the press on it does, and names the session', async () => {
  const { open } = show();
  await open();
  await expect.element(button(words.before.start)).toBeVisible();
  expect(stage()).toBe('idle');
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  await page.getByRole('textbox', { name: de.create.name }).fill('Gemeinderat');
  await button(words.before.start).click();
  await eventually(() => expect(stage()).toBe('recording'));
  await isCreated();
  const [creation, ...others] = calls('POST');
  expect(others).toEqual([]);
  expect(creation!.headers.get('idempotency-key')).toMatch(/^[\da-f]{8}-/);
  expect(creation!.body).toMatchObject({ session: { title: 'Gemeinderat', language: 'de', settings: {} } });
  await page.getByRole('textbox', { name: de.create.name }).fill('Kommission');
  await eventually(() => expect(calls('PATCH').at(-1)?.body).toEqual({ title: 'Kommission' }));
});

test('Asked for in the library it begins by itself; a name that is refused is told and not taken', async () => {
  const { open } = show();
  wishRecording();
  await open();
  await eventually(() => expect(stage()).toBe('recording'));
  await page.getByRole('textbox', { name: de.create.name }).fill(' ');
  await expect.element(page.getByText(de.create.field.titleRequired)).toBeVisible();
  expect(activeRecording.current?.state.title).toBe(de.create.defaultName);
  await page.getByRole('textbox', { name: de.create.name }).fill('Visite');
  expect(activeRecording.current?.state.title).toBe('Visite');
  // A session that is being created must not reach into the next test.
  await isCreated();
});

test('A microphone that is refused creates nothing, says so, and the next press records', async () => {
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValueOnce(
    new DOMException('denied', 'NotAllowedError'),
  );
  const { open } = show();
  wishRecording();
  await open();
  await expect.element(page.getByText(words.problem.before)).toBeVisible();
  expect(stage()).toBe('idle');
  expect(calls('POST')).toEqual([]);
  // The draft offers another attempt too, because this server has no model.
  const recording = page.getByRole('region', { name: words.panel, exact: true });
  await recording.getByRole('button', { name: words.problem.retry, exact: true }).click();
  await eventually(() => expect(stage()).toBe('recording'));
  await isCreated();
});

test('Who leaves before the microphone is open leaves nothing behind', async () => {
  const asked = Promise.withResolvers<MediaStream>();
  vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockReturnValueOnce(asked.promise);
  const { open, go } = show();
  wishRecording();
  await open();
  await eventually(() => expect(stage()).toBe('asking'));
  await go('/library');
  await eventually(() => expect(activeRecording.current).toBeNull());
  asked.resolve(new MediaStream());
  expect(calls('POST')).toEqual([]);
});
