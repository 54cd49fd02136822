import { useEffect } from 'react';
import { undoRemoval } from '#web/features/library/removal/removal.state.ts';
import { listKeyOf } from './list-keys.rules.ts';

type ListKeys = {
  isSelecting: boolean;
  toggle(id: string, withRange: boolean): void;
  end(): void;
  all(): void;
  /** Removes the chosen rows, or the given one if none is chosen. */
  remove(id: string | null): void;
};

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, [contenteditable]');
const isDialogOpen = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

/**
 * Keys of the list: up and down move between titles, Space chooses (with Shift a range), Delete deletes, Escape ends selection
 * mode, Ctrl+A chooses all in selection mode, Ctrl+Z undoes the last deletion.
 */
export function useListKeys(keys: ListKeys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || isWriting(event.target) || isDialogOpen()) return;
      if (act(event, keys)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [keys]);
}

function act(event: KeyboardEvent, keys: ListKeys): boolean {
  const target = event.target instanceof Element ? event.target : null;
  const row = target?.closest<HTMLElement>('[data-session]') ?? null;
  const id = row?.dataset['session'] ?? null;
  const action = listKeyOf(event, {
    isOnTitle: row !== null && (target?.matches('[data-row-link]') ?? false),
    isInRow: row !== null,
    isSelecting: keys.isSelecting,
  });
  if (action === null) return false;
  if (action === 'undo') return undoRemoval();
  if (action === 'all') keys.all();
  else if (action === 'end') keys.end();
  else if (action === 'remove') keys.remove(id);
  else if (row && id !== null && (action === 'toggle' || action === 'range'))
    keys.toggle(id, action === 'range');
  else if (row) moveFrom(row, action === 'next' ? 1 : -1);
  return true;
}

/** Moves the focus to the next or the previous row. Both are always in the document. */
function moveFrom(row: HTMLElement, by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-session]')];
  const link = rows[rows.indexOf(row) + by]?.querySelector<HTMLElement>('[data-row-link]');
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
}
