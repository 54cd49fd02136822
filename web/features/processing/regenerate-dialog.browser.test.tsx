import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { SessionDetail } from '#api/contract/session.ts';
import { de } from '#web/i18n/de/index.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { sessionFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { CancelWork } from './cancel-work.tsx';
import { RegenerateDialog } from './regenerate-dialog.tsx';
import { RetryWork } from './retry-work.tsx';

const screen = createTestScreen();
const api = createTestApi();
const close = vi.fn<() => void>();
beforeEach(() => {
  close.mockClear();
});

const session = (change: Partial<SessionDetail> = {}) =>
  sessionFixture({
    status: 'completed',
    participants: 4,
    audio: { duration: 60, bytes: 1_000, deleted_at: null },
    transcript: transcriptFixture(2),
    ...change,
  });
const show = (shown: SessionDetail) =>
  screen.show(
    <QueryClientProvider client={new QueryClient()}>
      <RegenerateDialog session={shown} isOpen onClose={close} />
    </QueryClientProvider>,
  );
const processCall = 'POST /api/v1/sessions/s1/process';
const sent = () => api.calls.filter(({ call }) => call === processCall).map(({ body }) => body);
const submit = () => page.getByRole('button', { name: 'Neu transkribieren' });
const slider = () => page.getByRole('slider', { name: de.processing.boost.label });

test('It says what becomes of changes, begins with what the session has, and sends what was chosen', async () => {
  api.on(processCall, () => session({ status: 'pending' }));
  show(session());
  await expect.element(page.getByText(de.processing.regenerate.text)).toBeVisible();
  await page.getByRole('textbox', { name: /Teilnehmende/ }).fill('3');
  (slider().element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowRight}{ArrowRight}');
  await expect.element(page.getByText('etwas lauter (+6 dB)')).toBeVisible();
  await expect.element(slider()).toHaveAttribute('aria-valuetext', 'etwas lauter (+6 dB)');
  await submit().click();
  await eventually(() => expect(close).toHaveBeenCalled());
  expect(sent()).toEqual([{ regenerate_transcript: true, language: 'de', participants: 3, boost_factor: 2 }]);
});

test('A quiet recording gets a suggestion', async () => {
  const verdict = {
    grade: 'usable',
    reasons: [],
    loudness_lufs: -35,
    true_peak_dbtp: -20,
    snr_db: 20,
    speech_share: 0.5,
  } as SessionDetail['verdict'];
  show(session({ verdict }));
  await page.getByRole('button', { name: '4-fach verwenden' }).click();
  await expect.element(slider()).toHaveAttribute('aria-valuetext', 'deutlich lauter (+12 dB)');
});

test('While the session is being worked on it says so, offers to cancel, and sends nothing', async () => {
  show(session({ status: 'transcribing' }));
  await expect.element(page.getByText(de.processing.regenerate.underWay)).toBeVisible();
  await expect.element(page.getByRole('button', { name: 'Transkription abbrechen' })).toBeVisible();
  await expect.element(submit()).toBeDisabled();
});

test('Work that is cancelled while it is being asked for is cancelled after that', async () => {
  const taken = Promise.withResolvers<void>();
  const cancelCall = 'POST /api/v1/sessions/s1/cancel';
  api.on(processCall, async () => {
    await taken.promise;
    return session({ status: 'pending', transcript: null });
  });
  api.on(cancelCall, () => session({ transcript: null }));
  screen.show(
    <QueryClientProvider client={new QueryClient()}>
      <RetryWork sessionId="s1" />
      <CancelWork session={session({ status: 'pending', transcript: null })} />
    </QueryClientProvider>,
  );
  const asked = () => api.calls.map(({ call }) => call).filter((call) => call.startsWith('POST'));
  await page.getByRole('button', { name: de.processing.retry.action }).click();
  await eventually(() => expect(asked()).toEqual([processCall]));
  await page.getByRole('button', { name: de.processing.cancel.action }).click();
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked()).toEqual([processCall]);
  taken.resolve();
  await eventually(() => expect(asked()).toEqual([processCall, cancelCall]));
});

test('What the server refuses is said in the dialog, which stays as it was filled in', async () => {
  api.on(processCall, () => refusal(409, 'processing.no_audio'));
  show(session());
  await page.getByRole('textbox', { name: /Teilnehmende/ }).fill('7');
  await submit().click();
  await expect.element(page.getByText(de.error.processing.no_audio)).toBeVisible();
  await expect.element(page.getByRole('textbox', { name: /Teilnehmende/ })).toHaveValue('7');
  expect(close).not.toHaveBeenCalled();
});

test('A number of participants that cannot be is not sent', async () => {
  show(session());
  await page.getByRole('textbox', { name: /Teilnehmende/ }).fill('500');
  await submit().click();
  await expect.element(page.getByText(/Geben Sie eine Zahl von 1 bis 100 ein/)).toBeVisible();
  expect(sent()).toEqual([]);
});

test('It is without faults for all', async () => {
  show(session({ status: 'transcribing' }));
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(await accessibilityFaults(page.getByRole('dialog').element() as HTMLElement)).toEqual([]);
});
