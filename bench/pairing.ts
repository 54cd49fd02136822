/**
 * Holds 200 pairs open against one server process: each has a phone that records and tells its level five times a second, and both sides listen.
 * Measures the time from the call of the phone until the stream of the desktop has it, by one clock, and the memory of the server.
 * `--only N`: so many pairs.
 */
import { once } from 'node:events';
import { Agent, request, type IncomingMessage } from 'node:http';
import { setTimeout as pause } from 'node:timers/promises';
import { createParser } from 'eventsource-parser';
import type { PairingEvent } from '#api/contract/pairing.ts';
import { createPairingBuilder, type BuiltPairing } from '#api/testing/build-pairings.ts';
import { stateReport } from '#api/testing/state-report.ts';
import { createTestBrowser, petra } from '#api/testing/test-browser.ts';
import { createProduct, disposeProduct } from '#e2e/product.ts';
import type { Options } from './main.ts';
import { cpuSOf, rssBytesOf, serverPids } from './memory.ts';
import { goal, quantile, round, type Report } from './report.ts';

const runS = 30;
const warmUpS = 5;
const reportsPerS = 5;
const pairsOfPerson = 10;
const goalMs = 300;

/** The server starts pairings only with an https address, so the benchmark says that a proxy provides TLS. */
const publicUrl = 'https://wortlaut.example';
const { host } = new URL(publicUrl);

type Pair = BuiltPairing & { access: string; sessionId: string };
type Call = {
  method: string;
  path: string;
  access: string;
  json?: object;
  agent?: Agent;
  headers?: Record<string, string>;
};

/** Returns what calls the server. Node's own client costs less than `fetch`, and what it costs counts as latency. */
function createCaller(url: string) {
  // An address saves the lookup of a name for each connection.
  const origin = url.replace('localhost', '127.0.0.1');
  const streams = new Agent({ keepAlive: true });
  const openOnce = async ({
    method,
    path,
    access,
    json,
    agent = streams,
    headers = {},
  }: Call): Promise<IncomingMessage> => {
    const body = json === undefined ? undefined : JSON.stringify(json);
    const outgoing = request(origin + path, {
      method,
      agent,
      headers: {
        authorization: `Bearer ${access}`,
        'x-forwarded-host': host,
        ...headers,
        ...(body === undefined
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      },
    });
    // A connection may end after its answer, when the server is stopped.
    outgoing.on('error', () => {});
    outgoing.end(body);
    const [response] = (await once(outgoing, 'response')) as [IncomingMessage];
    return response;
  };
  // The server may close an idle connection at the moment at which a call takes it.
  const open = (sent: Call) =>
    openOnce(sent).catch((error: NodeJS.ErrnoException) => {
      if (error.code === 'ECONNRESET') return openOnce(sent);
      throw error;
    });
  const call = async (sent: Call): Promise<{ status: number; text: string }> => {
    const response = await open(sent);
    let text = '';
    for await (const chunk of response as AsyncIterable<Buffer>) text += chunk.toString();
    return { status: response.statusCode ?? 0, text };
  };
  return { open, call, close: () => streams.destroy() };
}
type Caller = ReturnType<typeof createCaller>;

async function buildPairs(url: string, { call }: Caller, count: number): Promise<Pair[]> {
  const pairs: Pair[] = [];
  for (let person = 0; pairs.length < count; person += 1) {
    const browser = createTestBrowser(publicUrl, url);
    const { access_token: access } = await browser.register({ ...petra, email: `p${person}@example.org` });
    const builder = createPairingBuilder(async (path, json) => {
      const { status, text } = await call({ method: 'POST', path, access, json });
      return new Response(text, { status });
    });
    for (let n = 0; n < pairsOfPerson && pairs.length < count; n += 1) {
      const session = { title: `Sitzung ${n}`, language: 'de' };
      const { text } = await call({ method: 'POST', path: '/api/v1/sessions', access, json: { session } });
      const { id: sessionId } = JSON.parse(text) as { id: string };
      pairs.push({ ...(await builder.connect(sessionId)), access, sessionId });
    }
  }
  return pairs;
}

/**
 * Opens a stream of a pairing. The server ends each stream after a while; then the next one goes on after the last event, as that of a page
 * does, until the connections are closed.
 */
async function listen(
  caller: Caller,
  pair: Pair,
  side: string,
  onEvent: (event: PairingEvent) => void,
  after?: string,
): Promise<void> {
  const path = `/api/v1/pairings/${pair.id}/events?side=${side}`;
  const headers: Record<string, string> = after === undefined ? {} : { 'last-event-id': after };
  const response = await caller.open({ method: 'GET', path, access: pair.access, headers });
  if (response.statusCode !== 200) throw new Error(`A stream was answered with ${response.statusCode}.`);
  let lastId = after;
  const parser = createParser({
    onEvent({ id, data }) {
      lastId = id ?? lastId;
      onEvent(JSON.parse(data) as PairingEvent);
    },
  });
  response.on('data', (chunk: Buffer) => parser.feed(chunk.toString()));
  response.on('error', () => {});
  response.on('end', () => void listen(caller, pair, side, onEvent, lastId));
}

/** When each level was measured, by its number, until the desktop has it. */
type OnTheWay = Map<number, number>;
/** `refused`: number of calls by their answer, or by what broke the connection. */
type Told = { levels: number; calls: number; refused: Map<string, number> };

/** Opens both streams of each pair. Calls `onArrived` with the moment at which a level was measured when its desktop has it. */
async function openStreams(
  caller: Caller,
  pairs: readonly Pair[],
  onArrived: (measuredMs: number) => void,
): Promise<OnTheWay[]> {
  const all: OnTheWay[] = [];
  for (const pair of pairs) {
    const onTheWay: OnTheWay = new Map();
    all.push(onTheWay);
    await listen(caller, pair, 'desktop', (event) => {
      if (event.event !== 'report' || event.report.kind !== 'level') return;
      // A slow reader gets several reports as one; `at` is the number of the last.
      for (const [n, measuredMs] of onTheWay) {
        if (n > event.report.at) break;
        onTheWay.delete(n);
        onArrived(measuredMs);
      }
    });
    await listen(caller, pair, 'phone', () => {});
  }
  return all;
}

/**
 * Lets each phone tell its level. As the page does, a phone has one call under way; what is measured meanwhile goes with the next one, and
 * its time counts from the measurement.
 */
async function tellLevels(
  caller: Caller,
  pairs: readonly Pair[],
  onTheWay: readonly OnTheWay[],
): Promise<Told> {
  const told: Told = { levels: 0, calls: 0, refused: new Map() };
  const everyMs = 1_000 / reportsPerS;
  const phone = async ({ id, claim, access, sessionId }: Pair, index: number): Promise<void> => {
    const agent = new Agent({ keepAlive: true, maxSockets: 1 });
    const waiting: object[] = [stateReport(sessionId)];
    let sending: Promise<void> | null = null;
    const send = async (): Promise<void> => {
      while (waiting.length > 0) {
        const json = { claim, reports: waiting.splice(0, 100) };
        told.calls += 1;
        const path = `/api/v1/pairings/${id}/events`;
        const answer = await caller.call({ method: 'POST', path, access, json, agent }).catch(String);
        const status = typeof answer === 'string' ? answer : String(answer.status);
        if (status !== '204') told.refused.set(status, (told.refused.get(status) ?? 0) + 1);
      }
      sending = null;
    };
    // The phones do not speak at the same moment.
    await pause((everyMs * index) / pairs.length);
    const firstMs = performance.now();
    for (let n = 0; n < (warmUpS + runS) * reportsPerS; n += 1) {
      await pause(Math.max(0, firstMs + n * everyMs - performance.now()));
      onTheWay[index]!.set(n, performance.now());
      told.levels += 1;
      waiting.push({ kind: 'level', at: n, peaks: [Math.random(), Math.random()], level_dbfs: -20 });
      sending ??= send();
    }
    await sending;
    agent.destroy();
  };
  await Promise.all(pairs.map(phone));
  await pause(1_000);
  return told;
}

export async function measure({ only }: Options): Promise<Report> {
  const count = Number(only ?? 200);
  const product = await createProduct({ PUBLIC_URL: publicUrl, TRUST_PROXY: 'true' });
  const caller = createCaller(product.url);
  try {
    const pairs = await buildPairs(product.url, caller, count);
    const [pid] = serverPids(product.dataDir);
    if (pid === undefined) throw new Error('The server is not found among the processes.');
    await pause(2_000);
    const latenciesMs: number[] = [];
    let countsFromMs = Infinity;
    const closedBytes = rssBytesOf(pid);
    const onTheWay = await openStreams(caller, pairs, (measuredMs) => {
      if (measuredMs >= countsFromMs) latenciesMs.push(performance.now() - measuredMs);
    });
    await pause(2_000);
    const openBytes = rssBytesOf(pid);
    const [cpu, startMs] = [cpuSOf(pid), performance.now()];
    countsFromMs = startMs + warmUpS * 1_000;
    const { levels, calls, refused } = await tellLevels(caller, pairs, onTheWay);
    const usedS = cpuSOf(pid) - cpu;
    const tookS = (performance.now() - startMs) / 1_000;
    const refusals = [...refused.values()].reduce((sum, times) => sum + times, 0);
    const p99 = quantile(latenciesMs, 0.99);
    const kbOfPair = (bytes: number) => round(bytes / 1_000 / count);
    const row = {
      pairs: count,
      levels,
      calls,
      refused: [...refused].map(([why, times]) => `${times} × ${why}`).join(', ') || '–',
      'arrived, after warm-up': latenciesMs.length,
      'p50 ms': round(quantile(latenciesMs, 0.5)),
      'p99 ms': round(p99),
      'most ms': round(quantile(latenciesMs, 1)),
      'p99 / goal': round(p99 / goalMs),
      'kB a pair, open': kbOfPair(openBytes - closedBytes),
      // This includes garbage that is not collected yet.
      'kB a pair, telling': kbOfPair(rssBytesOf(pid) - closedBytes),
      'processor of the server': round(usedS / tookS),
      'processor ms a call': round((usedS * 1_000) / calls),
    };
    return {
      name: 'pairing',
      rows: [row],
      figures: { row },
      goals: [
        goal('from the phone to the desktop, p99', p99, 'ms', '<=', goalMs),
        goal('answers that were refusals', refusals, '', '<=', 0),
        goal(
          'share of the levels that arrived',
          latenciesMs.length / (count * runS * reportsPerS),
          '',
          '>=',
          0.99,
        ),
      ],
    };
  } finally {
    caller.close();
    await disposeProduct(product);
  }
}
