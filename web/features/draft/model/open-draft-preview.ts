import type { OpenDraftPreview } from '#web/parts/draft/draft-run.ts';
import { openPreview } from '#workers/preview/preview.client.ts';
import { draftSetup } from './draft-setup.ts';

/** Opens a model where it was measured to be fast, and remembers what is measured now. */
export const openDraftPreview: OpenDraftPreview = ({ model, onBackend, onSpeed }) =>
  openPreview({
    model,
    backend: draftSetup.backend(),
    onSpeed,
    onBackend(loaded) {
      const { backend, backendReason: reason } = loaded;
      draftSetup.recordBackend(model.id, { backend, reason });
      onBackend(loaded);
    },
  });
