import { describe, expect, it } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { speechMp3 } from '#workers/encode/encode.contract.ts';
import type { Edits } from '#workers/encode/encode.contract.ts';
import { uploadDepsOf } from '#web/features/upload/upload-fixture.ts';
import { analysisOf } from '#web/testing/analysis-fixture.ts';
import { createMemoryDevice } from './local-work-doubles.ts';
import type { MemoryDevice } from './local-work-doubles.ts';
import { createUpload } from '#web/features/upload/upload.state.ts';
import type { Upload, UploadDeps } from '#web/features/upload/upload.state.ts';

const talk = () => new File(['talk'], 'talk.wav', { lastModified: 1 });
const other = () => new File(['other'], 'other.wav', { lastModified: 2 });
const facts = { name: 'talk.wav', bytes: 4, lastModifiedMs: 1 };

/** Opens a page of the session; `sent` gets the edits of each sent recording. */
function visit(device: MemoryDevice, overrides: Partial<UploadDeps> = {}) {
  const { localWork, kill } = device.openPage();
  const sent: Edits[] = [];
  const deps = uploadDepsOf({ localWork, onEncode: (edits) => sent.push(edits) });
  const upload = createUpload({ ...deps, ...overrides });
  return { upload, kill, sent, localWork };
}
const isFound = (upload: Upload) => eventually(() => expect(upload.state.localWork).not.toBeNull());
const settled = () => new Promise((resolve) => setTimeout(resolve, 20));

async function reloaded(device: MemoryDevice) {
  const page = visit(device);
  await isFound(page.upload);
  return page;
}

describe('what is done to a recording', () => {
  it('is kept although the page is killed right after it', async () => {
    const device = createMemoryDevice();
    const { upload, kill } = visit(device);
    await upload.choose([talk()]);
    upload.trim()!.setStart(30);
    upload.setLoudness('normalised');
    kill();
    const again = await reloaded(device);
    expect(again.upload.state.localWork).toMatchObject({ cuts: 'there', canResume: true });
    expect(again.upload.state.localWork!.keptS).toBeCloseTo(30.2, 1);
    again.upload.resume();
    expect(again.upload.state.loudness).toBe('normalised');
    await again.upload.send();
    expect(again.sent).toEqual([{ kept: [[30, 60.2]], loudness: 'normalised' }]);
  });

  it('is kept at the last position of a drag during which the page was killed', async () => {
    const device = createMemoryDevice();
    const { upload, kill } = visit(device);
    await upload.choose([talk()]);
    const drag = (timeS: number) => upload.trim()!.moveHandle({ index: 0, side: 'start' }, timeS, 'drag');
    drag(6);
    drag(12);
    drag(18);
    kill();
    const again = await reloaded(device);
    again.upload.resume();
    expect(again.upload.trim()?.kept()?.[0]?.[0]).toBeCloseTo(18, 1);
  });

  it('is kept with the length of pauses and a smaller bit rate', async () => {
    const device = createMemoryDevice();
    const { upload, kill } = visit(device);
    await upload.choose([talk()]);
    upload.trim()!.setPauseS(10);
    upload.setSettings({ sampleRate: 16_000, bitrate: 32 });
    kill();
    const again = await reloaded(device);
    again.upload.resume();
    expect(again.upload.trim()?.state.pauseS).toBe(10);
    expect(again.upload.state.settings).toEqual({ sampleRate: 16_000, bitrate: 32 });
  });

  it('is not mentioned if nothing was cut', async () => {
    const device = createMemoryDevice();
    const { upload, kill } = visit(device);
    await upload.choose([talk()]);
    upload.trim()!.setStart(30);
    upload.trim()!.undo();
    kill();
    const again = await reloaded(device);
    expect(again.upload.state.localWork).toMatchObject({ cuts: 'none', keptS: 60.2 });
  });

  it('is shown as lost if it cannot be read, before anything is sent uncut', async () => {
    const device = createMemoryDevice();
    const { upload, kill } = visit(device);
    await upload.choose([talk()]);
    upload.trim()!.setStart(30);
    kill();
    device.faults.areEditsDead = true;
    const again = await reloaded(device);
    expect(again.upload.state.localWork).toMatchObject({ cuts: 'lost', keptS: 60.2 });
    again.upload.resume();
    expect(again.upload.state.areCutsLost).toBe(true);
  });

  it('is shown as lost if it belongs to a recording of another length', async () => {
    const device = createMemoryDevice();
    const { upload, kill } = visit(device);
    await upload.choose([talk()]);
    kill();
    const trim = { durationS: 59, kept: [[1, 2]], pauseS: 5 };
    const edits = { trim, loudness: 'as_is' };
    device.edits.set(JSON.stringify(facts), { edits, isDiscarded: false, atMs: 1 });
    const again = await reloaded(device);
    expect(again.upload.state.localWork?.cuts).toBe('lost');
  });

  it('is shown as not kept while there is no room, and earlier edits stay', async () => {
    const device = createMemoryDevice();
    const { upload, kill } = visit(device);
    await upload.choose([talk()]);
    upload.trim()!.setStart(10);
    device.faults.areEditsFull = true;
    upload.trim()!.setStart(20);
    await eventually(() => expect(upload.state.notStored).toBe('full'));
    kill();
    const again = await reloaded(device);
    expect(again.upload.state.localWork?.keptS).toBeCloseTo(50.2, 1);
    device.faults.areEditsFull = false;
    again.upload.resume();
    again.upload.trim()!.setStart(20);
    await eventually(() => expect(again.upload.state.notStored).toBeNull());
  });

  it('applies to the file when it is chosen again, after the kept sound became unreadable', async () => {
    const device = createMemoryDevice();
    const { upload, kill } = visit(device);
    await upload.choose([talk()]);
    upload.trim()!.setStart(30);
    kill();
    device.loseSound();
    const fail = () => Promise.reject(Object.assign(new Error('gone'), { code: 'media.unreadable' }));
    const again = visit(device, { encode: fail });
    await isFound(again.upload);
    again.upload.resume();
    await again.upload.send();
    expect(again.upload.state).toMatchObject({
      stage: 'choose',
      problem: null,
      localWork: { cuts: 'there', canResume: false, isSoundLost: true },
    });
    await again.upload.choose([talk()]);
    expect(again.upload.trim()?.kept()).toEqual([[30, 60.2]]);
  });

  it('is taken over from an earlier version of the page, and newer edits replace it', async () => {
    const device = createMemoryDevice();
    const { draft: _, ...analysis } = { ...analysisOf(), draft: null };
    const former = (startS: number) => ({
      trim: { durationS: 60.2, kept: [[startS, 60.2]], pauseS: 5 },
      loudness: 'as_is',
    });
    device.put({
      file: facts,
      settings: speechMp3,
      analysis,
      chunks: [new Blob(['mp3'])],
      draft: { chunks: 1, samples: 1_444_800 },
      formerEdits: { value: former(12), atMs: 5, isReadable: true },
    });
    const { upload, kill } = await reloaded(device);
    upload.resume();
    expect(upload.trim()?.kept()).toEqual([[12, 60.2]]);
    upload.trim()!.setStart(24);
    kill();
    const again = await reloaded(device);
    expect(again.upload.state.localWork?.keptS).toBeCloseTo(36.2, 1);
  });
});

describe('what is kept of a file', () => {
  async function cutAndKilled(device: MemoryDevice) {
    const { upload, kill } = visit(device);
    await upload.choose([talk()]);
    upload.trim()!.setStart(30);
    kill();
  }

  it('stays when another file over the limits is chosen and discarded', async () => {
    const device = createMemoryDevice();
    await cutAndKilled(device);
    const { upload } = visit(device, { maxBytes: () => 5_000_000 });
    await isFound(upload);
    await upload.choose([new File([new Uint8Array(6_000_000)], 'gross.wav')]);
    expect(upload.state.stage).toBe('offer');
    upload.discard();
    await isFound(upload);
    expect(upload.state.localWork).toMatchObject({ name: 'talk.wav', cuts: 'there', canResume: true });
  });

  it('is shown after the check of another file was cancelled', async () => {
    const device = createMemoryDevice();
    await cutAndKilled(device);
    const { upload, localWork } = visit(device, {
      analyse: async (_file, { keep, signal }) => {
        await keep!.begin({ name: 'other.wav', bytes: 5, lastModifiedMs: 2 }, speechMp3);
        return await new Promise<never>((_resolve, reject) =>
          signal.addEventListener('abort', () => reject(signal.reason as Error)),
        );
      },
    });
    await isFound(upload);
    const choosing = upload.choose([other()]);
    await eventually(() => expect(device.stored()?.file.name).toBe('other.wav'));
    upload.cancel();
    await choosing;
    expect(upload.state.localWork).toBeNull();
    await isFound(upload);
    expect(upload.state.localWork).toMatchObject({ name: 'other.wav', canResume: false });
    // The cuts of the first file return with the first file.
    expect(await localWork.takeUp(facts, null)).toMatchObject({
      areLost: false,
      value: { loudness: 'as_is' },
    });
  });

  it('does not come back after it was discarded, although the page was killed right after that', async () => {
    const device = createMemoryDevice();
    await cutAndKilled(device);
    const { upload, kill } = await reloaded(device);
    upload.discard();
    kill();
    expect(device.stored()).not.toBeNull();
    const again = visit(device);
    await eventually(() => expect(device.stored()).toBeNull());
    await settled();
    expect(again.upload.state.localWork).toBeNull();
    expect(device.edits.size).toBe(0);
  });

  it('is deleted when the recording is on the server, although the panel closes at once', async () => {
    const device = createMemoryDevice();
    const { upload } = visit(device, {
      complete: async () => {
        queueMicrotask(() => queueMicrotask(() => upload[Symbol.dispose]()));
      },
    });
    await upload.choose([talk()]);
    await upload.send();
    await eventually(() => expect(device.stored()).toBeNull());
  });
});

describe('a second tab', () => {
  it('says that the upload is open elsewhere, touches nothing, and takes over when the first tab is closed', async () => {
    const device = createMemoryDevice();
    const first = visit(device);
    await first.upload.choose([talk()]);
    const second = visit(device);
    await eventually(() => expect(second.upload.state.notStored).toBe('elsewhere'));
    await second.upload.choose([talk()]);
    second.upload.trim()!.setStart(40);
    expect(second.upload.state.notStored).toBe('elsewhere');
    second.upload.discard();
    await settled();
    expect(second.upload.state).toMatchObject({ stage: 'choose', localWork: null });
    first.upload.trim()!.setStart(30);
    first.kill();
    await isFound(second.upload);
    expect(second.upload.state).toMatchObject({ notStored: null, localWork: { cuts: 'there' } });
    second.upload.resume();
    await second.upload.send();
    expect(second.sent).toEqual([{ kept: [[30, 60.2]], loudness: 'as_is' }]);
  });
});
