import { describe, expect, it } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { WorkerError } from '#workers/rpc.ts';
import type { AnalysedFile } from '#workers/analysis/analysis.contract.ts';
import { speechMp3 } from '#workers/encode/encode.contract.ts';
import { startSend } from '#workers/send/send.contract.ts';
import { segmentOf } from '#web/parts/draft/draft-doubles.ts';
import { createMemoryDevice } from './local/local-work-doubles.ts';
import { noEdits } from './local/local-work.rules.ts';
import { analysisOf } from '#web/testing/analysis-fixture.ts';
import type { SendingFile } from './send/send-file.ts';
import { fileDraftDouble } from './upload-fixture.ts';
import { canRetry } from './upload.rules.ts';
import { createUpload } from './upload.state.ts';
import type { Upload, UploadDeps } from './upload.state.ts';

const analysed: AnalysedFile = {
  ...analysisOf(),
  draft: { settings: speechMp3, chunks: [new Blob(['mp3'])], samples: 1_444_800 },
  resumedChunks: 0,
  isKept: true,
  busyMs: { decode: 0, analysis: 0, voice: 0, resample: 0, levels: 0, room: 0, encode: 0 },
};
const encoded = { mp3: new Blob(['mp3']), bytes: 3, sha256: 'ab'.repeat(32), durationS: 60.1, timemap: null };
const largeFile = () => new File([new Uint8Array(6_000_000)], 'gross.wav');
const file = () => new File(['sound'], 'Gemeinderat, 12. Sitzung.m4a');

const sendingOf = (done: Promise<void>, tell = (_what: string) => {}, hadSound = false): SendingFile => ({
  hadSound: () => hadSound,
  done,
  retryNow: () => tell('retryNow'),
  stop: () => tell('stop'),
  resume: () => tell('resume'),
});

function setUp(overrides: Partial<UploadDeps> = {}, device = createMemoryDevice()) {
  const calls: string[] = [];
  const completed: RecordingMetadataInput[] = [];
  const failures: unknown[] = [];
  const drafting: string[] = [];
  const upload = createUpload({
    sessionId: 's1',
    maxBytes: () => 1_000_000,
    settings: speechMp3,
    localWork: device.openPage().localWork,
    fileDraft: fileDraftDouble({}, drafting),
    probe: async () => ({
      container: 'wav',
      codec: 'pcm_s16le',
      durationS: 60,
      sampleRate: 48_000,
      channels: 1,
      hasVideo: false,
      path: 'direct' as const,
    }),
    cut: async () => {
      calls.push('cut');
      return null;
    },
    analyse: async () => {
      calls.push('analyse');
      return analysed;
    },
    encode: async () => {
      calls.push('encode');
      return encoded;
    },
    send(_mp3, { metadata, onState }) {
      calls.push(`send ${metadata.file_name}`);
      onState({ ...startSend(0, 3, 3), bytesStored: 3, partsStored: 1, isDone: true });
      return sendingOf(Promise.resolve());
    },
    forget: () => calls.push('forget'),
    complete: async (metadata) => {
      calls.push('complete');
      completed.push(metadata);
    },
    now: () => 0,
    onFailure: (error) => failures.push(error),
    ...overrides,
  });
  return { upload, calls, completed, failures, drafting };
}

const endless = (_: unknown, { signal }: { signal: AbortSignal }) =>
  new Promise<never>((_resolve, reject) => signal.addEventListener('abort', () => reject(signal.reason)));

describe('an upload', () => {
  it('analyses the chosen file and waits for the person', async () => {
    const { upload, calls } = setUp();
    await upload.choose([file()]);
    expect(upload.state.stage).toBe('review');
    expect(calls).toEqual(['analyse']);
  });

  it('then encodes, sends and completes, with what the device measured', async () => {
    const { upload, calls, completed } = setUp();
    await upload.choose([file()]);
    await upload.send();
    expect(calls).toEqual(['analyse', 'encode', 'send Gemeinderat, 12. Sitzung.mp3', 'complete', 'forget']);
    expect(upload.state.stage).toBe('done');
    expect(completed[0]).toMatchObject({
      duration: 60.1,
      parts: 1,
      sha256: encoded.sha256,
      mode: 'upload',
      speech: [[0, 60.1]],
      verdict: { grade: 'good' },
    });
  });

  it('offers a way for what is too large, and takes it once the person agrees', async () => {
    const { upload, calls } = setUp({ maxBytes: () => 5_000_000 });
    await upload.choose([largeFile()]);
    expect(upload.state).toMatchObject({ stage: 'offer', offer: { reason: 'too_large', bytes: 480_000 } });
    expect(calls).toEqual([]);
    await upload.accept();
    expect(upload.state.stage).toBe('review');
    expect(upload.output()).toMatchObject({ method: 'encode', obstacle: null });
  });

  it('checks the limit again before it sends, because the host may have answered late', async () => {
    let limit = 150_000_000;
    const { upload, calls } = setUp({ maxBytes: () => limit });
    await upload.choose([file()]);
    expect(upload.output()?.obstacle).toBeNull();
    limit = 1_000;
    const before = [...calls];
    await upload.send();
    expect(upload.output()?.obstacle).toBe('too_large');
    expect(upload.state.stage).toBe('review');
    expect(calls).toEqual(before);
  });

  it('does not send what is too long before it is cut', async () => {
    const { upload, calls } = setUp({
      analyse: async () => ({ ...analysed, durationS: 10_000, speech: [[0, 10_000]] }),
      maxBytes: () => 150_000_000,
    });
    await upload.choose([file()]);
    await upload.send();
    expect(upload.output()?.obstacle).toBe('too_long');
    expect(calls).toEqual([]);
    upload.trim()?.setEnd(9_000);
    await upload.send();
    expect(upload.state.stage).toBe('done');
  });

  it('sends what is left of a cut recording, told in its own time', async () => {
    const edits: unknown[] = [];
    const { upload, completed } = setUp({
      encode: async (_file, options) => {
        edits.push(options.edits);
        return { ...encoded, durationS: 30.192, timemap: [[0, 30]] };
      },
    });
    await upload.choose([file()]);
    upload.trim()?.setStart(30);
    await upload.send();
    expect(edits).toEqual([{ kept: [[30, 60.2]], loudness: 'as_is' }]);
    expect(completed[0]).toMatchObject({ duration: 30.192, timemap: [[0, 30]], speech: [[0, 30.192]] });
  });

  it('makes the result once for the same edits, and anew for others', async () => {
    const { upload, calls } = setUp();
    await upload.choose([file()]);
    await upload.listen('result');
    expect(upload.state).toMatchObject({ stage: 'review', listening: 'result' });
    expect(upload.result()?.sha256).toBe(encoded.sha256);
    upload.setLoudness('normalised');
    await Promise.resolve();
    expect(upload.state.listening).toBe('recording');
    expect(upload.result()).toBeNull();
    await upload.listen('result');
    upload.setLoudness('as_is');
    upload.setLoudness('normalised');
    await upload.listen('result');
    expect(upload.result()?.sha256).toBe(encoded.sha256);
    await upload.send();
    expect(calls.filter((call) => call === 'encode')).toHaveLength(2);
  });

  it('cuts an mp3 without coding it anew, and codes it where that cannot be done', async () => {
    const mp3 = { ...analysed, container: 'mp3', codec: 'mp3', draft: null };
    const { upload, calls } = setUp({ analyse: async () => mp3 });
    await upload.choose([file()]);
    expect(upload.output()?.method).toBe('cut');
    await upload.send();
    expect(calls.slice(0, 2)).toEqual(['cut', 'encode']);
    const cutting = setUp({ analyse: async () => mp3, cut: async () => encoded });
    await cutting.upload.choose([file()]);
    await cutting.upload.send();
    expect(cutting.calls[0]).toBe('send Gemeinderat, 12. Sitzung.mp3');
  });

  it('goes on with what a reload left, cuts and all, without the file', async () => {
    const { draft, ...analysis } = analysed;
    const facts = { name: 'Sitzung.m4a', bytes: 5_000, lastModifiedMs: 1 };
    const value = { trim: { durationS: 60.2, kept: [[12, 60.2]], pauseS: 5 }, loudness: 'normalised' };
    const device = createMemoryDevice();
    device.put({
      file: facts,
      settings: speechMp3,
      analysis,
      chunks: draft!.chunks,
      draft: { chunks: 1, samples: draft!.samples },
      formerEdits: { value, atMs: 1, isReadable: true },
    });
    const { upload, calls, drafting } = setUp({}, device);
    await eventually(() => expect(upload.state.localWork?.name).toBe('Sitzung.m4a'));
    expect(upload.state.localWork).toMatchObject({ cuts: 'there', canResume: true });
    expect(upload.state.localWork?.keptS).toBeCloseTo(48.2);
    upload.resume();
    expect(upload.state).toMatchObject({ stage: 'review', loudness: 'normalised', notStored: null });
    expect(upload.trim()?.kept()).toEqual([[12, 60.2]]);
    expect(drafting).toEqual(['begin what is stored']);
    await upload.send();
    expect(calls).toEqual(['encode', 'send Sitzung.mp3', 'complete', 'forget']);
    expect(device.stored()).toBeNull();
    expect(device.edits.size).toBe(0);
  });

  it('keeps the file when the analysis fails, and tries again', async () => {
    let tries = 0;
    const { upload, failures } = setUp({
      analyse: async () => {
        tries += 1;
        if (tries === 1) throw Object.assign(new Error('crash'), { code: 'media.engine_failed' });
        return analysed;
      },
    });
    await upload.choose([file()]);
    expect(upload.state).toMatchObject({ stage: 'analysing', problem: { code: 'media.engine_failed' } });
    expect(failures).toHaveLength(1);
    await upload.retry();
    expect(upload.state).toMatchObject({ stage: 'review', problem: null });
  });

  it('does not encode twice when sending failed', async () => {
    let tries = 0;
    const { upload, calls } = setUp({
      send() {
        tries += 1;
        const failure = new WorkerError('upload.disk_full');
        return sendingOf(tries === 1 ? Promise.reject(failure) : Promise.resolve());
      },
    });
    await upload.choose([file()]);
    await upload.send();
    expect(upload.state).toMatchObject({ stage: 'sending', problem: { code: 'upload.disk_full' } });
    await upload.retry();
    expect(upload.state.stage).toBe('done');
    expect(calls.filter((call) => call === 'encode')).toHaveLength(1);
  });

  it('starts anew where the server has other bytes than were sent', async () => {
    let tries = 0;
    const { upload, calls } = setUp({
      complete: async () => {
        tries += 1;
        if (tries === 1) throw new ApiError('recording.digest_mismatch', 409);
      },
    });
    await upload.choose([file()]);
    await upload.send();
    expect(calls).toContain('forget');
    expect(upload.state.problem?.code).toBe('recording.digest_mismatch');
    await upload.retry();
    expect(upload.state.stage).toBe('done');
  });

  it('says that the session has other audio, and offers no retry', async () => {
    const { upload } = setUp({
      send: () => sendingOf(Promise.resolve(), undefined, true),
      complete: async () => {
        throw new ApiError('recording.digest_mismatch', 409);
      },
    });
    await upload.choose([file()]);
    await upload.send();
    expect(upload.state.problem?.code).toBe('upload.already_complete');
    expect(canRetry(upload.state.problem!)).toBe(false);
  });

  it('can be cancelled while it analyses, without an error on screen', async () => {
    const { upload, failures } = setUp({ analyse: endless });
    const choosing = upload.choose([file()]);
    expect(upload.state.stage).toBe('analysing');
    upload.cancel();
    await choosing;
    expect(upload.state).toMatchObject({ stage: 'choose', problem: null });
    expect(upload.file()).toBeNull();
    expect(failures).toEqual([]);
  });

  it('can be cancelled while it sends, and is then where it was reviewed', async () => {
    const { upload } = setUp({ send: (mp3, options) => sendingOf(endless(mp3, options)) });
    await upload.choose([file()]);
    const sending = upload.send();
    await eventually(() => expect(upload.state.stage).toBe('sending'));
    upload.cancel();
    await sending;
    expect(upload.state).toMatchObject({ stage: 'review', problem: null });
    expect(upload.file()?.name).toBe('Gemeinderat, 12. Sitzung.m4a');
  });

  it('ends what is under way when it is disposed of', async () => {
    const { upload, failures } = setUp({ encode: endless });
    await upload.choose([file()]);
    const sending = upload.send();
    upload[Symbol.dispose]();
    await sending;
    expect(upload.state.stage).toBe('choose');
    expect(failures).toEqual([]);
  });

  it('shows what the sender tells, and hands on what the person wants of it', async () => {
    const told: string[] = [];
    const { upload } = setUp({
      send(mp3, options) {
        const connection = { status: 'retrying', attempt: 2, sinceMs: 5_000, atMs: 8_000 } as const;
        options.onState({ ...startSend(5_000, 3, 3), connection });
        return sendingOf(endless(mp3, options), (what) => told.push(what));
      },
    });
    upload.retryNow();
    await upload.choose([file()]);
    const sending = upload.send();
    await eventually(() => expect(upload.state.sending?.connection).toMatchObject({ atMs: 8_000 }));
    upload.retryNow();
    upload.stopSending();
    upload.resumeSending();
    expect(told).toEqual(['retryNow', 'stop', 'resume']);
    upload[Symbol.dispose]();
    await sending;
  });
});

describe('the draft of the recording', () => {
  const segments = [segmentOf(0, 4, 'eins zwei drei vier')];
  const written = async () => ({ model: 'whisper-tiny', language: 'de', segments });

  it('begins with the analysis, and ends when the file is discarded', async () => {
    const { upload, drafting } = setUp();
    await upload.choose([file()]);
    expect(drafting).toEqual(['end', `begin ${file().name}`]);
    upload.discard();
    expect(drafting.at(-1)).toBe('end');
    upload[Symbol.dispose]();
    expect(drafting.at(-1)).toBe('close');
  });

  it('ends when the file cannot be analysed', async () => {
    const analyse = () => Promise.reject(new WorkerError('media.not_audio'));
    const { upload, drafting } = setUp({ analyse });
    await upload.choose([file()]);
    expect(drafting.at(-1)).toBe('end');
  });

  it.each<[string, (upload: Upload) => void]>([
    ['discarded', (upload) => upload.discard()],
    ['cancelled', (upload) => upload.cancel()],
    ['left with its session', (upload) => upload[Symbol.dispose]()],
  ])('does not begin when the file is %s before its analysis', async (_, leave) => {
    const { localWork } = createMemoryDevice().openPage();
    const { promise: found, resolve } = Promise.withResolvers<typeof noEdits>();
    const { promise: asked, resolve: ask } = Promise.withResolvers<void>();
    const takeUp = async () => {
      ask();
      return await found;
    };
    const { upload, drafting } = setUp({ localWork: { ...localWork, takeUp } });
    const choosing = upload.choose([file()]);
    await asked;
    leave(upload);
    resolve(noEdits);
    await choosing;
    expect(drafting).not.toContain(`begin ${file().name}`);
  });

  it('is sent with the recording, without the words that were cut out', async () => {
    const cut = { ...encoded, durationS: 58, timemap: [[0, 2] as [number, number]] };
    const { upload, completed } = setUp({
      fileDraft: fileDraftDouble({ written }),
      encode: async () => cut,
    });
    await upload.choose([file()]);
    await upload.send();
    expect(completed[0]!.draft).toMatchObject({
      engine: 'preview',
      model: 'whisper-tiny',
      language: 'de',
      segments: [{ start: 0, end: 2, text: 'drei vier' }],
    });
  });

  it('is left out where there is none', async () => {
    const { upload, completed } = setUp();
    await upload.choose([file()]);
    await upload.send();
    expect(completed[0]).not.toHaveProperty('draft');
  });
});
