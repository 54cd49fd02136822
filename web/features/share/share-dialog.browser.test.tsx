import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { SessionDetail } from '#api/contract/session.ts';
import type { SharePreview, ShareRequest } from '#api/contract/share.ts';
import { de } from '#web/i18n/de/index.ts';
import { setTimings } from '#web/lib/time.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { sessionFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { ShareDialog } from './share-dialog.tsx';

const screen = createTestScreen();
const api = createTestApi();
const close = vi.fn<() => void>();
const sendCall = 'POST /api/v1/sessions/s1/share';
const previewCall = 'POST /api/v1/sessions/s1/share/preview';
let restore = () => {};

const preview: SharePreview = {
  can_send: true,
  from: '"Wortlaut" <noreply@example.org>',
  reply_to: 'petra@example.org',
  subject: 'Transkript: Gemeinderat, 12. Sitzung',
  text: 'Guten Tag\n\nPetra Muster sendet Ihnen Unterlagen.',
  attachments: [{ name: 'Gemeinderat_261121-101500_transcript.pdf', bytes: 123_456 }],
  at: '2026-11-21T10:15:00.000Z',
};
const mail = (status: string) =>
  api.on('GET /api/v1/health', () => ({
    status: 'ok',
    version: '1',
    parts: { mail: { status } },
  }));

beforeEach(() => {
  localStorage.removeItem('exportChoice');
  close.mockClear();
  mail('ok');
  api.on(previewCall, () => preview);
  api.on(sendCall, () => ({ sent: 2, refused: [] }));
  restore = setTimings({ uploadRetryDelaysMs: [1, 1, 1, 1], retryBaseMs: 1 });
});
afterEach(() => {
  restore();
  for (const { id } of toasts.toasts()) toasts.close(id);
});

const full = (change: Partial<SessionDetail> = {}) =>
  sessionFixture({
    status: 'completed',
    transcript: transcriptFixture(2),
    notes: { text: '- Kredit', rev: 1 },
    ...change,
  });
const show = (session: SessionDetail = full()) =>
  screen.show(
    <QueryClientProvider client={new QueryClient()}>
      <ShareDialog session={session} isOpen onClose={close} />
    </QueryClientProvider>,
  );
const sent = () => api.calls.filter(({ call }) => call === sendCall).map(({ body }) => body as ShareRequest);
const field = () => page.getByRole('textbox', { name: de.share.recipients });
/** `force`: the checkbox itself is visually hidden. */
const tick = (name: string) => page.getByRole('checkbox', { name }).click({ force: true });
const next = () => page.getByRole('button', { name: de.share.toPreview });
const heading = (name: string) => page.getByRole('heading', { name });
const toPreview = async (addresses = 'anna@example.org, otto@example.org') => {
  await field().fill(addresses);
  await next().click();
  await expect.element(heading(de.share.preview.title)).toBeVisible();
};

test('Chosen, looked at, sent: what was shown is what is sent', async () => {
  show();
  await field().fill('anna@example.org,');
  await expect.element(page.getByRole('row', { name: 'anna@example.org' })).toBeVisible();
  await field().fill('Otto Meier <otto@zürich.ch>');
  await tick('Notizen');
  await page.getByRole('radio', { name: 'DOCX' }).click();
  await page.getByRole('textbox', { name: /Nachricht/ }).fill('Bis bald');
  await next().click();
  const title = heading(de.share.preview.title);
  await expect.element(title).toHaveFocus();
  for (const text of [
    preview.subject,
    'petra@example.org',
    'anna@example.org, otto@xn--zrich-kva.ch',
    '0.1\u00a0MB',
  ])
    await expect.element(page.getByText(text, { exact: false }).first()).toBeVisible();
  await expect.element(page.getByText(de.share.leaves)).toBeVisible();
  await page.getByRole('button', { name: 'An 2 Empfänger senden' }).click();
  await expect.element(heading('An 2 Empfänger gesendet')).toHaveFocus();
  expect(sent()).toEqual([
    {
      id: expect.any(String),
      recipients: ['anna@example.org', 'otto@xn--zrich-kva.ch'],
      reports: [
        { report_type: 'transcript', file_type: 'docx' },
        { report_type: 'notes', file_type: 'docx' },
      ],
      message: 'Bis bald',
      at: preview.at,
    },
  ]);
});

test('An address of the person that is not confirmed is told, and gets a link', async () => {
  const call = 'POST /api/v1/user/confirm-address';
  api.on(call, () => new Response(null, { status: 204 }));
  api.on(sendCall, () => refusal(409, 'share.not_verified'));
  show();
  await toPreview();
  await page.getByRole('button', { name: 'An 2 Empfänger senden' }).click();
  await expect.element(page.getByText(de.error.share.not_verified)).toBeVisible();
  await page.getByRole('button', { name: de.account.address.send }).click();
  await expect.element(page.getByText(de.account.address.sent)).toBeVisible();
  expect(api.calls.filter((each) => each.call === call)).toHaveLength(1);
  api.on(sendCall, () => ({ sent: 2, refused: [] }));
  await page.getByRole('button', { name: 'An 2 Empfänger senden' }).click();
  await expect.element(heading('An 2 Empfänger gesendet')).toBeVisible();
});

test('Addresses that are none are named with the reason, and keep it from going on', async () => {
  show();
  await next().click();
  await expect.element(page.getByText(de.share.needRecipient)).toBeVisible();
  await expect.element(field()).toHaveFocus();
  await field().fill('anna@example.org; nobody; otto@; ANNA@example.org');
  await next().click();
  await expect.element(page.getByText(/«nobody»: Es fehlt das Zeichen @/)).toBeVisible();
  await expect.element(page.getByText(/«otto@»: Nach dem @ muss ein Name/)).toBeVisible();
  await expect.element(page.getByText(/«ANNA@example.org» steht schon/)).toBeVisible();
  await expect.element(field()).toHaveValue('nobody, otto@');
  await expect.element(field()).toHaveAttribute('aria-invalid', 'true');
  expect(api.calls.some(({ call }) => call === previewCall)).toBe(false);
});

test('A recipient is taken off by button and by keyboard', async () => {
  show();
  await field().fill('anna@example.org, otto@example.org, eva@example.org;');
  await page.getByRole('button', { name: 'Entfernen anna@example.org' }).click();
  await expect.element(page.getByRole('row', { name: 'anna@example.org' })).not.toBeInTheDocument();
  (page.getByRole('row', { name: 'otto@example.org' }).element() as HTMLElement).focus();
  await userEvent.keyboard('{Delete}');
  await expect.element(page.getByRole('row')).toHaveTextContent('eva@example.org');
});

test('Without a document nothing is sent', async () => {
  show();
  await tick('Transkript');
  await field().fill('anna@example.org');
  await next().click();
  await expect.element(page.getByText(de.share.needReport)).toBeVisible();
  expect(api.calls.some(({ call }) => call === previewCall)).toBe(false);
});

test('Who was refused is named, and stands in the field to be corrected', async () => {
  api.on(sendCall, () => ({ sent: 1, refused: ['otto@example.org'] }));
  show();
  await toPreview();
  await page.getByRole('button', { name: 'An 2 Empfänger senden' }).click();
  await expect.element(page.getByText('1 Empfänger hat nichts erhalten')).toBeVisible();
  await page.getByRole('button', { name: de.share.fix }).click();
  await expect.element(page.getByRole('row')).toHaveTextContent('otto@example.org');
});

test('A refusal is said; the draft stays as it was', async () => {
  api.on(sendCall, () => refusal(413, 'share.too_large'));
  show();
  await toPreview();
  await page.getByRole('button', { name: 'An 2 Empfänger senden' }).click();
  await expect.element(page.getByRole('alert').getByText(de.error.share.too_large)).toBeVisible();
  await page.getByRole('button', { name: de.share.change }).click();
  await expect.element(page.getByRole('row', { name: 'otto@example.org' })).toBeVisible();
});

test('An answer that was lost is asked for again with the same id; given up, nobody is told that nothing was sent', async () => {
  let tries = 0;
  api.on(sendCall, () => {
    if (++tries < 3) throw new TypeError('Failed to fetch');
    return { sent: 2, refused: [] };
  });
  show();
  await toPreview();
  await page.getByRole('button', { name: 'An 2 Empfänger senden' }).click();
  await expect.element(heading('An 2 Empfänger gesendet')).toBeVisible();
  expect(new Set(sent().map(({ id }) => id)).size).toBe(1);
  screen.clear();
  api.on(sendCall, () => new Response('<h1>Bad gateway</h1>', { status: 502 }));
  show();
  await toPreview();
  await page.getByRole('button', { name: 'An 2 Empfänger senden' }).click();
  await expect.element(page.getByText(de.share.unknown)).toBeVisible();
});

test('Closed while it sends, a toast tells how it ended', async () => {
  let answer: (given: unknown) => void = () => {};
  api.on(sendCall, () => new Promise((resolve) => void (answer = resolve)));
  show();
  await toPreview();
  await page.getByRole('button', { name: 'An 2 Empfänger senden' }).click();
  await eventually(() => expect(sent()).toHaveLength(1));
  screen.clear();
  answer({ sent: 1, refused: ['otto@example.org'] });
  await eventually(() =>
    expect(toasts.toasts()[0]?.text).toBe(
      'An 1 Empfänger gesendet. 1 Empfänger hat nichts erhalten: otto@example.org.',
    ),
  );
});

test('Without a mail server it says so, and offers documents and a prepared message', async () => {
  mail('missing');
  const text = 'Guten Tag\n\nAnbei erhalten Sie Unterlagen.';
  api.on(previewCall, () => ({ ...preview, can_send: false, from: '', text }));
  show();
  await expect.element(page.getByText(de.share.own.title)).toBeVisible();
  await page.getByRole('button', { name: de.share.own.toOwn }).click();
  await expect.element(heading(de.share.own.step1)).toHaveFocus();
  await expect
    .element(page.getByRole('button', { name: `${preview.attachments[0]!.name} herunterladen` }))
    .toBeVisible();
  const link = page.getByRole('link', { name: de.share.own.open });
  await expect
    .element(link)
    .toHaveAttribute('href', expect.stringContaining(encodeURIComponent('Anbei erhalten')));
  api.on(previewCall, () => ({ ...preview, can_send: false, from: '', text: 'x'.repeat(3_000) }));
  await page.getByRole('button', { name: de.share.change }).click();
  await page.getByRole('button', { name: de.share.own.toOwn }).click();
  await expect.element(page.getByText(de.share.own.tooLong)).toBeVisible();
  await expect.element(link).not.toBeInTheDocument();
});

test('Each step is without faults for all', async () => {
  const faults = () => accessibilityFaults(page.getByRole('dialog').element() as HTMLElement);
  api.on(sendCall, () => ({ sent: 1, refused: ['otto@example.org'] }));
  show();
  await field().fill('anna@example.org, otto@example.org; nobody');
  await next().click();
  await expect.element(page.getByText(/«nobody»/)).toBeVisible();
  expect(await faults()).toEqual([]);
  await toPreview('eva@example.org');
  expect(await faults()).toEqual([]);
  await page.getByRole('button', { name: 'An 3 Empfänger senden' }).click();
  await expect.element(heading('An 1 Empfänger gesendet')).toBeVisible();
  expect(await faults()).toEqual([]);
});
