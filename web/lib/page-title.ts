import { useEffect } from 'react';
import { proxy } from 'valtio';

/** The title of the screen that is shown; empty while it has none. `count`: how often a screen has set it. */
export const pageTitle = proxy({ title: '', count: 0 });

export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} – Wortlaut` : 'Wortlaut';
    pageTitle.title = title;
    pageTitle.count += 1;
  }, [title]);
}
