import type { DraftBackend, DraftPreview, OpenDraftPreview } from '#web/parts/draft/draft-run.ts';
import type { PreviewModel } from '#workers/preview/preview.contract.ts';
import type { DraftDevice } from '#web/parts/draft/draft-device.ts';

type Follower = Pick<Parameters<OpenDraftPreview>[0], 'onBackend' | 'onSpeed'>;
type Loaded = { id: string; preview: DraftPreview; follow(follower: Follower): void };

/** Loads a model before somebody speaks, because a large one needs seconds. */
export type EarlyModel = Disposable & {
  /** The given device. Its `openPreview` returns the preview whose model is loaded already. The caller disposes of that preview. */
  readonly device: DraftDevice | null;
  /** Loads a model, unless its loading has begun. Null releases a model that was loaded, and that nobody has opened. */
  want(model: PreviewModel | null): void;
};

export function createEarlyModel(device: DraftDevice | null): EarlyModel {
  let loaded: Loaded | null = null;

  function drop(): void {
    loaded?.preview[Symbol.dispose]();
    loaded = null;
  }
  const openWith =
    (open: OpenDraftPreview): OpenDraftPreview =>
    (options) => {
      if (loaded?.id !== options.model.id) drop();
      if (!loaded) return open(options);
      const { preview, follow } = loaded;
      loaded = null;
      follow(options);
      return preview;
    };

  return {
    device: device && { ...device, openPreview: openWith(device.openPreview) },
    want(model) {
      if (!model || loaded?.id !== model.id) drop();
      if (device && model) loaded ??= load(model, device.openPreview);
    },
    [Symbol.dispose]: drop,
  };
}

function load(model: PreviewModel, open: OpenDraftPreview): Loaded {
  let follower: Follower | null = null;
  let last: DraftBackend | null = null;
  const preview = open({
    model,
    onBackend(backend) {
      last = backend;
      follower?.onBackend(backend);
    },
    onSpeed: (timesRealTime) => follower?.onSpeed(timesRealTime),
  });
  // If this fails, the run that opens the preview calls `load` again, and shows why.
  preview.load().catch(() => {});
  return {
    id: model.id,
    preview,
    follow(next) {
      follower = next;
      if (last) next.onBackend(last);
    },
  };
}
