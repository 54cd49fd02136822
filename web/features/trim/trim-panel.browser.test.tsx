import '#web/ui/tokens.css';
import '#web/ui/base.css';
import type { i18n as I18n } from 'i18next';
import { createRoot } from 'react-dom/client';
import type { Root } from 'react-dom/client';
import { I18nextProvider } from 'react-i18next';
import { afterEach, beforeAll, beforeEach, expect, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import { createFakePlayer, germanWords, longRecording } from './trim-fixture.tsx';
import type { Span } from './span.rules.ts';
import { TrimPanel } from './trim-panel.tsx';
import { createTrim } from './trim.state.ts';
import type { Trim } from './trim.state.ts';

let i18n: I18n;
let root: Root | null = null;
let host: HTMLDivElement | null = null;
let trim: Trim;
let player: ReturnType<typeof createFakePlayer>;
const long = longRecording();
const quiet: Int8Array = new Int8Array(20_000).fill(40);
const short: Span[] = [
  [10, 40],
  [60, 90],
];

beforeAll(async () => {
  i18n = await germanWords();
});
beforeEach(() => page.viewport(1000, 800));
afterEach(() => {
  root?.unmount();
  host?.remove();
  root = host = null;
});

async function show({ durationS = 100, speech = short, pairs = quiet } = {}) {
  host = document.body.appendChild(document.createElement('div'));
  root = createRoot(host);
  trim = createTrim({ durationS, speech, frameS: 0.024 });
  player = createFakePlayer(durationS);
  root.render(
    <I18nextProvider i18n={i18n}>
      <TrimPanel
        trim={trim}
        player={player}
        title="Sitzung"
        peaks={{ pairs, rate: 100 }}
        verdict={null}
        bytesPerS={8000}
      />
    </I18nextProvider>,
  );
  await expect.element(ruler()).toBeVisible();
}

const ruler = () => page.getByRole('slider', { name: 'Aufnahme Sitzung' });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const slider = (name: string) => page.getByRole('slider', { name, exact: true });
const summary = (text: string) => page.getByRole('group').getByText(text, { exact: true });
const focus = (name: string) => (slider(name).element() as HTMLElement).focus();
const kept = () => trim.state.kept.map((span) => span.map((timeS) => Math.round(timeS * 10) / 10));

test('A recording is trimmed with the keyboard alone, and everything can be undone', async () => {
  await show();
  focus('Anfang von Stück 1');
  await userEvent.keyboard('{Shift>}{ArrowRight}{/Shift}{ArrowLeft}{ArrowLeft}');
  expect(kept()).toEqual([[8, 100]]);
  focus('Ende von Stück 1');
  await userEvent.keyboard('{Shift>}{ArrowLeft}{/Shift}');
  expect(kept()).toEqual([[8, 90]]);
  // Selects a span in the middle and cuts it.
  focus('Aufnahme Sitzung');
  player.seek(45);
  await userEvent.keyboard('i');
  player.seek(55);
  await userEvent.keyboard('o');
  await expect.element(page.getByRole('region', { name: 'Auswahl' })).toBeVisible();
  await userEvent.keyboard('{Delete}');
  expect(kept()).toEqual([
    [8, 45],
    [55, 90],
  ]);
  player.seek(12);
  await userEvent.keyboard('[[');
  expect(kept()[0]).toEqual([12, 45]);
  await userEvent.keyboard('{Control>}zzzz{/Control}');
  expect(trim.state).toMatchObject({ isTrimmed: false, canUndo: false });
  await userEvent.keyboard('{Control>}{Shift>}ZZZ{/Shift}{/Control}');
  expect(kept()).toEqual([
    [8, 45],
    [55, 90],
  ]);
});

test('One stay on a handle is one step back', async () => {
  await show();
  focus('Anfang von Stück 1');
  await userEvent.keyboard('{ArrowRight}{ArrowRight}{ArrowRight}');
  await userEvent.click(button('Rückgängig'));
  expect(trim.state.isTrimmed).toBe(false);
});

test('A stretch is selected by dragging, heard, left out, and brought back by pressing on it', async () => {
  await show();
  const surface = ruler().element();
  await userEvent.dragAndDrop(surface, surface, {
    sourcePosition: { x: 400, y: 30 },
    targetPosition: { x: 600, y: 30 },
  });
  await userEvent.click(button('Auswahl anhören'));
  const { width } = surface.getBoundingClientRect();
  const [fromS, toS] = [(400 / width) * 100, (600 / width) * 100];
  expect(player.log.at(-1)).toBe(
    `play ${fromS.toFixed(2)} to ${toS.toFixed(2)} without 0`.replace(/\.00/g, ''),
  );
  await userEvent.click(button('Weglassen'));
  expect(trim.state.kept).toHaveLength(2);
  expect(player.log.at(-1)).toBe('skip 1');
  await userEvent.click(ruler(), { position: { x: 500, y: 30 } });
  await userEvent.click(button('Behalten'));
  expect(trim.state.isTrimmed).toBe(false);
  expect(trim.state.selection).toBeNull();
});

test('Silence is proposed with what it saves, heard one by one, and taken', async () => {
  await show({ durationS: long.durationS, speech: long.speech, pairs: long.pairs });
  await expect
    .element(page.getByRole('heading', { name: /Vorschlag: 60\smin Stille weglassen/ }))
    .toBeVisible();
  await expect.element(page.getByText('300 Pausen auf 1 s kürzen', { exact: false })).toBeVisible();
  await userEvent.click(button('Pause 1 von 300 anhören'));
  expect(player.log.at(-1)).toMatch(/^play 71\.5 to /);
  await userEvent.click(button('Nächste Pause'));
  expect(player.log.at(-1)).toMatch(/^play 107\.9 to .* without 0$/);
  await userEvent.click(button('Alle übernehmen'));
  expect(trim.state.kept).toHaveLength(301);
  await expect.element(summary('302 Stellen weggelassen')).toBeVisible();
  await expect.element(page.getByText('2:30:00 → 1:30:19')).toBeVisible();
  await userEvent.click(button('Rückgängig'));
  expect(trim.state.isTrimmed).toBe(false);
});

test('Another limit for pauses is another proposal', async () => {
  await show();
  await expect.element(page.getByText('1 Pause auf 1 s kürzen', { exact: false })).toBeVisible();
  await userEvent.click(page.getByRole('button', { name: /Pausen über/ }));
  await userEvent.click(page.getByRole('option', { name: '30 s' }));
  await expect.element(page.getByText('1 Pause auf 1 s kürzen', { exact: false })).not.toBeInTheDocument();
});

test('Of three hundred cuts the list holds those in sight, and the arrows reach all', async () => {
  await show({ durationS: long.durationS, speech: long.speech, pairs: long.pairs });
  await userEvent.click(button('Alle übernehmen'));
  await userEvent.click(summary('302 Stellen weggelassen'));
  await expect.element(button('Stelle 1 zeigen')).toBeVisible();
  const rows = () =>
    page
      .getByRole('listitem')
      .elements()
      .filter((row) => row.hasAttribute('aria-posinset'));
  expect(rows().length).toBeLessThan(40);
  expect(rows()[0]?.getAttribute('aria-setsize')).toBe('302');
  (button('Stelle 1 zeigen').element() as HTMLElement).focus();
  await userEvent.keyboard('{ArrowDown}');
  await expect.element(button('Stelle 2 zeigen')).toHaveFocus();
  await userEvent.keyboard('{End}');
  await expect.element(button('Stelle 302 zeigen')).toHaveFocus();
  await userEvent.tab();
  await expect.element(button('Übergang 302 anhören')).toHaveFocus();
  await userEvent.tab();
  await userEvent.keyboard('{Enter}');
  expect(trim.state.kept).toHaveLength(301);
  expect(trim.state.kept.at(-1)?.[1]).toBe(9000);
  await expect.element(button('Stelle 301 behalten')).toHaveFocus();
});

test('A cut from the list is shown close up with its handles, and its join is heard', async () => {
  await show({ durationS: long.durationS, speech: long.speech, pairs: long.pairs });
  await userEvent.click(button('Alle übernehmen'));
  expect(page.getByRole('slider', { name: /von Stück/ }).elements()).toHaveLength(2);
  await userEvent.click(summary('302 Stellen weggelassen'));
  await userEvent.click(button('Stelle 3 zeigen'));
  await expect.element(slider('Ende von Stück 2')).toBeVisible();
  await expect.element(slider('Anfang von Stück 3')).toBeVisible();
  await userEvent.click(button('Übergang 3 anhören'));
  const [, cut] = [0, trim.state.kept[1]?.[1] ?? 0];
  expect(player.log.at(-1)).toMatch(new RegExp(`^play ${Math.floor(cut - 2)}.* without 302$`));
});

test('What cannot be done is said', async () => {
  await show();
  focus('Aufnahme Sitzung');
  trim.select([0, 100]);
  await userEvent.keyboard('{Delete}');
  await expect.element(page.getByText('Mindestens 1 Sekunde muss bleiben.')).toBeInTheDocument();
  expect(trim.state.isTrimmed).toBe(false);
});

test('On a phone nothing is wider than the screen', async () => {
  await page.viewport(320, 900);
  await show({ durationS: long.durationS, speech: long.speech, pairs: long.pairs });
  trim.select([1000, 2000]);
  await expect.element(button('Weglassen')).toBeVisible();
  const { scrollWidth, clientWidth } = document.documentElement;
  expect(scrollWidth).toBe(clientWidth);
  const widest = Math.max(
    ...[...(host?.querySelectorAll('button') ?? [])].map((item) => item.getBoundingClientRect().right),
  );
  expect(widest).toBeLessThanOrEqual(clientWidth);
});

test('Whoever leaves hears everything again', async () => {
  await show();
  trim.remove([[10, 20]]);
  await eventually(() => expect(player.log.at(-1)).toBe('skip 1'));
  root?.unmount();
  root = null;
  await eventually(() => expect(player.log.at(-1)).toBe('skip 0'));
});
