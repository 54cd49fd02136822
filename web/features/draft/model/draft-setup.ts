import { localStore } from '#web/lib/browser-storage.ts';
import { api, isApiError } from '#web/lib/http.ts';
import { log } from '#web/lib/log.ts';
import { isStoragePersistent, persistStorage } from '#web/lib/persist-storage.ts';
import { openDeviceModels } from '#workers/model/model.client.ts';
import { backendKey, fetchPreviewParts } from '#workers/preview/preview.client.ts';
import { canRunModels } from '#workers/preview/preview-models.client.ts';
import { createDraftSetup } from './draft-setup.state.ts';

/** The models for drafts on this device, one for the page. */
export const draftSetup = createDraftSetup({
  openModels: openDeviceModels,
  async listOffered() {
    try {
      return await (await api.v1.models.$get()).json();
    } catch (error) {
      // A host without drafts offers no model. What is stored can still be removed.
      if (isApiError(error, 'domain.off')) return [];
      throw error;
    }
  },
  storage: localStore,
  persist: persistStorage,
  isPersistent: isStoragePersistent,
  canRun: canRunModels,
  backendKey,
  async keepParts(backend) {
    // The service worker stores the files that are fetched through it.
    if (!navigator.serviceWorker?.controller) return false;
    try {
      await fetchPreviewParts(backend);
      return true;
    } catch (error) {
      log.warn('draft: the parts could not be kept', { error: String(error) });
      return false;
    }
  },
});
