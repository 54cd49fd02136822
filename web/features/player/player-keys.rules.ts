import { interactiveSelector, typingSelector } from '#web/parts/keys/key-target.rules.ts';

/** What the keys of the whole page do to the player: the table is the handler, the help dialog and the tests. */
export type PlayerAction = 'toggle' | 'back' | 'forward' | 'backStep' | 'forwardStep' | 'slower' | 'faster';

export type PlayerKey = {
  action: PlayerAction;
  /** `KeyboardEvent.key`, letters small. */
  keys: readonly string[];
  /** Key of what it does, in the translations. */
  label: `player.keys.${PlayerAction}`;
  /** A single letter or sign, that people who dictate or slip may switch off (WCAG 2.1.4). */
  isSingle: boolean;
};

const row = (action: PlayerAction, keys: readonly string[], isSingle: boolean): PlayerKey => ({
  action,
  keys,
  label: `player.keys.${action}`,
  isSingle,
});

/** No digits: one slip would lose a place in two and a half hours. */
export const playerKeys: readonly PlayerKey[] = [
  row('toggle', [' '], false),
  row('toggle', ['k'], true),
  row('backStep', ['ArrowLeft'], false),
  row('forwardStep', ['ArrowRight'], false),
  row('back', ['j'], true),
  row('forward', ['l'], true),
  row('slower', ['<'], true),
  row('faster', ['>'], true),
];

export type KeyPress = Pick<
  KeyboardEvent,
  'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey' | 'repeat' | 'isComposing'
>;

/** The row that a key press means; null for all others. Shift only counts where it makes the sign. */
export function pressToKey(press: KeyPress): PlayerKey | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return null;
  const isSign = press.key === '<' || press.key === '>';
  if (press.shiftKey && !isSign) return null;
  const found = playerKeys.find(
    ({ keys }) => keys.includes(press.key.toLowerCase()) || keys.includes(press.key),
  );
  // Held down, it would play and pause in turns.
  return found && press.repeat && found.action === 'toggle' ? null : (found ?? null);
}

/** Roles that move by arrows; a plain button or link does not. */
const arrowSelector =
  'input, select, textarea, audio, [contenteditable]:not([contenteditable="false"]), [role="slider"], [role="tab"], ' +
  '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"], [role="spinbutton"], [role="textbox"], ' +
  '[role="combobox"], [role="radiogroup"], [role="toolbar"], [role="grid"], [role="tree"]';

/** What keeps a key from the player while it has the focus. */
export const keeperOf = ({ isSingle, keys }: PlayerKey): string =>
  isSingle ? typingSelector : keys.includes(' ') ? interactiveSelector : arrowSelector;
