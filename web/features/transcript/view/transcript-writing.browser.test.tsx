import { beforeEach, expect, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { page, userEvent } from 'vitest/browser';
import type { Transcript } from '#api/contract/transcript.ts';
import { de } from '#web/i18n/de/index.ts';
import { segmentFixture, transcriptFixture } from '#web/testing/session-fixture.ts';
import { createTranscriptScreen } from '#web/testing/transcript-screen.tsx';

const { screen, show } = createTranscriptScreen();
const field = () => screen.host.querySelector<HTMLTextAreaElement>('[data-writing]');
const focused = () => document.activeElement?.getAttribute('data-turn');
const turn = (index: number) => screen.host.querySelector<HTMLElement>(`[data-turn="s${index}"]`);
const said = () =>
  [...screen.host.querySelectorAll('[aria-live="polite"]')].map((one) => one.textContent).join('|');
const frame = () => new Promise((resolve) => requestAnimationFrame(resolve));
const written = (editor: { state: { transcript: unknown } }) =>
  (editor.state.transcript as Transcript).segments.map(({ text }) => text);
const fixed = 'Der Rat bewilligt den Kredit für das Schulhaus.';

beforeEach(() => page.viewport(1280, 900));

async function write(index: number, at: number) {
  turn(index)?.focus();
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(field()).toHaveFocus());
  field()?.setSelectionRange(at, at);
}

test('Enter opens the section as a field, set like the text, and Escape leaves it with what was written', async () => {
  const { editor } = show(transcriptFixture(5));
  const text = turn(1)?.querySelector('[data-text]')?.getBoundingClientRect();
  const below = turn(2)?.getBoundingClientRect().top;
  await write(1, 0);
  const box = field()?.getBoundingClientRect();
  expect([box?.left, box?.top, box?.width, box?.height]).toEqual([
    text?.left,
    text?.top,
    text?.width,
    text?.height,
  ]);
  expect(turn(2)?.getBoundingClientRect().top).toBe(below);
  await expect
    .element(page.getByRole('textbox', { name: 'Text von Herr Meier bei 0:04' }))
    .toHaveAttribute('lang', 'de');
  await userEvent.keyboard('Ja: ');
  await userEvent.keyboard('{Escape}');
  await eventually(() => expect(focused()).toBe('s1'));
  expect(written(editor)[1]).toBe(`Ja: ${fixed}`);
  expect(turn(1)?.textContent).toContain('Ja: Der Rat');
});

test('A field of several lines has the very size of the text that it stands for', async () => {
  await page.viewport(390, 844);
  const text = Array.from({ length: 4 }, () => fixed).join(' ');
  show(
    transcriptFixture(3, { segments: [segmentFixture(0, { text }), segmentFixture(1), segmentFixture(2)] }),
  );
  const height = turn(0)?.querySelector('[data-text]')?.getBoundingClientRect().height ?? 0;
  expect(height).toBeGreaterThan(100);
  await write(0, 3);
  expect(field()?.getBoundingClientRect().height).toBe(height);
  await userEvent.keyboard(' sehr sehr sehr sehr sehr sehr sehr grosse Gemeinderat');
  expect(field()?.getBoundingClientRect().height).toBeGreaterThan(height);
  expect(field()?.scrollHeight).toBe(field()?.clientHeight);
});

test('A double click opens the field with the caret where it was pressed', async () => {
  show(transcriptFixture(3));
  await page.getByText('Kredit').nth(1).dblClick();
  await eventually(() => expect(field()).toHaveFocus());
  const caret = field()?.selectionStart ?? 0;
  expect(caret).toBeGreaterThanOrEqual(fixed.indexOf('Kredit'));
  expect(caret).toBeLessThanOrEqual(fixed.indexOf('Kredit') + 6);
});

test('A stroke draws nothing but the field: 25,000 words cost as much as eight', async () => {
  const { editor } = show(transcriptFixture(3_125));
  await write(1, 0);
  await userEvent.keyboard('a');
  await frame();
  await frame();
  const changed = new Set<Node>();
  const watch = new MutationObserver((records) => {
    for (const { target } of records) changed.add(target);
  });
  watch.observe(screen.host.querySelector('ol') as Element, {
    subtree: true,
    childList: true,
    attributes: true,
    characterData: true,
  });
  await userEvent.keyboard('b');
  await frame();
  watch.disconnect();
  const frameOfField = field()?.parentElement as HTMLElement;
  expect(frameOfField.dataset['text']).toBe(`ab${fixed}`);
  expect(changed.has(frameOfField)).toBe(true);
  expect([...changed].every((node) => frameOfField.contains(node))).toBe(true);
  expect(written(editor)[1]).toBe(`ab${fixed}`);
});

test('Playback goes slower while something is written', async () => {
  const { player } = show(transcriptFixture(3));
  player.play();
  await write(0, 0);
  expect(player.state.isSlow).toBe(false);
  await userEvent.keyboard('a');
  expect(player.state.isSlow).toBe(true);
});

test('Playback is moved from the field by chords that do not write', async () => {
  const { player, editor } = show(transcriptFixture(20));
  player.seek(40);
  player.play();
  await eventually(() => expect(player.state.status).toBe('ready'));
  await write(2, 0);
  await userEvent.keyboard('{Control>}{ }{/Control}');
  expect(player.state.isPlaying).toBe(false);
  await userEvent.keyboard('{F8}');
  expect(player.state.isPlaying).toBe(true);
  await userEvent.keyboard('{Control>},{/Control}');
  expect(player.position()).toBe(35);
  await userEvent.keyboard('{Control>}.{/Control}');
  expect(player.position()).toBe(40);
  expect(written(editor)[2]).toBe(fixed);
  expect(field()).toHaveFocus();
});

test('Enter divides at the caret, Backspace at the beginning joins again, and the caret stays with its word', async () => {
  const { editor } = show(transcriptFixture(3));
  await write(1, fixed.indexOf(' den'));
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(field()?.value).toBe('den Kredit für das Schulhaus.'));
  expect(field()).toHaveFocus();
  expect(field()?.selectionStart).toBe(0);
  expect(written(editor).slice(1, 3)).toEqual(['Der Rat bewilligt', 'den Kredit für das Schulhaus.']);
  expect(said()).toContain('Abschnitt geteilt.');
  await userEvent.keyboard('{Backspace}');
  await eventually(() => expect(field()?.value).toBe(fixed));
  expect(field()?.selectionStart).toBe('Der Rat bewilligt '.length);
  expect(written(editor)).toEqual([fixed, fixed, fixed]);
});

test('At the edge there is nothing to divide, and it says so', async () => {
  const { editor } = show(transcriptFixture(2));
  await write(0, 0);
  await userEvent.keyboard('{Enter}');
  await eventually(() => expect(said()).toContain(de.transcript.said.noSplit));
  expect(written(editor)).toHaveLength(2);
  expect(field()).toHaveFocus();
});

test('Delete at the end joins with the next one', async () => {
  const { editor } = show(transcriptFixture(3));
  await write(0, fixed.length);
  await userEvent.keyboard('{Delete}');
  await eventually(() => expect(written(editor)).toHaveLength(2));
  await eventually(() => expect(field()?.value).toBe(`${fixed} ${fixed}`));
  expect(field()?.selectionStart).toBe(fixed.length + 1);
});

test('A section is inserted behind and written, and another is removed; both can be undone', async () => {
  const { editor } = show(transcriptFixture(3));
  await write(0, 0);
  await userEvent.keyboard('{Control>}{Enter}{/Control}');
  await eventually(() => expect(field()?.value).toBe(''));
  await userEvent.keyboard('Einwurf');
  await userEvent.keyboard('{Escape}');
  await eventually(() => expect(written(editor)).toEqual([fixed, 'Einwurf', fixed, fixed]));
  turn(2)?.focus();
  await userEvent.keyboard('{Control>}{Delete}{/Control}');
  await eventually(() => expect(written(editor)).toEqual([fixed, 'Einwurf', fixed]));
  await eventually(() => expect(document.activeElement?.hasAttribute('data-turn')).toBe(true));
  await userEvent.keyboard('{Control>}z{/Control}');
  await eventually(() => expect(written(editor)).toHaveLength(4));
});

test('Undo and redo go across everything, show the place, and say what they did', async () => {
  const { editor } = show(transcriptFixture(2_500));
  await write(1, 0);
  await userEvent.keyboard('Also ');
  await userEvent.keyboard('{Escape}');
  window.scrollTo(0, 50_000);
  (document.activeElement as HTMLElement).blur();
  await frame();
  await userEvent.keyboard('{Control>}z{/Control}');
  await eventually(() => expect(focused()).toBe('s1'));
  expect(written(editor)[1]).toBe(fixed);
  expect(said()).toContain('Rückgängig gemacht: Text geändert');
  await eventually(() => expect(turn(1)?.getBoundingClientRect().top).toBeGreaterThan(0));
  await userEvent.keyboard('{Control>}{Shift>}Z{/Shift}{/Control}');
  await eventually(() => expect(written(editor)[1]).toBe(`Also ${fixed}`));
  await userEvent.keyboard('{Control>}z{/Control}{Control>}y{/Control}');
  await eventually(() => expect(said()).toContain('Wiederholt: Text geändert'));
  expect(written(editor)[1]).toBe(`Also ${fixed}`);
});

test('Undo in the field changes the field and keeps it, with the caret where the change was', async () => {
  const { editor } = show(transcriptFixture(3));
  await write(1, 'Der Rat '.length);
  await userEvent.keyboard('wieder ');
  editor.endWriting();
  await userEvent.keyboard('nicht ');
  await userEvent.keyboard('{Control>}z{/Control}');
  await eventually(() =>
    expect(field()?.value).toBe('Der Rat wieder bewilligt den Kredit für das Schulhaus.'),
  );
  expect(field()).toHaveFocus();
  expect(field()?.selectionStart).toBe('Der Rat wieder '.length);
  await userEvent.keyboard('{Control>}z{/Control}');
  await eventually(() => expect(field()?.value).toBe(fixed));
});

test('Arrows at the edges lead into the neighbours, to the same column', async () => {
  show(transcriptFixture(4));
  await write(1, 12);
  const column = field()?.selectionStart;
  await userEvent.keyboard('{ArrowDown}');
  await eventually(() => expect(field()?.closest('[data-turn]')).toBe(turn(2)));
  expect(field()?.selectionStart).toBe(column);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await eventually(() => expect(field()?.closest('[data-turn]')).toBe(turn(0)));
  field()?.setSelectionRange(fixed.length, fixed.length);
  await userEvent.keyboard('{ArrowRight}');
  await eventually(() => expect(field()?.closest('[data-turn]')).toBe(turn(1)));
  expect(field()?.selectionStart).toBe(0);
  await userEvent.keyboard('{ArrowLeft}');
  await eventually(() => expect(field()?.closest('[data-turn]')).toBe(turn(0)));
  expect(field()?.selectionStart).toBe(fixed.length);
});

test('Within several lines the arrows stay in the field', async () => {
  await page.viewport(390, 844);
  const text = Array.from({ length: 4 }, () => fixed).join(' ');
  show(
    transcriptFixture(3, { segments: [segmentFixture(0), segmentFixture(1, { text }), segmentFixture(2)] }),
  );
  await write(1, 2);
  await userEvent.keyboard('{ArrowDown}');
  expect(field()?.closest('[data-turn]')).toBe(turn(1));
  expect(field()?.selectionStart).toBeGreaterThan(10);
  await userEvent.keyboard('{ArrowUp}{ArrowUp}');
  await eventually(() => expect(field()?.closest('[data-turn]')).toBe(turn(0)));
});

test('What is pasted goes into one line', async () => {
  const { editor } = show(transcriptFixture(2));
  await write(0, 0);
  const own = field() as HTMLTextAreaElement;
  own.setRangeText('Erste Zeile\nZweite Zeile ', 0, 0, 'end');
  own.dispatchEvent(new InputEvent('input', { bubbles: true, inputType: 'insertFromPaste' }));
  expect(own.value).toBe(`Erste Zeile Zweite Zeile ${fixed}`);
  expect(written(editor)[0]).toBe(`Erste Zeile Zweite Zeile ${fixed}`);
});

test('While letters are composed no key is taken and no text is put back', async () => {
  const { editor } = show(transcriptFixture(2));
  await write(0, 0);
  const own = field() as HTMLTextAreaElement;
  own.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Enter', bubbles: true, cancelable: true, isComposing: true }),
  );
  own.dispatchEvent(
    new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true, isComposing: true }),
  );
  await frame();
  expect(written(editor)).toHaveLength(2);
  expect(field()).toHaveFocus();
});

test('The keyboard of a phone divides with its return key', async () => {
  const { editor } = show(transcriptFixture(2));
  await write(0, fixed.indexOf('den'));
  const event = new InputEvent('beforeinput', {
    bubbles: true,
    cancelable: true,
    inputType: 'insertLineBreak',
  });
  field()?.dispatchEvent(event);
  expect(event.defaultPrevented).toBe(true);
  await eventually(() => expect(written(editor)).toHaveLength(3));
});

test('Everything that keys do is in the menu of the section as well', async () => {
  const { editor, player } = show(transcriptFixture(3));
  const open = () => page.getByRole('button', { name: 'Abschnitt bei 0:04: Aktionen' }).click();
  const choose = (name: string) => page.getByRole('menuitem', { name }).click();
  await open();
  await choose(de.transcript.keys.action.playFrom);
  await eventually(() => expect(player.position()).toBe(4));
  await open();
  await choose(de.transcript.keys.action.write);
  await eventually(() => expect(field()).toHaveFocus());
  await userEvent.keyboard('{Escape}');
  await open();
  await choose(de.transcript.turn.mergeNext);
  await eventually(() => expect(written(editor)).toHaveLength(2));
  await open();
  await choose(de.transcript.keys.action.rename);
  await expect.element(page.getByRole('textbox', { name: de.transcript.speaker.nameLabel })).toHaveFocus();
  await userEvent.keyboard('Frau Rey{Enter}');
  await eventually(() => expect(editor.state.transcript.speakers['B']?.name).toBe('Frau Rey'));
  await open();
  await choose(de.transcript.keys.action.remove);
  await eventually(() => expect(written(editor)).toHaveLength(1));
});

test('With Shift a name is not changed, but the turn given to somebody else', async () => {
  const { editor } = show(transcriptFixture(3));
  const name = page.getByRole('button', { name: 'Herr Meier umbenennen' }).last();
  await name.click({ modifiers: ['Shift'] });
  await page.getByRole('menuitemradio', { name: 'Präsidentin' }).click();
  await eventually(() => expect(editor.state.transcript.segments[1]?.speaker).toBe('A'));
  expect(said()).toContain('Der Beitrag ist jetzt von Präsidentin.');
});

test('After a word was corrected its other places are offered to tick, none is replaced by itself', async () => {
  const { editor } = show(transcriptFixture(4));
  await write(0, fixed.indexOf('Rat'));
  field()?.setSelectionRange(fixed.indexOf('Rat'), fixed.indexOf('Rat') + 3);
  await userEvent.keyboard('Bund');
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('«Rat» kommt noch 3-mal vor.', { exact: false })).toBeVisible();
  await page.getByRole('button', { name: '3 Stellen ansehen' }).click();
  await expect.element(page.getByText('1 von 3')).toBeVisible();
  expect(written(editor).filter((text) => text.includes('Rat'))).toHaveLength(3);
  const ticks = page.getByRole('checkbox', { name: /^Ersetzen bei 0:08/ });
  await ticks.click({ force: true });
  await page.getByRole('button', { name: '2 Stellen ersetzen' }).click();
  await eventually(() => expect(written(editor).filter((text) => text.includes('Bund'))).toHaveLength(3));
  expect(written(editor)[2]).toBe(fixed);
});

test('A correction is seen too when the arrows lead on from it', async () => {
  show(transcriptFixture(4));
  await write(0, fixed.indexOf('Rat'));
  field()?.setSelectionRange(fixed.indexOf('Rat'), fixed.indexOf('Rat') + 3);
  await userEvent.keyboard('Bund{ArrowDown}');
  await eventually(() => expect(field()?.closest('[data-turn]')).toBe(turn(1)));
  await userEvent.keyboard('{Escape}');
  await expect.element(page.getByText('«Rat» kommt noch 3-mal vor.', { exact: false })).toBeVisible();
});

test('Two texts of one place are both shown, and one is chosen', async () => {
  const { editor, server, poll } = show(transcriptFixture(3), { waitMs: 600_000 });
  await write(1, 0);
  await userEvent.keyboard('Ich: ');
  await userEvent.keyboard('{Escape}');
  server.othersDid({ op: 'text', segment: 's1', text: `Sie: ${fixed}` });
  poll();
  const card = page.getByRole('region', { name: 'Zwei Texte bei 0:04' });
  await expect.element(card).toBeVisible();
  expect(card.element().textContent).toContain(`Ich: `);
  await expect.element(page.getByText('An 1 Stelle haben zwei gleichzeitig geschrieben')).toBeVisible();
  await page.getByRole('button', { name: 'Beide behalten, 0:04' }).click();
  await eventually(() => expect(editor.state.conflicts).toEqual([]));
  expect(written(editor)[1]).toContain('Ich:');
  expect(written(editor)[1]).toContain('Sie:');
});

test('Where the changes are is said in words; spoken only when it goes wrong and when it is right again', async () => {
  const { connection, window: tab } = show(transcriptFixture(2), { waitMs: 1 });
  await expect.element(page.getByText('Gespeichert', { exact: true })).toBeVisible();
  connection.isUp = false;
  await write(0, 0);
  await userEvent.keyboard('x');
  await expect.element(page.getByText('Offline, auf diesem Gerät gespeichert')).toBeVisible();
  await eventually(() => expect(said()).toContain(de.transcript.save.said.offline));
  connection.isUp = true;
  tab.dispatchEvent(new Event('online'));
  await eventually(() => expect(said()).toContain(de.transcript.save.said.saved));
});
