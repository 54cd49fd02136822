import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { createScope } from '#web/lib/scope.ts';
import type { Scope } from '#web/lib/scope.ts';
import { timings } from '#web/lib/time.ts';
import type { ConnectionState } from '#workers/send/connection.contract.ts';
import { startSend } from '#workers/send/send.contract.ts';
import {
  checkServer,
  networkState,
  noteProvider,
  reportConnection,
  setRecordingActive,
  watchNetwork,
} from './network.state.ts';
import type { SendingReport } from './network.state.ts';

const server = vi.hoisted(() => ({
  isUp: true,
  checks: 0,
  renewals: 0,
  failure: new Error('No answer.') as unknown,
}));
/** Paths that nothing answers. Any other is answered while the server is up. */
let blocked: Set<string>;
let asked: string[];
vi.mock('#web/lib/http.ts', () => ({
  apiHeaders() {
    server.renewals += 1;
    return Promise.resolve({});
  },
  api: {
    v1: {
      health: {
        $get() {
          server.checks += 1;
          return server.isUp
            ? Promise.resolve(Response.json({ status: 'ok' }))
            : Promise.reject(server.failure);
        },
      },
    },
  },
}));

const retrying: ConnectionState = { status: 'retrying', attempt: 1, sinceMs: 0, atMs: 1_000 };
const paused: ConnectionState = { status: 'paused', attempt: 5, sinceMs: 0, untilMs: 30_000 };
const offline: ConnectionState = { status: 'offline', attempt: 1, sinceMs: 0 };
const stopped: ConnectionState = { status: 'stopped', attempt: 1 };

let scope: Scope;
let browser: EventTarget & { onLine: boolean };
let timesBack: number;

const report = (connection: ConnectionState, bytesStored = 0) => ({
  send: { ...startSend(0, 10, 10), connection, bytesStored },
  retryNow: vi.fn<SendingReport['retryNow']>(),
  stop: vi.fn<SendingReport['stop']>(),
  resume: vi.fn<SendingReport['resume']>(),
});
const settled = () => vi.advanceTimersByTimeAsync(0);
const setOnline = (onLine: boolean) => {
  browser.onLine = onLine;
  browser.dispatchEvent(new Event(onLine ? 'online' : 'offline'));
};

beforeEach(() => {
  vi.useFakeTimers();
  browser = Object.assign(new EventTarget(), { onLine: true });
  vi.stubGlobal('window', browser);
  vi.stubGlobal('navigator', browser);
  Object.assign(server, { isUp: true, checks: 0, renewals: 0, failure: new Error('No answer.') });
  blocked = new Set();
  asked = [];
  vi.stubGlobal('fetch', async (path: string, { method }: RequestInit) => {
    asked.push(`${method} ${path}`);
    if (blocked.has(path) || (!server.isUp && !blocked.size)) throw new TypeError('No answer.');
    return new Response();
  });
  timesBack = 0;
  scope = createScope();
  watchNetwork(scope, () => (timesBack += 1));
});

afterEach(() => {
  setRecordingActive(false);
  scope[Symbol.dispose]();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

describe('the health check', () => {
  it('is repeated every 5 s until the server answers, and then the page is told once', async () => {
    server.isUp = false;
    await checkServer();
    expect(networkState.status).toBe('unreachable');
    await vi.advanceTimersByTimeAsync(2 * timings.networkCheckMs);
    expect(server.checks).toBe(3);
    server.isUp = true;
    await vi.advanceTimersByTimeAsync(3 * timings.networkCheckMs);
    expect([networkState.status, server.checks, timesBack]).toEqual(['ok', 4, 1]);
  });

  it('is not made while a recording is active, and is taken up after it', async () => {
    setRecordingActive(true);
    server.isUp = false;
    await checkServer();
    setOnline(false);
    setOnline(true);
    await vi.advanceTimersByTimeAsync(4 * timings.networkCheckMs);
    expect([server.checks, networkState.status]).toEqual([0, 'ok']);
    reportConnection(scope, report(paused));
    setRecordingActive(false);
    await settled();
    expect([server.checks, networkState.status]).toEqual([1, 'unreachable']);
  });

  it('that is under way when a recording begins tells nothing any more', async () => {
    server.isUp = false;
    const check = checkServer();
    setRecordingActive(true);
    await check;
    expect(networkState.status).toBe('ok');
  });

  it('is made when a sending begins to fail, not with each word of it', async () => {
    server.isUp = false;
    reportConnection(scope, report(retrying));
    await settled();
    reportConnection(scope, report(retrying));
    await settled();
    expect([server.checks, networkState.status]).toEqual([1, 'unreachable']);
  });
});

describe('what is blocked', () => {
  it('is told while the server answers but nothing answers under the path of the call', async () => {
    blocked.add('/api/v1/sessions');
    await checkServer('/api/v1/sessions');
    expect(networkState.status).toBe('blocked');
    await vi.advanceTimersByTimeAsync(timings.networkCheckMs);
    expect([networkState.status, asked.length, timesBack]).toEqual(['blocked', 2, 0]);
    blocked.clear();
    await vi.advanceTimersByTimeAsync(2 * timings.networkCheckMs);
    expect([networkState.status, asked.at(-1), timesBack]).toEqual(['ok', 'HEAD /api/v1/sessions', 1]);
  });

  it('is not told after a call that failed once while its path answers', async () => {
    await checkServer('/api/v1/sessions');
    expect([networkState.status, asked]).toEqual(['ok', ['HEAD /api/v1/sessions']]);
  });

  it('is not told of a call with which nothing is lost', async () => {
    blocked.add('/api/v1/page-views');
    await checkServer('/api/v1/page-views');
    expect([networkState.status, asked]).toEqual(['ok', []]);
  });

  it('is the whole server where the check is silent but a file of the page is answered', async () => {
    server.isUp = false;
    blocked.add('/api/v1/health');
    await checkServer();
    expect([networkState.status, asked]).toEqual(['blocked', ['HEAD /icon.svg']]);
  });

  it('is told from a server that is down by the answer of the proxy', async () => {
    Object.assign(server, { isUp: false, failure: { code: 'network.unexpected', status: 502 } });
    await checkServer('/api/v1/sessions');
    expect(networkState.status).toBe('down');
    server.isUp = true;
    await vi.advanceTimersByTimeAsync(timings.networkCheckMs);
    expect([networkState.status, timesBack]).toEqual(['ok', 1]);
  });
});

describe('an identity provider that is away', () => {
  it('is asked again every 5 s, and the page is told once when it is back', async () => {
    noteProvider(false);
    noteProvider(true);
    expect(networkState.isProviderAway).toBe(true);
    await vi.advanceTimersByTimeAsync(2 * timings.networkCheckMs);
    expect([server.renewals, timesBack]).toEqual([2, 0]);
    noteProvider(false);
    noteProvider(false);
    await vi.advanceTimersByTimeAsync(2 * timings.networkCheckMs);
    expect([networkState.isProviderAway, server.renewals, timesBack]).toEqual([false, 2, 1]);
  });
});

describe('what is sent', () => {
  it('shows the worst of all, and nothing once all are over', () => {
    const [first, second] = [{}, {}];
    reportConnection(first, report({ status: 'unstable', sinceMs: 0 }));
    reportConnection(second, report(paused));
    expect(networkState.connection).toEqual(paused);
    reportConnection(second, null);
    expect(networkState.connection.status).toBe('unstable');
    reportConnection(first, null);
    expect(networkState.connection).toEqual({ status: 'ok' });
  });

  it('need not wait any longer when the server is back, unless a person stopped it', async () => {
    server.isUp = false;
    const waiting = [report(paused), report(offline), report(retrying)];
    const held = report(stopped);
    for (const one of [...waiting, held]) reportConnection(one, one);
    await settled();
    expect(networkState.status).toBe('unreachable');
    server.isUp = true;
    await vi.advanceTimersByTimeAsync(timings.networkCheckMs);
    for (const one of waiting) expect(one.retryNow).toHaveBeenCalledOnce();
    expect(held.retryNow).not.toHaveBeenCalled();
  });

  it('waits on where the server answers but the sending fails all the same', async () => {
    const one = report(paused);
    reportConnection(one, one);
    await vi.advanceTimersByTimeAsync(4 * timings.networkCheckMs);
    expect(one.retryNow).not.toHaveBeenCalled();
  });

  it('proves by bytes that arrive that the server is there, whatever the browser says', () => {
    setOnline(false);
    expect(networkState.status).toBe('offline');
    reportConnection(scope, report({ status: 'ok' }, 5));
    expect(networkState.status).toBe('offline');
    reportConnection(scope, report({ status: 'ok' }, 9));
    expect([networkState.status, timesBack]).toEqual(['ok', 1]);
  });
});

it('tells whether a recording is saved on this device or only in this tab', () => {
  setRecordingActive(true);
  expect(networkState.recording).toBe('saved');
  setRecordingActive(true, false);
  expect(networkState.recording).toBe('unsaved');
  setRecordingActive(false);
  expect(networkState.recording).toBeNull();
});
