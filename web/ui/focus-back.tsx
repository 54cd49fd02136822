import { useEffect, useEffectEvent } from 'react';

const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** The element outside of dialogs and menus that had the focus last. */
let lastOutside: HTMLElement | null = null;
const remember = (element: unknown) => {
  const isOutside = element instanceof HTMLElement && element !== document.body && !element.closest(overlays);
  if (isOutside) lastOutside = element;
};
remember(document.activeElement);
document.addEventListener('focusin', ({ target }) => remember(target));

/** One entry for each open dialog, in the order in which they were opened. The last one is on top. */
const open: object[] = [];

/** Returns whether no element has the focus. Then `activeElement` is the body. */
const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Part of every dialog. It handles two cases in which no element has the focus. First, the focused button of the dialog was removed:
 * Escape still closes the dialog. Second, the dialog was opened by an entry of a menu, and that entry no longer exists when the
 * dialog closes: the focus moves to the element that had it before the menu was opened.
 */
export function FocusBack({ onClose }: { onClose(): void }) {
  const close = useEffectEvent(onClose);
  useEffect(() => {
    const dialog = {};
    open.push(dialog);
    const onKey = (event: KeyboardEvent) => {
      if (event.key !== 'Escape' || event.defaultPrevented || !isNowhere()) return;
      if (open.at(-1) === dialog) close();
    };
    document.addEventListener('keydown', onKey);
    return () => {
      document.removeEventListener('keydown', onKey);
      open.splice(open.indexOf(dialog), 1);
      // In the next animation frame React Aria focuses the element that opened the dialog, if that still exists. This runs one frame
      // later.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (isNowhere() && lastOutside?.isConnected) lastOutside.focus({ preventScroll: true });
        }),
      );
    };
  }, []);
  return null;
}
