import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { keyToAction } from '#web/features/correction/correction-keys.rules.ts';
import { listKeyOf } from '#web/features/library/list/list-keys.rules.ts';
import { notesKeyOf } from '#web/features/notes/notes-keys.rules.ts';
import { keyToRecordingAction } from '#web/features/recording/screen/record-screen.rules.ts';
import { isEndKey } from '#web/features/tour/tour.rules.ts';
import { parseChord } from '#web/features/transcript/keys/transcript-keys.rules.ts';
import { keyToTrimAction } from '#web/features/trim/trim-keys.rules.ts';
import type { KeyPlace } from '#web/i18n/help-words.ts';
import { keyToFineTime, keyToTime } from '#web/ui/ruler/ruler.rules.ts';
import { keyToZoom } from '#web/ui/ruler/view.rules.ts';
import { placeKeys } from './key-map.rules.ts';
import { isOverviewKey } from './overview-key.rules.ts';

type Press = {
  key: string;
  ctrlKey: boolean;
  metaKey: boolean;
  altKey: boolean;
  shiftKey: boolean;
  repeat: boolean;
};

const press = (key: string, held: Partial<Press> = {}): Press => ({
  key,
  ctrlKey: false,
  metaKey: false,
  altKey: false,
  shiftKey: false,
  repeat: false,
  ...held,
});

/** What each place does with a key, asked of the code that handles it. */
const handlers: Record<KeyPlace, (press: Press) => string | null> = {
  everywhere: (one) => (isOverviewKey(one) ? 'overview' : isEndKey(one) ? 'endTour' : null),
  library: (one) => listKeyOf(one, { isOnTitle: true, isInRow: true, isSelecting: true }),
  record: keyToRecordingAction,
  sound: (one) => {
    if (one.ctrlKey || one.metaKey || one.altKey) return null;
    const time = keyToTime(one.key, one.shiftKey, 1000, 3000);
    // Shift changes only the steps of the arrows.
    const isChanged = time !== keyToTime(one.key, false, 1000, 3000);
    return time === null || (one.shiftKey && !isChanged) ? null : String(Math.abs(time - 1000));
  },
  trim: (one) => {
    const action = keyToTrimAction(one);
    if (action) return action;
    if (one.altKey && !one.ctrlKey && !one.metaKey && !one.shiftKey)
      return keyToFineTime(one.key, 50, 100) === null ? null : 'fine';
    return one.ctrlKey || one.metaKey || one.altKey || one.shiftKey ? null : keyToZoom(one.key);
  },
  notes: notesKeyOf,
  corrections: (one) => keyToAction(one, { areLettersOn: true, isApple: false }),
};

/** Presses that do the same as one in the overview, and are left out there. */
const alike: Partial<Record<KeyPlace, readonly string[]>> = {
  sound: ['ArrowUp', 'ArrowDown', 'Shift+ArrowUp', 'Shift+ArrowDown'],
  // Swiss and German keyboards type brackets with AltGr.
  trim: ['=', ...['Mod+', 'Mod+Shift+', 'Alt+'].flatMap((held) => [`${held}[`, `${held}]`])],
};

const named = ['ArrowUp', 'ArrowDown', 'ArrowLeft', 'ArrowRight', 'Home', 'End', 'PageUp', 'PageDown'].concat(
  ['Delete', 'Backspace', 'Escape', 'Enter', 'Tab', 'Insert', 'F2', 'F6', 'F8', 'F10'],
);
const signs = Array.from({ length: 95 }, (_, index) => String.fromCodePoint(32 + index)).filter(
  (sign) => !/[A-Z]/.test(sign),
);
const chordsToTry = [...named, ...signs].flatMap((key) =>
  ['', 'Shift+', 'Mod+', 'Mod+Shift+', 'Alt+'].map((held) => `${held}${key}`),
);

function pressOf(chord: string): Press {
  const { key, isMod, isAlt, isShift } = parseChord(chord);
  return press(key, { ctrlKey: isMod, altKey: isAlt, shiftKey: isShift });
}
/** A letter with Shift is the same key, in capitals or not. */
const sameChord = (chord: string) => chord.toLowerCase();

describe('The overview of keys', () => {
  it.each(Object.keys(handlers) as KeyPlace[])('names each key of “%s”, and each does one thing', (place) => {
    const entries = placeKeys[place];
    const actions = entries.map(({ chords }) => [
      ...new Set(chords.map((chord) => handlers[place](pressOf(chord)))),
    ]);
    const counts = entries.map(({ label }, index) => {
      const done = actions[index]!;
      // Home and End lead to two places.
      return [label, done.includes(null) ? 0 : label === 'ends' ? done.length - 1 : done.length];
    });
    expect(counts).toEqual(entries.map(({ label }) => [label, 1]));
    const named = actions.flat();
    expect(new Set(named).size).toBe(named.length);
  });

  it.each(Object.keys(handlers) as KeyPlace[])('leaves out no key of “%s”', (place) => {
    const listed = new Set(
      [...placeKeys[place].flatMap(({ chords }) => chords), ...(alike[place] ?? [])].map(sameChord),
    );
    const missing = chordsToTry.filter((chord) => {
      const one = pressOf(chord);
      if (handlers[place](one) === null || listed.has(sameChord(chord))) return false;
      // Shift with a sign or a letter only writes it in another way, if it does the same.
      const withoutShift = chord.replace('Shift+', '');
      return !(
        chord !== withoutShift &&
        listed.has(sameChord(withoutShift)) &&
        handlers[place](pressOf(withoutShift)) === handlers[place](one)
      );
    });
    expect(missing).toEqual([]);
  });
});

/** Code that handles keys: those of the overview, and those that belong to one control only. */
const knownHandlers = {
  overview: [
    'features/correction/correction-list.tsx',
    'features/help/keys/keys-host.tsx',
    'features/library/list/use-list-keys.ts',
    'features/notes/use-notes-keys.ts',
    'features/player/player-keys.ts',
    'features/recording/screen/record-panel.tsx',
    'features/tour/tour-card.tsx',
    'features/transcript/find/find-panel.tsx',
    'features/transcript/keys/use-transcript-keys.ts',
    'features/transcript/view/transcript-writing.tsx',
    'features/trim/trim-panel.tsx',
    'ui/ruler/edit-ruler.tsx',
    'ui/ruler/ruler-position.tsx',
    'ui/ruler/ruler.tsx',
  ],
  /** Escape closes it, Enter adds an entry, arrows move in a list, or a press only shows that somebody is there. */
  control: [
    'features/domain/part/functions-part.tsx',
    'features/info-bar/use-steady-page.ts',
    'features/library/list/session-row.tsx',
    'features/recording/capture/running-context.ts',
    'features/result/source-tip.tsx',
    'features/session/detail/session-title.tsx',
    'features/share/recipient-field.tsx',
    'features/transcript/view/playing.state.ts',
    'features/transcript/view/transcript-doubt.tsx',
    'features/transcript/view/transcript-tools.tsx',
    'features/trim/trim-cuts.tsx',
    'features/upload/draft/draft-words.tsx',
    'ui/focus-back.tsx',
    'ui/menu.tsx',
    'ui/ruler/ruler-handle.tsx',
    'ui/ruler/ruler-overview.tsx',
  ],
};

it('Each part of the page that handles keys is known, so that the overview can name its keys', () => {
  const root = join(import.meta.dirname, '../../..');
  const handling = readdirSync(root, { recursive: true, encoding: 'utf8' })
    .filter((name) => /\.tsx?$/.test(name) && !/\.test\.|-fixture|-doubles|^testing/.test(name))
    .filter((name) => /onKeyDown(?:Capture)?=|'keydown'/.test(readFileSync(join(root, name), 'utf8')));
  expect(handling.toSorted()).toEqual(Object.values(knownHandlers).flat().toSorted());
});
