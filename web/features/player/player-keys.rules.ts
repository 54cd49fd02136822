import { interactiveSelector, typingSelector } from '#web/parts/keys/key-target.rules.ts';

/** Keys of the player that work on the whole page. The key handler, the help dialog and the tests read this table. */
export type PlayerAction = 'toggle' | 'back' | 'forward' | 'backStep' | 'forwardStep' | 'slower' | 'faster';

type PlayerKey = {
  action: PlayerAction;
  /** `KeyboardEvent.key`, letters in lower case. */
  keys: readonly string[];
  label: `player.keys.${PlayerAction}`;
  /** Single-character shortcuts can be switched off (WCAG 2.1.4). */
  isSingle: boolean;
};

const row = (action: PlayerAction, keys: readonly string[], isSingle: boolean): PlayerKey => ({
  action,
  keys,
  label: `player.keys.${action}`,
  isSingle,
});

/** The player has no digit keys, because one wrong key would lose the place in a recording of 2:30 h. */
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

/**
 * Returns the row of a key press; null if the player does not use it. Shift is allowed only if it is needed to type the
 * character.
 */
export function pressToKey(press: KeyPress): PlayerKey | null {
  if (press.ctrlKey || press.metaKey || press.altKey || press.isComposing) return null;
  const isSign = press.key === '<' || press.key === '>';
  if (press.shiftKey && !isSign) return null;
  const found = playerKeys.find(
    ({ keys }) => keys.includes(press.key.toLowerCase()) || keys.includes(press.key),
  );
  // A play key that is held down is ignored, because it would toggle again and again.
  return found && press.repeat && found.action === 'toggle' ? null : (found ?? null);
}

/** Elements that use the arrow keys themselves. Buttons and links do not. */
const arrowSelector =
  'input, select, textarea, audio, [contenteditable]:not([contenteditable="false"]), [role="slider"], [role="tab"], ' +
  '[role="menu"], [role="listbox"], [role="dialog"], [role="alertdialog"], [role="spinbutton"], [role="textbox"], ' +
  '[role="combobox"], [role="radiogroup"], [role="toolbar"], [role="grid"], [role="tree"]';

export const ownUseSelector = ({ isSingle, keys }: PlayerKey): string =>
  isSingle ? typingSelector : keys.includes(' ') ? interactiveSelector : arrowSelector;
