import { once } from 'node:events';
import type { ServerResponse } from 'node:http';
import { setImmediate as turn, setTimeout as passed } from 'node:timers/promises';

export type Manner = {
  headMs?: number;
  /** Delay between the headers and the first token, ms. */
  firstTokenMs?: number;
  tokenMs?: number;
  /** Text that is sent as `reasoning_content` before the answer. */
  thinking?: string;
  /** Finish reason. Default: `length` if the answer is longer than the request allows, else `stop`. */
  finish?: 'stop' | 'length';
  /** Number of tokens after which the answer ends without a finish reason. */
  endsAfter?: number;
  /** Number of tokens after which nothing more is sent. */
  stallsAfter?: number;
  /** Number of tokens after which the connection is reset. */
  resetsAfter?: number;
  /** Sends single bytes, so that lines, CR LF and multi-byte characters are cut at any place. */
  isShredded?: boolean;
  /** Sends a chunk that is not JSON in the middle of the answer. */
  isGarbled?: boolean;
  /** Sends an error within the stream after this many tokens. The status was 200 already. */
  failsAfter?: { tokens: number; error: object };
};

type Sending = Manner & {
  model: string;
  promptTokens: number;
  countTokens(text: string): number;
  isStreamed: boolean;
  maxTokens: number;
  hasUsage: boolean;
  gone: AbortSignal;
};

const tokensOf = (text: string): string[] => text.match(/\s*\S{1,12}|\s+/gu) ?? [];

export async function sendAnswer(response: ServerResponse, whole: string, sending: Sending): Promise<void> {
  const { maxTokens, countTokens, gone } = sending;
  const isCut = countTokens(whole) > maxTokens;
  const text = isCut ? whole.slice(0, Math.floor((whole.length * maxTokens) / countTokens(whole))) : whole;
  const finish = sending.finish ?? (isCut ? 'length' : 'stop');
  const usage = { prompt_tokens: sending.promptTokens, completion_tokens: countTokens(text) };
  const common = { id: 'chatcmpl-1', created: 0, model: sending.model };
  await paused(sending.headMs ?? 0, gone);
  if (!sending.isStreamed) {
    const message = {
      role: 'assistant',
      content: text,
      ...(sending.thinking === undefined ? {} : { reasoning_content: sending.thinking }),
    };
    response.writeHead(200, { 'content-type': 'application/json' });
    const choices = [{ index: 0, message, finish_reason: finish }];
    return void response.end(JSON.stringify({ ...common, object: 'chat.completion', choices, usage }));
  }
  response.writeHead(200, { 'content-type': 'text/event-stream', 'cache-control': 'no-cache' });
  response.flushHeaders();
  const chunk = (choices: object[], rest = {}) =>
    write(response, { ...common, object: 'chat.completion.chunk', choices, ...rest }, sending);
  const delta = (part: object, reason: string | null = null) =>
    chunk([{ index: 0, delta: part, finish_reason: reason }]);
  await paused(sending.firstTokenMs ?? 0, gone);
  await delta({ role: 'assistant', content: '' });
  for (const token of tokensOf(sending.thinking ?? '')) await delta({ reasoning_content: token });
  for (const [index, token] of tokensOf(text).entries()) {
    if (gone.aborted) return;
    if (sending.endsAfter === index) return void response.end();
    if (sending.resetsAfter === index) {
      // Without this pause, the bytes sent so far would be lost with the connection.
      await paused(20, gone);
      return void response.socket?.resetAndDestroy();
    }
    if (sending.stallsAfter === index) return void (await once(gone, 'abort'));
    if (sending.failsAfter?.tokens === index) {
      await write(response, sending.failsAfter.error, sending);
      return void response.end();
    }
    if (sending.isGarbled && index === 1) await raw(response, 'data: {"choices": [{\n\n', sending);
    await delta({ content: token });
    await paused(sending.tokenMs ?? 0, gone);
  }
  await delta({}, finish);
  if (sending.hasUsage) await chunk([], { usage });
  await raw(response, 'data: [DONE]\n\n', sending);
  response.end();
}

const write = (response: ServerResponse, data: object, sending: Manner): Promise<void> =>
  raw(response, `data: ${JSON.stringify(data)}\n\n`, sending);

async function raw(response: ServerResponse, text: string, { isShredded }: Manner): Promise<void> {
  if (!isShredded) return void response.write(text);
  for (const byte of Buffer.from(`: still there\n${text}`.replaceAll('\n', '\r\n'))) {
    response.write(Buffer.of(byte));
    await turn();
  }
}

const paused = async (ms: number, gone: AbortSignal): Promise<void> => {
  if (ms > 0) await passed(ms, undefined, { signal: gone }).catch(() => undefined);
};
