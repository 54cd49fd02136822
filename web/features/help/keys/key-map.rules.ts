import type { KeyLabel, KeyPlace } from '#web/i18n/help-words.ts';

export type KeyEntry = {
  label: KeyLabel;
  /** Key combinations, written as in the table of the transcript: `Mod` is Ctrl, or ⌘ on Apple devices. */
  chords: readonly string[];
};

/**
 * The keys of every place but the player and the transcript, which have tables of their own. `key-map.test.ts` holds this list
 * to the code that handles the keys.
 */
export const placeKeys: Record<KeyPlace, readonly KeyEntry[]> = {
  everywhere: [
    { label: 'overview', chords: ['?'] },
    { label: 'endTour', chords: ['Escape'] },
  ],
  library: [
    { label: 'nextRow', chords: ['ArrowDown'] },
    { label: 'previousRow', chords: ['ArrowUp'] },
    { label: 'select', chords: [' '] },
    { label: 'selectRange', chords: ['Shift+ '] },
    { label: 'selectAll', chords: ['Mod+a'] },
    { label: 'remove', chords: ['Delete'] },
    { label: 'endSelection', chords: ['Escape'] },
    { label: 'undoRemoval', chords: ['Mod+z'] },
  ],
  record: [
    { label: 'mark', chords: ['m'] },
    { label: 'pause', chords: [' '] },
  ],
  sound: [
    { label: 'step', chords: ['ArrowLeft', 'ArrowRight'] },
    { label: 'longStep', chords: ['Shift+ArrowLeft', 'Shift+ArrowRight'] },
    { label: 'minute', chords: ['PageDown', 'PageUp'] },
    { label: 'ends', chords: ['Home', 'End'] },
  ],
  trim: [
    { label: 'fineStep', chords: ['Alt+ArrowLeft', 'Alt+ArrowRight'] },
    { label: 'closer', chords: ['+'] },
    { label: 'further', chords: ['-'] },
    { label: 'whole', chords: ['0'] },
    { label: 'selectFrom', chords: ['i'] },
    { label: 'selectTo', chords: ['o'] },
    { label: 'unselect', chords: ['Escape'] },
    { label: 'leaveOut', chords: ['Delete', 'Backspace'] },
    { label: 'bracketStart', chords: ['['] },
    { label: 'bracketEnd', chords: [']'] },
    { label: 'play', chords: [' '] },
    { label: 'undo', chords: ['Mod+z'] },
    { label: 'redo', chords: ['Mod+Shift+Z', 'Mod+y'] },
  ],
  notes: [
    { label: 'insertTime', chords: ['Mod+j'] },
    { label: 'playTime', chords: ['Mod+Enter'] },
  ],
  corrections: [
    { label: 'nextProposal', chords: ['ArrowDown', 'j'] },
    { label: 'previousProposal', chords: ['ArrowUp', 'k'] },
    { label: 'firstProposal', chords: ['Home'] },
    { label: 'lastProposal', chords: ['End'] },
    { label: 'takeProposal', chords: ['Enter'] },
    { label: 'leaveProposal', chords: ['Delete', 'x'] },
    { label: 'listenProposal', chords: ['p'] },
    { label: 'undo', chords: ['Mod+z'] },
  ],
};
