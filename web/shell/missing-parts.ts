import { checkServer, networkState } from '#web/features/network/index.ts';
import { isRecordingUnsafe } from '#web/features/recording/index.ts';
import { listenToParts } from '#web/lib/load-part.ts';
import { offerReload, withdrawOffer } from './reload.ts';

/**
 * Offers a reload while chunks of the page cannot be loaded. Either the server is unreachable, or a newer build has
 * replaced them.
 */
export function watchMissingParts(): void {
  listenToParts({
    async onMissing(isFirstTry) {
      if (isFirstTry) await checkServer();
      // If the device is offline, the network bar says so, and a reload would not help.
      if (networkState.status === 'ok' && !isRecordingUnsafe()) offerReload();
    },
    onComplete: withdrawOffer,
  });
}
