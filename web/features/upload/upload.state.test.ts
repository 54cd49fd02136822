import { describe, expect, it } from 'vitest';
import type { RecordingMetadataInput } from '#api/contract/recording.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { Analysis } from '#workers/analysis/analysis.contract.ts';
import { createUpload, mp3Name } from './upload.state.ts';
import type { UploadDeps } from './upload.state.ts';

const analysis: Analysis = {
  durationS: 60.2,
  container: 'wav',
  codec: 'pcm_s16le',
  sampleRate: 48_000,
  channels: 1,
  peaks: new Int8Array(2408),
  speech: [[0, 60.2]],
  verdict: {
    grade: 'good',
    reasons: [],
    loudness_lufs: -20,
    true_peak_dbtp: -3,
    snr_db: 30,
    speech_share: 1,
  },
};
const encoded = { mp3: new Blob(['mp3']), bytes: 3, sha256: 'ab'.repeat(32), durationS: 60.1 };
const file = () => new File(['sound'], 'Gemeinderat, 12. Sitzung.m4a');

function setUp(overrides: Partial<UploadDeps> = {}) {
  const calls: string[] = [];
  const completed: RecordingMetadataInput[] = [];
  const failures: unknown[] = [];
  const upload = createUpload({
    sessionId: 's1',
    maxBytes: 1000,
    analyse: async () => {
      calls.push('analyse');
      return analysis;
    },
    encode: async () => {
      calls.push('encode');
      return encoded;
    },
    send: async (_mp3, { metadata, onEvent }) => {
      calls.push(`send ${metadata.file_name}`);
      onEvent({ type: 'stored', bytesStored: 3 });
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
  return { upload, calls, completed, failures };
}

/** A step that goes on until it is cancelled. */
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
    expect(calls).toEqual(['analyse', 'encode', 'send Gemeinderat, 12. Sitzung.mp3', 'complete']);
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

  it('refuses what is too large without looking inside, and says so', async () => {
    const { upload, calls } = setUp({ maxBytes: 2 });
    await upload.choose([file()]);
    expect(upload.state.problem?.code).toBe('media.too_large');
    expect(upload.state.stage).toBe('choose');
    expect(calls).toEqual([]);
  });

  it('keeps the file when the analysis fails, and tries again', async () => {
    let tries = 0;
    const { upload, failures } = setUp({
      analyse: async () => {
        tries += 1;
        if (tries === 1) throw Object.assign(new Error('crash'), { code: 'media.engine_failed' });
        return analysis;
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
      send: async () => {
        tries += 1;
        if (tries === 1) throw new ApiError('network.failed', 0);
      },
    });
    await upload.choose([file()]);
    await upload.send();
    expect(upload.state).toMatchObject({ stage: 'sending', problem: { code: 'network.failed' } });
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
    const { upload } = setUp({ send: endless });
    await upload.choose([file()]);
    const sending = upload.send();
    await Promise.resolve();
    await Promise.resolve();
    expect(upload.state.stage).toBe('sending');
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

  it('tells the next try with its time', async () => {
    const { upload } = setUp({
      now: () => 5_000,
      send: async (_mp3, { onEvent, signal }) => {
        onEvent({ type: 'retrying', attempt: 2, delayMs: 3_000 });
        await endless(null, { signal });
      },
    });
    await upload.choose([file()]);
    const sending = upload.send();
    await Promise.resolve();
    await Promise.resolve();
    expect(upload.state.sending?.retry).toEqual({ attempt: 2, atMs: 8_000 });
    upload[Symbol.dispose]();
    await sending;
  });
});

describe('the name of the sound', () => {
  it('is the file’s own, as mp3', () => {
    expect(mp3Name('Sitzung 3.wav')).toBe('Sitzung 3.mp3');
    expect(mp3Name('ohne-endung')).toBe('ohne-endung.mp3');
    expect(mp3Name('.wav')).toBe('audio.mp3');
    expect(mp3Name(`${'x'.repeat(600)}.wav`).length).toBeLessThanOrEqual(500);
  });
});
