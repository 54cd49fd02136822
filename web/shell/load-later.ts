import { subscribe } from 'valtio';
import { userState } from '#web/features/user/index.ts';
import { needWords } from '#web/i18n/i18n.ts';
import { forgetEarly } from '#web/lib/early-calls.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { whenQuiet } from '#web/lib/when-quiet.ts';
import { loadOverlays } from '#web/ui/overlays.ts';

const whenSignedIn = (): Promise<void> =>
  new Promise((resolve) => {
    if (userState.user) return resolve();
    const stop = subscribe(userState, () => {
      if (!userState.user) return;
      stop();
      resolve();
    });
  });

/** Loads, after the first screen, the words of everything that can be opened on it. */
export async function loadLater(): Promise<void> {
  await whenQuiet();
  forgetEarly();
  await whenSignedIn();
  await Promise.all([loadPart(() => Promise.all([needWords('session'), needWords('rest')])), loadOverlays()]);
}
