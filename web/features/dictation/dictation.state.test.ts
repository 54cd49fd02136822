import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createAgreement } from './agreement.ts';
import type { LocalAvailability } from './dictation.rules.ts';
import { createDictation } from './dictation.state.ts';
import type { DictationInput } from './dictation.state.ts';
import type { DictationDraft, DraftedTexts } from './dictation.ts';
import type { Recognition, RecognitionClass } from './recognition.ts';

/** A recognition controlled by the test. */
let made: FakeRecognition[] = [];
class FakeRecognition extends EventTarget implements Recognition {
  lang = '';
  continuous = false;
  interimResults = false;
  processLocally = false;
  calls: string[] = [];
  heard: { isFinal: boolean; 0: { transcript: string } }[] = [];
  track: MediaStreamTrack | undefined;
  constructor() {
    super();
    made.push(this);
  }
  start(track?: MediaStreamTrack) {
    this.calls.push('start');
    this.track = track;
    this.fire('start');
  }
  fire(type: string, fields = {}) {
    this.dispatchEvent(Object.assign(new Event(type), fields));
  }
  stop() {
    this.calls.push('stop');
  }
  abort() {
    this.calls.push('abort');
  }
  /** The last result changes until it is final, as in browsers. */
  say(transcript: string, isFinal: boolean) {
    if (this.heard.at(-1)?.isFinal === false) this.heard.pop();
    this.heard.push({ isFinal, 0: { transcript } });
    this.fire('result', { results: this.heard });
  }
  end(error?: string) {
    if (error) this.fire('error', { error });
    this.fire('end');
  }
}

let positionS = 0;
let texts: { start: number; end: number; text: string }[] = [];
let kept: Map<string, string>;

beforeEach(() => {
  vi.useFakeTimers();
  made = [];
  texts = [];
  positionS = 0;
  kept = new Map();
});
afterEach(() => {
  vi.useRealTimers();
});

const storage = {
  getItem: (key: string) => kept.get(key) ?? null,
  setItem: (key: string, value: string) => void kept.set(key, value),
  removeItem: (key: string) => void kept.delete(key),
};

const noDraft: DictationDraft = { isReady: () => false, start() {}, onChange: () => () => {} };

/** A model on this device, controlled by the test. */
function createFakeDraft() {
  const listeners = new Set<(written: DraftedTexts) => void>();
  const log: string[] = [];
  let isReady = true;
  const draft: DictationDraft = {
    isReady: () => isReady,
    start: () => void log.push('start'),
    onChange(listener) {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
  };
  return {
    draft,
    log,
    followers: () => listeners.size,
    setReady: (next: boolean) => (isReady = next),
    write(change: Partial<DraftedTexts>) {
      for (const listener of listeners) listener({ texts: [], interim: '', hasFailed: false, ...change });
    },
  };
}

function open(change: Partial<DictationInput> = {}, hasAgreed = true) {
  const agreement = createAgreement('u1', storage);
  if (hasAgreed) agreement.give();
  return createDictation({
    recognition: FakeRecognition,
    draft: noDraft,
    tags: ['de-CH', 'de-DE'],
    isRemoteAllowed: true,
    agreement,
    position: () => positionS,
    track: () => null,
    onText: (text) => void texts.push(text),
    ...change,
  });
}

const withPacks = (packs: Record<string, LocalAvailability>, install?: () => boolean): RecognitionClass =>
  Object.assign(class extends FakeRecognition {}, {
    available: ({ langs }: { langs: string[] }) => Promise.resolve(packs[langs[0] ?? ''] ?? 'unavailable'),
    ...(install ? { install: () => Promise.resolve(install()) } : {}),
  });

const latest = () => made.at(-1) as FakeRecognition;

describe('Dictated text', () => {
  test('comes with the times of the recording, and changes until it is final', async () => {
    using dictation = open();
    await dictation.start();
    expect(latest()).toMatchObject({ lang: 'de-CH', continuous: true, interimResults: true });
    positionS = 2;
    latest().say('Guten', false);
    expect(dictation.state).toMatchObject({ status: 'listening', interim: 'Guten' });
    positionS = 3;
    latest().say('Guten Tag.', true);
    expect(dictation.state.interim).toBe('');
    positionS = 6;
    latest().say('Wir beginnen.', true);
    expect(texts).toEqual([
      { start: 1.5, end: 3, text: 'Guten Tag.' },
      { start: 5.5, end: 6, text: 'Wir beginnen.' },
    ]);
  });

  test('is told once, however often the browser repeats it', async () => {
    using dictation = open();
    await dictation.start();
    latest().say('Eins.', true);
    latest().say('Zwei', false);
    latest().say('Zwei.', true);
    expect(texts.map(({ text }) => text)).toEqual(['Eins.', 'Zwei.']);
  });

  test('is not lost when the recognition ends in the middle of a sentence, nor at a pause', async () => {
    using dictation = open();
    await dictation.start();
    positionS = 4;
    latest().say('halb gesagt', false);
    latest().end('network');
    positionS = 8;
    vi.advanceTimersByTime(400);
    latest().say('noch etwas', false);
    dictation.stop();
    expect(latest().calls).toContain('stop');
    latest().end();
    expect(texts.map(({ text }) => text)).toEqual(['halb gesagt', 'noch etwas']);
    expect(dictation.state.status).toBe('off');
  });

  test('counts from zero again in a next part', async () => {
    using dictation = open();
    await dictation.start();
    positionS = 9000;
    latest().say('Ende.', true);
    positionS = 1;
    latest().say('Anfang.', true);
    expect(texts.at(-1)).toEqual({ start: 0.5, end: 1, text: 'Anfang.' });
  });
});

describe('A recognition that ends by itself', () => {
  test('begins again at once after silence, and says so until something is heard', async () => {
    using dictation = open();
    await dictation.start();
    latest().end('no-speech');
    vi.advanceTimersByTime(0);
    expect(made).toHaveLength(2);
    expect(dictation.state.problem).toBe('no_speech');
    latest().say('doch', false);
    expect(dictation.state.problem).toBeNull();
  });

  test('does not spin: without a word it waits longer each time', async () => {
    using dictation = open();
    await dictation.start();
    latest().end();
    expect(dictation.state.status).toBe('waiting');
    vi.advanceTimersByTime(299);
    expect(made).toHaveLength(1);
    vi.advanceTimersByTime(1);
    expect(made).toHaveLength(2);
    latest().end('network');
    vi.advanceTimersByTime(599);
    expect(made).toHaveLength(2);
    vi.advanceTimersByTime(1);
    expect(made).toHaveLength(3);
    expect(dictation.state.problem).toBe('network');
  });

  test('tries the next variety of the language, and stops where none is known', async () => {
    using dictation = open();
    await dictation.start();
    latest().end('language-not-supported');
    expect(latest().lang).toBe('de-DE');
    latest().end('language-not-supported');
    expect(made).toHaveLength(2);
    expect(dictation.state).toMatchObject({ status: 'off', problem: 'language' });
  });

  test('stays ended where the browser refuses the microphone, until the person tries again', async () => {
    using dictation = open();
    await dictation.start();
    latest().end('not-allowed');
    vi.advanceTimersByTime(60_000);
    expect(made).toHaveLength(1);
    expect(dictation.state.problem).toBe('refused');
    await dictation.start();
    expect(made).toHaveLength(2);
    expect(dictation.state.problem).toBeNull();
  });

  test('goes on after a pause that ended while it was still ending', async () => {
    using dictation = open();
    await dictation.start();
    dictation.stop();
    await dictation.start();
    made[0]?.end();
    vi.advanceTimersByTime(10_000);
    expect(made).toHaveLength(2);
    expect(latest().calls).toEqual(['start']);
  });

  test('that cannot even start is tried again', async () => {
    class Busy extends FakeRecognition {
      override start() {
        this.calls.push('start');
        if (made.length === 1) throw new DOMException('busy', 'InvalidStateError');
        this.fire('start');
      }
    }
    using dictation = open({ recognition: Busy });
    await dictation.start();
    vi.advanceTimersByTime(300);
    expect(dictation.state.status).toBe('listening');
  });
});

describe('Sound leaves the device', () => {
  test('only after the person has agreed, who is asked once', async () => {
    using dictation = open({}, false);
    await dictation.start();
    expect(made).toHaveLength(0);
    expect(dictation.state).toMatchObject({ status: 'off', problem: 'not_agreed' });
    dictation.agree();
    await dictation.start();
    expect(made).toHaveLength(1);
    expect(createAgreement('u1', storage).has()).toBe(true);
    expect(createAgreement('u2', storage).has()).toBe(false);
  });

  test('after an agreement that lies under the former id, which moves', () => {
    createAgreement('sub of u1', storage).give();
    createAgreement('sub of u2', storage).give();
    expect(createAgreement('u1', storage, 'sub of u1').has()).toBe(true);
    expect(createAgreement('u1', storage).has()).toBe(true);
    expect(createAgreement('sub of u1', storage).has()).toBe(false);
    expect(createAgreement('sub of u2', storage).has()).toBe(true);
  });

  test('never where the host does not allow it', async () => {
    using dictation = open({ isRemoteAllowed: false });
    await dictation.start();
    expect(made).toHaveLength(0);
    expect(dictation.state.problem).toBe('not_allowed');
  });

  test('not at all where the device understands the language itself', async () => {
    const recognition = withPacks({ 'de-DE': 'available' });
    using dictation = open({ recognition, isRemoteAllowed: false }, false);
    await dictation.start();
    expect(latest()).toMatchObject({ lang: 'de-DE', processLocally: true });
    expect(dictation.state).toMatchObject({ isLocal: true, problem: null });
  });

  test('not while a language pack is fetched, after which the device does it', async () => {
    const packs: Record<string, LocalAvailability> = { 'de-DE': 'downloadable' };
    const recognition = withPacks(packs, () => {
      packs['de-DE'] = 'available';
      return true;
    });
    using dictation = open({ recognition, isRemoteAllowed: false }, false);
    await dictation.check();
    expect(dictation.state).toMatchObject({ problem: 'downloadable', canInstall: true });
    await dictation.install();
    expect(dictation.state).toMatchObject({ problem: null, isLocal: true, status: 'off' });
  });
});

test('Without recognition the browser is named as the reason, and nothing else happens', async () => {
  using dictation = open({ recognition: null });
  await dictation.start();
  expect(dictation.state).toMatchObject({ status: 'off', problem: 'unsupported' });
});

test('The same microphone is listened to as is recorded, as long as it lives', async () => {
  const track = { readyState: 'live' } as MediaStreamTrack;
  using dictation = open({ track: () => track });
  await dictation.start();
  expect(latest().track).toBe(track);
});

test('Whoever leaves ends it and keeps what was heard', async () => {
  const dictation = open();
  await dictation.start();
  positionS = 3;
  latest().say('zuletzt', false);
  dictation[Symbol.dispose]();
  expect(latest().calls).toEqual(['start', 'abort']);
  expect(texts.map(({ text }) => text)).toEqual(['zuletzt']);
  latest().end();
  vi.advanceTimersByTime(60_000);
  expect(made).toHaveLength(1);
});

describe('The draft of a model on this device', () => {
  test('is what dictates where the browser recognises nothing on the device, without asking anybody', async () => {
    const { draft, log, write } = createFakeDraft();
    using dictation = open({ draft, isRemoteAllowed: true }, false);
    await dictation.start();
    expect(made).toHaveLength(0);
    expect(log).toEqual(['start']);
    expect(dictation.state).toMatchObject({
      status: 'listening',
      isLocal: true,
      isDraft: true,
      problem: null,
    });
    write({ interim: 'Guten' });
    expect(dictation.state.interim).toBe('Guten');
    write({ texts: [{ start: 1, end: 2, text: 'Guten Tag.' }] });
    expect(dictation.state.interim).toBe('');
    expect(texts).toEqual([{ start: 1, end: 2, text: 'Guten Tag.' }]);
  });

  test('comes after the recognition of the browser on the device', async () => {
    const { draft, log } = createFakeDraft();
    using dictation = open({ draft, recognition: withPacks({ 'de-DE': 'available' }) });
    await dictation.start();
    expect(latest()).toMatchObject({ processLocally: true });
    expect(log).toEqual([]);
    expect(dictation.state.isDraft).toBe(false);
  });

  test('is heard once, also after a pause, and what comes late is not lost', async () => {
    const { draft, write, followers } = createFakeDraft();
    const dictation = open({ draft });
    await dictation.start();
    dictation.stop();
    expect(dictation.state.status).toBe('off');
    write({ texts: [{ start: 1, end: 2, text: 'Vor der Pause.' }] });
    await dictation.start();
    expect(followers()).toBe(1);
    expect(dictation.state.status).toBe('listening');
    expect(texts.map(({ text }) => text)).toEqual(['Vor der Pause.']);
    dictation[Symbol.dispose]();
    expect(followers()).toBe(0);
  });

  test('that fails says so, and goes on when the person tries again', async () => {
    const { draft, log, write } = createFakeDraft();
    using dictation = open({ draft });
    await dictation.start();
    write({ hasFailed: true });
    expect(dictation.state).toMatchObject({ status: 'off', problem: 'failed' });
    await dictation.start();
    expect(log).toEqual(['start', 'start']);
    expect(dictation.state).toMatchObject({ status: 'listening', problem: null });
  });

  test('whose model is gone does not disturb the recognition that follows it', async () => {
    const { draft, write, setReady } = createFakeDraft();
    using dictation = open({ draft });
    await dictation.start();
    write({ hasFailed: true });
    setReady(false);
    await dictation.start();
    expect(made).toHaveLength(1);
    write({ hasFailed: true });
    expect(dictation.state).toMatchObject({ status: 'listening', problem: null });
  });

  test('without a model, recognition elsewhere or the message follows', async () => {
    const { draft, setReady } = createFakeDraft();
    setReady(false);
    using agreed = open({ draft });
    await agreed.start();
    expect(made).toHaveLength(1);
    using lacking = open({ draft, recognition: null });
    await lacking.start();
    expect(lacking.state.problem).toBe('unsupported');
  });
});
