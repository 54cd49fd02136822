type KeyPress = Pick<KeyboardEvent, 'key' | 'ctrlKey' | 'metaKey' | 'altKey'>;

/** True for the key that opens the overview on every screen. Keyboard layouts type the sign with or without Shift. */
export const isOverviewKey = ({ key, ctrlKey, metaKey, altKey }: KeyPress): boolean =>
  key === '?' && !ctrlKey && !metaKey && !altKey;
