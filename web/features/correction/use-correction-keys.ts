import { singleKeys } from '#web/parts/keys/single-keys.state.ts';
import { isApple } from '#web/lib/platform.ts';
import { keyToAction } from './correction-keys.rules.ts';
import type { Placed } from './suggestion.rules.ts';

type KeyDeps = {
  rowAt(id: string): number;
  at(index: number): Placed | undefined;
  last: number;
  go(index: number): void;
  take(suggestion: Placed): void;
  leave(suggestion: Placed): void;
  play(suggestion: Placed): void;
  undo(): void;
};

/**
 * Returns the key handler of the list of proposals. A key applies to the row that has the focus, or that contains the
 * focused button.
 */
export function useCorrectionKeys(deps: KeyDeps) {
  return (event: React.KeyboardEvent): void => {
    const row = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-row]') : null;
    const action = keyToAction(event, { areLettersOn: singleKeys.isOn, isApple });
    if (!row || !action || event.nativeEvent.isComposing) return;
    const index = deps.rowAt(row.dataset['row'] ?? '');
    const suggestion = deps.at(index);
    // On a button, Enter activates that button.
    if (!suggestion || (action === 'take' && event.target !== row)) return;
    event.preventDefault();
    event.stopPropagation();
    if (action === 'next') deps.go(index + 1);
    else if (action === 'previous') deps.go(index - 1);
    else if (action === 'first') deps.go(0);
    else if (action === 'last') deps.go(deps.last);
    else if (action === 'undo') deps.undo();
    else deps[action](suggestion);
  };
}
