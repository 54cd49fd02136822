import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { SessionDetail } from '#api/contract/session.ts';
import { de } from '#web/i18n/de/index.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { resultFixture } from '#web/testing/result-fixture.ts';
import { sessionFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTestApi } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { ProcessContext } from './process-host.tsx';
import { ReprocessNotice } from './reprocess-notice.tsx';
import { WorkLine } from './work-line.tsx';

const screen = createTestScreen();
const api = createTestApi();
const ask = vi.fn<() => void>();
beforeEach(() => {
  ask.mockClear();
  sessionStorage.clear();
});

const session = (isStale: boolean, change: Partial<SessionDetail> = {}) =>
  sessionFixture({
    status: 'completed',
    transcript: transcriptFixture(2),
    data: { minutes: resultFixture({ stale: isStale }), summary: resultFixture({ stale: isStale }) },
    ...change,
  });
const client = new QueryClient({ defaultOptions: { queries: { retry: false } } });
const show = (shown: SessionDetail) =>
  screen.show(
    <QueryClientProvider client={client}>
      <ProcessContext value={ask}>
        <ReprocessNotice session={shown} />
        <textarea aria-label="Notizen" />
        <WorkLine session={shown} />
      </ProcessContext>
    </QueryClientProvider>,
  );
const title = () => page.getByText(de.processing.reprocess.title);

test('After a change it is asked which results to make anew, with those chosen', async () => {
  show(session(false));
  expect(title().elements()).toEqual([]);
  show(session(true, { edits: 1 }));
  await expect.element(page.getByText(/nicht mehr aktuell: Zusammenfassung und Protokoll\./)).toBeVisible();
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  await page.getByRole('button', { name: 'Neu erstellen …' }).click();
  expect(ask).toHaveBeenCalledWith({ chosen: ['summary', 'minutes'] });
});

test('It waits until nobody is writing, and takes no focus', async () => {
  show(session(false));
  const field = page.getByRole('textbox', { name: 'Notizen' });
  await field.click();
  show(session(true, { edits: 1 }));
  await userEvent.keyboard('Kredit');
  expect(title().elements()).toEqual([]);
  await expect.element(field).toHaveFocus();
  (field.element() as HTMLElement).blur();
  await expect.element(title()).toBeVisible();
});

test('Put off it keeps quiet until the next change, also after a reload', async () => {
  show(session(true, { edits: 1 }));
  await page.getByRole('button', { name: 'Nicht jetzt' }).click();
  expect(title().elements()).toEqual([]);
  screen.clear();
  show(session(true, { edits: 1 }));
  expect(title().elements()).toEqual([]);
  show(session(true, { edits: 2 }));
  await expect.element(title()).toBeVisible();
});

test('What is being made of the session is counted, and ended together', async () => {
  const call = 'POST /api/v1/sessions/s1/cancel';
  const working = session(false, {
    status: 'processing',
    progress: { done: 5, total: 90, unit: 's', remaining_s: 62, queue: 0 },
    data: { summary: false, minutes: resultFixture({ state: 'processing' }), analysis: resultFixture() },
  });
  api.on(call, () => working);
  show(working);
  await expect.element(page.getByText('2 Auswertungen laufen · noch etwa 1 Minute')).toBeVisible();
  await page.getByRole('button', { name: 'Alle abbrechen' }).click();
  await eventually(() =>
    expect(api.calls.filter((one) => one.call === call).map(({ body }) => body)).toEqual([
      { options: ['summary', 'minutes'] },
    ]),
  );
});
