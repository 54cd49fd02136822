import { afterEach, expect, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { Transcript } from '#api/contract/transcript.ts';
import { createPlayer } from '#web/features/player/player.state.ts';
import type { Player } from '#web/features/player/player.state.ts';
import { de } from '#web/i18n/de/index.ts';
import { transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { TranscriptView } from './transcript-view.tsx';

/** An audio element that is ready at once and stands where it is put. */
class StandingAudio extends EventTarget {
  src = '';
  currentTime = 0;
  playbackRate = 1;
  defaultPlaybackRate = 1;
  muted = false;
  volume = 1;
  preload: HTMLAudioElement['preload'] = '';
  load() {
    queueMicrotask(() => this.dispatchEvent(new Event('loadedmetadata')));
  }
  play = () => Promise.resolve();
  pause() {}
}

const screen = createTestScreen();
let player: Player | null = null;

afterEach(() => {
  screen.clear();
  player?.[Symbol.dispose]();
  player = null;
});

async function show(transcript: Transcript): Promise<Player> {
  const made = createPlayer({
    getUrl: () => Promise.resolve('/sound'),
    durationS: 9000,
    createAudio: () => new StandingAudio(),
    onFailure: () => {},
  });
  player = made;
  screen.show(<TranscriptView transcript={transcript} player={made} />);
  await expect.element(page.getByText('Kredit').first()).toBeInTheDocument();
  return made;
}

const current = () => screen.host.querySelector('[data-word][data-current]');

test('A click on a word plays from that word', async () => {
  const made = await show(transcriptFixture(3));
  await page.getByText('Kredit').nth(1).click();
  expect(made.state.isPlaying).toBe(true);
  expect(made.position()).toBe(6);
  await vi.waitFor(() => expect(current()?.textContent).toBe('Kredit'));
  expect(current()?.closest('[data-index]')?.getAttribute('data-index')).toBe('1');
});

test('The time of a segment is a button that plays from there', async () => {
  const made = await show(transcriptFixture(3));
  await page.getByRole('button', { name: 'Ab 0:08 abspielen' }).click();
  expect(made.position()).toBe(8);
});

test('The mark moves on with the sound', async () => {
  const made = await show(transcriptFixture(3));
  await page.getByText('Der').first().click();
  await vi.waitFor(() => expect(current()?.textContent).toBe('Der'));
  made.seek(1.6);
  await vi.waitFor(() => expect(current()?.textContent).toBe('den'));
});

test('Names stand where the speaker changes', async () => {
  await show(transcriptFixture(2));
  expect(
    page
      .getByRole('heading')
      .elements()
      .map((heading) => heading.textContent),
  ).toEqual(['Präsidentin', 'Herr Meier']);
});

test('Of 25,000 words only those near the window are in the document, and playing follows anywhere', async () => {
  const made = await show(transcriptFixture(3_125));
  expect(screen.host.querySelectorAll('[data-word]').length).toBeLessThan(1_500);
  made.seek(8_000);
  made.play();
  await vi.waitFor(() => expect(current()?.closest('[data-index]')?.getAttribute('data-index')).toBe('2000'));
  const box = current()?.getBoundingClientRect();
  expect(box?.top).toBeGreaterThan(0);
  expect(box?.bottom).toBeLessThan(window.innerHeight);
});

test('Who scrolls away while it plays is left alone, and can come back', async () => {
  const made = await show(transcriptFixture(500));
  made.seek(4);
  made.play();
  await vi.waitFor(() => expect(current()).toBeTruthy());
  window.dispatchEvent(new WheelEvent('wheel', { deltaY: 2000 }));
  await expect.element(page.getByRole('button', { name: 'Zur aktuellen Stelle' })).toBeVisible();
  const before = window.scrollY;
  made.seek(1_600);
  await new Promise((resolve) => setTimeout(resolve, 200));
  expect(window.scrollY).toBe(before);
  await page.getByRole('button', { name: 'Zur aktuellen Stelle' }).click();
  await vi.waitFor(() => expect(current()?.closest('[data-index]')?.getAttribute('data-index')).toBe('400'));
});

test('Partial text says that it is provisional', async () => {
  await show(transcriptFixture(1, { partial: true }));
  await expect.element(page.getByText(de.transcript.partial)).toBeVisible();
});
