import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { captureCodes, type CaptureCode } from '#api/contract/recording.ts';
import { de } from '#web/i18n/de/index.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { createTestDesk, type TestDesk } from './desk-doubles.ts';
import type { DeskDeps } from './desk.ts';
import { MirrorPanel } from './mirror-panel.tsx';

const screen = createTestScreen();
const words = de.pairing;
const done = vi.fn<(durationS: number) => void>();
const follow = vi.fn<(sessionId: string) => void>();
let shown: TestDesk;

beforeEach(async () => {
  done.mockClear();
  follow.mockClear();
  await page.viewport(320, 640);
});
afterEach(() => {
  screen.clear();
  shown.desk[Symbol.dispose]();
  localStorage.clear();
});

async function show(change: Partial<DeskDeps> = {}) {
  shown = createTestDesk(change);
  await shown.desk.start();
  shown.pairing({});
  shown.link('open');
  shown.presence(true);
  screen.show(
    <MirrorPanel
      desk={shown.desk}
      sessionId="s1"
      language="de"
      completion={<p>Abschluss</p>}
      onDone={done}
      onFollow={follow}
    />,
  );
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const text = (some: string | RegExp) => page.getByText(some);
const clock = () => page.getByRole('timer', { name: de.recording.time.label });
const minutes = 60_000;

test('What the phone tells is shown', async () => {
  await show();
  shown.state({ warnings: ['capture.too_quiet'], at: 3_725 });
  shown.report({ kind: 'level', at: 3_725, peaks: [0.4, 0.5], level_dbfs: -18 });
  shown.report({ kind: 'battery', charge: 0.09, charging: false });
  shown.report({ kind: 'network', is_sending: false, is_online: false });
  shown.report({ kind: 'parts', stored_bytes: 4_200_000, sent_bytes: 1_500_000 });
  shown.report({ kind: 'marker', id: 'm1', marker: { at: 61, kind: 'user', code: '', text: 'Kredit' } });
  shown.report({ kind: 'draft', from: 0, pieces: [{ start: 0, end: 2, text: 'Der Rat tagt.' }] });
  await expect.element(text(words.stage.recording)).toBeVisible();
  await expect.element(text('Safari, iPhone')).toBeVisible();
  await expect.poll(() => clock().element().textContent).toMatch(/^1:02:0\d$/);
  await expect.element(page.getByRole('meter', { name: de.recording.meter.label })).toBeVisible();
  await expect.element(page.getByRole('figure', { name: de.recording.ruler.label })).toBeVisible();
  await expect.element(text(de.recording.warning.too_quiet)).toBeVisible();
  await expect.element(text(/9\s?%, bitte laden/)).toBeVisible();
  await expect.element(text(words.fact.offline)).toBeVisible();
  await expect.element(text(/^1[.,]5\sMB von 4[.,]2\sMB$/)).toBeVisible();
  await expect
    .element(page.getByRole('list', { name: de.recording.mark.label }))
    .toHaveTextContent('1:01Kredit');
  await expect.element(page.getByRole('log', { name: words.draft })).toHaveTextContent('Der Rat tagt.');
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(320);
});

test('The clock runs while the phone records, and stands while it is paused', async () => {
  await show();
  shown.state({ at: 65 });
  await expect.poll(() => clock().element().textContent).toMatch(/^1:0[6-9]$/);
  shown.state({ stage: 'paused', at: 66 });
  await expect.element(text(words.stage.paused)).toBeVisible();
  const held = clock().element().textContent;
  await new Promise((resolve) => setTimeout(resolve, 1_200));
  expect(clock().element().textContent).toBe(held);
});

test('A phone that is there, but tells no position any more, is not said to record now', async () => {
  await show();
  shown.state();
  const last = text(words.stage.last.replace('{{stage}}', words.stage.recording));
  await expect.element(last, { timeout: 10_000 }).toBeVisible();
  shown.report({ kind: 'level', at: 66, peaks: [0.4], level_dbfs: -18 });
  await expect.element(last).not.toBeInTheDocument();
});

test('A recording that the phone has lost with its page is not said to pause, and takes no commands', async () => {
  await show();
  shown.state({ stage: 'paused', warnings: ['capture.crashed'] });
  await expect.element(text(de.recording.mark.crashed)).toBeVisible();
  await expect.element(text(words.away.left)).toBeVisible();
  await expect.element(text(words.stage.paused)).not.toBeInTheDocument();
  await expect.element(button(words.command.resume)).not.toBeInTheDocument();
  shown.presence(false, 20_000);
  await expect.element(text(words.away.left)).toBeVisible();
  await expect.element(text(words.away.paused)).not.toBeInTheDocument();
  shown.state({ stage: 'recording' });
  shown.presence(true);
  await expect.element(text(words.stage.recording)).toBeVisible();
  await expect.element(text(words.away.left)).not.toBeInTheDocument();
});

/** What the screen says of each warning that a phone may send; nothing if it deliberately stays silent. */
const spoken: Record<CaptureCode, string[]> = {
  'capture.no_sound': [de.recording.warning.no_sound],
  'capture.muted': [de.recording.warning.muted],
  'capture.wrong_device': [de.recording.warning.wrong_device],
  'capture.too_quiet': [de.recording.warning.too_quiet],
  'capture.clipping': [de.recording.warning.clipping],
  'capture.noisy': [de.recording.warning.noisy],
  'capture.hum': [de.recording.warning.hum],
  'capture.echo': [de.recording.warning.echo],
  'capture.long_silence': [de.recording.warning.long_silence],
  'capture.nobody_speaking': [de.recording.warning.nobody_speaking],
  'capture.track_ended': [words.interrupted],
  'capture.crashed': [words.away.left],
  // Phones tell these by their problem and their stage, and send the codes as markers only.
  'capture.suspended': [],
  'capture.paused': [],
};
test('Each warning that a phone may send is said, or deliberately not', async () => {
  await show();
  const notices = () => [...screen.host.querySelectorAll('[role="status"], [role="alert"]')];
  for (const code of captureCodes) {
    const expected = spoken[code];
    const said = () =>
      notices().map(({ textContent }) => expected.find((one) => textContent.includes(one)) ?? textContent);
    shown.state({ stage: 'paused', warnings: [code] });
    await expect.poll(said, { message: code }).toEqual(expected);
  }
});

test('A phone that has lost its microphone is not said to pause, and is not told to go on', async () => {
  await show();
  shown.state();
  await expect.element(page.getByRole('meter', { name: de.recording.meter.label })).toBeVisible();
  shown.state({ stage: 'paused', warnings: ['capture.track_ended'] });
  await expect.element(page.getByRole('alert').getByText(words.stage.interrupted)).toBeVisible();
  await expect.element(text(words.interrupted)).toBeVisible();
  await expect.element(text(words.stage.paused)).not.toBeInTheDocument();
  await expect.element(page.getByRole('meter')).not.toBeInTheDocument();
  await expect.element(button(words.command.resume)).not.toBeInTheDocument();
  await expect.element(button(words.command.finish)).toBeEnabled();
  await expect.element(button(words.command.mark)).toBeEnabled();
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  shown.presence(false, 20_000);
  await expect.element(text(words.away.interrupted)).toBeVisible();
  await expect.element(text(words.interrupted)).not.toBeInTheDocument();
  shown.presence(true);
  shown.state();
  await expect.element(text(words.stage.recording)).toBeVisible();
  await expect.element(page.getByRole('alert')).not.toBeInTheDocument();
});

test('A command is sent once, and its outcome is told', async () => {
  await show();
  shown.state();
  await button(words.command.pause).click();
  await expect.poll(() => shown.sent.map(({ command }) => command)).toEqual(['pause']);
  const told = (outcome: keyof typeof words.outcome) =>
    text(words.outcome[outcome].replace('{{command}}', words.command.pause));
  await expect.element(told('sent')).toBeVisible();
  // Until then no other command is possible.
  await expect.element(button(words.command.finish)).toBeDisabled();
  shown.outcome('taken');
  await expect.element(told('taken')).toBeVisible();
  shown.outcome('done');
  await expect.element(told('done')).toBeVisible();
  shown.state({ stage: 'paused' });
  await expect.element(button(words.command.resume)).toBeEnabled();
  await expect.element(button(words.command.pause)).not.toBeInTheDocument();
});

test('A command that the phone refused, or did not take, is told', async () => {
  await show();
  shown.state({ stage: 'ready', at: 0 });
  await button(words.command.start).click();
  await expect.poll(() => shown.sent.length).toBe(1);
  shown.outcome('refused', 'capture.denied');
  await expect.element(text(/vom Handy nicht ausgeführt/)).toBeVisible();
  await expect.element(text(new RegExp(de.error.capture.denied.slice(0, 20)))).toBeVisible();
  await button(words.command.start).click();
  await expect.poll(() => shown.sent.length).toBe(2);
  shown.outcome('late');
  await expect.element(text(/nicht innert 10 Sekunden/)).toBeVisible();
});

test('A command that did not reach the server is told', async () => {
  await show({ send: () => Promise.reject(new ApiError('pairing.not_connected', 409)) });
  shown.state();
  await button(words.command.mark).click();
  await expect.element(text(/Marke: nicht gesendet/)).toBeVisible();
});

test('A phone that is away: since when, what it did last, and no commands', async () => {
  await show();
  shown.state();
  shown.presence(false, 65_000);
  await expect.element(text(/Seit 1:[0-5]\d keine Nachricht/)).toBeVisible();
  await expect.element(text(words.away.recording)).toBeVisible();
  const now = page.getByText(words.stage.recording, { exact: true });
  const last = text(words.stage.last.replace('{{stage}}', words.stage.recording));
  await expect.element(last).toBeVisible();
  await expect.element(now).not.toBeInTheDocument();
  await expect.element(button(words.command.pause)).toBeDisabled();
  await expect.element(text('Abschluss')).not.toBeInTheDocument();
  expect(await accessibilityFaults(screen.host)).toEqual([]);
  shown.presence(true);
  await expect.element(text(words.away.recording)).not.toBeInTheDocument();
  await expect.element(button(words.command.pause)).toBeEnabled();
});

test.each([
  ['ready', words.away.ready],
  ['paused', words.away.paused],
  ['unsent', words.away.unsent],
] as const)('Of a phone that is away nobody says that it records if it was %s', async (stage, said) => {
  await show();
  shown.state({ stage });
  shown.presence(false, 5_000);
  await expect.element(text(said)).toBeVisible();
  await expect.element(text(words.away.recording)).not.toBeInTheDocument();
});

test('Of a phone that has no space left nobody says that the recording lies there', async () => {
  await show();
  shown.state({ problem: 'capture.device_full' });
  await expect.element(text(de.error.capture.device_full)).toBeVisible();
  shown.presence(false, 5_000);
  await expect.element(text(/keine Nachricht vom Handy/)).toBeVisible();
  await expect.element(text(de.error.capture.device_full)).toBeVisible();
  await expect.element(text(words.away.recording)).not.toBeInTheDocument();
  shown.state({ problem: null });
  await expect.element(text(words.away.recording)).toBeVisible();
});

test('If the phone stays away, what the server has can be completed', async () => {
  await show();
  shown.state();
  shown.presence(false, 3 * minutes);
  await expect.element(text(words.away.complete)).toBeVisible();
  await expect.element(text('Abschluss')).toBeVisible();
});

test('A connection of this screen that is lost is not blamed on the phone', async () => {
  await show();
  shown.state();
  shown.link('lost');
  await expect.element(text(words.link.lost)).toBeVisible();
  await expect.element(text(words.link.old)).toBeVisible();
  await expect.element(text(/keine Nachricht vom Handy/)).not.toBeInTheDocument();
  await expect.element(button(words.command.pause)).toBeDisabled();
});

test('A finished recording is handed over with its length', async () => {
  await show();
  shown.state({ stage: 'unsent', at: 70 });
  expect(done).not.toHaveBeenCalled();
  shown.state({ stage: 'finished', at: 70 });
  await expect.poll(() => done.mock.calls).toEqual([[70]]);
});

test('The end that only the server tells hands it over too', async () => {
  await show();
  shown.state({ stage: 'unsent', at: 70 });
  shown.pairing({ state: 'expired', ended: 'finished' });
  await expect.poll(() => done.mock.calls).toEqual([[70]]);
});

test('The screen follows the phone into the next session', async () => {
  await show();
  shown.state();
  shown.state({ session_id: 's2', at: 1 });
  await expect.poll(() => follow.mock.calls).toEqual([['s2']]);
  expect(done).not.toHaveBeenCalled();
});

test('The pairing ends after a question while the phone has something unsent', async () => {
  await show();
  shown.state();
  await button(words.end.action).click();
  await expect.element(page.getByRole('alertdialog', { name: words.end.title })).toBeVisible();
  await button(words.end.stay).click();
  expect(shown.ended).toEqual([]);
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  await button(words.end.action).click();
  await page.getByRole('alertdialog').getByRole('button', { name: words.end.action }).click();
  await expect.poll(() => shown.ended).toEqual(['p1']);
  await expect.poll(() => shown.desk.state.step).toBe('idle');
});

test('Without the server the pairing is left on this screen', async () => {
  await show({ end: () => Promise.reject(new ApiError('network.failed', 0)) });
  await button(words.end.action).click();
  await expect.poll(() => shown.desk.state.step).toBe('idle');
});

test('A pairing that has ended tells that, and what it means for the recording', async () => {
  await show();
  shown.state();
  shown.pairing({ state: 'expired', ended: 'time' });
  await expect.element(text(words.over.time)).toBeVisible();
  await expect.element(text(words.away.afterEnd)).toBeVisible();
  await expect.element(text('Abschluss')).toBeVisible();
  await expect.element(button(words.command.pause)).not.toBeInTheDocument();
  await expect.element(text(words.stage.recording)).not.toBeInTheDocument();
  await button(words.end.back).click();
  await expect.poll(() => shown.desk.state.step).toBe('idle');
  expect(shown.ended).toEqual([]);
});
