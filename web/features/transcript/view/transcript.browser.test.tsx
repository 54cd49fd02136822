import { expect, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { Verdict } from '#api/contract/recording.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import { de } from '#web/i18n/de/index.ts';
import { closeKeysDialog, keysDialog } from '#web/parts/keys/keys-dialog.state.ts';
import { setSingleKeys } from '#web/parts/keys/single-keys.state.ts';
import { segmentFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTranscriptScreen } from '#web/testing/transcript-screen.tsx';

const { screen, show } = createTranscriptScreen();
const current = () => screen.host.querySelector('[data-word][data-current]');
const currentIndex = () => current()?.closest('[data-index]')?.getAttribute('data-index');
const turn = (time: string) => page.getByRole('group', { name: new RegExp(`, ${time}:`) });
const focused = () => document.activeElement?.getAttribute('data-turn');
const frames = (count: number) =>
  new Promise<void>((resolve) => {
    const next = (left: number) => (left === 0 ? resolve() : requestAnimationFrame(() => next(left - 1)));
    next(count);
  });

test('A click on a word plays from that word, and nothing moves', async () => {
  const { player } = show(transcriptFixture(3));
  const word = page.getByText('Kredit').nth(1);
  const { top } = word.element().getBoundingClientRect();
  await word.click();
  expect(player.state.isPlaying).toBe(true);
  expect(player.position()).toBe(6);
  await eventually(() => expect(current()?.textContent).toBe('Kredit'));
  expect(currentIndex()).toBe('1');
  expect(word.element().getBoundingClientRect().top).toBe(top);
});

test('The time of a segment is a button that plays from there', async () => {
  const { player } = show(transcriptFixture(3));
  await page.getByRole('button', { name: 'Ab 0:08 abspielen' }).click();
  expect(player.position()).toBe(8);
});

test('The mark moves on with the sound, and no element is drawn for it', async () => {
  const { player } = show(transcriptFixture(3));
  await page.getByText('Der').first().click();
  await eventually(() => expect(current()?.textContent).toBe('Der'));
  await frames(3);
  const changes: MutationRecord[] = [];
  const watch = new MutationObserver((records) => changes.push(...records));
  watch.observe(screen.host, { subtree: true, childList: true, attributes: true, characterData: true });
  player.seek(1.6);
  await eventually(() => expect(current()?.textContent).toBe('den'));
  watch.disconnect();
  expect(changes.map(({ attributeName }) => attributeName)).toEqual(['data-current', 'data-current']);
});

test('Names stand where the speaker changes', async () => {
  show(transcriptFixture(2));
  expect(
    page
      .getByRole('heading')
      .elements()
      .map((heading) => heading.textContent),
  ).toEqual(['Präsidentin', 'Herr Meier']);
});

test('Of 25,000 words only those near the window are in the document, and playing follows anywhere', async () => {
  const { player } = show(transcriptFixture(3_125));
  expect(screen.host.querySelectorAll('[data-word]').length).toBeLessThan(1_500);
  player.seek(8_000);
  player.play();
  await eventually(() => expect(currentIndex()).toBe('2000'));
  await eventually(() => {
    const box = current()?.getBoundingClientRect();
    expect(box?.top).toBeGreaterThan(60);
    expect(box?.bottom).toBeLessThan(window.innerHeight);
  });
});

/** Resolves with the scroll position when it has stayed for 10 frames: rows that come into view are measured, which moves it. */
async function scrollAtRest(): Promise<number> {
  for (let last = NaN; ;) {
    if (last === window.scrollY) return last;
    last = window.scrollY;
    await frames(10);
  }
}

test('Who scrolls away while it plays is left alone, and can come back', async () => {
  const { player } = show(transcriptFixture(500));
  player.seek(4);
  player.play();
  await eventually(() => expect(current()).toBeTruthy());
  window.dispatchEvent(new WheelEvent('wheel', { deltaY: 2000 }));
  window.scrollTo(0, 20_000);
  await expect.element(page.getByRole('button', { name: 'Zur aktuellen Stelle' })).toBeVisible();
  const before = await scrollAtRest();
  player.seek(1_600);
  await frames(10);
  expect(Math.abs(window.scrollY - before)).toBeLessThan(60);
  await page.getByRole('button', { name: 'Zur aktuellen Stelle' }).click();
  await eventually(() => expect(currentIndex()).toBe('400'));
});

test('Paused and away from the place, there is a way back to it as well', async () => {
  const { player } = show(transcriptFixture(500));
  player.seek(4);
  player.play();
  await eventually(() => expect(current()).toBeTruthy());
  player.pause();
  window.scrollTo(0, 20_000);
  await page.getByRole('button', { name: 'Zur aktuellen Stelle' }).click();
  await eventually(() => expect(currentIndex()).toBe('1'));
  await expect.element(page.getByRole('button', { name: 'Zur aktuellen Stelle' })).not.toBeInTheDocument();
});

test('An address leads to its section with the focus; the player waits there and does not play', async () => {
  const { player, draw } = show(transcriptFixture(2_500), { aim: { atS: 8_000.5, segment: 's2000' } });
  await eventually(() => expect(focused()).toBe('s2000'));
  const box = document.activeElement?.getBoundingClientRect();
  expect(box?.top).toBeGreaterThan(0);
  expect(box?.bottom).toBeLessThan(window.innerHeight);
  expect(player.position()).toBe(8_000.5);
  expect(player.state.isPlaying).toBe(false);
  draw({ aim: { atS: 402, segment: 'gone' } });
  await eventually(() => expect(focused()).toBe('s100'));
  // The same address does not move the reader again.
  player.seek(7);
  draw({ aim: { atS: 402, segment: 'gone' } });
  await frames(3);
  expect(player.position()).toBe(7);
});

test('The list is one stop of Tab; arrows lead through the sections, and their buttons follow', async () => {
  show(transcriptFixture(40));
  (turn('0:00').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  await eventually(() => expect(focused()).toBe('s2'));
  await userEvent.keyboard('{End}');
  await eventually(() => expect(focused()).toBe('s39'));
  await userEvent.keyboard('{Tab}');
  await expect.element(page.getByRole('button', { name: 'Ab 2:36 abspielen' })).toHaveFocus();
  const stops = [...screen.host.querySelectorAll('ol [tabindex="0"]')];
  expect(new Set(stops.map((stop) => stop.closest('[data-index]'))).size).toBe(1);
});

test('The focus stays on its section when that is scrolled out of sight', async () => {
  show(transcriptFixture(2_500));
  (turn('0:04').element() as HTMLElement).focus();
  window.scrollTo(0, 60_000);
  const lastShown = () =>
    Number([...screen.host.querySelectorAll('[data-index]')].at(-1)?.getAttribute('data-index'));
  await eventually(() => expect(lastShown()).toBeGreaterThan(400));
  expect(focused()).toBe('s1');
  await userEvent.keyboard('{ArrowDown}');
  await eventually(() => expect(focused()).toBe('s2'));
  expect(document.activeElement?.getBoundingClientRect().top).toBeGreaterThan(0);
});

test('A section says who, when and what, and its place among all', async () => {
  show(transcriptFixture(120));
  const group = turn('0:04').element();
  expect(group.getAttribute('aria-label')).toBe(
    'Herr Meier, 0:04: Der Rat bewilligt den Kredit für das Schulhaus.',
  );
  const item = group.closest('li');
  expect([item?.getAttribute('aria-posinset'), item?.getAttribute('aria-setsize')]).toEqual(['2', '120']);
});

const unsureAt = (index: number, word: number) => {
  const segment = segmentFixture(index);
  const words = segment.words.map((one, at) => ({ ...one, confidence: at === word ? 0.3 : 0.9 }));
  return { ...segment, words };
};
const verdict: Verdict = {
  grade: 'usable',
  loudness_lufs: -23,
  true_peak_dbtp: 0,
  snr_db: 20,
  speech_share: 0.8,
  reasons: [{ code: 'quality.clipping', share: 0.01, at: [[20.2, 20.8]] }],
};

test('A key leads from doubt to doubt, of words, of sections and of the sound, and says why', async () => {
  const segments = [...transcriptFixture(8).segments];
  segments[1] = unsureAt(1, 4);
  segments[3] = segmentFixture(3, { doubt: 'no_speech' });
  show(transcriptFixture(8, { segments }), { verdict });
  const said = () => screen.host.querySelector('[aria-live="polite"]:last-child')?.textContent ?? '';
  await userEvent.keyboard('n');
  await eventually(() => expect(focused()).toBe('s1'));
  expect(said()).toContain('Unsichere Stelle 1 von 3. Unsicheres Wort: Kredit.');
  await userEvent.keyboard('n');
  await eventually(() => expect(focused()).toBe('s3'));
  expect(said()).toContain(de.transcript.doubt.reason.no_speech);
  await userEvent.keyboard('n');
  await eventually(() => expect(focused()).toBe('s5'));
  expect(said()).toContain('Ton hier: übersteuert.');
  expect(screen.host.querySelectorAll('[data-mark="poor"]').length).toBeGreaterThan(0);
  await userEvent.keyboard('{Shift>}N{/Shift}');
  await eventually(() => expect(focused()).toBe('s3'));
});

test('A key opens the overview of keys, and single letters can be switched off', async () => {
  show(transcriptFixture(8, { segments: [segmentFixture(0), unsureAt(1, 4), segmentFixture(2)] }));
  await userEvent.keyboard('?');
  expect(keysDialog.isOpen).toBe(true);
  closeKeysDialog();
  setSingleKeys(false);
  await userEvent.keyboard('?');
  expect(keysDialog.isOpen).toBe(false);
  await userEvent.keyboard('n');
  await frames(3);
  expect(focused()).not.toBe('s1');
  await userEvent.keyboard('{Alt>}{PageDown}{/Alt}');
  await eventually(() => expect(focused()).toBe('s1'));
  setSingleKeys(true);
});

test('Partial text says that it is provisional, and text that comes above does not move what is read', async () => {
  const first = transcriptFixture(400, { partial: true });
  const { draw } = show(first, { isRead: true, isWriting: true });
  await expect.element(page.getByText(de.transcript.partial)).toBeVisible();
  window.scrollTo(0, 12_000);
  await frames(4);
  const read = [...screen.host.querySelectorAll<HTMLElement>('[data-turn]')].find(
    (one) => one.getBoundingClientRect().top > 150,
  );
  const id = read?.dataset['turn'];
  const top = read?.getBoundingClientRect().top ?? 0;
  const more = [5.1, 5.2, 5.3].map((start, index) =>
    segmentFixture(900 + index, { start, end: start + 0.1 }),
  );
  draw({ transcript: { ...first, segments: first.segments.toSpliced(2, 0, ...more) } });
  await frames(4);
  const after = screen.host.querySelector(`[data-turn="${id}"]`)?.getBoundingClientRect().top ?? NaN;
  expect(Math.abs(after - top)).toBeLessThan(4);
});

test('A doubted section is confirmed by key and by button; the next one follows, and how many are left is said', async () => {
  const segments = [...transcriptFixture(8).segments];
  segments[1] = unsureAt(1, 4);
  segments[3] = segmentFixture(3, { doubt: 'no_speech' });
  segments[5] = segmentFixture(5, { doubt: 'repetition' });
  const { editor } = show(transcriptFixture(8, { segments }));
  const said = () =>
    [...screen.host.querySelectorAll('[aria-live="polite"]')].map((one) => one.textContent).join('|');
  (turn('0:00').element() as HTMLElement).focus();
  const of = (index: number) => (editor.state.transcript as Transcript).segments[index];
  await userEvent.keyboard('n');
  await eventually(() => expect(focused()).toBe('s1'));
  await userEvent.keyboard('c');
  await eventually(() => expect(focused()).toBe('s3'));
  expect(said()).toContain('Bestätigt. Noch 2 unsichere Stellen. Unsichere Stelle 1 von 2.');
  expect(of(1)?.words.every(({ confidence }) => confidence === 1)).toBe(true);
  expect(editor.state.undoable).toBe('confirm');
  await page.getByRole('button', { name: de.transcript.doubt.confirm, exact: true }).click();
  await eventually(() => expect(focused()).toBe('s5'));
  expect(said()).toContain('Bestätigt. Noch 1 unsichere Stelle.');
  expect(of(3)?.doubt).toBeNull();
  await page.getByRole('button', { name: 'Abschnitt bei 0:20 stimmt so' }).click();
  await eventually(() => expect(said()).toContain(de.transcript.doubt.confirmedAll));
  expect(page.getByRole('button', { name: de.transcript.doubt.confirm, exact: true }).elements()).toEqual([]);
  await userEvent.keyboard('{Control>}z{/Control}');
  await eventually(() => expect(of(5)?.doubt).toBe('repetition'));
});

test('What is pinned to the edges of the screen covers no section that is gone to, however high it is', async () => {
  const edge = (name: string, style: string) => {
    const bar = document.createElement('div');
    bar.setAttribute(name, '');
    bar.style.cssText = `position:fixed;left:0;right:0;background:gray;${style}`;
    document.body.append(bar);
    return bar;
  };
  const bars = [
    edge('data-screen-top', 'top:0;height:90px'),
    edge('data-screen-bottom', 'bottom:0;height:300px'),
  ];
  try {
    await page.viewport(1280, 860);
    show(transcriptFixture(200));
    (turn('0:00').element() as HTMLElement).focus();
    for (let press = 0; press < 20; press++) await userEvent.keyboard('{ArrowDown}');
    await eventually(() => {
      expect(focused()).toBe('s20');
      expect(document.activeElement?.getBoundingClientRect().bottom).toBeLessThanOrEqual(560);
    });
    const tools = page.getByRole('toolbar').element().getBoundingClientRect();
    expect(Math.round(tools.top)).toBeGreaterThanOrEqual(90);
  } finally {
    for (const bar of bars) bar.remove();
  }
});
