import * as fc from 'fast-check';
import { describe, expect, it, test } from 'vitest';
import type { ConnectionState } from '#workers/send/connection.contract.ts';
import {
  failureToOutcome,
  isCircuitOpen,
  isWorthTelling,
  networkTrouble,
  speechAfter,
  statusAfterCheck,
  troubleTone,
  worstConnection,
} from './network.rules.ts';
import { isCutOff } from '#web/parts/connection/connection.rules.ts';
import type { NetworkSpeech, NetworkStatus, NetworkTrouble } from './network.rules.ts';

const ok: ConnectionState = { status: 'ok' };
const offline: ConnectionState = { status: 'offline', attempt: 2, sinceMs: 0 };
const unstable: ConnectionState = { status: 'unstable', sinceMs: 0 };
const retrying: ConnectionState = { status: 'retrying', attempt: 2, sinceMs: 0, atMs: 3_000 };
const testing: ConnectionState = { status: 'testing', attempt: 2 };
const paused: ConnectionState = { status: 'paused', attempt: 5, sinceMs: 0, untilMs: 30_000 };
const stopped: ConnectionState = { status: 'stopped', attempt: 5 };
const anyConnection = fc.constantFrom(ok, offline, unstable, retrying, testing, paused, stopped);
const anyStatus = fc.constantFrom<NetworkStatus>('ok', 'offline', 'unreachable', 'down', 'blocked');

describe('the kinds of trouble', () => {
  it('are told apart by the answer to the check, which counts more than what the browser says', () => {
    for (const isOnline of [true, false]) {
      expect(statusAfterCheck('reached', isOnline, false)).toBe('ok');
      expect(statusAfterCheck('failing', isOnline, false)).toBe('down');
      expect(statusAfterCheck('foreign', isOnline, false)).toBe('blocked');
    }
  });

  it('without an answer are offline, or blocked if the same origin answers another call', () => {
    expect(statusAfterCheck('silent', false, false)).toBe('offline');
    expect(statusAfterCheck('silent', true, false)).toBe('unreachable');
    expect(statusAfterCheck('silent', true, true)).toBe('blocked');
    expect(statusAfterCheck('late', true, true)).toBe('unreachable');
    expect(statusAfterCheck('late', false, false)).toBe('offline');
  });

  it('follow from how the check has failed', () => {
    const outcomeOf = (code: string, status: number) => failureToOutcome({ code, status });
    expect(outcomeOf('network.failed', 0)).toBe('silent');
    expect(outcomeOf('network.timeout', 0)).toBe('late');
    expect(outcomeOf('network.unexpected', 502)).toBe('failing');
    expect(outcomeOf('request.failed', 500)).toBe('failing');
    expect(outcomeOf('network.unexpected', 403)).toBe('foreign');
    expect(outcomeOf('request.too_many', 429)).toBe('reached');
    expect(failureToOutcome(new TypeError('x'))).toBe('silent');
  });

  it('say nothing of a blocked call with which nothing is lost', () => {
    expect(['/api/v1/page-views', '/api/v1/survey', '/api/v1/survey/'].some(isWorthTelling)).toBe(false);
    expect(isWorthTelling('/api/v1/sessions')).toBe(true);
  });
});

describe('what the bar tells', () => {
  it('is nothing exactly when the server is reached and all that is sent goes well', () => {
    fc.assert(
      fc.property(anyStatus, anyConnection, fc.boolean(), (status, connection, isProviderAway) => {
        const isWell = status === 'ok' && connection.status === 'ok' && !isProviderAway;
        expect(networkTrouble(status, connection, isProviderAway) === null).toBe(isWell);
      }),
    );
  });

  it('is offline as soon as the browser or a sending says so', () => {
    fc.assert(
      fc.property(anyStatus, anyConnection, fc.boolean(), (status, connection, isProviderAway) => {
        const isOffline = status === 'offline' || connection.status === 'offline';
        expect(networkTrouble(status, connection, isProviderAway) === 'offline').toBe(isOffline);
      }),
    );
  });

  it('is the way of the sending, which knows more than that the server is not reached', () => {
    expect(networkTrouble('unreachable', paused, false)).toBe('paused');
    expect(networkTrouble('unreachable', retrying, false)).toBe('retrying');
    expect(networkTrouble('unreachable', testing, false)).toBe('testing');
    expect(networkTrouble('unreachable', stopped, false)).toBe('unreachable');
    expect(networkTrouble('unreachable', ok, false)).toBe('unreachable');
    expect(networkTrouble('down', stopped, false)).toBe('down');
    expect(networkTrouble('blocked', unstable, true)).toBe('blocked');
    expect(networkTrouble('blocked', paused, true)).toBe('paused');
    expect(networkTrouble('ok', stopped, false)).toBe('stopped');
  });

  it('is that the sign-in cannot be renewed only where nothing worse is to tell', () => {
    expect(networkTrouble('ok', ok, true)).toBe('signIn');
    expect(networkTrouble('unreachable', ok, true)).toBe('unreachable');
    expect(networkTrouble('ok', unstable, true)).toBe('unstable');
  });

  it('is red where nothing goes, else yellow', () => {
    const red = (
      [
        'offline',
        'paused',
        'retrying',
        'testing',
        'unreachable',
        'down',
        'blocked',
        'stopped',
        'unstable',
        'signIn',
      ] as const
    ).filter((trouble) => troubleTone(trouble) === 'error');
    expect(red).toEqual(['offline', 'paused']);
  });

  it('is of the sending that fares worst', () => {
    expect(worstConnection([])).toEqual({ status: 'ok' });
    expect(worstConnection([unstable, retrying, ok])).toBe(retrying);
    expect(worstConnection([retrying, paused, testing])).toBe(paused);
    expect(worstConnection([paused, offline])).toBe(offline);
    expect(worstConnection([stopped, unstable])).toBe(stopped);
  });
});

test('Saving is offered while the server is not reached, and the circuit counts as open during its test', () => {
  const all = [ok, offline, unstable, retrying, testing, paused, stopped];
  expect(all.filter(isCutOff)).toEqual([offline, retrying, testing, paused, stopped]);
  expect(all.filter((connection) => isCircuitOpen(connection, 4))).toEqual([paused]);
  expect(isCircuitOpen({ status: 'testing', attempt: 5 }, 4)).toBe(true);
});

describe('what is spoken', () => {
  const heard = (...troubles: NetworkTrouble[]): NetworkSpeech[] => {
    const said: NetworkSpeech[] = [];
    let speech: NetworkSpeech = null;
    for (const trouble of troubles) {
      const next = speechAfter(speech, trouble);
      if (next !== speech) said.push(next);
      speech = next;
    }
    return said;
  };

  it('is each new trouble once, however often it is tried', () => {
    expect(heard('retrying', 'testing', 'retrying', 'testing', 'paused', 'testing', 'paused')).toEqual([
      'interrupted',
      'paused',
    ]);
    expect(heard('offline', 'testing', 'offline')).toEqual(['offline']);
  });

  it('is told once of a line that comes and goes, until it is well', () => {
    const flapping: NetworkTrouble[] = ['retrying', 'testing', 'unstable'];
    expect(heard(...flapping, ...flapping, ...flapping, null, null)).toEqual(['interrupted', 'back']);
  });

  it('says that it goes on after it had been given up for a while', () => {
    expect(heard('paused', 'testing', 'unstable', null)).toEqual(['paused', 'unstable', 'back']);
  });

  it('is nothing where nothing was wrong', () => {
    expect(heard(null, null)).toEqual([]);
  });
});
