import { lazyRouteComponent as lazyOfRouter } from '@tanstack/react-router';
import { isRecordingUnsafe } from '#web/features/recording/index.ts';
import { loadPart } from '#web/lib/load-part.ts';

/**
 * Loads the screen of a route on demand. The router reloads the page if a screen cannot be loaded. While a recording is not on
 * the server yet, that must not happen: the screen is tried again instead (§2.13).
 */
export const lazyRouteComponent: typeof lazyOfRouter = (load, name) =>
  lazyOfRouter(async () => {
    try {
      return await load();
    } catch (error) {
      if (!isRecordingUnsafe()) throw error;
      return await loadPart(load);
    }
  }, name);
