import { expect, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { Transcript } from '#api/contract/transcript.ts';
import { de } from '#web/i18n/de/index.ts';
import { en } from '#web/i18n/en/index.ts';
import { fr } from '#web/i18n/fr/index.ts';
import { it as italian } from '#web/i18n/it/index.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { segmentFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTranscriptScreen } from '#web/testing/transcript-screen.tsx';

const { screen, show } = createTranscriptScreen({ en, fr, it: italian });
const said = () =>
  [...screen.host.querySelectorAll('[aria-live="polite"]')].map((one) => one.textContent).join('|');
const written = (editor: { state: { transcript: unknown } }) =>
  (editor.state.transcript as Transcript).segments.map(({ text }) => text);
const texts = ['Wir work hier.', 'Die Workshops von New York.', 'Work und Arbeit.', 'Zurich oder Zürich'];
const spoken = () =>
  transcriptFixture(4, { segments: texts.map((text, index) => segmentFixture(index, { text })) });
const openFind = () => userEvent.keyboard('{Control>}f{/Control}');
const counted = (text: string) => page.getByText(text, { exact: true });
const marked = (name: string) => [...(CSS.highlights.get(name) ?? [])].map((range) => String(range));

test('Ctrl+F finds while one types, marks what it finds, and steps through with the field in focus', async () => {
  const { player } = show(spoken());
  await openFind();
  const field = page.getByRole('textbox', { name: 'Suchen nach' });
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('work');
  await expect.element(counted('1 von 3')).toBeVisible();
  expect([...marked('transcript-hit'), ...marked('transcript-hit-current')].toSorted()).toEqual([
    'Work',
    'Work',
    'work',
  ]);
  await eventually(() => expect(player.state.finds).toHaveLength(3));
  await userEvent.keyboard('{Enter}');
  await expect.element(counted('2 von 3')).toBeVisible();
  expect(said()).toContain('Treffer 2 von 3: Die Workshops');
  await userEvent.keyboard('{Shift>}{Enter}{/Shift}{Shift>}{Enter}{/Shift}');
  await expect.element(counted('3 von 3')).toBeVisible();
  await expect.element(field).toHaveFocus();
  await userEvent.keyboard('{Escape}');
  await eventually(() => expect(document.activeElement?.getAttribute('data-turn')).toBe('s2'));
  expect(marked('transcript-hit')).toEqual([]);
  expect(player.state.finds).toEqual([]);
});

test('A second Ctrl+F in the field is the browser’s', async () => {
  show(spoken());
  await openFind();
  await expect.element(page.getByRole('textbox', { name: 'Suchen nach' })).toHaveFocus();
  const event = new KeyboardEvent('keydown', { key: 'f', ctrlKey: true, bubbles: true, cancelable: true });
  document.activeElement?.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(false);
});

test('Case, whole words and accents count where somebody wants it', async () => {
  show(spoken());
  await openFind();
  await userEvent.keyboard('zürich');
  await expect.element(counted('1 von 2')).toBeVisible();
  await page.getByRole('button', { name: de.transcript.find.settings }).click();
  await page.getByRole('button', { name: de.transcript.find.accents }).click();
  await expect.element(counted('1 von 1')).toBeVisible();
  await page.getByRole('textbox', { name: 'Suchen nach' }).fill('Work');
  await expect.element(counted('1 von 3')).toBeVisible();
  await page.getByRole('button', { name: de.transcript.find.whole }).click();
  await expect.element(counted('1 von 2')).toBeVisible();
  await page.getByRole('button', { name: de.transcript.find.case }).click();
  await expect.element(counted('1 von 1')).toBeVisible();
  await page.getByRole('textbox', { name: 'Suchen nach' }).fill('nirgends');
  await expect.element(counted('Keine Treffer')).toBeVisible();
});

test('Replacing takes whole words unless asked otherwise, only what is ticked, and is one step of undo', async () => {
  const { editor } = show(spoken());
  await openFind();
  await userEvent.keyboard('work');
  await page.getByRole('button', { name: 'Ersetzen', exact: true }).click();
  await expect.element(counted('1 von 2')).toBeVisible();
  await page.getByRole('textbox', { name: 'Ersetzen durch' }).fill('York');
  await page.getByRole('button', { name: '2 Stellen ersetzen' }).click();
  await eventually(() =>
    expect(written(editor).slice(0, 3)).toEqual([
      'Wir York hier.',
      'Die Workshops von New York.',
      'York und Arbeit.',
    ]),
  );
  expect(said()).toContain('2 Stellen ersetzt.');
  await userEvent.keyboard('{Escape}');
  await userEvent.keyboard('{Control>}z{/Control}');
  await eventually(() => expect(written(editor)).toEqual(texts));
});

test('One place alone is replaced, and the next one is looked at', async () => {
  const { editor } = show(spoken());
  await openFind();
  await userEvent.keyboard('work');
  await page.getByRole('button', { name: 'Ersetzen', exact: true }).click();
  await page.getByRole('textbox', { name: 'Ersetzen durch' }).fill('York');
  await page.getByRole('button', { name: de.transcript.find.replaceOne }).click();
  await eventually(() => expect(written(editor)[0]).toBe('Wir York hier.'));
  await expect.element(counted('1 von 1')).toBeVisible();
  expect(written(editor)[2]).toBe('Work und Arbeit.');
});

test('In 25,000 words a hit far away is led to, in sight beneath the panel', async () => {
  const base = transcriptFixture(3_125);
  base.segments[2_900] = segmentFixture(2_900, { text: 'Hier steht die Nadel im Heu.' });
  show(base);
  await openFind();
  await userEvent.keyboard('nadel');
  await expect.element(counted('1 von 1')).toBeVisible();
  await userEvent.keyboard('{Enter}');
  await eventually(() => {
    const [range] = CSS.highlights.get('transcript-hit-current') ?? [];
    const box = (range as Range | undefined)?.getBoundingClientRect();
    const panel = screen.host.querySelector('[data-find]')?.getBoundingClientRect();
    expect(box?.top).toBeGreaterThan(panel?.bottom ?? 0);
    expect(box?.bottom).toBeLessThan(window.innerHeight);
  });
});

test('While one types the hit is in sight beneath the panel, on a phone with the list of hits folded', async () => {
  await page.viewport(360, 740);
  const base = transcriptFixture(300);
  base.segments[200] = segmentFixture(200, { text: `${'Und so weiter. '.repeat(80)}Hier steht die Nadel.` });
  show(base);
  await openFind();
  expect(page.getByRole('list', { name: de.transcript.find.hits }).elements()).toEqual([]);
  await userEvent.keyboard('nadel');
  await eventually(() => {
    const [range] = CSS.highlights.get('transcript-hit-current') ?? [];
    const box = (range as Range | undefined)?.getBoundingClientRect();
    const panel = screen.host.querySelector('[data-find]')?.getBoundingClientRect();
    expect(box?.top).toBeGreaterThan(panel?.bottom ?? 0);
    expect(box?.bottom).toBeLessThan(window.innerHeight);
  });
  expect(screen.host.querySelector('[data-find]')?.getBoundingClientRect().height).toBeLessThan(120);
  await page.getByRole('button', { name: de.transcript.find.showHits }).click();
  await expect.element(page.getByRole('list', { name: de.transcript.find.hits })).toBeVisible();
});

test.each(['de', 'en', 'fr', 'it'])(
  'It is without faults for all and fits 360 px in %s',
  async (language) => {
    await page.viewport(360, 740);
    await screen.i18n.changeLanguage(language);
    const { editor } = show(transcriptFixture(6));
    document.querySelector<HTMLElement>('[data-turn="s1"]')?.focus();
    await userEvent.keyboard('{Enter}x');
    expect(await accessibilityFaults(screen.host)).toEqual([]);
    expect(editor.state.undoable).toBe('text');
    await openFind();
    await userEvent.keyboard('kredit');
    await page
      .getByRole('button', {
        name: { de, en, fr, it: italian }[language as 'de'].transcript.find.replaceToo,
        exact: true,
      })
      .click();
    expect(await accessibilityFaults(screen.host)).toEqual([]);
    expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(360);
  },
);
