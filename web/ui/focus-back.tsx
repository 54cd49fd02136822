import { useEffect, useEffectEvent } from 'react';

const overlays = '[role="dialog"], [role="alertdialog"], [role="menu"], [role="listbox"]';

/** What had the focus last outside of dialogs and menus. */
let lastOutside: Element | null = null;
const remember = (element: Element | null) => {
  if (element && element !== document.body && !element.closest(overlays)) lastOutside = element;
};
remember(document.activeElement);
document.addEventListener('focusin', ({ target }) => remember(target instanceof Element ? target : null));

/** The dialogs that are open, the topmost one last. */
const open: object[] = [];

const isNowhere = () => document.activeElement === null || document.activeElement === document.body;

/**
 * Stands in a dialog, for two moments in which nothing has the focus. When the focused button of a dialog disappears, Escape still
 * closes the dialog. When a dialog closes that was opened from a menu, whose entry is gone, the focus goes back to where it was before
 * the menu.
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
      // React Aria gives the focus back in the next frame, where it knows to whom.
      requestAnimationFrame(() =>
        requestAnimationFrame(() => {
          if (isNowhere() && lastOutside instanceof HTMLElement && lastOutside.isConnected)
            lastOutside.focus({ preventScroll: true });
        }),
      );
    };
  }, []);
  return null;
}
