import { useEffect } from 'react';

/** Sets the title of the browser's tab while the screen is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = title ? `${title} – Wortlaut` : 'Wortlaut';
  }, [title]);
}
