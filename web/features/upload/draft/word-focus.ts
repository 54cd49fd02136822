/**
 * Moves the focus by a key, from the button of a paragraph or from a word. Returns the index of the paragraph that has the
 * focus now; null for other keys. Enter and the space bar press a word.
 */
export function focusNext(list: HTMLElement, key: string): number | null {
  const focused = document.activeElement;
  const item = focused?.closest<HTMLElement>('[data-index]');
  if (!focused || !item || !list.contains(item)) return null;
  const items = [...list.querySelectorAll<HTMLElement>('[data-index]')];
  const at = items.indexOf(item);
  const goTo = (index: number) => {
    const next = Math.min(items.length - 1, Math.max(0, index));
    items[next]?.querySelector<HTMLElement>('[data-play]')?.focus();
    return next;
  };
  switch (key) {
    case 'ArrowDown':
      return goTo(at + 1);
    case 'ArrowUp':
      return goTo(at - 1);
    case 'Home':
      return goTo(0);
    case 'End':
      return goTo(items.length - 1);
    case 'ArrowRight':
    case 'ArrowLeft': {
      const stops = [...item.querySelectorAll<HTMLElement>('[data-play], [data-word]')];
      const step = key === 'ArrowRight' ? 1 : -1;
      const stop = stops[stops.indexOf(focused as HTMLElement) + step];
      if (stop?.hasAttribute('data-word')) focusWord(stop);
      else stop?.focus();
      return at;
    }
    case 'Enter':
    case ' ':
      if (!(focused instanceof HTMLElement) || !focused.hasAttribute('data-word')) return null;
      focused.click();
      return at;
    default:
      return null;
  }
}

/** A word is a button while it has the focus: thousands of buttons would drown the text for a screen reader. */
function focusWord(word: HTMLElement): void {
  word.tabIndex = -1;
  word.setAttribute('role', 'button');
  word.addEventListener(
    'blur',
    () => {
      word.removeAttribute('tabindex');
      word.removeAttribute('role');
    },
    { once: true },
  );
  word.focus();
}
