import { describe, expect, it } from 'vitest';
import { pairingCommandMs, type Pairing, type PairingEvent } from '#api/contract/pairing.ts';
import { newId } from '#api/lib/id.ts';
import { stateReport } from '#api/testing/state-report.ts';
import { pairingWorld, readStream } from '#api/testing/test-pairing.ts';
import { pace } from './pairing-feed.ts';
import { createPairingStream } from './pairing-events.ts';

const level = (at: number, ...peaks: number[]) => ({ kind: 'level', at, peaks, level_dbfs: -20 });
const marker = (n: number) => ({
  kind: 'marker',
  id: `m${n}`,
  marker: { at: n, kind: 'user', code: '', text: '' },
});
const battery = (charge: number) => ({ kind: 'battery', charge, charging: false });
const reportOf = (event: PairingEvent | null) => (event?.event === 'report' ? event.report : null);
const isReport = (kind: string) => (event: PairingEvent) => reportOf(event)?.kind === kind;

async function connectedWorld(overrides: Parameters<typeof pairingWorld>[0] = {}) {
  const world = await pairingWorld(overrides);
  const pairing = await world.builder().connect(world.session);
  const { id, claim } = pairing;
  return {
    ...world,
    ...pairing,
    tell: (...reports: object[]) => world.report(id, claim, ...reports),
    command: (command: string, commandId = newId(), more: object = {}) =>
      world.call('POST', `/${id}/events`, { json: { command, id: commandId, ...more } }),
    take: async (commandId: string) =>
      (await world.call('POST', `/${id}/commands/${commandId}/take`, { json: { claim } })).body['answer'],
    /** Lets time pass until as many calls as at the beginning are allowed again. */
    rest: () => world.pass((pace.burst / pace.perS) * 1_000),
  };
}

describe('the stream of a pairing', () => {
  it('begins at once with the pairing and all that is known, and goes on with what comes', async () => {
    const { listen, tell, id, session, send } = await connectedWorld();
    await tell(stateReport(session, 'recording'), battery(0.5), level(0.2, 0.1, 0.2), marker(1));
    await tell(battery(0.4), level(0.4, 0.3, 0.4));
    const desktop = await listen(id, 'desktop');
    await desktop.pull();
    expect(desktop.comments).toHaveLength(1);
    const known = desktop.all();
    expect(known.slice(0, 2)).toMatchObject([
      { event: 'pairing', pairing: { id, state: 'connected' } },
      { event: 'fresh' },
    ]);
    const reports = known.map(reportOf).filter((report) => report !== null);
    expect(reports).toMatchObject([
      { kind: 'state', stage: 'recording' },
      { kind: 'battery', charge: 0.4 },
      { kind: 'marker', id: 'm1' },
      { kind: 'level', at: 0.4, peaks: [0.1, 0.2, 0.3, 0.4] },
    ]);
    expect(known.slice(-2)).toMatchObject([
      { event: 'presence', side: 'desktop', is_there: true },
      { event: 'presence', side: 'phone', is_there: true },
    ]);
    await tell(level(0.5, 0.5));
    expect(reportOf(await desktop.next())).toMatchObject({ kind: 'level', at: 0.5, peaks: [0.5] });
    const { headers } = await send('GET', `/api/v1/pairings/${id}/events?side=desktop`);
    expect([
      headers.get('content-type'),
      headers.get('x-accel-buffering'),
      headers.get('cache-control'),
    ]).toEqual(['text/event-stream; charset=utf-8', 'no', 'no-store']);
  });

  it('tells the other side each step, and ends after the last one', async () => {
    const { builder, session, listen, call } = await pairingWorld();
    const { id, code } = await builder().start(session);
    const desktop = await listen(id, 'desktop');
    const next = async () => {
      const event = await desktop.until((each) => each.event === 'pairing');
      return event.event === 'pairing' ? [event.pairing.state, event.pairing.ended] : null;
    };
    expect(await next()).toEqual(['preparing', null]);
    const { body } = await call('POST', `/${id}/activate`, { json: { code } });
    expect(await next()).toEqual(['waiting', null]);
    const phone = await listen(id, 'phone');
    await call('POST', `/${id}/confirm`, { json: { verification_code: body['verification_code'] } });
    expect(await next()).toEqual(['connected', null]);
    await call('DELETE', `/${id}`);
    expect(await next()).toEqual(['expired', 'closed']);
    expect(await desktop.next()).toBeNull();
    await phone.until((event) => event.event === 'pairing' && event.pairing.ended === 'closed');
    expect(await phone.next()).toBeNull();
    // A stream that is opened after the end of the pairing sends that end, and closes.
    const late = await listen(id, 'desktop');
    expect(await late.next()).toMatchObject({ event: 'pairing', pairing: { state: 'expired' } });
    expect(await late.next()).toBeNull();
  });

  it('goes on after an id with exactly what was missed', async () => {
    const { listen, tell, id } = await connectedWorld();
    const first = await listen(id, 'desktop');
    await tell(marker(1), battery(0.9));
    await first.until(isReport('battery'));
    const after = first.lastId();
    await first.leave();
    await tell(marker(2), level(1, 0.1), level(1.1, 0.2), marker(3), level(1.2, 0.3));
    const again = await listen(id, 'desktop', after);
    await again.pull();
    const [pairing, ...missed] = again.all();
    expect(pairing).toMatchObject({ event: 'pairing' });
    expect(missed.map(reportOf).filter((report) => report !== null)).toMatchObject([
      { kind: 'marker', id: 'm2' },
      { kind: 'level', at: 1.1, peaks: [0.1, 0.2] },
      { kind: 'marker', id: 'm3' },
      { kind: 'level', at: 1.2, peaks: [0.3] },
    ]);
    expect(missed.some(({ event }) => event === 'fresh')).toBe(false);
    // After the last of these events nothing was missed.
    const third = await listen(id, 'desktop', again.lastId());
    await third.pull();
    expect(third.all().filter(({ event }) => event === 'report')).toEqual([]);
  });

  it('begins again after a restart, and after an id that it does not know', async () => {
    const { listen, tell, id, restart, claim, report } = await connectedWorld();
    const before = await listen(id, 'phone');
    await tell(battery(0.9));
    await before.until(isReport('battery'));
    restart();
    for (const lastId of [before.lastId(), 'none', 'ffffffffffff-1', '', '-1']) {
      const phone = await listen(id, 'phone', lastId);
      expect([await phone.next(), await phone.next()]).toMatchObject([
        { event: 'pairing', pairing: { state: 'connected' } },
        { event: 'fresh' },
      ]);
      await phone.leave();
    }
    // The claim of the phone is stored, so the phone may still report.
    expect((await report(id, claim, battery(0.8))).status).toBe(204);
  });

  it('sends a heartbeat, and ends at the second at which the time of the code is up', async () => {
    const { builder, session, listen, clock } = await pairingWorld({ heartbeatMs: 5 });
    const { id } = await builder().start(session);
    const desktop = await listen(id, 'desktop');
    await desktop.next();
    await desktop.pull();
    await desktop.pull();
    expect(desktop.comments.length).toBeGreaterThan(1);
    clock.advance(5 * 60_000);
    await desktop.until((event) => event.event === 'pairing' && event.pairing.ended === 'time');
    expect(await desktop.next()).toBeNull();
  });

  it('is closed for the oldest one where a side has too many, and leaves nothing behind', async () => {
    const { listen, id, deps, call } = await connectedWorld();
    const oldest = await listen(id, 'phone');
    await oldest.next();
    const desktop = await listen(id, 'desktop');
    await desktop.next();
    const others = [];
    for (let n = 0; n < 4; n += 1) {
      const other = await listen(id, 'phone');
      await other.next();
      others.push(other);
    }
    while (!oldest.isOver()) await oldest.pull();
    expect(deps.pairings.count()).toEqual({ pairings: 1, streams: 5 });
    for (const stream of [desktop, ...others]) await stream.leave();
    expect(deps.pairings.count().streams).toBe(0);
    await call('DELETE', `/${id}`);
    expect(deps.pairings.count()).toEqual({ pairings: 0, streams: 0 });
  });

  it('ends when the server stops', async () => {
    const { listen, id, deps } = await connectedWorld();
    const phone = await listen(id, 'phone');
    await phone.next();
    deps.pairings.shut();
    while (!phone.isOver()) await phone.pull();
    expect(deps.pairings.count()).toEqual({ pairings: 0, streams: 0 });
  });

  it('lets a slow reader go, who gets everything that is known when it comes back', async () => {
    const { listen, tell, id, rest } = await connectedWorld();
    const slow = await listen(id, 'desktop');
    await slow.pull();
    slow.all();
    for (let n = 0; n < 12; n += 1) {
      await tell(...Array.from({ length: 50 }, (_, each) => marker(n * 50 + each)));
      rest();
    }
    while (!slow.isOver()) await slow.pull();
    expect(slow.all().filter(({ event }) => event === 'fresh')).toEqual([]);
    const again = await listen(id, 'desktop', slow.lastId());
    await again.pull();
    const events = again.all();
    expect(events[1]).toEqual({ event: 'fresh' });
    expect(events.filter(isReport('marker'))).toHaveLength(600);
  });

  it('holds the level of the last minute only, for a slow reader too', async () => {
    const { listen, tell, id, rest } = await connectedWorld();
    const slow = await listen(id, 'desktop');
    await slow.pull();
    slow.all();
    for (let n = 0; n < 30; n += 1) {
      await tell(level(n, ...Array.from({ length: 50 }, () => n / 30)));
      rest();
    }
    const report = reportOf(await slow.until(isReport('level')));
    expect(report?.kind === 'level' && [report.at, report.peaks.length]).toEqual([29, 600]);
    expect(slow.isOver()).toBe(false);
  });
});

describe('polls', () => {
  it('tell the same as the stream, one answer after the other', async () => {
    const { poll, tell, id, command, call } = await connectedWorld();
    await tell(battery(0.9));
    const first = await poll(id, 'desktop');
    expect(first.events.slice(0, 3)).toMatchObject([
      { event: 'pairing', pairing: { state: 'connected' } },
      { event: 'fresh' },
      { event: 'report', report: { charge: 0.9 } },
    ]);
    const still = await poll(id, 'desktop', first.last_id);
    expect(still.events).toMatchObject([{ event: 'pairing' }]);
    await tell(battery(0.8), level(1, 0.1));
    await command('start');
    const next = await poll(id, 'desktop', still.last_id);
    expect(next.events.slice(1)).toMatchObject([
      { event: 'report', report: { charge: 0.8 } },
      { event: 'report', report: { kind: 'level' } },
      { event: 'command', command: 'start', outcome: 'sent' },
    ]);
    await call('DELETE', `/${id}`);
    const last = await poll(id, 'desktop', next.last_id);
    expect(last).toMatchObject({ last_id: next.last_id, events: [{ pairing: { ended: 'closed' } }] });
  });

  it('and other calls are slowed down when there are too many', async () => {
    const { tell, rest, id, poll, call } = await connectedWorld();
    const statuses = [];
    for (let n = 0; n < pace.burst + 5; n += 1) statuses.push(await tell(battery(0.5)));
    expect(statuses.filter(({ status }) => status === 204)).toHaveLength(pace.burst);
    expect(statuses.at(-1)).toMatchObject({
      status: 429,
      code: 'pairing.too_many',
      body: { retry_after_s: 1 },
    });
    expect(await poll(id, 'desktop')).toMatchObject({ code: 'pairing.too_many' });
    expect((await call('GET', `/${id}/events?side=desktop`)).code).toBe('pairing.too_many');
    rest();
    expect((await tell(battery(0.5))).status).toBe(204);
  });
});

describe('a command', () => {
  const outcomes = (events: readonly PairingEvent[]) =>
    events.flatMap((event) =>
      event.event === 'command' ? [[event.command, event.outcome, event.problem]] : [],
    );

  it('goes to the phone, is taken once, and both sides learn what became of it', async () => {
    const { command, take, tell, listen, id } = await connectedWorld();
    const phone = await listen(id, 'phone');
    const commandId = newId();
    expect((await command('start', commandId)).status).toBe(204);
    // The desktop sends the command again if it got no answer.
    expect((await command('start', commandId)).status).toBe(204);
    expect(await phone.until(({ event }) => event === 'command')).toMatchObject({
      id: commandId,
      command: 'start',
      outcome: 'sent',
    });
    // Either of the two calls may be the first.
    const answers = await Promise.all([take(commandId), take(commandId)]);
    expect(answers.toSorted()).toEqual(['go', 'taken']);
    await tell({ kind: 'done', command_id: commandId, problem: null });
    const refused = newId();
    await command('pause', refused);
    await take(refused);
    await tell({ kind: 'done', command_id: refused, problem: 'capture.busy' });
    // A second outcome of the same command is ignored.
    await tell({ kind: 'done', command_id: commandId, problem: 'capture.busy' });
    await phone.pull();
    expect(outcomes(phone.all())).toEqual([
      ['start', 'taken', null],
      ['start', 'done', null],
      ['pause', 'sent', null],
      ['pause', 'taken', null],
      ['pause', 'refused', 'capture.busy'],
    ]);
  });

  it('that nobody takes in time is late by the clock of the server, for both sides and for good', async () => {
    const { command, take, tell, pass, poll, id } = await connectedWorld();
    const commandId = newId();
    const { last_id: before } = await poll(id, 'desktop');
    await command('mark', commandId);
    pass(pairingCommandMs - 1);
    expect(outcomes((await poll(id, 'desktop', before)).events)).toEqual([['mark', 'sent', null]]);
    pass(1);
    for (const side of ['desktop', 'phone'])
      expect(outcomes((await poll(id, side, before)).events)).toEqual([
        ['mark', 'sent', null],
        ['mark', 'late', null],
      ]);
    expect(await take(commandId)).toBe('late');
    await tell({ kind: 'done', command_id: commandId, problem: null });
    await command('mark', commandId);
    expect(outcomes((await poll(id, 'desktop', before)).events)).toHaveLength(2);
  });

  it('that was taken in time is not late afterwards', async () => {
    const { command, take, pass, poll, id } = await connectedWorld();
    const commandId = newId();
    await command('finish', commandId);
    pass(pairingCommandMs - 1);
    expect(await take(commandId)).toBe('go');
    pass(pairingCommandMs);
    expect(outcomes((await poll(id, 'desktop')).events)).toEqual([['finish', 'taken', null]]);
  });

  it('that comes late is as old as the page says, by the time that the server tells', async () => {
    const { command, take, pass, poll, listen, id } = await connectedWorld();
    const timeOf = (event: PairingEvent | null | undefined) =>
      event?.event === 'pairing' ? event.now_ms! : Number.NaN;
    const stream = await listen(id, 'desktop');
    const pressed_at_ms = timeOf(await stream.next());
    const { last_id: before, events } = await poll(id, 'desktop');
    expect(timeOf(events[0])).toBe(pressed_at_ms);
    const [inTime, late, ahead] = [newId(), newId(), newId()];
    pass(pairingCommandMs - 1);
    expect((await command('pause', inTime, { pressed_at_ms })).status).toBe(204);
    expect(await take(inTime)).toBe('go');
    pass(1);
    // The connection of the desktop has stalled, and now delivers a command that was given before.
    expect((await command('finish', late, { pressed_at_ms })).status).toBe(204);
    expect(await take(late)).toBe('late');
    // The page estimates the time of the server. An estimate that is too late gives a command no more time.
    await command('mark', ahead, { pressed_at_ms: pressed_at_ms + 3_600_000 });
    pass(pairingCommandMs);
    expect(await take(ahead)).toBe('late');
    expect(outcomes((await poll(id, 'phone', before)).events)).toEqual([
      ['pause', 'sent', null],
      ['pause', 'taken', null],
      ['finish', 'late', null],
      ['mark', 'sent', null],
      ['mark', 'late', null],
    ]);
  });

  it('that the server does not know is too old', async () => {
    const { take } = await connectedWorld();
    expect(await take(newId())).toBe('late');
  });

  it('to finish is done when the server has the recording, though the phone has not said so', async () => {
    const { command, take, listen, id, db, session, deps } = await connectedWorld();
    const desktop = await listen(id, 'desktop');
    await desktop.next();
    const commandId = newId();
    await command('finish', commandId);
    await take(commandId);
    await db
      .insertInto('audio')
      .values({
        session_id: session,
        storage_key: 'audio/x',
        file_name: 'a',
        file_type: 'audio/mpeg',
        bytes: 1,
        sha256: 'x',
        created_at: 1,
      })
      .execute();
    await deps.recorded(session);
    await desktop.until((event) => event.event === 'command' && event.outcome === 'done');
    expect(await desktop.until(({ event }) => event === 'pairing')).toMatchObject({
      pairing: { ended: 'finished' },
    });
    expect(await desktop.next()).toBeNull();
  });
});

describe('who is there', () => {
  const presences = (events: readonly PairingEvent[], side: string) =>
    events.flatMap((event) => (event.event === 'presence' && event.side === side ? [event.is_there] : []));

  it('is told when a side comes, goes for 10 s, and comes back', async () => {
    const { poll, listen, id, pass } = await connectedWorld();
    const { last_id: before } = await poll(id, 'desktop');
    const phone = await listen(id, 'phone');
    await phone.next();
    pass(9_000);
    await phone.leave();
    const told = async () => presences((await poll(id, 'desktop', before)).events, 'phone');
    expect(await told()).toEqual([true]);
    pass(9_999);
    expect(await told()).toEqual([true]);
    pass(1);
    expect(await told()).toEqual([true, false]);
    await (await listen(id, 'phone')).next();
    expect(await told()).toEqual([true, false, true]);
    const { events } = await poll(id, 'desktop');
    expect(events.at(-1)).toEqual({ event: 'presence', side: 'phone', is_there: true, away_ms: 0 });
  });

  it('is told as of the last call, which the end of a stream is not', async () => {
    const { poll, listen, id, pass } = await connectedWorld();
    pass(10_000);
    const phone = await listen(id, 'phone');
    await phone.next();
    pass(7_000);
    await phone.leave();
    pass(10_000);
    expect((await poll(id, 'desktop')).events.at(-1)).toEqual({
      event: 'presence',
      side: 'phone',
      is_there: false,
      away_ms: 17_000,
    });
  });

  it.each(['desktop', 'phone'])('is believed of a stream for 20 s only: the %s', async (side) => {
    const { poll, listen, id, pass, tell, session } = await connectedWorld();
    await tell(stateReport(session, 'paused'));
    const other = side === 'phone' ? 'desktop' : 'phone';
    const { last_id: before } = await poll(id, other);
    const told = async () => presences((await poll(id, other, before)).events, side);
    pass(10_000);
    // The network is lost without an end or a reset of the connection, so the stream stays open for the server.
    await (await listen(id, side)).next();
    pass(19_999);
    const seen = await told();
    expect(seen.at(-1)).toBe(true);
    pass(1);
    expect(await told()).toEqual([...seen, false]);
    await (await listen(id, side)).next();
    expect(await told()).toEqual([...seen, false, true]);
  });

  it('is the same while a stream follows the other, and no change is told', async () => {
    const { poll, listen, id, pass } = await connectedWorld();
    const { last_id: before } = await poll(id, 'desktop');
    for (let n = 0; n < 5; n += 1) {
      const phone = await listen(id, 'phone');
      await phone.next();
      pass(10_000);
      await phone.leave();
      pass(1_000);
    }
    expect(presences((await poll(id, 'desktop', before)).events, 'phone')).toEqual([true]);
  });

  it('is not believed of a phone that listens and records, but does not report', async () => {
    const { poll, listen, id, pass, tell, session } = await connectedWorld();
    await (await listen(id, 'phone')).next();
    await tell(stateReport(session, 'recording'));
    pass(10_000);
    expect((await poll(id, 'desktop')).events.at(-1)).toEqual({
      event: 'presence',
      side: 'phone',
      is_there: false,
      away_ms: 10_000,
    });
    await tell(level(1, 0.1));
    expect((await poll(id, 'desktop')).events.at(-1)).toMatchObject({ side: 'phone', is_there: true });
  });
});

describe('what the phone records', () => {
  it('begins anew after a discard in the same session', async () => {
    const { poll, tell, id, session } = await connectedWorld();
    await tell({ ...stateReport(session, 'recording'), at: 60 }, marker(1), level(60, 0.5));
    await tell({ ...stateReport(session, 'ready'), at: 0 });
    const reports = (await poll(id, 'desktop')).events.map(reportOf).filter((report) => report !== null);
    expect(reports).toMatchObject([{ kind: 'state', stage: 'ready' }]);
  });

  it('begins anew with the next session: no mark and no level of the one before is shown', async () => {
    const { poll, tell, id, session, newSession } = await connectedWorld();
    await tell(stateReport(session, 'recording'), marker(1), level(1, 0.5), {
      kind: 'draft',
      from: 0,
      pieces: [{ start: 0, end: 1, text: 'eins' }],
    });
    const second = await newSession();
    await tell(stateReport(second, 'recording'), level(0.1, 0.1));
    const reports = (await poll(id, 'desktop')).events.map(reportOf).filter((report) => report !== null);
    expect(reports).toMatchObject([
      { kind: 'state', session_id: second },
      { kind: 'level', peaks: [0.1] },
    ]);
  });
});

const livingPairing: Pairing = {
  id: 'p',
  session_id: 's',
  session_title: '',
  state: 'connected',
  ended: null,
  expires_at: new Date(0).toISOString(),
  expires_in_ms: 1_000,
  device: null,
  verification_code: null,
};

describe('a stream to which something comes all the time', () => {
  const busy = async () => {
    await new Promise((resolve) => setTimeout(resolve, 1));
    const message = { id: 'e-1', json: JSON.stringify({ event: 'fresh' }) };
    return { messages: [message], lastId: 'e-1', isFresh: false, isChanged: false };
  };
  const open = (pairings: Pairing[], times: { heartbeatMs: number; longestMs: number }) => {
    let isLeft = false;
    const stream = createPairingStream({
      after: undefined,
      subscribe: () => ({
        read: busy,
        isClosed: () => false,
        isShownByCalls: () => false,
        close: () => void (isLeft = true),
      }),
      pairing: async () => (pairings.length > 1 ? pairings.shift()! : pairings[0]!),
      nowMs: () => 0,
      ...times,
    });
    return { ...readStream(stream), isLeft: () => isLeft };
  };

  it('tells the end of the pairing', async () => {
    const over: Pairing = { ...livingPairing, state: 'expired', ended: 'time', expires_in_ms: 0 };
    const reader = open([livingPairing, over], { heartbeatMs: 5, longestMs: 3_600_000 });
    await reader.until((event) => event.event === 'pairing' && event.pairing.ended === 'time');
    while (!reader.isOver()) await reader.pull();
    expect(reader.isLeft()).toBe(true);
  });

  it('ends after a while, so that its reader comes back after the last id', async () => {
    const reader = open([livingPairing], { heartbeatMs: 10_000, longestMs: 20 });
    while (!reader.isOver()) await reader.pull();
    expect([reader.lastId(), reader.isLeft()]).toEqual(['e-1', true]);
  });
});

describe('a stream to which nothing comes', () => {
  const open = (heartbeatMs: number, isShownByCalls: () => boolean) => {
    let isLeft = false;
    const stream = createPairingStream({
      after: undefined,
      subscribe: () => ({
        read: async () => ({ messages: [], lastId: 'e-1', isFresh: false, isChanged: false }),
        isClosed: () => false,
        isShownByCalls,
        close: () => void (isLeft = true),
      }),
      pairing: async () => ({ ...livingPairing, expires_in_ms: 3_600_000 }),
      nowMs: () => 0,
      heartbeatMs,
      longestMs: 20,
    });
    return { ...readStream(stream), isLeft: () => isLeft };
  };

  it('ends after a while too, before its next heartbeat', async () => {
    const reader = open(3_600_000, () => false);
    while (!reader.isOver()) await reader.pull();
    expect(reader.isLeft()).toBe(true);
  });

  it('goes on while calls of its reader show that it is there, and ends when they do not any more', async () => {
    let looks = 0;
    // One heartbeat comes every 2 ms, and each asks twice. So the 80th question comes after 80 ms, and the stream may live for 20 ms.
    const reader = open(2, () => (looks += 1) < 80);
    while (!reader.isOver()) await reader.pull();
    expect(looks).toBeGreaterThanOrEqual(80);
    expect(reader.isLeft()).toBe(true);
  });
});

describe('a stream whose reader does not read', () => {
  it('asks for nothing and keeps nothing', async () => {
    let reads = 0;
    const stream = createPairingStream({
      after: undefined,
      subscribe: () => {
        reads += 1;
        throw new Error('Nobody reads.');
      },
      pairing: async () => null,
      nowMs: () => 0,
    });
    await new Promise((resolve) => setTimeout(resolve, 20));
    expect(reads).toBe(0);
    await stream.cancel();
  });
});
