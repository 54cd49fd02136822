import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { writeFile } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { compressionRatioOf } from '#api/engines/transcription/compression-ratio.ts';
import type { EngineSegment, TranscriptionEngine } from '#api/engines/transcription/engine.ts';
import { readLevels } from '#api/media/pcm-levels.ts';
import { audibleRegions } from '#wasm/transcription/plan-windows.ts';
import { testFolder } from '#api/testing/test-folder.ts';

/** The speech recognition of the test server: transcribes samples at 16 kHz (16-bit, mono). */
export type Listener = (sound: Int16Array, language: string) => Promise<EngineSegment[]>;

/**
 * Forms of answers that real servers send. `beside`: words beside the segments and without punctuation (OpenAI).
 * `nested`: words within the segments, with probabilities (faster-whisper, whisper.cpp). `segments`: segments without
 * words. `words`: words without segments. `strings`: times as text. `text`: text only.
 */
export const answerShapes = ['beside', 'nested', 'segments', 'words', 'strings', 'text'] as const;
export type AnswerShape = (typeof answerShapes)[number];

/** Replaces the answer to the next request: an error, no answer, or a dropped connection. */
export type Trouble = { status: number; headers?: Record<string, string>; body?: string } | 'hang' | 'drop';

type Behaviour = {
  shape: AnswerShape;
  key: string | null;
  model: string;
  /**
   * Larger bodies get 413. If `slams` is true, the server closes the connection before it has read them, as some
   * proxies do.
   */
  maxBytes: number;
  slams: boolean;
  rejects: readonly ('timestamp_granularities[]' | 'verbose_json')[];
  /** `no_speech_prob` of every segment. */
  noSpeech: number;
};

export type HeardRequest = {
  fields: Record<string, string[]>;
  authorization: string | undefined;
  sound: Int16Array;
  fileName: string;
};

/** Starts an ASR server that behaves as real ones do. It is stopped at the end of the test. */
export async function testAsrServer(listen: Listener, changes: Partial<Behaviour> = {}) {
  const behaviour: Behaviour = {
    shape: 'beside',
    key: null,
    model: 'fixture',
    maxBytes: 25e6,
    slams: false,
    rejects: [],
    noSpeech: 0.01,
    ...changes,
  };
  const requests: HeardRequest[] = [];
  const troubles: Trouble[] = [];
  let looks = 0;

  const answer = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const isAllowed = behaviour.key === null || request.headers.authorization === `Bearer ${behaviour.key}`;
    if (request.url === '/v1/models') {
      looks++;
      if (isAllowed) reply(response, 200, { object: 'list', data: [{ id: behaviour.model }] });
      else refuse(response, request.headers.authorization);
      return;
    }
    if (request.url !== '/v1/audio/transcriptions' || request.method !== 'POST')
      return reply(response, 404, { detail: 'Not Found' });
    const isTooLarge = Number(request.headers['content-length']) > behaviour.maxBytes;
    if (isTooLarge && behaviour.slams) {
      response.writeHead(413, { connection: 'close' }).end('<html>413</html>');
      response.once('finish', () => request.socket.destroy());
      return;
    }
    const heard = await read(request);
    requests.push(heard);
    const trouble = troubles.shift();
    if (trouble === 'hang') return;
    if (trouble === 'drop') return void request.socket.destroy();
    if (trouble) {
      response.writeHead(trouble.status, { 'content-type': 'application/json', ...trouble.headers });
      return void response.end(trouble.body ?? '');
    }
    if (!isAllowed) return refuse(response, request.headers.authorization);
    if (isTooLarge)
      return reply(response, 413, { error: { message: 'Maximum content size limit exceeded' } });
    const [model, format] = [heard.fields['model']?.[0], heard.fields['response_format']?.[0]];
    if (model !== behaviour.model)
      return complain(response, 404, {
        code: 'model_not_found',
        message: `The model '${model}' does not exist`,
      });
    for (const field of behaviour.rejects)
      if (field === format || heard.fields[field])
        return complain(response, 400, { param: field === format ? 'response_format' : field });
    const segments = await listen(heard.sound, heard.fields['language']?.[0] ?? '');
    reply(response, 200, toAnswer(segments, format === 'json' ? 'text' : behaviour.shape, behaviour));
  };

  const server = createServer((request, response) => {
    answer(request, response).catch((error: unknown) => reply(response, 500, { error: String(error) }));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  onTestFinished(stop);
  return {
    url: `http://127.0.0.1:${port}`,
    requests,
    behaviour,
    /** Number of requests for the list of models. */
    looks: () => looks,
    /** Sets the troubles of the next requests, in order. */
    fail: (...next: Trouble[]) => void troubles.push(...next),
    clear: () => void troubles.splice(0),
    stop,
    /** Starts the server again on the same port. */
    startAgain: () => new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve)),
  };
}

/**
 * Returns a listener that transcribes with a real engine. As in real servers, no speech regions are given to it: it
 * finds them by the level.
 */
export const listenWith =
  (engine: TranscriptionEngine): Listener =>
  async (sound, language) => {
    const pcm = { path: join(await testFolder(), 'sound'), samples: sound.length };
    await writeFile(pcm.path, Buffer.from(sound.buffer, sound.byteOffset, sound.byteLength));
    const { signal } = new AbortController();
    const speech = audibleRegions(await readLevels(pcm, signal));
    const segments: EngineSegment[] = [];
    for await (const part of engine.transcribe({ pcm, speech, language, vocabulary: [], fromS: 0, signal }))
      segments.push(...part.segments);
    return segments;
  };

const headerBytes = 44;

async function read(request: IncomingMessage): Promise<HeardRequest> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  const headers = { 'content-type': request.headers['content-type'] ?? '' };
  const form = await new Response(Buffer.concat(chunks), { headers }).formData();
  const fields: Record<string, string[]> = {};
  for (const [name, value] of form) if (typeof value === 'string') (fields[name] ??= []).push(value);
  const file = form.get('file') as File;
  const bytes = await file.arrayBuffer();
  const sound = new Int16Array(bytes.slice(headerBytes));
  const view = new DataView(bytes);
  if (view.getUint32(24, true) !== 16_000 || view.getUint32(40, true) !== sound.byteLength)
    throw new Error('That is not the wav that it says.');
  return { fields, authorization: request.headers.authorization, sound, fileName: file.name };
}

function reply(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' });
  response.end(JSON.stringify(body));
}

const complain = (response: ServerResponse, status: number, error: Record<string, string>): void =>
  reply(response, status, { error: { message: 'Invalid value.', type: 'invalid_request_error', ...error } });

/** Sends 401. The message repeats the key, as that of real servers does. */
const refuse = (response: ServerResponse, key: string | undefined): void =>
  complain(response, 401, { code: 'invalid_api_key', message: `Incorrect API key provided: ${key}` });

const isSaid = (text: string) => /[\p{L}\p{N}]/u.test(text);
const withoutSigns = (text: string) => text.replaceAll(/[^\p{L}\p{N}'’-]/gu, '');
const inSeconds = (value: number) => value.toFixed(2);

function toAnswer(segments: readonly EngineSegment[], shape: AnswerShape, { noSpeech }: Behaviour): object {
  const text = segments.map((segment) => segment.text).join(' ');
  if (shape === 'text') return { text };
  const words = segments
    .flatMap((segment) => segment.words)
    .filter((word) => isSaid(word.text))
    .map(({ text: said, start, end }) => ({ word: withoutSigns(said), start, end }));
  if (shape === 'words') return { text, words };
  const reported = segments.map((segment, id) => {
    const { start, end } = segment;
    const plain = { id, start, end, text: ` ${segment.text}` };
    if (shape === 'segments') return plain;
    if (shape === 'strings') return { ...plain, start: inSeconds(start), end: inSeconds(end) };
    const logs = segment.words.map(({ confidence }) => Math.log(Math.max(confidence, 1e-6)));
    const figures = {
      avg_logprob: logs.reduce((sum, each) => sum + each, 0) / logs.length,
      compression_ratio: compressionRatioOf(segment.text),
      no_speech_prob: noSpeech,
    };
    if (shape === 'beside') return { ...plain, ...figures };
    const inside = segment.words.map(({ text: said, confidence, ...times }) => ({
      word: ` ${said}`,
      ...times,
      probability: confidence,
    }));
    return { ...plain, ...figures, words: inside };
  });
  return {
    task: 'transcribe',
    language: 'german',
    duration: segments.at(-1)?.end ?? 0,
    text,
    segments: reported,
    ...(shape === 'beside' ? { words } : {}),
    ...(shape === 'strings'
      ? {
          words: words.map(({ word, start, end }) => ({
            word,
            start: inSeconds(start),
            end: inSeconds(end),
          })),
        }
      : {}),
  };
}
