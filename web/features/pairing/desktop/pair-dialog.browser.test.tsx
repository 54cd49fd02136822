import { QueryClientProvider } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { de } from '#web/i18n/de/index.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { domainConfigFixture } from '#web/testing/domain-config-fixture.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createTestApi } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { createTestDesk, type TestDesk } from './desk-doubles.ts';
import type { DeskDeps } from './desk.ts';
import { PairDialog } from './pair-dialog.tsx';

const screen = createTestScreen();
const api = createTestApi();
const words = de.pairing;
const close = vi.fn<() => void>();
let shown: TestDesk;

beforeEach(async () => {
  close.mockClear();
  await page.viewport(320, 640);
});
afterEach(() => {
  screen.clear();
  queryClient.clear();
  shown.desk[Symbol.dispose]();
});

async function show(change: Partial<DeskDeps> = {}) {
  shown = createTestDesk(change);
  await shown.desk.start();
  screen.show(
    <QueryClientProvider client={queryClient}>
      <PairDialog desk={shown.desk} isOpen onClose={close} />
    </QueryClientProvider>,
  );
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const dialog = () => page.getByRole('dialog', { name: words.title });
const waits = () => shown.pairing({ state: 'waiting', verification_code: '123456', expires_in_ms: 300_000 });
/** The dialog is rendered outside of the element of the screen. */
const faults = () => accessibilityFaults(document.body);

test('The code is shown to scan and to type, with the time that is left', async () => {
  await show();
  await expect.element(dialog()).toBeVisible();
  const qr = page.getByRole('img', { name: /wortlaut\.example\/pair/ });
  await expect.element(qr).toBeVisible();
  await expect.element(page.getByText('ABCD-2345')).toBeVisible();
  // Screen readers spell it.
  await expect.element(page.getByText('A, B, C, D, 2, 3, 4, 5')).toBeInTheDocument();
  await expect.element(page.getByText('wortlaut.example/pair', { exact: true })).toBeVisible();
  await expect.poll(() => page.getByRole('timer').element().textContent).toMatch(/^(?:5:00|4:[0-5]\d)$/);
  expect(await faults()).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test.each([
  ['a host without the function', ['pairing'], true, words.code.signIn],
  ['a host with it', ['pairing', 'pairing_quick'], true, words.code.quick],
  ['a provider of its own', ['pairing', 'pairing_quick'], false, words.code.signIn],
])('Beside the code it is said whether the phone has to sign in: %s', async (_of, tags, embedded, said) => {
  api.on('GET /api/auth/config', () => ({ embedded }));
  api.on('GET /api/v1/domain-config', () => domainConfigFixture(tags));
  await show();
  await expect.element(page.getByText(said)).toBeVisible();
  const other = said === words.code.quick ? words.code.signIn : words.code.quick;
  await expect.element(page.getByText(other)).not.toBeInTheDocument();
});

test('A new code can be asked for, and the dialog closed by keyboard', async () => {
  await show();
  await button(words.code.renew).click();
  await expect.poll(shown.started).toBe(2);
  await expect.element(page.getByText('ABCD-2345')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  expect(close).toHaveBeenCalledTimes(1);
});

test('The phone that waits is connected after the comparison', async () => {
  const confirm = vi
    .fn<DeskDeps['confirm']>()
    .mockRejectedValueOnce(new ApiError('pairing.verification_wrong', 409))
    .mockReturnValueOnce(new Promise(() => {}));
  await show({ confirm });
  await expect.element(page.getByText('ABCD-2345')).toBeVisible();
  waits();
  await expect.element(page.getByText('123456')).toBeVisible();
  await expect.element(page.getByText(/Safari, iPhone/)).toBeVisible();
  await expect.element(page.getByText(words.compare.question)).toBeVisible();
  await expect.element(page.getByText('ABCD-2345')).not.toBeInTheDocument();
  // The focus is in the new step, not lost.
  expect(document.activeElement?.textContent).toContain(words.compare.question);
  expect(await faults()).toEqual([]);
  await button(words.compare.confirm).click();
  await expect.element(page.getByText(words.compare.failed)).toBeVisible();
  await expect.element(page.getByText(de.error.pairing.verification_wrong)).toBeVisible();
  await button(words.compare.confirm).click();
  await expect.element(page.getByText(words.compare.failed)).not.toBeInTheDocument();
  expect(confirm.mock.calls).toEqual([
    ['p1', '123456'],
    ['p1', '123456'],
  ]);
});

test('A phone whose name is unknown is asked about without a name', async () => {
  await show();
  shown.pairing({ state: 'waiting', verification_code: '123456', device: null });
  await expect.element(page.getByText(words.compare.waitsUnnamed, { exact: true })).toBeVisible();
  await expect.element(page.getByText(words.compare.question)).toBeVisible();
});

test('A phone that shows another number is refused', async () => {
  await show();
  waits();
  await button(words.compare.refuse).click();
  await expect.poll(() => shown.ended).toEqual(['p1']);
  shown.pairing({ state: 'expired', ended: 'refused' });
  await expect.element(page.getByText(words.over.refused)).toBeVisible();
  await button(words.code.renew).click();
  await expect.element(page.getByText('ABCD-2345')).toBeVisible();
});

test('A code whose time is over is not shown any more, though no server says so', async () => {
  await show();
  await expect.element(page.getByText('ABCD-2345')).toBeVisible();
  shown.pairing({ state: 'preparing', expires_in_ms: 0 });
  await expect.element(page.getByText(words.over.time)).toBeVisible();
  await expect.element(page.getByText('ABCD-2345')).not.toBeInTheDocument();
});

test('After a confirmation without an answer no expiry is told, because the phone may be connected', async () => {
  await show({ confirm: () => Promise.reject(new ApiError('network.failed', 0)) });
  waits();
  await button(words.compare.confirm).click();
  await expect.element(page.getByText(words.compare.failed)).toBeVisible();
  shown.link('lost');
  shown.pairing({ state: 'waiting', verification_code: '123456', expires_in_ms: 0 });
  await expect.element(page.getByText(words.stage.looking)).toBeVisible();
  await expect.element(page.getByText(words.link.lost)).toBeVisible();
  await expect.element(page.getByText(words.over.time)).not.toBeInTheDocument();
  await expect.element(button(words.code.renew)).not.toBeInTheDocument();
  // The library announces a busy button outside of the dialog, in an element that axe does not know.
  expect(await accessibilityFaults(dialog().element() as HTMLElement)).toEqual([]);
});

test('A lost connection is told beside the code, which stays valid', async () => {
  await show();
  shown.link('lost');
  await expect.element(page.getByText(words.link.lost)).toBeVisible();
  await expect.element(page.getByText('ABCD-2345')).toBeVisible();
  shown.link('open');
  await expect.element(page.getByText(words.link.lost)).not.toBeInTheDocument();
});

test.each([
  ['pairing.address_unusable', words.address.title, words.address.text],
  ['pairing.too_many', words.code.failed, /^Es gab zu viele Versuche/],
  ['network.failed', words.code.failed, de.error.network.failed],
] as [string, string, string | RegExp][])('Why there is no code is told: %s', async (code, title, text) => {
  await show({ start: () => Promise.reject(new ApiError(code, code === 'network.failed' ? 0 : 409)) });
  await expect.element(page.getByText(title)).toBeVisible();
  await expect.element(page.getByText(text)).toBeVisible();
  await expect.element(button(de.shell.retry)).toBeVisible();
  await expect.element(page.getByRole('img')).not.toBeInTheDocument();
  expect(await faults()).toEqual([]);
});
