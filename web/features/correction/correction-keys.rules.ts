type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>;
type CorrectionKey = 'next' | 'previous' | 'first' | 'last' | 'take' | 'leave' | 'play' | 'undo';

const named: Record<string, CorrectionKey> = {
  ArrowDown: 'next',
  ArrowUp: 'previous',
  Home: 'first',
  End: 'last',
  Enter: 'take',
  Delete: 'leave',
};
/** Shortcuts of a single letter. The person can switch them off (WCAG 2.1.4). */
const letters: Record<string, CorrectionKey> = { j: 'next', k: 'previous', x: 'leave', p: 'play' };

export function keyToAction(
  press: KeyPress,
  { areLettersOn, isApple }: { areLettersOn: boolean; isApple: boolean },
): CorrectionKey | null {
  const { key, ctrlKey, metaKey, altKey, shiftKey } = press;
  const isMod = isApple ? metaKey && !ctrlKey : ctrlKey && !metaKey;
  if (isMod && !altKey && !shiftKey && key.toLowerCase() === 'z') return 'undo';
  if (ctrlKey || metaKey || altKey || shiftKey) return null;
  return named[key] ?? (areLettersOn ? (letters[key.toLowerCase()] ?? null) : null);
}
