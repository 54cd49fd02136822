import { proxy, ref } from 'valtio';
import { withinMs } from '#api/shared/within-ms.ts';
import type { DraftRun, DraftRunInput } from '#web/parts/draft/draft-run.ts';
import { createDraftRun } from '#web/parts/draft/draft-run.state.ts';
import { createScope } from '#web/lib/scope.ts';
import type { LiveAnalysis } from '#web/features/recording/monitor/live-analysis.ts';
import type { ShownStage } from '#web/features/recording/state/recording-stage.rules.ts';
import type { RecordingSegment } from '#web/features/recording/segment/recording-segment.ts';
import type { PreviewModel } from '#workers/preview/preview.contract.ts';
import type { DraftDevice } from '#web/parts/draft/draft-device.ts';
import { createEarlyModel } from './early-model.ts';
import type { LiveDraft, LiveDraftState } from './live-draft.ts';

/** The draft of a running recording, with the calls by which the recording controls it. */
export type LiveDraftControl = LiveDraft &
  Disposable & {
    /** The audio of a segment begins or continues. */
    begin(index: number): void;
    /** Follows the stage that is shown. The sound check loads the model. After Stop nothing is recorded any more. */
    onStage(stage: ShownStage): void;
    /** Resolves when all text of a segment that ended is written, or when it is not awaited any longer. Never rejects. */
    written(index: number): Promise<void>;
  };

type LiveDraftInput = {
  /** Null in a browser that runs no model. */
  device: DraftDevice | null;
  /** Language of the session, a tag (BCP 47). */
  language: string;
  isWanted: boolean;
  analysis: Pick<LiveAnalysis, 'cutWindows' | 'windows'>;
  segment(index: number): Pick<RecordingSegment, 'draft' | 'setDraft'> | undefined;
  /** Longest time after the end of a recording in which the windows that wait are still transcribed, ms. */
  patienceMs: number;
};

type Running = { index: number; run: DraftRun };

export function createLiveDraft(input: LiveDraftInput): LiveDraftControl {
  const { language, analysis } = input;
  const scope = createScope();
  const { device, want } = scope.use(createEarlyModel(input.device));
  const state = proxy<LiveDraftState>({ status: 'none', language, before: ref([]), run: null });
  let { isWanted } = input;
  /** Index of the segment whose audio is being recorded; null if none is. */
  let recorded: number | null = null;
  let running: Running | null = null;
  let isChecked = false;
  const ends = createEnds(input.patienceMs);
  const writtenOf = (index: number) => ref(input.segment(index)?.draft?.segments ?? []);
  scope.defer(stop);

  function start(index: number, model: PreviewModel, on: DraftDevice): void {
    analysis.cutWindows({ maxS: model.chunkLengthS });
    const source = analysis.windows(index);
    running = { index, run: startRun({ device: on, model, language, source }, input.segment(index)) };
    Object.assign(state, { status: 'on', before: writtenOf(index), run: running.run.state });
  }

  function stop(): void {
    if (!running) return;
    running.run[Symbol.dispose]();
    Object.assign(state, { before: writtenOf(running.index), run: null });
    running = null;
  }

  /** Starts or stops the run, if that is due. */
  function update(): void {
    const model = device?.model() ?? null;
    want(isChecked && isWanted ? model : null);
    const isEnding = ends.count() > 0;
    if (!isEnding && running && (!model || !isWanted)) {
      stop();
      analysis.cutWindows(null);
    } else if (!isEnding && !running && device && model && isWanted && recorded !== null)
      start(recorded, model, device);
    if (!running) state.status = device?.isOff() ? 'off' : model ? 'idle' : 'none';
  }

  /** Lets the run of a segment that has ended transcribe what waits, for a limited time. */
  function endPart(of: Running | null): void {
    if (!of || ends.of(of.index)) return;
    state.status = 'ending';
    ends.await(of, () => {
      if (running === of) stop();
      if (!scope.signal.aborted) update();
    });
  }

  if (device) scope.defer(device.onChange(update));
  update();

  return {
    state,
    begin(index) {
      recorded = index;
      if (running?.index !== index) endPart(running);
      update();
    },
    onStage(stage) {
      isChecked = stage === 'ready';
      if (stage === 'finishing') {
        recorded = null;
        endPart(running);
      }
      update();
    },
    written: (index) => ends.of(index) ?? Promise.resolve(),
    turnOn: () => device?.turnOn(),
    turnOff: () => device?.turnOff(),
    goOn: () => running?.run.goOn(),
    want(next) {
      isWanted = next;
      update();
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };
}

/** The segments that have ended, and whose last windows are being transcribed. */
function createEnds(patienceMs: number) {
  const ends = new Map<number, Promise<void>>();
  return {
    count: () => ends.size,
    of: (index: number) => ends.get(index),
    await({ index, run }: Running, then: () => void): void {
      const end = async () => {
        await withinMs(patienceMs, run.settled());
        ends.delete(index);
        then();
      };
      ends.set(index, end());
    },
  };
}

type RunInput = Pick<DraftRunInput, 'language' | 'source'> & { device: DraftDevice; model: PreviewModel };

/** Starts a run that continues the draft of a segment. */
function startRun(
  { device, model, language, source }: RunInput,
  segment: Pick<RecordingSegment, 'draft' | 'setDraft'> | undefined,
): DraftRun {
  const before = segment?.draft?.segments ?? [];
  let count = 0;
  let speed: number | null = null;
  const run = createDraftRun({
    openPreview: device.openPreview,
    model,
    source,
    language,
    onProgress({ text: { segments } }) {
      if (segments.length === count) return;
      count = segments.length;
      segment?.setDraft({ model: model.id, language, segments: [...before, ...segments] });
    },
    onSpeed(timesRealTime) {
      speed = timesRealTime;
    },
  });
  return {
    ...run,
    [Symbol.dispose]() {
      run[Symbol.dispose]();
      // The plan of models is made anew with each speed, which is not done while somebody records.
      if (speed !== null) device.recordSpeed(model.id, speed);
    },
  };
}
