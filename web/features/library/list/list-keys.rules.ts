export type ListKey = 'next' | 'previous' | 'toggle' | 'range' | 'all' | 'end' | 'remove' | 'undo';

type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Where a key was pressed: on the title of a row, anywhere in a row, and whether rows are being selected. */
type Where = { isOnTitle: boolean; isInRow: boolean; isSelecting: boolean };

/** Returns what a key does in the list of sessions; null if the browser handles it. */
export function listKeyOf(press: KeyPress, { isOnTitle, isInRow, isSelecting }: Where): ListKey | null {
  const { key, shiftKey } = press;
  if (press.altKey) return null;
  if (press.ctrlKey || press.metaKey) {
    if (key === 'z' && !shiftKey) return 'undo';
    return key === 'a' && isSelecting ? 'all' : null;
  }
  if (key === 'Escape' && isSelecting) return 'end';
  if (key === ' ' && isOnTitle) return shiftKey ? 'range' : 'toggle';
  if (key === 'Delete' && (isInRow || isSelecting)) return 'remove';
  if (!isOnTitle) return null;
  return key === 'ArrowDown' ? 'next' : key === 'ArrowUp' ? 'previous' : null;
}
