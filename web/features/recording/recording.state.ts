import { proxy, ref } from 'valtio';
import { problemOf } from '#web/lib/api-error.ts';
import { createScope } from '#web/lib/scope.ts';
import type { Recorder, RecorderNews } from '#workers/recorder/recorder.client.ts';
import type { RecordingRecord } from '#workers/recorder/recorder.contract.ts';
import { createFinisher } from './delivery/finish-recording.ts';
import { createCaptureMonitor } from './monitor/capture-monitor.state.ts';
import type { MediaSessionControls } from './capture/media-keys.ts';
import { mergedNotes } from './segment/merge-notes.rules.ts';
import { createRecorderLink, type RecorderLink } from './recorder-link.ts';
import { createRecordingSegments, type RecordingSegments } from './segment/recording-segments.ts';
import type { RecordingDeps } from './recording-deps.ts';
import { startState } from './recording-start.ts';
import type { Marker, Recording, RecordingState } from './recording.rules.ts';
import { canDo, isLive, isSending, isUnsafe, shownStage, type StageEvent } from './recording-stage.rules.ts';
import { createDelivery } from './delivery/delivery.ts';
import { createSignInGate } from './sign-in-gate.ts';
import { captureCode, markerOf } from './monitor/recording-warning.rules.ts';

/** Free space below which the file counts as full, bytes. */
const fullBytes = 2_000;

/** One recording from the microphone to the server. Disposing stops it and keeps its data on the device. */
export function createRecording(deps: RecordingDeps): Recording {
  const { session, timings, kept } = deps;
  const scope = createScope();
  const state = proxy<RecordingState>(startState(deps));
  let controls: MediaSessionControls | null = null;
  let awake: Disposable | null = null;
  let starting: Promise<void> | null = null;

  const to = (event: StageEvent) => {
    segment().to(event);
    state.stage = shownStage(segment().stage);
    controls?.setPaused(state.stage === 'paused');
  };
  const tell = (step: string, error: unknown) => {
    if (scope.signal.aborted) return;
    deps.onFailure(step, error);
    state.problem = problemOf(error);
  };
  const quietly = (step: string, work: Promise<unknown>) => {
    work.catch((error: unknown) => !scope.signal.aborted && deps.onFailure(step, error));
  };
  const clear = (...starts: string[]) => {
    const code = state.problem?.code ?? '';
    if (starts.length === 0 || starts.some((start) => code.startsWith(start))) state.problem = null;
  };

  const signedIn = scope.use(
    createSignInGate({
      ...deps.server,
      lookEveryMs: timings.lookForSignInMs,
      onSignedOut(isSignedOut) {
        state.isSignedOut = isSignedOut;
      },
    }),
  );

  const segments: RecordingSegments = scope.use(
    createRecordingSegments({ deps, state, signedIn, recorder: () => link.get() }),
  );
  const segment = segments.current;
  const mark = (marker: Marker, index = segment().index) => segments.at(index).mark(marker);

  const link: RecorderLink = scope.use(
    createRecorderLink({
      open: () =>
        deps.openRecorder({
          longestS: deps.longestS,
          largestBytes: deps.largestBytes,
          headers: signedIn.headers,
          session: segments.session,
        }),
      onNews,
      onStorage(storage) {
        state.storage = { ...storage };
      },
      takeOver,
      onLost() {
        finisher.orphan();
        delivery.renew(true);
        capture.close();
        to('lost');
        state.problem = { code: 'worker.crashed', requestId: null };
      },
      onFailure: deps.onFailure,
    }),
  );
  const recorder = link.get;

  function onNews(event: Exclude<RecorderNews, { type: 'crashed' }>): void {
    switch (event.type) {
      case 'progress':
        return onProgress(event);
      case 'overflow':
        state.overflowBytes = event.memoryBytes;
        return;
      case 'rolled':
        return onRolled(event);
      case 'send':
        return onSend(event);
      case 'sent':
        // While recording continues, a refusal is shown; the recording stays on this device.
        if (event.code && isLive(state.stage) && event.id === segment().record?.id) {
          state.problem = { code: event.code, requestId: null };
        }
    }
  }
  function onProgress({ id, positionS, storedS, bytes }: Extract<RecorderNews, { type: 'progress' }>): void {
    if (id !== segment().record?.id) return;
    Object.assign(state, { positionS, storedS, bytes });
    const isFull = positionS >= deps.longestS - 0.001 || bytes > deps.largestBytes - fullBytes;
    if (isFull && !state.rollsOver && state.stage === 'recording') quietly('finish', recording.finish());
  }
  function onRolled({ finished, next }: Extract<RecorderNews, { type: 'rolled' }>): void {
    const done = segment();
    quietly('annotate', done.flush());
    segments.roll(finished);
    state.stage = shownStage(segment().stage);
    Object.assign(state, {
      part: next.part,
      title: next.session.title,
      positionS: 0,
      storedS: 0,
      bytes: 0,
    });
    begin(next, 0);
    captureMonitor.turn();
    quietly('deliver', delivery.deliver(done));
  }
  function onSend({ id, send }: Extract<RecorderNews, { type: 'send' }>): void {
    if (id !== delivery.shown().record?.id) return;
    state.send = ref(send);
    const { retryNow, stopSending: stop, resumeSending: resume } = recording;
    deps.report({ send, retryNow, stop, resume });
  }
  function begin(record: RecordingRecord, offsetS: number): void {
    captureMonitor.analysis.begin(segment().index, offsetS);
    segments.begin(record);
  }
  /** Continues the stored recording, with a gap marker at its end. */
  async function takeUp(id: string): Promise<void> {
    const record = await recorder().goOn(id);
    const offsetS = record.takes.at(-1)?.at ?? 0;
    begin(record, offsetS);
    Object.assign(state, { positionS: offsetS, storedS: offsetS });
    if (offsetS === 0) return;
    const isSeam = ({ kind, at }: Marker) => kind === 'gap' && Math.abs(at - offsetS) < 0.01;
    if (!segment().markers.some(isSeam)) mark(markerOf('gap', offsetS, { code: captureCode('crashed') }));
  }
  /** After a crash of the recorder, the next one continues from the data on the device. */
  async function takeOver(next: Recorder): Promise<void> {
    const { record } = segment();
    finisher.orphan();
    delivery.renew();
    for (const { finished, stage } of segments.all())
      if (finished && isSending(stage)) await next.deliver(finished.id);
    await capture.refeed();
    if (!record || !isLive(state.stage)) return;
    await takeUp(record.id).catch((error: unknown) => tell('take up', error));
    await next.setRollover(state.rollsOver);
    if (state.stage === 'paused') await next.pause();
  }

  const captureMonitor = scope.use(
    createCaptureMonitor({ deps, state, recorder, current: () => segment().index, to, mark }),
  );
  const { capture } = captureMonitor;
  scope.defer(
    deps.page.onVisibility(() => {
      if (deps.page.isHidden()) quietly('annotate', segment().flush());
      captureMonitor.look();
    }),
  );
  scope.defer(deps.page.guardLeaving(() => isUnsafe(state.stage)));

  const delivery = scope.use(
    createDelivery({
      ...deps,
      recorder,
      reviving: link.reviving,
      signedIn,
      sound: (of) => captureMonitor.analysis.sound(of.index),
      current: segment,
      lastFrames: (of) => finisher.lastFrames(of),
      // A later segment without sound is not recorded again: the recording ended with the segment before.
      whenEmpty: (of) => (of.index === 0 ? 'empty' : 'soundless'),
      onRest: segments.add,
      onStage(stage) {
        state.stage = shownStage(stage);
        const send = delivery.send(delivery.shown());
        state.send = send && ref(send);
      },
      onProblem(problem) {
        state.problem = problem;
      },
    }),
  );

  async function begins(): Promise<void> {
    const { userId, mode, settings } = deps;
    const { id: sessionId, draft } = session;
    const lying = segment().record?.id ?? kept?.record.id;
    if (lying !== undefined) await takeUp(lying);
    else begin(await recorder().start({ userId, sessionId, session: draft, part: 1, mode, settings }), 0);
    // The recorder starts each recording with rollover on.
    if (!state.rollsOver) quietly('rollover', recorder().setRollover(false));
    clear();
    to('start');
    awake = deps.keepAwake();
    const { pause, resume } = recording;
    controls = deps.controls(state.title, { pause, resume });
    captureMonitor.look();
  }
  async function persist(): Promise<void> {
    const isPersistent = await deps.persist();
    await recorder().storage;
    if (state.storage) state.storage.isPersistent ||= isPersistent;
  }
  function quiet(): void {
    controls?.[Symbol.dispose]();
    awake?.[Symbol.dispose]();
    controls = awake = null;
    deps.report(null);
  }
  scope.defer(quiet);

  const finisher = createFinisher({
    state,
    to,
    tell,
    onFailure: deps.onFailure,
    segments,
    link,
    capture,
    delivery,
    quiet,
    signal: scope.signal,
  });

  const recording: Recording = {
    state,
    onReport: captureMonitor.onReport,
    async prepare() {
      const isGone = state.stage === 'interrupted' || state.stage === 'paused';
      if (!isGone && !canDo(segment().stage, 'ask')) return;
      clear();
      if (!isGone) {
        to('ask');
        quietly('persist', persist());
      }
      try {
        await (isGone && capture.isOpen() ? capture.again() : capture.open({ ...state.options }));
        to('heard');
        captureMonitor.look();
      } catch (error) {
        to('refused');
        tell('microphone', error);
      }
    },
    async chooseDevice(id) {
      try {
        state.deviceId = id;
        await capture.choose(id);
      } catch (error) {
        tell('microphone', error);
        state.deviceId = capture.microphone()?.id ?? null;
      }
    },
    async setOptions(change) {
      const former = { ...state.options };
      const { systemAudio, ...processing } = { ...former, ...change };
      const isOther = Object.entries(processing).some(
        ([key, is]) => former[key as keyof typeof former] !== is,
      );
      try {
        Object.assign(state.options, processing);
        if (isOther) await capture.process({ ...state.options });
        if (systemAudio === former.systemAudio) return;
        clear('capture.system_audio');
        if (systemAudio && !capture.isOpen()) await recording.prepare();
        if (!systemAudio) capture.removeSystemAudio();
        state.options.systemAudio = systemAudio && (await capture.addSystemAudio());
      } catch (error) {
        Object.assign(state.options, former);
        tell('options', error);
      }
    },
    setRollover(isOn) {
      state.rollsOver = isOn;
      quietly('rollover', recorder().setRollover(isOn));
    },
    async start() {
      if (state.stage !== 'ready') return;
      starting ??= begins()
        .catch((error: unknown) => tell('start', error))
        .finally(() => {
          starting = null;
        });
      await starting;
    },
    pause() {
      if (!canDo(segment().stage, 'pause')) return;
      to('pause');
      quietly('pause', recorder().pause());
      quietly('annotate', segment().flush());
    },
    resume() {
      if (!canDo(segment().stage, 'resume')) return;
      mark(markerOf('gap', state.positionS, { code: captureCode('paused') }));
      to('resume');
      quietly('resume', recorder().resume());
      capture.wake();
      if (capture.microphone()) return;
      to('lost');
      quietly('microphone', recording.prepare());
    },
    mark(text = '') {
      if (!isLive(state.stage)) return;
      const { index, atS } = captureMonitor.now();
      mark(markerOf('user', atS, { text }), index);
    },
    setNotes: (text) => segment().setNotes(text),
    addDictated: (text) => segment().dictate(text),
    dismiss(warning) {
      if (!state.warnings.includes(warning) || state.dismissed.includes(warning)) return;
      state.dismissed = ref([...state.dismissed, warning]);
    },
    async finish() {
      if (canDo(segment().stage, 'finish')) {
        clear();
        await finisher.finish();
      } else if (finisher.isRunning()) await finisher.finish();
    },
    async retry() {
      await link.reviving();
      if (state.problem?.code === 'worker.crashed') await link.again();
      const { stage, problem } = state;
      if (stage === 'ready') return await recording.start();
      if (stage === 'idle' || (isLive(stage) && !capture.microphone())) return await recording.prepare();
      if (!problem || finisher.isRunning() || !isUnsafe(stage) || isLive(stage)) return recording.retryNow();
      await finisher.again();
    },
    retryNow() {
      if (isLive(state.stage)) clear('upload.', 'session.', 'network.');
      delivery.hurry();
      quietly('retry', recorder().retryNow());
    },
    stopSending: () => quietly('stop', recorder().stopSending()),
    resumeSending: () => quietly('resume', recorder().resumeSending()),
    track: () => capture.track(),
    async sound() {
      const { record } = segment();
      return record ? await recorder().sound(record.id) : new Blob([], { type: 'audio/mpeg' });
    },
    async discard() {
      const thrown = segment();
      if (!canDo(thrown.stage, 'discard')) return;
      const { record } = thrown;
      clear();
      capture.close();
      quiet();
      // Notes belong to the session and stay when the sound is discarded.
      await thrown.flush().catch((error: unknown) => deps.onFailure('annotate', error));
      const isNoted = await thrown.savesNotesWithin(timings.notesPatienceMs);
      delivery.drop(thrown);
      state.stage = shownStage(thrown.stage);
      try {
        if (record) await recorder().throwAway(record.id, { keepsNotes: !isNoted });
      } catch (error) {
        // The copy stays on the device, and the library lists it as a kept recording.
        deps.onFailure('throw away', error);
      }
      // Earlier segments are not discarded: they are delivered.
      await delivery
        .deliverAll(() => segments.all())
        .catch((error: unknown) => deps.onFailure('deliver', error));
    },
    [Symbol.dispose]: () => scope[Symbol.dispose](),
  };

  if (kept) segment().setNotes(mergedNotes(session.notes.text, kept.record.notes));
  return recording;
}
