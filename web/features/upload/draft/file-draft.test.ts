import { proxy, subscribe } from 'valtio';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { createDraftRun } from '#web/parts/draft/draft-run.state.ts';
import {
  createPreviewDouble,
  createWindowsDouble,
  draftModel,
  windowOf,
} from '#web/parts/draft/draft-doubles.ts';
import { WorkerError } from '#workers/rpc.ts';
import { createFileDraft } from './file-draft.state.ts';
import type { FileDraft } from './file-draft.ts';

const never = new AbortController().signal;
const fileOf = (name: string) => new File(['sound'], name);

function setUp({ isReady = true, cores = 8 } = {}) {
  const deviceState = proxy({ isReady });
  const speeds: [string, number][] = [];
  const opened: { name: string; windows: ReturnType<typeof createWindowsDouble> }[] = [];
  const preview = createPreviewDouble((startS) => opened.at(-1)!.windows.textAt(startS));
  const draft = createFileDraft({
    device: {
      model: () => (deviceState.isReady ? draftModel : null),
      onChange: (listener) => subscribe(deviceState, listener),
      openPreview: preview.openPreview,
      recordSpeed: (id, timesRealTime) => void speeds.push([id, timesRealTime]),
    },
    openWindows({ name }, { maxS }) {
      expect(maxS).toBe(draftModel.chunkLengthS);
      const windows = createWindowsDouble();
      opened.push({ name, windows });
      return windows.source;
    },
    createRun: createDraftRun,
    language: 'de-CH',
    cores,
  });
  return { draft, deviceState, opened, preview, speeds };
}

const textOf = ({ state }: FileDraft) =>
  state.run?.state.text.segments.map(({ text }) => text).join(' | ') ?? null;
const opened = (given: ReturnType<typeof setUp>['opened'], count = 1) =>
  eventually(() => expect(given).toHaveLength(count));

describe('the draft of a file', () => {
  it('is written from the start on, and tells the speed of the device', async () => {
    const { draft, opened: sources, preview, speeds } = setUp();
    draft.begin(fileOf('a.wav'));
    await opened(sources);
    sources[0]!.windows.give(windowOf(0, 10, { text: 'Guten Tag.' }));
    sources[0]!.windows.give(windowOf(10, 20, { text: 'Ja.' }));
    await eventually(() => expect(textOf(draft)).toBe('Guten Tag. | Ja.'));
    preview.tellSpeed(4);
    expect(speeds).toEqual([['tiny', 4]]);
    draft[Symbol.dispose]();
    expect(sources[0]!.windows.isSourceOpen()).toBe(false);
  });

  it('begins when a model is ready, and keeps its text when the person switches drafts off', async () => {
    const { draft, deviceState, opened: sources } = setUp({ isReady: false });
    draft.begin(fileOf('a.wav'));
    expect(draft.state.run).toBeNull();
    deviceState.isReady = true;
    await opened(sources);
    sources[0]!.windows.give(windowOf(0, 10, { text: 'Guten Tag.' }));
    await eventually(() => expect(textOf(draft)).toBe('Guten Tag.'));
    deviceState.isReady = false;
    await eventually(() => expect(draft.state.isStopped).toBe(true));
    expect(textOf(draft)).toBe('Guten Tag.');
    deviceState.isReady = true;
    await eventually(() => expect(draft.state.isStopped).toBe(false));
    // What the person has stopped stays stopped.
    draft.stop();
    deviceState.isReady = false;
    await Promise.resolve();
    deviceState.isReady = true;
    sources[0]!.windows.give(windowOf(10, 20, { text: 'Ja.' }));
    await new Promise((resolve) => setTimeout(resolve));
    expect(draft.state.isStopped).toBe(true);
    expect(textOf(draft)).toBe('Guten Tag.');
  });

  it.each([
    { cores: 2, before: ['eins'] },
    { cores: 8, before: ['eins', 'zwei'] },
  ])(
    'leaves the analysis its time after the first minute: with $cores cores $before',
    async ({ cores, before }) => {
      const { draft, opened: sources, preview } = setUp({ cores });
      const { promise: pass, resolve } = Promise.withResolvers<void>();
      draft.begin(fileOf('a.wav'), pass);
      await opened(sources);
      const { windows } = sources[0]!;
      windows.give(windowOf(0, 60, { text: 'eins' }));
      windows.give(windowOf(60, 80, { text: 'zwei' }));
      await eventually(() => expect(textOf(draft)).toBe(before.join(' | ')));
      await new Promise((after) => setTimeout(after));
      expect(preview.languages).toHaveLength(before.length);
      resolve();
      await eventually(() => expect(textOf(draft)).toBe('eins | zwei'));
    },
  );

  it('that is stopped takes no further window, and goes on with the next one', async () => {
    const { draft, opened: sources, preview } = setUp();
    draft.begin(fileOf('a.wav'));
    await opened(sources);
    preview.hold();
    const { windows } = sources[0]!;
    windows.give(windowOf(0, 10, { text: 'eins' }));
    await eventually(() => expect(preview.languages).toEqual(['de']));
    draft.stop();
    windows.give(windowOf(10, 20, { text: 'zwei' }));
    preview.release();
    await eventually(() => expect(textOf(draft)).toBe('eins'));
    expect(preview.languages).toHaveLength(1);
    draft.goOn();
    await eventually(() => expect(textOf(draft)).toBe('eins | zwei'));
  });

  it('of another file replaces it, and that of the same file goes on', async () => {
    const { draft, opened: sources } = setUp();
    const file = fileOf('a.wav');
    draft.begin(file);
    await opened(sources);
    draft.begin(file);
    const run = draft.state.run;
    draft.begin(fileOf('b.wav'));
    expect(draft.state.run).not.toBe(run);
    await opened(sources, 2);
    expect(sources.map(({ name }) => name)).toEqual(['a.wav', 'b.wav']);
    await eventually(() => expect(sources[0]!.windows.isSourceOpen()).toBe(false));
    draft.end();
    expect(draft.state.run).toBeNull();
    await eventually(() => expect(sources[1]!.windows.isSourceOpen()).toBe(false));
  });

  it('goes on after a failure of the model with the window that failed, and begins anew if the sound failed', async () => {
    const { draft, opened: sources, preview } = setUp();
    let isBroken = true;
    draft.begin(async () => {
      if (isBroken) throw new WorkerError('media.damaged');
      return fileOf('stored.mp3');
    });
    await eventually(() => expect(draft.state.run?.state.problem).toBe('media.damaged'));
    isBroken = false;
    draft.goOn();
    await opened(sources);
    preview.failWith(new WorkerError('preview.engine_failed'));
    sources[0]!.windows.give(windowOf(0, 10, { text: 'eins' }));
    await eventually(() => expect(draft.state.run?.state.problem).toBe('preview.engine_failed'));
    draft.goOn();
    await eventually(() => expect(textOf(draft)).toBe('eins'));
    expect(sources).toHaveLength(1);
  });
});

describe('what is written of a draft', () => {
  beforeEach(() => void vi.useFakeTimers({ toFake: ['setTimeout', 'clearTimeout'] }));
  afterEach(() => void vi.useRealTimers());

  it('is nothing without a draft', async () => {
    const { draft } = setUp({ isReady: false });
    draft.begin(fileOf('a.wav'));
    expect(await draft.written(60, never)).toBeNull();
  });

  it('is waited for near the end, and not longer than some seconds', async () => {
    const { draft, opened: sources } = setUp();
    draft.begin(fileOf('a.wav'));
    await vi.waitFor(() => expect(sources).toHaveLength(1));
    const { windows } = sources[0]!;
    windows.give(windowOf(0, 10, { text: 'eins' }));
    await vi.waitFor(() => expect(textOf(draft)).toBe('eins'));
    // Far from the end there is no wait.
    expect(await draft.written(600, never)).toMatchObject({ model: 'tiny', language: 'de-CH' });
    const near = draft.written(20, never);
    windows.give(windowOf(10, 20, { text: 'zwei' }));
    windows.end();
    expect((await near)!.segments.map(({ text }) => text)).toEqual(['eins', 'zwei']);
  });

  it('is taken as it is when the last windows take too long, and when the draft was stopped', async () => {
    const { draft, opened: sources } = setUp();
    draft.begin(fileOf('a.wav'));
    await vi.waitFor(() => expect(sources).toHaveLength(1));
    sources[0]!.windows.give(windowOf(0, 10, { text: 'eins' }));
    await vi.waitFor(() => expect(textOf(draft)).toBe('eins'));
    const late = draft.written(20, never);
    await vi.advanceTimersByTimeAsync(5_000);
    expect((await late)!.segments).toHaveLength(1);
    draft.stop();
    expect((await draft.written(20, never))!.segments).toHaveLength(1);
  });
});
