import { proxy } from 'valtio';
import type { OfferedModel } from '#api/contract/model.ts';
import type { PreviewModel } from '#workers/preview/preview.contract.ts';
import {
  type ModelPlan,
  type PlannedModel,
  planModel,
  toPreviewModel,
  usableModel,
} from '#workers/preview/preview-models.client.ts';
import { type DraftSettings, type KnownBackend, openDraftSettings } from './draft-settings.ts';
import {
  type DraftCause,
  draftCause,
  draftStatus,
  type DraftStatus,
  type FetchRefusal,
  mayFetch,
  type ModelDownload,
} from './draft-setup.rules.ts';
import { createKnownModels, type KnownModels, type KnownModelsDeps } from './known-models.ts';
import { createModelDownload } from './model-download.ts';

export type DraftSetupState = {
  status: DraftStatus;
  cause: DraftCause | null;
  plan: ModelPlan | null;
  /** True if the server did not answer the last question. */
  isUnreachable: boolean;
  /** Id of the model that drafts are written with now. It differs from that of the plan until that is on the device. */
  inUse: string | null;
  progress: ModelDownload | null;
  refusal: FetchRefusal | null;
  isOn: boolean;
  /** Id of the model that the person has chosen; null if it is chosen by itself. */
  choice: string | null;
  /** False if the browser stores nothing. A model is then fetched at each visit. */
  isKept: boolean;
  /** Whether the browser keeps models until the person removes them; null if that is not known yet. */
  isPersistent: boolean | null;
  /** Where the model in use ran last; null if it has not run on this device. */
  backend: KnownBackend | null;
};

export type DraftSetupDeps = KnownModelsDeps & {
  storage: Pick<Storage, 'getItem' | 'setItem'>;
  persist(): Promise<boolean>;
  isPersistent(): Promise<boolean>;
  /** Returns whether this browser can run models. */
  canRun(): boolean;
  /** Returns a text that names the runtime and the graphics card. A remembered back end holds until this text changes. */
  backendKey(): Promise<string>;
  /** Stores the code that writes drafts, for visits without a server. Resolves with false if it was not stored. */
  keepParts(backend: KnownBackend['backend']): Promise<boolean>;
};

export type DraftSetup = ReturnType<typeof createDraftSetup>;

/** Owns the models for drafts on this device: which one is used, whether it is there, and what the person wants. */
export function createDraftSetup(deps: DraftSetupDeps) {
  const settings = openDraftSettings(deps.storage);
  const known = createKnownModels(deps);
  const state = proxy(startState(settings.value));
  let language: string | null = null;

  function publish(): void {
    const { choice, isOn, backends, agreedBytes } = settings.value;
    const plan = known.isEnough ? planModel({ ...known.models(), ...settings.value, language }) : null;
    // Without storage a model is fetched when it is used, so only one may be in use that the person has agreed to.
    const isHere = ({ isStored, bytes }: PlannedModel) =>
      isStored || (!state.isKept && mayFetch(bytes, agreedBytes));
    const inUse = plan && (usableModel(plan, isHere)?.id ?? null);
    const { isUnreachable } = known;
    const cause = deps.canRun() ? draftCause(plan, isUnreachable) : 'browser';
    const backend = (inUse && backends[inUse]) ?? null;
    Object.assign(state, { plan, isUnreachable, inUse, cause, isOn, choice, backend });
    state.status = draftStatus(state);
  }
  const change = (part: Partial<DraftSettings>): void => {
    settings.change(part);
    publish();
  };
  const records = createRecords({ deps, state, known, settings, change });
  const fetching = createFetching({ deps, state, known, publish });
  const keepParts = createPartsKeeper({ deps, state });
  const fetchIfAllowed = () => fetching.ifAllowed(settings.value.agreedBytes);

  const readAll = createReading({ deps, state, known, publish, readKey: records.readKey });

  return {
    state,
    ...records,
    ...createWishes({ state, change, fetchIfAllowed, cancel: fetching.cancel }),

    /** Finds out which models there are, and fetches the one of the plan if that needs no consent. The language is kept. */
    async look(spoken: string | null = language): Promise<void> {
      language = spoken;
      if (!(await readAll())) return;
      await fetchIfAllowed();
      await keepParts();
    },

    /** Finds out which models there are, and fetches none. */
    list: async (): Promise<void> => void (await readAll()),

    /** Downloads a model because the person has agreed. Without an id it is that of the plan. */
    async agree(id: string | null = state.plan?.model?.id ?? null): Promise<void> {
      const model = known.find(id);
      if (!model) return;
      change({ isOn: true, agreedBytes: Math.max(model.bytes, settings.value.agreedBytes) });
      void deps.persist().then((isPersistent) => (state.isPersistent = isPersistent));
      await fetching.fetch(model);
      await keepParts();
    },
    cancelDownload(): Promise<void> {
      change({ agreedBytes: 0 });
      return fetching.cancel();
    },

    /** Removes a model. It comes again only after the person has agreed, or if it is small, at the next look. */
    async remove(id: string): Promise<void> {
      if (state.progress?.modelId === id) await fetching.cancel();
      await known.remove(id);
      Object.assign(state, { refusal: null, isKept: true });
      change({ agreedBytes: 0, ...(settings.value.choice === id ? { choice: null } : {}) });
    },
  };
}

type Parts = { deps: DraftSetupDeps; state: DraftSetupState; known: KnownModels };

type ReadingParts = Parts & { publish(): void; readKey(): Promise<void> };

/** Returns a function that finds out which models there are. It resolves with false if this browser runs no models. */
function createReading({ deps, state, known, publish, readKey }: ReadingParts): () => Promise<boolean> {
  let reading: Promise<void> | null = null;
  async function read(): Promise<void> {
    await known.readDevice();
    publish();
    state.isPersistent = await deps.isPersistent();
    await Promise.all([known.askServer(), readKey()]);
    publish();
  }
  return async () => {
    publish();
    if (state.cause === 'browser') return false;
    await (reading ??= read().finally(() => (reading = null)));
    return true;
  };
}

function createFetching({ deps, state, known, publish }: Parts & { publish(): void }) {
  const downloads = createModelDownload(deps.openModels, (progress) => {
    state.progress = progress;
    publish();
  });
  async function fetch(model: OfferedModel): Promise<void> {
    state.refusal = null;
    const end = await downloads.start(model);
    await known.readDevice();
    if (end === 'none') state.isKept = false;
    else if (end && end !== 'cancelled') state.refusal = { modelId: model.id, reason: end };
    // The server may have another version of the model by now, or none.
    if (end === 'missing' || end === 'wrong_digest') await known.askServer();
    publish();
  }
  return {
    fetch,
    cancel: downloads.cancel,
    async ifAllowed(agreedBytes: number): Promise<void> {
      const { status, refusal, plan } = state;
      const isWanted = status === 'ask' || (status === 'failed' && refusal?.reason === 'interrupted');
      const model = known.find(plan?.model?.id ?? null);
      if (isWanted && model && mayFetch(model.bytes, agreedBytes)) await fetch(model);
    },
  };
}

/** Returns a function that stores the code that writes drafts, once for each visit, because a new version of the page has other code. */
function createPartsKeeper({ deps, state }: Pick<Parts, 'deps' | 'state'>) {
  let areKept: Promise<boolean> | null = null;
  return async (): Promise<void> => {
    if (state.status !== 'ready') return;
    areKept ??= deps.keepParts(state.backend?.backend ?? 'wasm');
    if (!(await areKept)) areKept = null;
  };
}

type WishesParts = Pick<Parts, 'state'> & {
  change(part: Partial<DraftSettings>): void;
  fetchIfAllowed(): Promise<void>;
  cancel(): Promise<void>;
};

/** Creates the actions of the person. What they choose is remembered on this device. */
const createWishes = ({ state, change, fetchIfAllowed, cancel }: WishesParts) => ({
  turnOn(): Promise<void> {
    change({ isOn: true });
    return fetchIfAllowed();
  },
  turnOff(): Promise<void> {
    change({ isOn: false });
    return cancel();
  },
  /** Chooses a model; null lets the plan choose. */
  choose(id: string | null): Promise<void> {
    state.refusal = null;
    change({ choice: id });
    return fetchIfAllowed();
  },
});

type RecordsParts = Parts & {
  settings: ReturnType<typeof openDraftSettings>;
  change(part: Partial<DraftSettings>): void;
};

/** Creates the part that `draftDevice` uses: which model to run and where, and what was measured. */
function createRecords({ deps, state, known, settings, change }: RecordsParts) {
  let key: string | null = null;
  return {
    async readKey(): Promise<void> {
      key ??= await deps.backendKey();
    },
    /** The model that a draft is written with now; null if there is none, or if the person wants no draft. */
    model(): PreviewModel | null {
      const model = state.status === 'ready' ? known.find(state.inUse) : null;
      return model && toPreviewModel(model);
    },
    recordSpeed(id: string, timesRealTime: number): void {
      if (!Number.isFinite(timesRealTime) || timesRealTime <= 0) return;
      change({ speeds: { ...settings.value.speeds, [id]: Number(timesRealTime.toPrecision(3)) } });
    },
    /** Where the model in use shall run; `auto` lets the worker find out. */
    backend(): KnownBackend['backend'] | 'auto' {
      const { backend } = state;
      return backend && backend.key === key ? backend.backend : 'auto';
    },
    /**
     * Records where a model runs, and why. A back end that was only remembered keeps its former reason. A graphics card that was
     * not tried is tried the next time.
     */
    recordBackend(id: string, { backend, reason }: Pick<KnownBackend, 'backend' | 'reason'>): void {
      if (key === null || reason === 'remembered' || reason === 'gpu_not_tried') return;
      change({ backends: { ...settings.value.backends, [id]: { backend, reason, key } } });
    },
  };
}

const startState = ({ isOn, choice }: DraftSettings): DraftSetupState => ({
  status: 'unknown',
  cause: null,
  plan: null,
  isUnreachable: false,
  inUse: null,
  progress: null,
  refusal: null,
  isOn,
  choice,
  isKept: true,
  isPersistent: null,
  backend: null,
});
