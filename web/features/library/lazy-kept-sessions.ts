import { lazy } from 'react';
import { withWords } from '#web/i18n/with-words.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { whenQuiet } from '#web/lib/when-quiet.ts';

const load = withWords('rest', () => import('./kept-sessions.tsx'));

/**
 * Shows the recordings that were left on this device. Its code is loaded after the list, because few people have one.
 */
export const KeptSessions = lazy(async () => {
  await whenQuiet();
  return { default: (await loadPart(load)).KeptSessions };
});
