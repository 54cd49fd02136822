import { proxy, ref } from 'valtio';
import { untilAborted } from '#api/shared/until-aborted.ts';
import { withinMs } from '#api/shared/within-ms.ts';
import type { DraftRun } from '#web/parts/draft/draft-run.ts';
import type { WindowSource } from '#workers/preview/draft-writer.client.ts';
import type { PreviewModel } from '#workers/preview/preview.contract.ts';
import type { DraftedSound, FileDraft, FileDraftDeps, FileDraftState, WrittenDraft } from './file-draft.ts';
import { createStoppableSource, type StoppableSource } from './stoppable-source.ts';

/** When the recording is sent, the end of the draft is awaited if at most this much sound is left to write, s. */
const nearEndS = 60;
/** Longest wait for the end of the draft, ms. */
const lastWindowsMs = 5_000;
/** On a device with at most this number of cores, the draft and the analysis of the file would slow each other down. */
const fewCores = 2;

/** Owns the draft of the file that is uploaded. */
export function createFileDraft(deps: FileDraftDeps): FileDraft {
  const { device, language } = deps;
  const state = proxy<FileDraftState>({ run: null, isStopped: false });
  let sound: DraftedSound | null = null;
  let pass: Promise<unknown> = Promise.resolve();
  let source: StoppableSource | null = null;
  let modelId = '';

  const endRun = () => {
    state.run?.[Symbol.dispose]();
    Object.assign(state, { run: null, isStopped: false });
    source = null;
  };
  const end = () => {
    sound = null;
    endRun();
  };
  const setStopped = (isStopped: boolean) => {
    state.isStopped = isStopped;
    source?.setStopped(isStopped);
  };
  function start(): void {
    const model = device.model();
    const chosen = sound;
    if (state.run || !model || !chosen) return;
    modelId = model.id;
    source = createStoppableSource({
      open: async () =>
        deps.openWindows(chosen instanceof File ? chosen : await chosen(), { maxS: model.chunkLengthS }),
      rest: deps.cores <= fewCores ? pass : Promise.resolve(),
    });
    state.run = ref(createRun(deps, model, source));
  }
  let hasModel = device.model() !== null;
  /** True if the draft is stopped because there is no model, and not by the person. */
  let isHeld = false;
  /** Follows the switch of the person: a draft that was begun is stopped, and its text stays. */
  const onDevice = () => {
    const before = hasModel;
    hasModel = device.model() !== null;
    if (!state.run) return start();
    if (hasModel === before) return;
    if (!hasModel) isHeld = !state.isStopped;
    if (!hasModel || isHeld) setStopped(!hasModel);
  };
  const stopFollowing = device.onChange(onDevice);

  return {
    state,
    language,
    begin(chosen, analysis = Promise.resolve()) {
      pass = analysis;
      if (chosen === sound) return;
      endRun();
      sound = chosen;
      start();
    },
    stop() {
      isHeld = false;
      setStopped(true);
    },
    goOn() {
      if (source?.hasFailed) {
        endRun();
        return start();
      }
      setStopped(false);
      state.run?.goOn();
    },
    end,
    async written(durationS, signal): Promise<WrittenDraft | null> {
      const segments = await segmentsOf(state, durationS, signal);
      return segments.length > 0 ? { model: modelId, language, segments } : null;
    },
    [Symbol.dispose]() {
      stopFollowing();
      end();
    },
  };
}

async function segmentsOf({ run, isStopped }: FileDraftState, durationS: number, signal: AbortSignal) {
  if (!run) return [];
  if (!isStopped && durationS - run.state.writtenUpToS <= nearEndS)
    await withinMs(lastWindowsMs, untilAborted(run.settled(), signal));
  return run.state.text.segments;
}

const createRun = ({ device, ...deps }: FileDraftDeps, model: PreviewModel, source: WindowSource): DraftRun =>
  deps.createRun({
    openPreview: device.openPreview,
    model,
    source,
    language: deps.language,
    behindAfterS: Infinity,
    onSpeed: (timesRealTime) => device.recordSpeed(model.id, timesRealTime),
  });
