import { lazy } from 'react';
import { withWords } from '#web/i18n/with-words.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { whenQuiet } from '#web/lib/when-quiet.ts';

const load = withWords('rest', () => import('./kept-sessions.tsx'));

/** Loaded after the list, because few people have left a recording on their device. */
export const KeptSessions = lazy(async () => {
  await whenQuiet();
  return { default: (await loadPart(load)).KeptSessions };
});
