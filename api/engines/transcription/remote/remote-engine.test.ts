import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pino } from 'pino';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { silentLog, type Log } from '#api/lib/log.ts';
import { pcmSampleRate } from '#api/media/pcm-file.ts';
import { testAsrServer, type Listener } from '#api/testing/engine/asr-server.ts';
import { testFolder } from '#api/testing/test-folder.ts';
import type { TimeSpan } from '#wasm/dsp/time-span.ts';
import {
  EngineUnavailable,
  type EngineInput,
  type EngineSegment,
} from '#api/engines/transcription/engine.ts';
import { collect } from '#api/testing/engine/test-engine-input.ts';
import { createRemoteEngine, type RemoteEngineOptions } from './remote-engine.ts';

const key = 'sk-Vertraulich-42';
const never = new AbortController().signal;
const firstValue = 1_000;

type Said = { word: string; span: TimeSpan };

/** Word k has samples of the value 1000 + k, so that a test server can tell which words it received, and where. */
function sayWords(count: number, pauseS: (index: number) => number): { said: Said[]; seconds: number } {
  const said: Said[] = [];
  let at = 1;
  for (let index = 0; index < count; index++) {
    const end = at + 0.5 + (index % 5) / 10;
    said.push({ word: `wort${index}`, span: [at, end] });
    at = end + pauseS(index);
  }
  return { said, seconds: at + 1 };
}

async function inputOf({ said, seconds }: ReturnType<typeof sayWords>, fields: Partial<EngineInput> = {}) {
  const samples = new Int16Array(Math.round(seconds * pcmSampleRate));
  for (const [index, { span }] of said.entries())
    samples.fill(
      firstValue + index,
      Math.round(span[0] * pcmSampleRate),
      Math.round(span[1] * pcmSampleRate),
    );
  const path = join(await testFolder(), 'pcm');
  await writeFile(path, Buffer.from(samples.buffer));
  const speech = said.map(({ span }) => span);
  const input: EngineInput = {
    pcm: { path, samples: samples.length },
    speech,
    language: 'de',
    vocabulary: [],
    fromS: 0,
    signal: never,
    ...fields,
  };
  return input;
}

const listen: Listener = async (sound) => {
  const segments: EngineSegment[] = [];
  for (let at = 0; at < sound.length; at++) {
    const value = sound[at] as number;
    if (value === 0) continue;
    const from = at;
    while (sound[at + 1] === value) at++;
    const [start, end] = [from / pcmSampleRate, (at + 1) / pcmSampleRate];
    const text = `wort${value - firstValue}`;
    segments.push({ start, end, text, words: [{ text, start, end, confidence: 0.9 }], doubt: null });
  }
  return segments;
};

type Server = Awaited<ReturnType<typeof testAsrServer>>;

function open(server: Pick<Server, 'url'>, options: Partial<RemoteEngineOptions> = {}) {
  const engine = createRemoteEngine({
    url: server.url,
    key,
    model: 'fixture',
    partBytes: 24e6,
    partS: 20,
    log: silentLog(),
    retryDelaysMs: [1, 1],
    lookDelaysMs: [5],
    lookTimeoutMs: 1_000,
    ...options,
  });
  onTestFinished(() => engine.close());
  return engine;
}

const secondsOf = ({ requests }: Server) => requests.map(({ sound }) => sound.length / pcmSampleRate);
const shortTalk = () => sayWords(30, () => 0.6);
const wordsOf = (said: readonly Said[]) => said.map(({ word }) => word);

describe('a recording at another server', () => {
  it('arrives whole, each word once and where it was said, in parts without the silence between', async () => {
    const talk = sayWords(150, (index) => [0.2, 1.4, 2.6, 7, 0.5, 31][index % 6] as number);
    const server = await testAsrServer(listen);
    const { words, segments, upTo } = await collect(open(server).transcribe(await inputOf(talk)));
    expect(words).toEqual(wordsOf(talk.said));
    for (const [index, word] of segments.flatMap((segment) => segment.words).entries()) {
      const [start, end] = talk.said[index]!.span;
      expect(Math.abs(word.start - start)).toBeLessThan(0.01);
      expect(Math.abs(word.end - end)).toBeLessThan(0.01);
    }
    expect(upTo).toHaveLength(server.requests.length);
    expect(Math.max(...secondsOf(server))).toBeLessThanOrEqual(20.01);
    const sent = secondsOf(server).reduce((sum, each) => sum + each, 0);
    expect(talk.seconds).toBeGreaterThan(1_000);
    expect(sent).toBeLessThan(320);
  });

  it('is asked for with the language, the vocabulary and the key, as the protocol wants it', async () => {
    const server = await testAsrServer(listen, { key });
    const input = await inputOf(shortTalk(), { language: 'fr', vocabulary: ['Xylomed', 'Häberli'] });
    const engine = open(server, { url: `${server.url}/v1/` });
    await collect(engine.transcribe(input));
    expect(server.requests[0]).toMatchObject({ authorization: `Bearer ${key}`, fileName: 'part.wav' });
    expect(server.requests[0]!.fields).toEqual({
      model: ['fixture'],
      language: ['fr'],
      prompt: ['Häberli, Xylomed.'],
      temperature: ['0'],
      response_format: ['verbose_json'],
      'timestamp_granularities[]': ['segment', 'word'],
    });
    expect(engine.name).toBe('remote/fixture');
  });

  it('keeps within the size that was set for a part', async () => {
    const server = await testAsrServer(listen, { maxBytes: 1e6 + 2_000 });
    const talk = sayWords(120, () => 0.4);
    const { words } = await collect(
      open(server, { partBytes: 1e6, partS: 300 }).transcribe(await inputOf(talk)),
    );
    expect(words).toEqual(wordsOf(talk.said));
    expect(Math.max(...secondsOf(server))).toBeGreaterThan(15);
  });

  it.each([false, true])(
    'is cut smaller where a part is too large (connection slammed: %s)',
    async (slams) => {
      const server = await testAsrServer(listen, { maxBytes: 300_000, slams });
      const engine = open(server, { partS: 120 });
      const talk = sayWords(120, () => 0.6);
      const { words } = await collect(engine.transcribe(await inputOf(talk)));
      expect(words).toEqual(wordsOf(talk.said));
      const before = server.requests.length;
      await collect(engine.transcribe(await inputOf(talk)));
      const sizes = secondsOf(server).slice(before);
      expect(Math.max(...sizes)).toBeLessThan(9.4);
    },
  );

  it('fails where no part is small enough', async () => {
    const server = await testAsrServer(listen, { maxBytes: 1_000 });
    await expect(collect(open(server).transcribe(await inputOf(shortTalk())))).rejects.toThrow(
      'however small',
    );
  });

  it('is asked for without times of words where the server rejects them, once found out', async () => {
    const server = await testAsrServer(listen, { rejects: ['timestamp_granularities[]'] });
    const engine = open(server);
    const talk = shortTalk();
    for (const _ of [1, 2])
      expect((await collect(engine.transcribe(await inputOf(talk)))).words).toEqual(wordsOf(talk.said));
    const asked = server.requests.map(({ fields }) => fields['timestamp_granularities[]'] !== undefined);
    expect(asked.filter(Boolean)).toHaveLength(1);
    expect(asked[0]).toBe(true);
  });

  it.each([{ rejects: ['timestamp_granularities[]', 'verbose_json'] as const }, { shape: 'text' as const }])(
    'comes in short parts where the server knows no times: %j',
    async (behaviour) => {
      const server = await testAsrServer(listen, behaviour);
      const talk = sayWords(100, () => 0.6);
      const engine = open(server, { partS: 120 });
      const { words, segments } = await collect(engine.transcribe(await inputOf(talk)));
      expect(words).toEqual(wordsOf(talk.said));
      const [first, ...others] = secondsOf(server);
      expect(first).toBeGreaterThan(50);
      expect(Math.max(...others.slice(-3))).toBeLessThanOrEqual(30.01);
      const timed = segments.flatMap((segment) => segment.words);
      const worst = Math.max(...timed.map((word, index) => Math.abs(word.start - talk.said[index]!.span[0])));
      expect(worst).toBeLessThan(3);
    },
  );

  it('says where speech was sent and nothing came back', async () => {
    let asked = 0;
    const server = await testAsrServer(async (sound, language) =>
      asked++ === 0 ? [] : listen(sound, language),
    );
    const { segments, upTo } = await collect(open(server).transcribe(await inputOf(shortTalk())));
    expect(upTo).toHaveLength(server.requests.length);
    expect(segments.map(({ doubt }) => doubt)).toEqual(['missing', ...segments.slice(1).map(() => null)]);
  });
});

describe('a server in trouble', () => {
  it('is asked again after broken connections, failures and too many requests', async () => {
    const server = await testAsrServer(listen);
    server.fail('drop', { status: 500 });
    const engine = open(server);
    const talk = shortTalk();
    const first = await collect(engine.transcribe(await inputOf(talk)));
    server.fail({ status: 429, headers: { 'retry-after': '0' } }, { status: 503 });
    const second = await collect(engine.transcribe(await inputOf(talk)));
    expect([first.words, second.words]).toEqual([wordsOf(talk.said), wordsOf(talk.said)]);
  });

  it('is waited for as long as it says, or a little longer each time', async () => {
    const server = await testAsrServer(listen);
    const inAMinute = new Date(Date.now() + 60_000).toUTCString();
    server.fail(
      { status: 429, headers: { 'retry-after': '40' } },
      { status: 503, headers: { 'retry-after': inAMinute } },
      { status: 502 },
    );
    const pause = vi.fn<(ms: number) => Promise<void>>(async () => {});
    const engine = open(server, { retryDelaysMs: [1_000, 3_000, 10_000], pause });
    expect((await collect(engine.transcribe(await inputOf(shortTalk())))).segments).toHaveLength(30);
    const [first, second, third] = pause.mock.calls.map(([ms]) => ms);
    expect([first, third]).toEqual([40_000, 10_000]);
    expect(second).toBeGreaterThan(50_000);
    expect(second).toBeLessThanOrEqual(60_000);
  });

  it.each([
    ['down', [{ status: 503 }], 'transcription.engine_unreachable'],
    [
      'not of the protocol',
      [{ status: 200, body: '<html>Willkommen</html>' }],
      'transcription.engine_unreachable',
    ],
    [
      'at another address',
      [{ status: 404, body: '{"detail":"Not Found"}' }],
      'transcription.engine_unreachable',
    ],
    [
      'asking for a wait of an hour',
      [{ status: 429, headers: { 'retry-after': '3600' } }],
      'transcription.engine_unreachable',
    ],
    [
      'out of money',
      [{ status: 429, body: '{"error":{"code":"insufficient_quota"}}' }],
      'transcription.engine_refused',
    ],
    ['not for us', [{ status: 403 }], 'transcription.engine_refused'],
  ] as const)('that is %s is waited for, and nothing is lost', async (_, [trouble], reason) => {
    const server = await testAsrServer(listen);
    const engine = open(server, { lookDelaysMs: [60_000] });
    const input = await inputOf(shortTalk());
    const parts = engine.transcribe(input)[Symbol.asyncIterator]();
    const { value: first } = await parts.next();
    server.fail(trouble, trouble, trouble);
    const failure = await parts.next().catch((error: unknown) => error);
    expect(failure).toBeInstanceOf(EngineUnavailable);
    expect(failure).toMatchObject({ reason });
    expect(engine.missing()).toBe(reason);
    expect(engine.state()).toEqual({
      status: 'failed',
      name: 'remote/fixture',
      kind: 'remote',
      code: reason,
    });
    server.clear();
    const rest = await collect(open(server).transcribe({ ...input, fromS: first!.upToS }));
    expect(first!.segments.length + rest.segments.length).toBe(30);
  });

  it('behind a gateway that gives up early gets smaller parts; if that is not it, it is waited for', async () => {
    const server = await testAsrServer(listen);
    const engine = open(server, { partS: 100, lookDelaysMs: [60_000] });
    const input = await inputOf(sayWords(100, () => 0.6));
    server.fail(...Array.from({ length: 9 }, () => ({ status: 504 })));
    await expect(collect(engine.transcribe(input))).rejects.toMatchObject({
      reason: 'transcription.engine_unreachable',
    });
    const asked = secondsOf(server);
    expect(asked.length).toBeLessThan(5);
    expect(asked.at(-1)).toBeLessThanOrEqual(30);
    server.clear();
    server.fail({ status: 504 });
    expect((await collect(engine.transcribe(input))).segments).toHaveLength(100);
    const [whole, half, ...others] = secondsOf(server).slice(asked.length);
    expect(whole).toBeGreaterThan(50);
    expect(Math.max(half!, ...others)).toBeLessThanOrEqual(whole! / 2 + 0.1);
  });

  it('that fails at a part again and again ends the attempt, as any failure', async () => {
    const server = await testAsrServer(listen);
    server.fail({ status: 500 }, { status: 500 }, { status: 500 });
    const failure = await collect(open(server).transcribe(await inputOf(shortTalk()))).catch(
      (e: unknown) => e,
    );
    expect(failure).toBeInstanceOf(Error);
    expect(failure).not.toBeInstanceOf(EngineUnavailable);
  });

  it('that rejects every form of the request ends the attempt', async () => {
    const server = await testAsrServer(listen);
    const trouble = { status: 400, body: '{"error":{"message":"This model cannot read the file"}}' };
    server.fail(trouble, trouble, trouble);
    await expect(collect(open(server).transcribe(await inputOf(shortTalk())))).rejects.toThrow('every form');
  });

  it('that does not know the model or the key says so, and the work goes on once that is put right', async () => {
    const server = await testAsrServer(listen, { model: 'other', key: 'other' });
    const engine = open(server);
    await engine.start();
    expect(engine.state()).toMatchObject({ status: 'failed', code: 'transcription.engine_refused' });
    server.behaviour.key = key;
    await expect.poll(engine.missing).toBe(null);
    const input = await inputOf(shortTalk());
    await expect(collect(engine.transcribe(input))).rejects.toMatchObject({
      reason: 'transcription.engine_model_unknown',
    });
    server.behaviour.model = 'fixture';
    await expect.poll(engine.missing).toBe(null);
    expect((await collect(engine.transcribe(input))).segments).toHaveLength(30);
  });

  it('that is gone is reported, and the work goes on by itself when it is back', async () => {
    const server = await testAsrServer(listen);
    const engine = open(server);
    const onReady = vi.fn<() => void>();
    engine.onReady(onReady);
    expect(engine.state()).toMatchObject({ status: 'loading' });
    await engine.start();
    expect(engine.state()).toEqual({ status: 'ok', name: 'remote/fixture', kind: 'remote' });
    await server.stop();
    await expect(collect(engine.transcribe(await inputOf(shortTalk())))).rejects.toMatchObject({
      reason: 'transcription.engine_unreachable',
    });
    expect(engine.missing()).toBe('transcription.engine_unreachable');
    expect(onReady).toHaveBeenCalledTimes(1);
    await server.startAgain();
    await expect.poll(() => onReady.mock.calls.length).toBe(2);
    expect(engine.missing()).toBeNull();
  });

  it('that never answers is given up, and left at once by whoever stops', async () => {
    const server = await testAsrServer(listen);
    server.fail('hang', 'hang');
    const slow = open(server, { timeoutMs: () => 30 });
    const input = await inputOf(shortTalk());
    await expect(collect(slow.transcribe(input))).rejects.toMatchObject({
      reason: 'transcription.engine_unreachable',
    });
    const abort = new AbortController();
    const stopped = collect(open(server).transcribe({ ...input, signal: abort.signal }));
    const failure = stopped.catch((error: unknown) => error);
    await expect.poll(() => server.requests.length).toBe(2);
    abort.abort(new Error('enough'));
    expect(await failure).toMatchObject({ message: 'enough' });
  });

  it('is looked for no more after the end', async () => {
    const server = await testAsrServer(listen, { key: 'other' });
    const engine = open(server, { lookDelaysMs: [1] });
    await engine.start();
    await expect.poll(server.looks).toBeGreaterThan(2);
    await engine.close();
    // A check may still be in flight.
    await new Promise((resolve) => setTimeout(resolve, 30));
    const looks = server.looks();
    await new Promise((resolve) => setTimeout(resolve, 30));
    expect(server.looks()).toBe(looks);
  });
});

describe('the log', () => {
  it('holds neither key nor text, whatever goes wrong; neither do errors', async () => {
    const lines: string[] = [];
    const log: Log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
    const server = await testAsrServer(listen, { key });
    let timeoutMs = 60_000;
    const engine = open(server, { log, timeoutMs: () => timeoutMs });
    const input = await inputOf(shortTalk());
    const echo = { error: { message: `wort3 ${key}`, code: key, param: key, type: key } };
    const failures: unknown[] = [];
    for (const status of [400, 401, 403, 404, 413, 422, 429, 500, 503, 200]) {
      server.fail(...Array.from({ length: 6 }, () => ({ status, body: JSON.stringify(echo) })));
      failures.push(await collect(engine.transcribe(input)).catch((error: unknown) => error));
      server.clear();
    }
    server.behaviour.key = 'other';
    failures.push(await collect(engine.transcribe(input)).catch((error: unknown) => error));
    server.behaviour.key = key;
    server.fail('drop', 'drop', 'drop');
    failures.push(await collect(engine.transcribe(input)).catch((error: unknown) => error));
    server.fail('hang');
    timeoutMs = 200;
    failures.push(await collect(engine.transcribe(input)).catch((error: unknown) => error));
    timeoutMs = 60_000;
    await collect(engine.transcribe(input));
    await server.stop();
    failures.push(await collect(engine.transcribe(input)).catch((error: unknown) => error));
    for (const failure of failures) log.error({ err: failure }, 'as the queue does');
    expect(failures.every((failure) => failure instanceof Error)).toBe(true);
    expect(lines.length).toBeGreaterThan(20);
    expect(lines.join('')).not.toMatch(/Vertraulich|wort\d/);
    expect(JSON.stringify(engine.state())).not.toMatch(/Vertraulich|127\.0\.0\.1/);
  });
});
