import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import { de } from '#web/i18n/de/index.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { KeptCards } from '#web/features/recording/recovery/kept-card.tsx';
import type { KeptCardsProps } from '#web/features/recording/recovery/kept-card.tsx';
import { RecordPanel } from './record-panel.tsx';
import { RecordingBar } from './recording-bar.tsx';
import {
  createFakeRecording,
  keptOf,
  pictureOf,
  sendStateOf,
} from '#web/features/recording/recording-fixture.ts';
import type { FakeRecording } from '#web/features/recording/recording-fixture.ts';
import type { RecordingState } from '#web/features/recording/state/recording.rules.ts';

let recording: FakeRecording;
let hasDiscarded = false;

const screen = createTestScreen({ fr });
const { show: render } = screen;
beforeEach(() => page.viewport(1000, 900));
afterEach(() => document.documentElement.removeAttribute('data-theme'));

async function show(change: Partial<RecordingState>): Promise<void> {
  recording = createFakeRecording(change);
  hasDiscarded = false;
  render(
    <RecordPanel
      recording={recording}
      bytesPerS={8000}
      quota={null}
      onDiscard={() => {
        hasDiscarded = true;
      }}
    />,
  );
  await expect.element(page.getByRole('region', { name: 'Aufnahme', exact: true })).toBeVisible();
}

const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true });
const text = (words: string) => page.getByText(words, { exact: true });

const faults = () => accessibilityFaults(screen.host, { without: ['heading-order'] });

const live = {
  stage: 'recording',
  positionS: 130,
  picture: pictureOf(130),
  send: sendStateOf(),
  markers: [
    { at: 20, kind: 'user', code: '', text: '' },
    { at: 50, kind: 'warning', code: 'capture.too_quiet', text: '' },
    { at: 70, kind: 'gap', code: 'capture.track_ended', text: '' },
  ],
} satisfies Partial<RecordingState>;
const waiting = { status: 'paused', attempt: 5, sinceMs: Date.now(), untilMs: Date.now() + 600_000 } as const;
const stages: Record<string, Partial<RecordingState>> = {
  idle: { stage: 'idle', positionS: 0, storage: null },
  asking: { stage: 'asking', positionS: 0 },
  refused: { stage: 'idle', positionS: 0, problem: { code: 'capture.denied', requestId: null } },
  listening: { stage: 'ready', positionS: 0 },
  heard: { stage: 'ready', positionS: 0, verdict: 'good' },
  'heard badly': {
    stage: 'ready',
    positionS: 0,
    verdict: 'no_sound',
    storage: { kind: 'memory', freeBytes: null, isPersistent: false },
  },
  recording: live,
  warned: { ...live, warnings: ['wrong_device', 'hum'], notes: 'Kredit', notesSaved: 'device' },
  'cut off': { ...live, send: sendStateOf({ connection: waiting }), isSignedOut: true, isMonitored: false },
  'near the end': { ...live, stage: 'paused', positionS: 8700, overflowBytes: 2_400_000, part: 2 },
  interrupted: { ...live, stage: 'interrupted' },
  'without any microphone': { ...live, stage: 'interrupted', devices: [] },
  finishing: { ...live, stage: 'finishing' },
  uploading: { ...live, stage: 'uploading', send: sendStateOf({ bytesTotal: 1_040_000 }) },
  refusing: { ...live, stage: 'uploading', problem: { code: 'upload.disk_full', requestId: null } },
  completing: { ...live, stage: 'completing' },
  finished: { ...live, stage: 'finished' },
};

describe.each(Object.entries(stages))('While %s', (_, change) => {
  test('the screen has no fault that axe knows, light and dark, and no part of it is wider than a phone', async () => {
    await show(change);
    for (const theme of ['light', 'dark']) {
      document.documentElement.dataset['theme'] = theme;
      expect(await faults()).toEqual([]);
    }
    for (const language of ['de', 'fr']) {
      await screen.i18n.changeLanguage(language);
      await page.viewport(360, 800);
      await eventually(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360));
      const rights = [...screen.host.querySelectorAll('button, a, p, canvas')]
        .filter((element) => getComputedStyle(element).position !== 'absolute')
        .map((element) => element.getBoundingClientRect().right);
      expect(Math.max(...rights)).toBeLessThanOrEqual(360);
    }
  });
});

test('The way to the recording: microphone on, one sentence on the sound, the red button', async () => {
  await show({ stage: 'idle', positionS: 0 });
  await userEvent.click(button('Mikrofon einschalten'));
  expect(recording.log).toEqual(['prepare']);
  recording.state.stage = 'ready';
  await expect.element(text('Sprechen Sie ein paar Worte …')).toBeVisible();
  await expect.element(text('Auf diesem Gerät ist Platz für etwa 40 Stunden.')).toBeVisible();
  recording.state.verdict = 'too_quiet';
  await userEvent.click(button('Pegel automatisch regeln'));
  expect(recording.log.at(-1)).toBe('options {"autoGainControl":true}');
  recording.state.verdict = 'good';
  await expect.element(text('Der Ton ist gut.')).toBeVisible();
  await userEvent.click(button('Aufnahme starten'));
  expect(recording.log.at(-1)).toBe('start');
});

test('The button does not move when the room on the device becomes known', async () => {
  await show({ stage: 'idle', positionS: 0, storage: null });
  const topOf = () => button('Mikrofon einschalten').element().getBoundingClientRect().top;
  const before = topOf();
  recording.state.storage = createFakeRecording({}).state.storage;
  await expect.element(text('Auf diesem Gerät ist Platz für etwa 40 Stunden.')).toBeVisible();
  expect(topOf()).toBe(before);
});

test('A bad device is replaced from where it is told', async () => {
  await show({ stage: 'ready', positionS: 0, verdict: 'no_sound' });
  await userEvent.click(button('Mikrofon wählen'));
  const dialog = page.getByRole('dialog', { name: 'Mikrofon und Ton' });
  await expect.element(dialog).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: /Mikrofon/ }));
  await userEvent.click(page.getByRole('option', { name: 'Jabra Speak 750 (USB)' }));
  expect(recording.log).toContain('device usb');
});

test('A refusal says where this browser keeps the permission, and asks again', async () => {
  await show({ stage: 'idle', positionS: 0, problem: { code: 'capture.denied', requestId: null } });
  await expect.element(text(de.recording.hint.chromium)).toBeVisible();
  await userEvent.click(button('Erneut versuchen'));
  expect(recording.log).toEqual(['prepare']);
});

test('What no press here can mend offers none', async () => {
  await show({ stage: 'idle', positionS: 0, problem: { code: 'capture.insecure', requestId: null } });
  await expect.element(text(de.error.capture.insecure)).toBeVisible();
  await expect.element(button('Erneut versuchen')).not.toBeInTheDocument();
  await expect.element(button('Mikrofon einschalten')).not.toBeInTheDocument();
});

test('M sets a marker and space pauses, but never while one writes', async () => {
  await show(live);
  await userEvent.keyboard('m');
  expect(recording.log).toEqual(['mark']);
  await expect.element(text('Marke bei 2:10 gesetzt.')).toBeInTheDocument();
  await userEvent.keyboard(' ');
  expect(recording.log.at(-1)).toBe('pause');
  recording.state.stage = 'paused';
  await expect.element(button('Weiter aufnehmen')).toBeVisible();
  await userEvent.keyboard(' ');
  expect(recording.log.at(-1)).toBe('resume');
  const notes = page.getByRole('textbox', { name: 'Notizen' });
  await userEvent.click(notes);
  await userEvent.keyboard('mm m');
  await expect.element(notes).toHaveValue('mm m');
  expect(recording.log.filter((line) => line === 'mark')).toHaveLength(1);
  (button('Marke M').element() as HTMLElement).focus();
  await userEvent.keyboard(' ');
  expect(recording.log.at(-1)).toBe('mark');
});

test('Letters typed in the middle of the notes stay where they were typed', async () => {
  await show({ ...live, notes: 'Kredit Schulhaus' });
  const notes = page.getByRole('textbox', { name: 'Notizen' });
  await userEvent.click(notes);
  const area = notes.element() as HTMLTextAreaElement;
  area.setSelectionRange(6, 6);
  await userEvent.keyboard(' für das');
  expect(area.value).toBe('Kredit für das Schulhaus');
});

test('One warning at a time, with one action, put away until it comes back', async () => {
  await show({ ...live, warnings: ['muted', 'noisy'] });
  const region = page.getByRole('region', { name: 'Hinweis zum Ton' });
  await expect.element(region.getByText(de.recording.warning.muted)).toBeVisible();
  await userEvent.click(button('Hinweis schliessen'));
  await expect.element(region.getByText(de.recording.warning.noisy)).toBeVisible();
  await userEvent.click(button('Rauschen unterdrücken'));
  expect(recording.log).toEqual(['dismiss muted', 'options {"noiseSuppression":true}']);
  await expect.element(page.getByRole('timer')).toHaveTextContent('2:10');
});

test('While the device has no space left nothing says that the recording is stored on it', async () => {
  const problem = { code: 'upload.quota_exceeded', requestId: null };
  await show({ ...live, overflowBytes: 2_400_000, isSignedOut: true, problem });
  await expect.element(text(de.recording.overflow.title)).toBeVisible();
  await expect.element(text(de.recording.signedOut.unstored)).toBeVisible();
  await expect.element(text(de.recording.problem.kept)).not.toBeInTheDocument();
  recording.state.overflowBytes = null;
  await expect.element(text(de.recording.signedOut.text)).toBeVisible();
  await expect.element(text(de.recording.problem.kept)).toBeVisible();
});

test('A microphone that has gone is said at once, and the next one goes on', async () => {
  await show(live);
  recording.state.stage = 'interrupted';
  await expect.element(text(de.recording.interrupted.text)).toBeVisible();
  await userEvent.click(button('Damit weiter aufnehmen').nth(1));
  expect(recording.log).toEqual(['device usb']);
});

test('Finishing is one press, but for a recording of a moment', async () => {
  await show({ ...live, positionS: 1.5 });
  await userEvent.click(button('Fertig'));
  await expect.element(page.getByRole('alertdialog', { name: 'Schon fertig?' })).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByRole('alertdialog')).not.toBeInTheDocument();
  expect(recording.log).toEqual([]);
  recording.state.positionS = 4;
  await userEvent.click(button('Fertig'));
  expect(recording.log).toEqual(['finish']);
});

test('Throwing away is asked for, and only when nothing is being recorded', async () => {
  await show(live);
  await expect.element(button('Verwerfen')).not.toBeInTheDocument();
  recording.state.stage = 'paused';
  await userEvent.click(button('Verwerfen'));
  const dialog = page.getByRole('alertdialog');
  await expect.element(dialog.getByText(/2 Minuten, 10 Sekunden/)).toBeVisible();
  await userEvent.click(dialog.getByRole('button', { name: 'Verwerfen' }));
  expect(hasDiscarded).toBe(true);
});

test('Near the longest length the person decides whether it goes on', async () => {
  await show({ ...live, positionS: 8400.5 });
  await expect.element(page.getByText(/^In 10 Minuten ist die grösste Länge erreicht/)).toBeVisible();
  await expect.element(page.getByRole('checkbox', { name: de.recording.length.rollover })).toBeChecked();
  await userEvent.click(text(de.recording.length.rollover));
  expect(recording.log).toEqual(['rollover false']);
});

test('The tab may be closed exactly when the server has answered', async () => {
  const full = sendStateOf({ bytesSent: 10, bytesStored: 10, bytesTotal: 10, isDone: true });
  await show({ ...live, stage: 'completing', send: full });
  const safe = text('Sie können diesen Tab schliessen.');
  await expect.element(text(de.recording.after.stay)).toBeVisible();
  await expect.element(safe).not.toBeInTheDocument();
  recording.state.stage = 'finished';
  await expect.element(safe).toBeVisible();
  await expect.element(text(de.recording.after.stay)).not.toBeInTheDocument();
});

test('A focus that goes with its button stays in the panel', async () => {
  await show({ stage: 'ready', positionS: 0, verdict: 'good' });
  await userEvent.click(button('Aufnahme starten'));
  Object.assign(recording.state, { stage: 'recording', positionS: 0.2 });
  await expect.element(page.getByRole('region', { name: 'Aufnahme', exact: true })).toHaveFocus();
  await userEvent.keyboard('m');
  expect(recording.log.at(-1)).toBe('mark');
});

test('The level meter moves without rendering the page, and has a word for those who do not see it', async () => {
  await show({ stage: 'ready', positionS: 0 });
  const meter = page.getByRole('meter', { name: 'Pegel' });
  await expect.element(meter).toHaveAttribute('aria-valuetext', 'nichts zu hören');
  const canvas = meter.element().querySelector('canvas') as HTMLCanvasElement;
  const picture = () => canvas.toDataURL();
  await eventually(() => expect(canvas.width).toBeGreaterThan(300));
  const still = picture();
  const report = {
    peakDbfs: -10,
    rmsDbfs: -22,
    momentaryLufs: -23.4,
    isSpeech: true,
    warnings: [],
    verdict: null,
  };
  const watch = vi.fn<() => void>();
  const observer = new MutationObserver(watch);
  observer.observe(canvas.parentElement as HTMLElement, { childList: true });
  recording.report(report);
  await eventually(() => expect(picture()).not.toBe(still));
  expect(watch).not.toHaveBeenCalled();
  observer.disconnect();
  await eventually(() => {
    recording.report(report);
    expect(meter.element().textContent).toBe('−23 LUFS');
    expect(meter.element().getAttribute('aria-valuetext')).toBe('gut');
  });
  screen.clear();
  const asked = vi.spyOn(window, 'requestAnimationFrame');
  recording.report(report);
  await new Promise((resolve) => setTimeout(resolve, 50));
  expect(asked).not.toHaveBeenCalled();
  asked.mockRestore();
});

describe('What was left behind', () => {
  const log: string[] = [];
  const actions: Omit<KeptCardsProps, 'items'> = {
    onListen: (id) => {
      log.push(`listen ${id}`);
      return Promise.reject(new Error('damaged'));
    },
    onGoOn: (id) => void log.push(`on ${id}`),
    onDeliver: (id) => void log.push(`deliver ${id}`),
    onDiscard: (id) => void log.push(`discard ${id}`),
  };
  beforeEach(() => void (log.length = 0));

  test('is told with length and date, and can be gone on with, uploaded and discarded', async () => {
    render(<KeptCards items={[keptOf()]} {...actions} />);
    await expect.element(text('Eine Aufnahme liegt noch auf diesem Gerät')).toBeVisible();
    await expect.element(page.getByText(/^5:00, begonnen am /)).toBeVisible();
    await userEvent.click(button('Fortsetzen'));
    await userEvent.click(button('Hochladen'));
    await userEvent.click(button('Verwerfen'));
    expect(log).toEqual(['on k1', 'deliver k1']);
    await userEvent.click(page.getByRole('alertdialog').getByRole('button', { name: 'Verwerfen' }));
    expect(log.at(-1)).toBe('discard k1');
    expect(await faults()).toEqual([]);
  });

  test('says so where its beginning cannot be played', async () => {
    render(<KeptCards items={[keptOf()]} {...actions} />);
    await userEvent.click(button('Anfang anhören'));
    await expect.element(text(de.recording.kept.unplayable)).toBeVisible();
    expect(log).toEqual(['listen k1']);
  });

  test('is not gone on with once it was finished, nor in the library', async () => {
    const finished = { bytes: 1, duration: 1, sha256: '' };
    render(<KeptCards items={[keptOf({ finished })]} {...actions} />);
    await expect.element(button('Hochladen')).toBeVisible();
    await expect.element(button('Fortsetzen')).not.toBeInTheDocument();
    render(<KeptCards items={[keptOf()]} {...actions} onGoOn={undefined} />);
    await expect.element(button('Fortsetzen')).not.toBeInTheDocument();
  });

  test('shows the way of each of several, and why one could not go', async () => {
    const sent = keptOf({ id: 'k2', part: 2 }, { isBusy: true, stage: 'uploading', send: sendStateOf() });
    const failed = keptOf({}, { problem: { code: 'upload.quota_exceeded', requestId: null } });
    await page.viewport(360, 800);
    render(<KeptCards items={[failed, sent]} {...actions} />);
    await expect.element(text('2 Aufnahmen liegen noch auf diesem Gerät')).toBeVisible();
    await expect
      .element(page.getByRole('progressbar', { name: 'Die Aufnahme wird hochgeladen' }))
      .toBeVisible();
    await expect
      .element(page.getByText(/^Das Hochladen ist nicht gelungen\. Der Speicherplatz/))
      .toBeVisible();
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  });
});

test('On other screens a bar leads back, and goes once all is on the server', async () => {
  const close = vi.fn<() => void>();
  recording = createFakeRecording({ ...live, mode: 'dictation', title: 'Ein sehr langer Name '.repeat(9) });
  await page.viewport(360, 800);
  render(<RecordingBar recording={recording} onClose={close} />);
  await expect
    .element(page.getByRole('link', { name: 'Zur Aufnahme' }))
    .toHaveAttribute('href', '/library/s1?mode=dictation');
  expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  expect(await faults()).toEqual([]);
  await expect.element(button('Schliessen')).not.toBeInTheDocument();
  recording.state.stage = 'finished';
  await userEvent.click(button('Schliessen'));
  expect(close).toHaveBeenCalledOnce();
});

test('The spoken length of the recording is that of the clock', async () => {
  await show({ ...live, positionS: 28.4 });
  await expect.element(page.getByText('Länge: 28 Sekunden', { exact: true }).first()).toBeInTheDocument();
});
