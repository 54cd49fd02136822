import { lazy } from 'react';
import { withWords } from '#web/i18n/with-words.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { whenQuiet } from '#web/lib/when-quiet.ts';

const load = withWords('session', () => import('./send-unsent.tsx'));

/**
 * Sends the changes that wait on this device. Its code is loaded after the screen, because few people have such
 * changes.
 */
export const SendUnsent = lazy(async () => {
  await whenQuiet();
  return { default: (await loadPart(load)).SendUnsent };
});
