import { describe, expect, it } from 'vitest';
import { actionOf, chordParts, isSingleKey, keyRules, parseChord } from './transcript-keys.rules.ts';
import type { KeyPlace, KeyPress } from './transcript-keys.rules.ts';

const settings = { isApple: false, areLettersOn: true };
const press = (key: string, held: Partial<KeyPress> = {}): KeyPress => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  ...held,
});
function pressOf(chord: string, isApple: boolean): KeyPress {
  const { key, isMod, isCtrl, isAlt, isShift } = parseChord(chord);
  return press(key, {
    ctrlKey: isCtrl || (isMod && !isApple),
    metaKey: isMod && isApple,
    altKey: isAlt,
    shiftKey: isShift,
  });
}

describe('a key', () => {
  it.each([false, true])('does what the table says, on every device (Apple: %s)', (isApple) => {
    for (const { action, places, chords } of keyRules) {
      for (const chord of chords) {
        for (const place of places) {
          expect(actionOf(pressOf(chord, isApple), [place], { ...settings, isApple })).toBe(action);
        }
      }
    }
  });

  it('means one thing in one place', () => {
    const inPlace = (place: KeyPlace) =>
      keyRules.filter(({ places }) => places.includes(place)).flatMap(({ chords }) => chords);
    const readingTurn = [...inPlace('anywhere'), ...inPlace('reading'), ...inPlace('turn')];
    expect(new Set(readingTurn).size).toBe(readingTurn.length);
    const writing = [...inPlace('anywhere'), ...inPlace('writing')];
    expect(new Set(writing).size).toBe(writing.length);
  });

  it('that is a letter alone never counts while something is written or sought, and can be switched off', () => {
    for (const { places, chords } of keyRules.filter((rule) => rule.chords.some(isSingleKey))) {
      expect(places).not.toContain('writing');
      expect(places).not.toContain('find');
      expect(places).not.toContain('anywhere');
      for (const chord of chords.filter(isSingleKey)) {
        expect(
          actionOf(pressOf(chord, false), ['reading', 'turn'], { ...settings, areLettersOn: false }),
        ).toBeNull();
      }
    }
    expect(actionOf(press('ArrowDown'), ['turn'], { ...settings, areLettersOn: false })).toBe('next');
  });

  it('with Caps Lock is the same, with another key held it is not', () => {
    expect(actionOf(press('N'), ['reading'], settings)).toBe('nextDoubt');
    expect(actionOf(press('n', { shiftKey: true }), ['reading'], settings)).toBe('previousDoubt');
    expect(actionOf(press('n', { ctrlKey: true }), ['reading'], settings)).toBeNull();
    // AltGr on Windows is Ctrl and Alt.
    expect(actionOf(press('z', { ctrlKey: true, altKey: true }), ['writing'], settings)).toBeNull();
  });

  it('that is a sign counts however the layout writes it', () => {
    expect(actionOf(press('?', { shiftKey: true }), ['reading'], settings)).toBe('keys');
    expect(actionOf(press('?'), ['reading'], settings)).toBe('keys');
  });

  it('leaves to the browser and to the text what is theirs', () => {
    for (const [key, held] of [
      ['ArrowLeft', { altKey: true }],
      ['ArrowRight', { ctrlKey: true }],
      ['Delete', { ctrlKey: true }],
      ['Backspace', { ctrlKey: true }],
      ['l', { altKey: true }],
      ['PageDown', {}],
      [' ', {}],
      ['Tab', {}],
    ] as const) {
      expect(actionOf(press(key, held), ['anywhere', 'writing'], settings)).toBeNull();
    }
  });
});

it('is printed as it stands on the keyboard', () => {
  expect(chordParts('Mod+Shift+Z', false)).toEqual(['Ctrl', 'Shift', 'Z']);
  expect(chordParts('Mod+Shift+Z', true)).toEqual(['Cmd', 'Shift', 'Z']);
  expect(chordParts('Ctrl+ ', true)).toEqual(['Ctrl', ' ']);
});
