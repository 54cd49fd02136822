import '#web/ui/tokens.css';
import '#web/ui/base.css';
import type { i18n as I18n } from 'i18next';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { proxy } from 'valtio';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createFakeRecording } from '#web/features/recording/recording-fixture.ts';
import type { FakeRecording } from '#web/features/recording/recording-fixture.ts';
import { germanWords } from '#web/features/trim/trim-fixture.tsx';
import { de } from '#web/i18n/de/index.ts';
import { DictatedText } from './dictated-text.tsx';
import type { Dictation, DictationState } from './dictation.state.ts';

let i18n: I18n;
let root: Root | null = null;
let host: HTMLElement | null = null;
let recording: FakeRecording;
let log: string[] = [];

beforeAll(async () => {
  i18n = await germanWords();
});
afterEach(() => {
  root?.unmount();
  host?.remove();
  root = host = null;
});

const later = (line: string) => {
  log.push(line);
  return Promise.resolve();
};

async function show(change: Partial<DictationState> = {}, isRecording = true): Promise<DictationState> {
  log = [];
  const state = proxy<DictationState>({
    status: 'listening',
    isLocal: false,
    isDraft: false,
    problem: null,
    canInstall: false,
    interim: '',
    ...change,
  });
  const dictation: Dictation = {
    state,
    check: () => later('check'),
    start: () => later('start'),
    stop: () => void log.push('stop'),
    agree: () => void log.push('agree'),
    install: () => later('install'),
    [Symbol.dispose]() {},
  };
  recording = createFakeRecording({ mode: 'dictation', stage: isRecording ? 'recording' : 'paused' });
  host = document.body.appendChild(document.createElement('main'));
  root = createRoot(host);
  root.render(
    <I18nextProvider i18n={i18n}>
      <DictatedText recording={recording} dictation={dictation} language="de-CH" />
    </I18nextProvider>,
  );
  await expect.element(page.getByRole('region', { name: 'Entwurf' })).toBeVisible();
  return state;
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const draft = () => page.getByRole('log', { name: 'Entwurf' }).element().textContent;

test('The text grows, changes until it is settled, and goes into the notes once', async () => {
  const state = await show();
  await expect.element(page.getByText(de.dictation.empty)).toBeVisible();
  await expect.element(button('Als Notizen behalten')).toBeDisabled();
  state.interim = 'Guten';
  await expect.poll(draft).toBe('Guten');
  state.interim = '';
  recording.addDictated({ start: 1, end: 3, text: 'Guten Tag.' });
  await expect.poll(draft).toBe('Guten Tag.');
  recording.setNotes('– Kredit');
  await userEvent.click(button('Als Notizen behalten'));
  expect(recording.state.notes).toBe('– Kredit\n\nGuten Tag.');
  await expect.element(button('Als Notizen behalten')).toBeDisabled();
  recording.addDictated({ start: 9, end: 12, text: 'Zweitens.' });
  await userEvent.click(button('Als Notizen behalten'));
  expect(recording.state.notes).toBe('– Kredit\n\nGuten Tag.\n\nZweitens.');
});

test('Whatever keeps it from writing is said, and that the sound is recorded all the same', async () => {
  await show({ status: 'off', problem: 'unsupported' });
  await expect.element(page.getByText('Ihr Browser unterstützt kein Diktieren.')).toBeVisible();
  await expect.element(page.getByText(de.dictation.recorded)).toBeVisible();
  expect(await accessibilityFaults(host as HTMLElement)).toEqual([]);
});

test('Who agrees is told what happens with the sound, and writing begins', async () => {
  await show({ status: 'off', problem: 'not_agreed' });
  await expect.element(page.getByText(de.dictation.agree.text)).toBeVisible();
  await userEvent.click(button('Einverstanden, mitschreiben'));
  expect(log).toEqual(['agree', 'start']);
});

test('During a pause an agreement begins nothing', async () => {
  await show({ status: 'off', problem: 'not_agreed' }, false);
  await userEvent.click(button('Einverstanden, mitschreiben'));
  expect(log).toEqual(['agree']);
});

test('A language pack is fetched where the browser offers one', async () => {
  await show({ status: 'off', problem: 'downloadable', canInstall: true });
  await userEvent.click(button('Sprachpaket laden'));
  await expect.poll(() => log).toEqual(['install', 'start']);
});

test('A long text stays at its end, unless one reads further up', async () => {
  await show();
  const scroller = page.getByRole('log').element();
  const say = (index: number) =>
    recording.addDictated({ start: index * 10, end: index * 10 + 2, text: `Absatz ${index}.` });
  for (let index = 0; index < 30; index += 1) say(index);
  const rest = () => scroller.scrollHeight - scroller.scrollTop - scroller.clientHeight;
  await expect.poll(draft).toContain('Absatz 29.');
  await expect.poll(rest).toBeLessThan(2);
  scroller.scrollTop = 0;
  await new Promise((resolve) => requestAnimationFrame(() => requestAnimationFrame(resolve)));
  say(30);
  await expect.poll(draft).toContain('Absatz 30.');
  expect(scroller.scrollTop).toBe(0);
});
