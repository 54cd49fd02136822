import { useEffect } from 'react';
import { undoRemoval } from '#web/features/library/removal/removal.state.ts';

type ListKeys = {
  isSelecting: boolean;
  toggle(id: string, withRange: boolean): void;
  end(): void;
  all(): void;
  /** Of the chosen rows, or of this one where none is. */
  remove(id: string | null): void;
};

const isWriting = (target: EventTarget | null): boolean =>
  target instanceof HTMLElement && target.matches('input:not([type=checkbox]), textarea, [contenteditable]');
const isDialogOpen = (): boolean =>
  document.querySelector('[role=dialog], [role=alertdialog], [role=menu]') !== null;

/**
 * Keys of the list: up and down from title to title, space chooses (with Shift as far as here), Delete deletes, Escape ends
 * choosing, Ctrl+A chooses all of the list while choosing, Ctrl+Z takes the latest deletion back.
 */
export function useListKeys(keys: ListKeys): void {
  useEffect(() => {
    const onKey = (event: KeyboardEvent) => {
      if (event.defaultPrevented || event.altKey || isWriting(event.target) || isDialogOpen()) return;
      if (act(event, keys)) event.preventDefault();
    };
    window.addEventListener('keydown', onKey);
    return () => window.removeEventListener('keydown', onKey);
  }, [keys]);
}

/** Whether the key meant something here. */
function act(event: KeyboardEvent, keys: ListKeys): boolean {
  const { key, shiftKey } = event;
  const target = event.target instanceof Element ? event.target : null;
  const row = target?.closest<HTMLElement>('[data-session]') ?? null;
  const id = row?.dataset['session'] ?? null;
  const isOnTitle = target?.matches('[data-row-link]') ?? false;
  if (event.ctrlKey || event.metaKey) {
    if (key === 'z' && !shiftKey) return undoRemoval();
    if (key !== 'a' || !keys.isSelecting) return false;
    keys.all();
    return true;
  }
  if (key === 'Escape' && keys.isSelecting) keys.end();
  else if (key === ' ' && isOnTitle && id !== null) keys.toggle(id, shiftKey);
  else if (key === 'Delete' && (id !== null || keys.isSelecting)) keys.remove(id);
  else if ((key === 'ArrowDown' || key === 'ArrowUp') && isOnTitle && row)
    moveFrom(row, key === 'ArrowDown' ? 1 : -1);
  else return false;
  return true;
}

/** The rows around the one with the focus are always drawn. */
function moveFrom(row: HTMLElement, by: 1 | -1): void {
  const rows = [...document.querySelectorAll<HTMLElement>('[data-session]')];
  const link = rows[rows.indexOf(row) + by]?.querySelector<HTMLElement>('[data-row-link]');
  link?.focus();
  link?.scrollIntoView({ block: 'nearest' });
}
