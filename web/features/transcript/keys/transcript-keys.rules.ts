/**
 * Where a shortcut applies. `reading`: the person is not writing, and no field has the focus. `turn`: a section has the
 * focus.
 */
export type KeyPlace = 'anywhere' | 'reading' | 'turn' | 'writing' | 'find';

export type KeyAction =
  | 'toggle'
  | 'back'
  | 'forward'
  | 'jumpToNow'
  | 'next'
  | 'previous'
  | 'first'
  | 'last'
  | 'playFrom'
  | 'write'
  | 'leave'
  | 'split'
  | 'insert'
  | 'mergePrevious'
  | 'mergeNext'
  | 'remove'
  | 'rename'
  | 'assign'
  | 'nextDoubt'
  | 'previousDoubt'
  | 'confirm'
  | 'find'
  | 'nextHit'
  | 'previousHit'
  | 'undo'
  | 'redo'
  | 'menu'
  | 'keys';

type KeyGroup = 'read' | 'write' | 'speaker' | 'doubt' | 'find' | 'whole';

type KeyRule = {
  action: KeyAction;
  group: KeyGroup;
  places: readonly KeyPlace[];
  /** Key combinations. `Mod` is Ctrl, or Cmd on Apple devices. The last part is a `KeyboardEvent.key`. */
  chords: readonly string[];
};

/**
 * All shortcuts of the transcript. The handler, the dialog and the tests read this table. Single letters can be
 * switched off and never apply in a field (WCAG 2.1.4). While writing, only combinations apply that browsers, screen
 * readers and keyboard layouts do not use. Therefore there is no Alt with a letter (it types a character on Apple
 * devices), no Alt with an arrow (history of the browser) and no Ctrl with an arrow (movement by words).
 */
export const keyRules: readonly KeyRule[] = [
  { action: 'playFrom', group: 'read', places: ['turn'], chords: ['p'] },
  { action: 'jumpToNow', group: 'read', places: ['reading'], chords: ['g'] },
  { action: 'next', group: 'read', places: ['turn'], chords: ['ArrowDown'] },
  { action: 'previous', group: 'read', places: ['turn'], chords: ['ArrowUp'] },
  { action: 'first', group: 'read', places: ['turn'], chords: ['Home'] },
  { action: 'last', group: 'read', places: ['turn'], chords: ['End'] },
  { action: 'menu', group: 'read', places: ['turn'], chords: ['m'] },
  { action: 'write', group: 'write', places: ['turn'], chords: ['Enter', 'F2'] },
  { action: 'leave', group: 'write', places: ['writing'], chords: ['Escape'] },
  { action: 'toggle', group: 'write', places: ['writing', 'find'], chords: ['F8', 'Ctrl+ '] },
  { action: 'back', group: 'write', places: ['writing'], chords: ['Ctrl+,'] },
  { action: 'forward', group: 'write', places: ['writing'], chords: ['Ctrl+.'] },
  { action: 'split', group: 'write', places: ['writing'], chords: ['Enter'] },
  { action: 'insert', group: 'write', places: ['turn', 'writing'], chords: ['Mod+Enter'] },
  { action: 'mergePrevious', group: 'write', places: ['writing'], chords: ['Backspace'] },
  { action: 'mergeNext', group: 'write', places: ['writing'], chords: ['Delete'] },
  { action: 'remove', group: 'write', places: ['turn'], chords: ['Mod+Delete', 'Mod+Backspace'] },
  { action: 'rename', group: 'speaker', places: ['turn'], chords: ['r'] },
  { action: 'assign', group: 'speaker', places: ['turn'], chords: ['Shift+R'] },
  { action: 'nextDoubt', group: 'doubt', places: ['reading'], chords: ['n'] },
  { action: 'previousDoubt', group: 'doubt', places: ['reading'], chords: ['Shift+N'] },
  { action: 'nextDoubt', group: 'doubt', places: ['reading', 'writing'], chords: ['Alt+PageDown'] },
  { action: 'previousDoubt', group: 'doubt', places: ['reading', 'writing'], chords: ['Alt+PageUp'] },
  { action: 'confirm', group: 'doubt', places: ['turn'], chords: ['c'] },
  { action: 'find', group: 'find', places: ['anywhere'], chords: ['Mod+f'] },
  { action: 'nextHit', group: 'find', places: ['find'], chords: ['Enter'] },
  { action: 'previousHit', group: 'find', places: ['find'], chords: ['Shift+Enter'] },
  { action: 'undo', group: 'whole', places: ['reading', 'writing'], chords: ['Mod+z'] },
  { action: 'redo', group: 'whole', places: ['reading', 'writing'], chords: ['Mod+Shift+Z', 'Mod+y'] },
  { action: 'keys', group: 'whole', places: ['reading'], chords: ['?'] },
];

export const keyGroups: readonly KeyGroup[] = ['read', 'write', 'speaker', 'doubt', 'find', 'whole'];

export type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

type Chord = { key: string; isMod: boolean; isCtrl: boolean; isAlt: boolean; isShift: boolean };

export function parseChord(chord: string): Chord {
  const parts = chord.split('+');
  const key = chord.endsWith('+') ? '+' : (parts.pop() ?? '');
  const has = (name: string) => parts.includes(name);
  return { key, isMod: has('Mod'), isCtrl: has('Ctrl'), isAlt: has('Alt'), isShift: has('Shift') };
}

/** True for a single letter or sign, which voice control may type by accident. */
export const isSingleKey = (chord: string): boolean => {
  const { key, isMod, isCtrl, isAlt } = parseChord(chord);
  return [...key].length === 1 && !isMod && !isCtrl && !isAlt;
};

function matchesChord(press: KeyPress, chord: string, isApple: boolean): boolean {
  const { key, isMod, isCtrl, isAlt, isShift } = parseChord(chord);
  const wantsCtrl = isCtrl || (isMod && !isApple);
  const wantsMeta = isMod && isApple;
  if (press.ctrlKey !== wantsCtrl || press.metaKey !== wantsMeta || press.altKey !== isAlt) return false;
  // A sign matches with or without Shift, because that depends on the keyboard layout.
  const isSign = key.length === 1 && key.toLowerCase() === key.toUpperCase() && key !== ' ';
  if (!isSign && press.shiftKey !== isShift) return false;
  // Caps Lock changes only the case.
  return press.key.toLowerCase() === key.toLowerCase();
}

type KeySettings = { isApple: boolean; areLettersOn: boolean };

/** Returns the action of a key press in any of these places; null if the browser handles the key. */
export function actionOf(
  press: KeyPress,
  places: readonly KeyPlace[],
  { isApple, areLettersOn }: KeySettings,
): KeyAction | null {
  const rule = keyRules.find(
    (one) =>
      one.places.some((place) => places.includes(place)) &&
      one.chords.some(
        (chord) => (areLettersOn || !isSingleKey(chord)) && matchesChord(press, chord, isApple),
      ),
  );
  return rule?.action ?? null;
}

/**
 * Splits a key combination into the labels of its keys. The names of keys are translated
 * (`transcript.keys.name.<part>`).
 */
export function chordParts(chord: string, isApple: boolean): string[] {
  const { key, isMod, isCtrl, isAlt, isShift } = parseChord(chord);
  const parts: string[] = [];
  if (isCtrl || (isMod && !isApple)) parts.push('Ctrl');
  if (isMod && isApple) parts.push('Cmd');
  if (isAlt) parts.push('Alt');
  if (isShift) parts.push('Shift');
  parts.push(key.length === 1 && key !== ' ' ? key.toUpperCase() : key);
  return parts;
}
