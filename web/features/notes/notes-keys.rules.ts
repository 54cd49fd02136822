type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;

/** Returns what a key does in the field of the notes: Ctrl or ⌘ with J or with Enter; null for all others. */
export function notesKeyOf(press: KeyPress): 'insert' | 'play' | null {
  if (!(press.ctrlKey || press.metaKey) || press.altKey || press.shiftKey) return null;
  if (press.key.toLowerCase() === 'j') return 'insert';
  return press.key === 'Enter' ? 'play' : null;
}
