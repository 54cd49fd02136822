import { lazy } from 'react';
import { withWords } from '#web/i18n/with-words.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { whenQuiet } from '#web/lib/when-quiet.ts';

const load = withWords('session', () => import('./send-unsent.tsx'));

/** Loaded after the screen, because nearly nobody has unsent changes. */
export const SendUnsent = lazy(async () => {
  await whenQuiet();
  return { default: (await loadPart(load)).SendUnsent };
});
