import { createScope } from '#web/lib/scope.ts';
import type { Availability } from './availability.ts';
import { isQuietEnd, restartDelayMs } from './dictation.rules.ts';
import type { RunEnd } from './dictation.rules.ts';
import type { DictationInput, DictationState } from './dictation.ts';
import { createRecognitionRun } from './recognition-run.ts';
import type { RecognitionRun } from './recognition-run.ts';
import { createTextTimes } from './text-times.ts';

type ListeningDeps = Pick<DictationInput, 'recognition' | 'position' | 'track' | 'onText'> & {
  state: DictationState;
  availability: Availability;
};

type Listening = Disposable & {
  /**
   * Checks the availability and starts, unless a model of ours writes. If speech cannot be recognized, `state.problem` says why.
   */
  start(): Promise<void>;
  /** Ends after the last result. The interim text becomes final. */
  stop(): void;
};

/** Starts a new run of the recognition each time the browser ends one, until the person stops it. */
export function createListening(deps: ListeningDeps): Listening {
  const { recognition, state, availability } = deps;
  const scope = createScope();
  const texts = createTextTimes(deps);
  let isWanted = false;
  let run: RecognitionRun | null = null;
  /** Number of runs in a row that ended without a result. */
  let failures = 0;

  function begin(): void {
    if (!isWanted || run || !recognition || scope.signal.aborted) return;
    state.status = 'starting';
    run = createRecognitionRun(new recognition(), {
      tag: availability.tags()[0] ?? '',
      isLocal: state.isLocal,
      track: deps.track,
      onStart: () => void (state.status = 'listening'),
      onResult,
      onError({ problem }) {
        if (isWanted && problem) state.problem = problem;
      },
      onEnd,
    });
    run.start();
  }

  function onResult(finalTexts: readonly string[], interim: string): void {
    failures = 0;
    state.problem = null;
    for (const text of finalTexts) texts.end(text);
    state.interim = interim;
    if (interim !== '') texts.begin();
  }

  function onEnd(end: RunEnd): void {
    run = null;
    finishInterim();
    if (isWanted && end.next === 'otherTag' && availability.dropTag()) {
      state.problem = null;
      begin();
    } else if (!isWanted || end.next === 'otherTag' || end.next === 'stop') {
      isWanted = false;
      state.status = 'off';
    } else {
      failures = isQuietEnd(end, state.problem) ? 0 : failures + 1;
      state.status = 'waiting';
      scope.timeout(begin, restartDelayMs(failures));
    }
  }

  /** Text that is still interim when a run ends becomes final. */
  function finishInterim(): void {
    texts.end(state.interim);
    state.interim = '';
  }

  return {
    async start() {
      if (isWanted) return;
      isWanted = true;
      failures = 0;
      await availability.check();
      if (state.problem || state.isDraft) isWanted = false;
      else begin();
    },
    stop() {
      isWanted = false;
      if (run) run.stop();
      else state.status = 'off';
    },
    [Symbol.dispose]() {
      isWanted = false;
      run?.abort();
      if (run) finishInterim();
      run = null;
      state.status = 'off';
      scope[Symbol.dispose]();
    },
  };
}
