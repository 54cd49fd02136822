import { existsSync } from 'node:fs';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { isLong } from '#wasm/testing/long-test.ts';
import type { ReasonCode } from '#api/contract/errors.ts';
import { encodeMp3 } from '#api/media/media.ts';
import { pcmSampleRate } from '#api/media/pcm-file.ts';
import { as, testPipeline } from '#api/testing/test-pipeline.ts';
import { buildSession } from '#api/testing/builders.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import { fromWav } from '#wasm/testing/wav.ts';
import { said, testTranscribeJob } from '#api/testing/test-transcribe.ts';

/** Sends files to the API without any check, and returns how each ended. */
async function server() {
  const line = await testPipeline();
  const { db, sessions, tmpDir, owner, user, uploaded, completeWith } = line;
  // Done at once: these tests cover everything before the engine.
  const job = testTranscribeJob(line, {
    async *transcribe({ pcm, speech }) {
      const segments = speech.map(([start, end]) => said('ja', start, end));
      yield { segments, upToS: pcm.samples / pcmSampleRate };
    },
  });
  const queue = line.openQueue([job]);
  await queue.start();
  return {
    tmpDir,
    async send(bytes: Uint8Array, name: string) {
      const { id } = await buildSession(db, owner);
      const { sha256 } = await uploaded(bytes, { name, type: 'application/octet-stream' }, id);
      const answer = await completeWith({ mode: 'upload', sha256, bytes: bytes.length }, undefined, id);
      expect(answer.status).toBe(200);
      queue.poke();
      const session = await eventually(async () => {
        const row = (await sessions.find(owner, id))!;
        expect(row.status).toMatch(/^(completed|error)$/);
        return row;
      });
      const download = await line.openApp().request(`/api/v1/sessions/${id}/download`, { headers: as(user) });
      const stored = new Uint8Array(await download.arrayBuffer());
      return { ...session, id, isDownloadable: Buffer.compare(stored, bytes) === 0 };
    },
  };
}

const reason = (what: string) => `transcription.audio_${what}` as ReasonCode;

describe('what a client sends by the API', () => {
  it('ends with its reason and stays downloadable, and nothing of it stays behind', async () => {
    const { send, tmpDir } = await server();
    const fixture = join(import.meta.dirname, '../../models/fixture/audio');
    const speech = await readFile(join(fixture, 'en_1.wav'));
    const ended = { reason: null, status: 'completed', isDownloadable: true };
    const failed = { reason: reason('unreadable'), status: 'error', isDownloadable: true };
    expect(await send(speech, 'named-as.mp3')).toMatchObject({ ...ended, notice: null });
    // The duration is measured, not taken from the client or the header.
    const half = await send(speech.subarray(0, 44 + 64_000), 'half.wav');
    expect(half).toMatchObject({ ...ended, duration: 2 });
    expect(half.notice).toBeNull();
    expect(await send(speech.subarray(0, 44), 'head.wav')).toMatchObject({
      ...failed,
      reason: reason('empty'),
    });
    expect(await send(Buffer.from('Traktandum 1: Begrüssung\n'.repeat(90)), 'a.mp3')).toMatchObject(failed);
    expect(await readdir(tmpDir)).toEqual([]);
  });

  it('is transcribed as far as it goes where it was cut off, and the person is told', async () => {
    const { send } = await server();
    const input = join(import.meta.dirname, '../../models/fixture/audio/de_conversation.wav');
    const output = join(await testFolder(), 'mp3');
    await encodeMp3({ input, output });
    const whole = await readFile(output);
    const half = await send(whole.subarray(0, whole.length / 2), 'half.mp3');
    expect(half).toMatchObject({ status: 'completed', notice: 'cut_short' });
    const { samples, sampleRate } = fromWav(await readFile(input));
    expect(half.duration / (samples.length / sampleRate)).toBeCloseTo(0.5, 1);
  });
});

/** Files of `AUDIO_DIR`, and how each must end; null: with a transcript. */
const broken: Record<string, ReasonCode | null> = {
  'broken/aeneas-mono.invalid.wav': reason('unreadable'),
  // ffmpeg takes the garbage for another format.
  'broken/media3-100kB-garbage-prefix.mp3': null,
  'broken/media3-1024_incrementing_bytes.mp3': reason('unreadable'),
  'broken/media3-invalid_ogg_header': reason('unreadable'),
  'broken/media3-large_stbl_truncated_after_moov.m4b': reason('unreadable'),
  'broken/media3-sample_cbs_truncated.adts': null,
  'broken/media3-sample_malformed_free_box.mp4': reason('unreadable'),
  'broken/media3-sample_missing_stsd.mp4': reason('unreadable'),
  'broken/media3-sample_video_only.mp4': reason('no_sound_track'),
  'broken/pocketsphinx-bad.wav': reason('unreadable'),
  'broken/pocketsphinx-evil.wav': reason('unreadable'),
  'derived/jfk-bitrot.mp3': null,
  'derived/jfk-streamed-size.wav': null,
  'derived/mp3-named-as.wav': null,
  'derived/wav-named-as.mp3': null,
  'derived/trunc-de.ogg': null,
  'derived/trunc-de.webm': null,
  'derived/trunc-jfk.wav': null,
  'derived/de-live.webm': null,
  'derived/de-video.mp4': null,
  'derived/de-video.webm': null,
  'derived/fr-fragmented.mp4': null,
  'derived/de.aac': null,
  'derived/de.au': null,
};

const audioDir = process.env['AUDIO_DIR'] ?? '';
const openFiles = async () => (existsSync('/proc/self/fd') ? (await readdir('/proc/self/fd')).length : 0);

describe.runIf(audioDir && isLong)('files of AUDIO_DIR, sent by the API', () => {
  it('end as a transcript or with a reason; files, descriptors and memory are given back', async () => {
    const { send, tmpDir } = await server();
    const containers = (await readdir(join(audioDir, 'containers'))).map((name) => `containers/${name}`);
    const expected = { ...broken, ...Object.fromEntries(containers.map((name) => [name, null])) };
    await send(await readFile(join(audioDir, 'derived/de.au')), 'de.au');
    const before = { files: await openFiles(), rss: process.memoryUsage().rss };
    for (const [name, code] of Object.entries(expected)) {
      const { status, reason: why, isDownloadable } = await send(await readFile(join(audioDir, name)), name);
      const status_ = code === null ? 'completed' : 'error';
      expect([name, status, why, isDownloadable]).toEqual([name, status_, code, true]);
    }
    // An empty file is refused before the session gets audio.
    const nothing = await readFile(join(audioDir, 'broken/aeneas-p001.empty'));
    await expect(send(nothing, 'a.mp3')).rejects.toThrow('upload.empty');
    expect(await readdir(tmpDir)).toEqual([]);
    expect(await openFiles()).toBeLessThan(before.files + 5);
    // An ffmpeg core that is not freed keeps 40 MB per file.
    expect(process.memoryUsage().rss - before.rss).toBeLessThan(300e6);
  }, 600_000);
});
