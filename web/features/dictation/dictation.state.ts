import { proxy } from 'valtio';
import { createScope } from '#web/lib/scope.ts';
import type { DictatedText } from '#workers/store/store.contract.ts';
import type { Agreement } from './agreement.ts';
import { dictationWay, meaningOf, restartDelayMs } from './dictation.rules.ts';
import type { DictationProblem, ErrorMeaning } from './dictation.rules.ts';
import { localAvailability } from './recognition.ts';
import type { Recognition, RecognitionClass, RecognitionEvent } from './recognition.ts';

export type DictationState = {
  /** `waiting`: the recognition has ended by itself and restarts soon. */
  status: 'off' | 'starting' | 'listening' | 'waiting' | 'installing';
  isLocal: boolean;
  problem: DictationProblem | null;
  canInstall: boolean;
  interim: string;
};

/** Live dictation during a recording. Its failures never affect the recording. */
export type Dictation = Disposable & {
  readonly state: DictationState;
  /** Checks the availability without listening, for the screen before the recording. */
  check(): Promise<void>;
  start(): Promise<void>;
  /** Stops; the interim text becomes final. */
  stop(): void;
  agree(): void;
  install(): Promise<void>;
};

export type DictationInput = {
  recognition: RecognitionClass | null;
  tags: readonly string[];
  isRemoteAllowed: boolean;
  agreement: Agreement;
  /** Present time of the recording, s. */
  position(): number;
  /** The recorded microphone; null for the browser's default. */
  track(): MediaStreamTrack | null;
  onText(text: DictatedText): void;
};

/** Delay between a spoken word and its first interim result, s. */
const hearingLagS = 0.5;

export function createDictation(input: DictationInput): Dictation {
  const scope = createScope();
  const state = proxy<DictationState>({
    status: 'off',
    isLocal: false,
    problem: null,
    canInstall: false,
    interim: '',
  });
  let isWanted = false;
  let current: { listening: Recognition; life: AbortController } | null = null;
  let tags: readonly string[] = input.tags;
  let installTag: string | null = null;
  let failures = 0;
  let endS = 0;
  let startS: number | null = null;

  /** Finds out how to recognize; sets the problem if it is impossible. */
  async function check(): Promise<void> {
    const { recognition } = input;
    const local = recognition ? await localAvailability(recognition, input.tags) : [];
    const way = dictationWay({
      isSupported: recognition !== null,
      local,
      tags: input.tags,
      isRemoteAllowed: input.isRemoteAllowed,
      hasAgreed: input.agreement.has(),
    });
    state.isLocal = way.way === 'local';
    installTag = way.way === 'none' ? way.installTag : null;
    state.canInstall = installTag !== null && recognition?.install !== undefined;
    state.problem = way.way === 'none' ? way.problem : null;
    if (way.way !== 'none') tags = way.tags;
  }

  function take(text: string): void {
    const said = text.trim();
    const nowS = input.position();
    // A new part of the recording counts from 0 again.
    if (nowS < endS) endS = 0;
    if (said !== '') {
      const fromS = startS ?? Math.max(endS, nowS - hearingLagS);
      input.onText({ start: Math.min(fromS, nowS), end: nowS, text: said });
      endS = nowS;
    }
    startS = null;
  }

  function begin(): void {
    if (!isWanted || current || !input.recognition || scope.signal.aborted) return;
    state.status = 'starting';
    const listening = new input.recognition();
    const life = new AbortController();
    const on = (type: string, listener: (event: Event) => void) =>
      listening.addEventListener(type, listener, { signal: life.signal });
    current = { listening, life };
    let taken = 0;
    let hasHeard = false;
    let next: ErrorMeaning['next'] = 'again';
    listening.lang = tags[0] ?? '';
    listening.continuous = true;
    listening.interimResults = true;
    if (state.isLocal) listening.processLocally = true;
    on('start', () => {
      state.status = 'listening';
    });
    on('result', (event) => {
      const { results } = event as Event & RecognitionEvent;
      hasHeard = true;
      failures = 0;
      state.problem = null;
      let interim = '';
      for (let index = taken; index < results.length; index += 1) {
        const result = results[index];
        const text = result?.[0]?.transcript ?? '';
        if (result?.isFinal && index === taken) {
          take(text);
          taken += 1;
        } else {
          interim += text;
        }
      }
      state.interim = interim.trim();
      if (state.interim !== '' && startS === null) {
        startS = Math.max(endS, input.position() - hearingLagS);
      }
    });
    on('error', (event) => {
      const meaning = meaningOf((event as Event & { error: string }).error);
      ({ next } = meaning);
      if (isWanted && meaning.problem) state.problem = meaning.problem;
    });
    const onEnd = () => {
      release();
      // Text that was still interim is kept.
      take(state.interim);
      state.interim = '';
      if (!isWanted) {
        state.status = 'off';
        return;
      }
      if (next === 'otherTag' && tags.length > 1) {
        tags = tags.slice(1);
        state.problem = null;
        begin();
        return;
      }
      if (next === 'stop' || next === 'otherTag') {
        isWanted = false;
        state.status = 'off';
        return;
      }
      // A recognition that ends after silence restarts at once; repeated fruitless ends are delayed.
      const isQuietEnd = hasHeard || state.problem === 'no_speech';
      failures = next === 'again' && isQuietEnd ? 0 : failures + 1;
      state.status = 'waiting';
      scope.timeout(begin, restartDelayMs(failures));
    };
    on('end', onEnd);
    try {
      const track = input.track();
      if (track?.readyState === 'live') listening.start(track);
      else listening.start();
    } catch {
      next = 'later';
      onEnd();
    }
  }

  function release(): void {
    current?.life.abort();
    current = null;
  }

  const dictation: Dictation = {
    state,
    check,
    async start() {
      if (isWanted) return;
      isWanted = true;
      failures = 0;
      await check();
      if (state.problem) isWanted = false;
      else begin();
    },
    stop() {
      isWanted = false;
      if (current) current.listening.stop();
      else state.status = 'off';
    },
    agree() {
      input.agreement.give();
      void check();
    },
    async install() {
      const { recognition } = input;
      if (!recognition?.install || installTag === null) return;
      state.status = 'installing';
      const isThere = await recognition
        .install({ langs: [installTag], processLocally: true })
        .catch(() => false);
      state.status = 'off';
      await check();
      if (!isThere && state.problem !== null) state.problem = 'failed';
    },
    [Symbol.dispose]() {
      isWanted = false;
      const listening = current?.listening;
      release();
      if (listening) {
        listening.abort();
        take(state.interim);
      }
      state.interim = '';
      state.status = 'off';
      scope[Symbol.dispose]();
    },
  };
  return dictation;
}
