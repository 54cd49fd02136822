import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { expect, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page } from 'vitest/browser';
import type { SessionDetail } from '#api/contract/session.ts';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { it as italian } from '#web/i18n/it/index.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { sessionFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { SessionStatusNotice } from './session-status.tsx';
import { useSession } from '#web/parts/session/session.state.ts';

const screen = createTestScreen({ en, fr, it: italian });
const api = createTestApi();

const audio = { duration: 9000, bytes: 9_000_000, deleted_at: null };
const progress = { done: 2520, total: 9000, unit: 's', remaining_s: 310, queue: 0 } as const;
const recorded = (change: Partial<SessionDetail> = {}) =>
  sessionFixture({ status: 'transcribing', duration: 9000, audio, progress, ...change });

/** The notice with the server's last answer, as on the screen of a session. */
function Live() {
  const { data } = useSession('s1');
  return data ? <SessionStatusNotice session={data} /> : null;
}

function show(session: SessionDetail) {
  api.on('GET /api/v1/sessions/s1', () => session);
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, staleTime: 60_000 } } });
  screen.show(
    <QueryClientProvider client={client}>
      <Live />
    </QueryClientProvider>,
  );
}

const button = (name: string) => page.getByRole('button', { name });

const sent = (call: string) => api.calls.filter((one) => one.call === call).map(({ body }) => body);
const cancelCall = 'POST /api/v1/sessions/s1/cancel';
const processCall = 'POST /api/v1/sessions/s1/process';

test('Work that runs says how far it is in minutes of the recording, and how long it still takes', async () => {
  show(recorded());
  await expect.element(page.getByText('42 von 150 min · noch etwa 5 Minuten')).toBeVisible();
  await expect
    .element(page.getByRole('progressbar'))
    .toHaveAttribute('aria-valuetext', '42 von 150 min · noch etwa 5 Minuten');
});

test('Work that is queued says how many go before it, and when the transcript will be there', async () => {
  const queue = { ...progress, done: 0, remaining_s: 1310, queue: 2 };
  show(recorded({ status: 'pending', progress: queue }));
  await expect
    .element(page.getByText(/Vor ihr warten 2 andere\. Bis zum Transkript noch etwa 22 Minuten\./))
    .toBeVisible();
});

test('Work that is late says that it is almost finished, and no remaining time', async () => {
  show(recorded({ status: 'overdue', progress: { ...progress, done: 8900, remaining_s: 5 } }));
  await expect.element(page.getByText(de.session.status.overdue)).toBeVisible();
  await expect.element(page.getByText('148 von 150 min')).toBeVisible();
});

test('Work that waits for a model shows how much of it has come', async () => {
  api.on('GET /api/v1/health', () => ({
    parts: { transcription: { status: 'loading', name: 'whisper-base', progress: 0.42 } },
  }));
  show(recorded({ status: 'pending', progress: null, reason: 'transcription.model_fetching' }));
  await expect.element(page.getByText('Erkennungsmodell whisper-base wird geladen')).toBeVisible();
  await expect.element(page.getByText(/42\s?% geladen/)).toBeVisible();
});

test('Work without text is cancelled at once, before the server has answered', async () => {
  let answer: (session: SessionDetail) => void = () => {};
  api.on(cancelCall, () => new Promise((resolve) => (answer = resolve)));
  show(recorded());
  await button('Transkription abbrechen').click();
  await expect.element(page.getByText(de.processing.cancelled)).toBeVisible();
  await expect.element(page.getByText(de.error.transcription.cancelled)).toBeVisible();
  await eventually(() => expect(sent(cancelCall)).toHaveLength(1));
  answer(recorded({ status: 'error', reason: 'transcription.cancelled', progress: null }));
  await expect.element(button('Erneut versuchen')).toBeVisible();
});

test('Where text exists already a question comes first, and the harmless answer has the focus', async () => {
  api.on(cancelCall, () => recorded({ status: 'completed', transcript: transcriptFixture(2) }));
  show(recorded({ transcript: transcriptFixture(2) }));
  await button('Transkription abbrechen').click();
  await expect.element(page.getByText(de.processing.cancel.whole)).toBeVisible();
  await expect.element(button('Weiter transkribieren')).toHaveFocus();
  await button('Weiter transkribieren').click();
  expect(sent(cancelCall)).toEqual([]);
  await button('Transkription abbrechen').click();
  await page.getByRole('alertdialog').getByRole('button', { name: 'Abbrechen', exact: true }).click();
  await eventually(() => expect(screen.host.textContent).toBe(''));
  await eventually(() => expect(sent(cancelCall)).toHaveLength(1));
});

test('A cancel that the server refuses is taken back and told', async () => {
  const told = vi.spyOn(toasts, 'add');
  api.on(cancelCall, () => refusal(500, 'request.failed'));
  show(recorded());
  await button('Transkription abbrechen').click();
  await eventually(() => expect(told).toHaveBeenCalled());
  expect(told.mock.calls[0]?.[0].text).toContain('konnte nicht abgebrochen werden');
  await expect.element(page.getByText('42 von 150 min · noch etwa 5 Minuten')).toBeVisible();
});

test('A cancel that came too late is no error', async () => {
  const told = vi.spyOn(toasts, 'add');
  told.mockClear();
  show(recorded());
  await expect.element(page.getByText(de.session.status.transcribing)).toBeVisible();
  api.on(cancelCall, () => refusal(409, 'processing.nothing_to_cancel'));
  api.on('GET /api/v1/sessions/s1', () => recorded({ status: 'completed', progress: null }));
  await button('Transkription abbrechen').click();
  await eventually(() => expect(screen.host.textContent).toBe(''));
  expect(told).not.toHaveBeenCalled();
});

test('After an error it can be tried again, and waits at once', async () => {
  api.on(processCall, () => recorded({ status: 'pending', progress: null }));
  show(recorded({ status: 'error', reason: 'transcription.failed', progress: null }));
  await expect.element(page.getByText(de.error.transcription.failed)).toBeVisible();
  await button('Erneut versuchen').click();
  await expect.element(page.getByText(de.session.status.pending)).toBeVisible();
  await eventually(() => expect(sent(processCall)).toEqual([{ regenerate_transcript: true }]));
});

test('After an error a draft alone is no transcript, and the beginning of one is unfinished', async () => {
  const failed = { status: 'error', reason: 'transcription.failed', progress: null } as const;
  show(recorded({ ...failed, transcript: transcriptFixture(2, { engine: 'preview', partial: true }) }));
  await expect.element(page.getByText(de.session.status.error)).toBeVisible();
  screen.clear();
  show(recorded({ ...failed, transcript: transcriptFixture(2, { partial: true }) }));
  await expect.element(page.getByText(de.processing.incomplete)).toBeVisible();
});

test('A fault of the file offers the file; a recording that is gone offers nothing', async () => {
  show(recorded({ status: 'error', reason: 'transcription.audio_encrypted', progress: null }));
  await expect.element(page.getByText(de.error.transcription.audio_encrypted)).toBeVisible();
  await expect.element(button(de.player.download)).toBeVisible();
  screen.clear();
  const deleted = { ...audio, deleted_at: '2026-11-20T09:00:00.000Z' };
  show(recorded({ status: 'error', reason: 'transcription.audio_deleted', progress: null, audio: deleted }));
  await expect.element(page.getByText(de.error.transcription.audio_deleted)).toBeVisible();
  expect(page.getByRole('button').elements()).toEqual([]);
});

test.each(['de', 'en', 'fr', 'it'])(
  'Every state is without faults for all and fits 390 px in %s',
  async (language) => {
    await page.viewport(390, 844);
    await screen.i18n.changeLanguage(language);
    const states: Partial<SessionDetail>[] = [
      { transcript: transcriptFixture(2) },
      { status: 'pending', progress: { ...progress, queue: 12, remaining_s: null } },
      { status: 'pending', reason: 'transcription.engine_unreachable', progress: null },
      { status: 'error', reason: 'transcription.audio_no_sound_track', progress: null },
      { status: 'error', reason: 'transcription.cancelled', transcript: transcriptFixture(2) },
    ];
    for (const state of states) {
      show(recorded(state));
      await expect.element(page.getByRole('button').first()).toBeVisible();
      expect(await accessibilityFaults(screen.host)).toEqual([]);
      expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(390);
      screen.clear();
    }
  },
);
