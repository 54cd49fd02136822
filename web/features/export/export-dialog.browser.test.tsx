import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { SessionDetail, SessionResult } from '#api/contract/session.ts';
import { sessionDetailKey } from '#web/parts/session/session.state.ts';
import { editors } from '#web/features/transcript/editor/open-editors.ts';
import { de } from '#web/i18n/de/index.ts';
import { setTimings } from '#web/lib/time.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { sessionFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { ExportDialog } from './export-dialog.tsx';

const screen = createTestScreen();
const api = createTestApi();
const close = vi.fn<() => void>();
const saved: string[] = [];
let restore = () => {};
afterEach(() => restore());

beforeEach(() => {
  localStorage.removeItem('exportChoice');
  close.mockClear();
  saved.length = 0;
  asked.length = 0;
  vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
    saved.push(this.download);
  });
});

const result: SessionResult = {
  state: 'done',
  text: 'Der Kredit ist bewilligt.',
  sources: [],
  engine: 'extract',
  model: '',
  made_from: { transcript: 1, edits: 0, notes: 0, option: 0 },
  stale: false,
  error: null,
  prompt: '',
  title: '',
  notice: null,
  source_tab: 'transcript',
  version: 1,
  previous: 0,
  created_at: '2026-11-21T09:00:00.000Z',
};
const full = (change: Partial<SessionDetail> = {}) =>
  sessionFixture({
    status: 'completed',
    transcript: transcriptFixture(2),
    notes: { text: '- Kredit', rev: 1 },
    data: { summary: result },
    ...change,
  });
const show = (session: SessionDetail) => {
  const client = new QueryClient();
  client.setQueryData(sessionDetailKey(session.id), session);
  screen.show(
    <QueryClientProvider client={client}>
      <ExportDialog session={session} isOpen onClose={close} />
    </QueryClientProvider>,
  );
};
const reportCall = 'GET /api/v1/sessions/s1/report';
const asked: string[] = [];
const reportFile = (name: string, url: URL) => {
  asked.push(url.search);
  return new Response('%PDF-1.7', {
    headers: {
      'content-disposition': `attachment; filename="x.pdf"; filename*=UTF-8''${encodeURIComponent(name)}`,
    },
  });
};
const radio = (name: RegExp | string) => page.getByRole('radio', { name });
/** `force`: the radio input itself is visually hidden. */
const choose = (name: RegExp | string) => radio(name).click({ force: true });
const submit = () => page.getByRole('button', { name: de.export.submit });

test('What there is can be chosen, in the formats that fit it, and is saved under the name of the server', async () => {
  api.on(reportCall, (_, url) => reportFile('Zürich «12»_261121-101500_transcript.pdf', url));
  show(full());
  await expect.element(radio('Transkript')).toBeChecked();
  await expect.element(radio(/^PDF/)).toBeChecked();
  await expect.element(radio(/SRT/)).not.toBeInTheDocument();
  await page.getByRole('button', { name: de.export.more }).click();
  await choose(/SRT/);
  await choose('Notizen');
  // Subtitles exist for the transcript only: another content falls back to its first format.
  await expect.element(radio(/SRT/)).not.toBeInTheDocument();
  await expect.element(radio(/^PDF/)).toBeChecked();
  await choose(/DOCX/);
  await submit().click();
  await expect
    .element(page.getByText('Gespeichert als Zürich «12»_261121-101500_transcript.pdf'))
    .toBeVisible();
  expect(saved).toEqual(['Zürich «12»_261121-101500_transcript.pdf']);
  expect(asked).toEqual(['?report_type=notes&file_type=docx']);
  screen.clear();
  show(full());
  await expect.element(radio('Notizen')).toBeChecked();
  await expect.element(radio(/DOCX/)).toBeChecked();
});

test('What the server refuses is said in the dialog, and it can be tried again', async () => {
  api.on(reportCall, () => refusal(409, 'export.nothing_there'));
  show(full());
  await submit().click();
  await expect.element(page.getByRole('alert').getByText(de.error.export.nothing_there)).toBeVisible();
  api.on(reportCall, (_, url) => reportFile('a.pdf', url));
  await submit().click();
  await expect.element(page.getByText('Gespeichert als a.pdf')).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('An expired token is renewed once', async () => {
  let tries = 0;
  api.on(reportCall, (_, url) =>
    ++tries === 1 ? refusal(401, 'auth.token_expired') : reportFile('a.pdf', url),
  );
  show(full());
  await submit().click();
  await expect.element(page.getByText('Gespeichert als a.pdf')).toBeVisible();
});

test('While there is nothing it says so', async () => {
  show(sessionFixture());
  await expect.element(page.getByText(de.export.nothing.title)).toBeVisible();
  await expect.element(submit()).not.toBeInTheDocument();
});

test('Changes on their way are waited for; those that cannot get there are told', async () => {
  restore = setTimings({ uploadRetryDelaysMs: [1, 1, 1, 1] });
  const owner = crypto.randomUUID();
  let answer: (given: unknown) => void = () => {};
  const patched = vi.fn<() => void>();
  api.on('PATCH /api/v1/sessions/s1', () => {
    patched();
    return new Promise((resolve) => void (answer = resolve));
  });
  api.on(reportCall, (_, url) => reportFile('a.pdf', url));
  show(full({ user_id: owner }));
  await expect.element(radio('Transkript')).toBeVisible();
  const { value: editor } = editors.lease(`${owner} s1`, () => null);
  editor!.write('s0', 'Neu geschrieben.');
  await submit().click();
  await expect.element(page.getByText(de.export.preparing)).toBeVisible();
  await eventually(() => expect(patched).toHaveBeenCalled());
  expect(asked).toEqual([]);
  answer({ edits: 1, version: 1, notes: { rev: 1 } });
  await expect.element(page.getByText('Gespeichert als a.pdf')).toBeVisible();

  api.on('PATCH /api/v1/sessions/s1', () => {
    throw new TypeError('Failed to fetch');
  });
  editor!.write('s1', 'Noch etwas.');
  await expect.element(page.getByText(de.export.unsaved)).toBeVisible();
});

test('It is operated by keyboard alone', async () => {
  api.on(reportCall, (_, url) => reportFile('a.pdf', url));
  show(full());
  await expect.element(radio('Transkript')).toBeVisible();
  (radio('Transkript').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(radio('Notizen')).toBeChecked();
  await userEvent.tab();
  await userEvent.keyboard('{ArrowDown}{Enter}');
  await expect.element(page.getByText('Gespeichert als a.pdf')).toBeVisible();
  expect(asked).toEqual(['?report_type=notes&file_type=docx']);
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalled();
});

test('It is without faults for all', async () => {
  show(full());
  await expect.element(page.getByRole('dialog')).toBeVisible();
  expect(await accessibilityFaults(page.getByRole('dialog').element() as HTMLElement)).toEqual([]);
});

test('A question of one’s own is called as its tab is', async () => {
  show(full({ data: { custom_1: { ...result, title: 'Wer macht was?' } } }));
  await expect.element(radio('Wer macht was?')).toBeVisible();
  await expect.element(radio('custom_1')).not.toBeInTheDocument();
});
