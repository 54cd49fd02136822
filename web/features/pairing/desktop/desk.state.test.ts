import { beforeEach, describe, expect, it, vi } from 'vitest';
import type { Pairing, PairingEvent, StartedPairing } from '#api/contract/pairing.ts';
import { pairingFixture } from '#web/features/pairing/link/pairing-fixture.ts';
import type { LinkInput } from '#web/features/pairing/link/pairing-link.ts';
import { ApiError } from '#web/lib/api-error.ts';
import { phaseOf } from './desk.rules.ts';
import type { DeskDeps } from './desk.ts';
import { createDesk } from './desk.state.ts';

const started = (change: Partial<StartedPairing> = {}): StartedPairing => ({
  ...pairingFixture({ state: 'preparing', device: null, expires_in_ms: 300_000 }),
  code: 'ABCD2345',
  address: 'https://wortlaut.example/pair?code=ABCD2345',
  ...change,
});

type OpenLink = LinkInput & { isLeft: boolean };
let links: OpenLink[] = [];
let remembered = new Map<string, string>();
/** Ids of the remembered pairings whose stored expiry is not the one that the server has told. */
let long = new Set<string>();
let nowMs = 0;
beforeEach(() => {
  links = [];
  remembered = new Map();
  long = new Set();
  nowMs = 0;
});

function setUp(change: Partial<DeskDeps> = {}) {
  let ids = 0;
  const deps = {
    start: vi.fn<DeskDeps['start']>(async () => started()),
    confirm: vi.fn<DeskDeps['confirm']>(async () => pairingFixture()),
    end: vi.fn<DeskDeps['end']>(async () => {}),
    endUnconnected: vi.fn<DeskDeps['endUnconnected']>(async () => {}),
    send: vi.fn<DeskDeps['send']>(async () => {}),
    openLink(input: LinkInput) {
      const link = { ...input, isLeft: false };
      links.push(link);
      return { [Symbol.dispose]: () => void (link.isLeft = true) };
    },
    remembered: (sessionId: string) => remembered.get(sessionId) ?? null,
    remember(sessionId: string, { id, expires_at }: Pick<Pairing, 'id' | 'expires_at'>) {
      remembered.set(sessionId, id);
      if (expires_at === pairingFixture().expires_at) long.delete(id);
      else long.add(id);
    },
    forget: (sessionId: string) => void remembered.delete(sessionId),
    now: () => nowMs,
    newId: () => `c${++ids}`,
    commandMs: 3_600_000,
    ...change,
  };
  const desk = createDesk('s1', deps);
  return { desk, deps, phase: () => phaseOf(desk.state) };
}
const tell = (event: PairingEvent) => links.at(-1)!.onEvent(event);
const told = (change: Partial<Pairing>) => tell({ event: 'pairing', pairing: pairingFixture(change) });
const waiting = { state: 'waiting', verification_code: '123456' } as const;

describe('The desk', () => {
  it('shows a code, the comparison, and then the phone', async () => {
    const { desk, deps, phase } = setUp();
    expect(phase()).toBe('none');
    const starting = desk.start();
    expect(phase()).toBe('starting');
    await starting;
    expect(phase()).toBe('code');
    expect(desk.state.code).toEqual({
      code: 'ABCD2345',
      address: 'https://wortlaut.example/pair?code=ABCD2345',
    });
    expect(links.map(({ pairingId, side }) => [pairingId, side])).toEqual([['p1', 'desktop']]);
    told(waiting);
    expect(phase()).toBe('waiting');
    await desk.confirm();
    expect(deps.confirm).toHaveBeenCalledWith('p1', '123456');
    expect(phase()).toBe('connected');
    expect(remembered.get('s1')).toBe('p1');
    tell({ event: 'report', report: { kind: 'battery', charge: 1, charging: false } });
    expect(desk.state.mirror.battery).toEqual({ charge: 1, charging: false });
  });

  it('goes on with the pairing that this browser remembers', () => {
    remembered.set('s1', 'p1');
    const { phase } = setUp();
    expect(phase()).toBe('looking');
    told({});
    expect(phase()).toBe('connected');
  });

  it('forgets a remembered pairing that the server does not know, or that has ended', () => {
    remembered.set('s1', 'p1');
    const { phase } = setUp();
    links[0]!.onEnd(new ApiError('pairing.not_found', 404));
    expect(phase()).toBe('over');
    expect(remembered.size).toBe(0);
    remembered.set('s1', 'p1');
    setUp();
    told({ state: 'expired', ended: 'time' });
    expect(remembered.size).toBe(0);
  });

  it('says why there is no code', async () => {
    const { desk, phase } = setUp({
      start: () => Promise.reject(new ApiError('pairing.address_unusable', 409)),
    });
    await desk.start();
    expect(phase()).toBe('failed');
    expect(desk.state.problem?.code).toBe('pairing.address_unusable');
  });

  it('ends the code that comes after nobody waits for it any more', async () => {
    const { desk, deps, phase } = setUp();
    const starting = desk.start();
    desk.leave();
    await starting;
    expect(phase()).toBe('none');
    expect(deps.end).toHaveBeenCalledWith('p1');
    expect(links).toEqual([]);
  });

  it('listens to the newest code only', async () => {
    let count = 0;
    const { desk } = setUp({ start: async () => started({ id: `p${++count}` }) });
    await desk.start();
    await desk.start();
    expect(links.map(({ pairingId, isLeft }) => [pairingId, isLeft])).toEqual([
      ['p1', true],
      ['p2', false],
    ]);
    links[0]!.onEvent({ event: 'pairing', pairing: pairingFixture({ state: 'expired', ended: 'replaced' }) });
    expect(desk.state.pairing?.id).toBe('p2');
    expect(desk.state.pairing?.state).toBe('preparing');
  });

  it('tells a confirmation that failed, and lets the person try again', async () => {
    const confirm = vi
      .fn<DeskDeps['confirm']>()
      .mockRejectedValueOnce(new ApiError('network.failed', 0))
      .mockResolvedValueOnce(pairingFixture());
    const { desk, phase } = setUp({ confirm });
    await desk.start();
    told(waiting);
    await desk.confirm();
    expect(desk.state.confirmProblem?.code).toBe('network.failed');
    expect(phase()).toBe('waiting');
    await desk.confirm();
    expect(desk.state.confirmProblem).toBeNull();
    expect(phase()).toBe('connected');
  });

  it('counts a pairing that the server does not know as ended', async () => {
    const { desk } = setUp({ end: () => Promise.reject(new ApiError('pairing.not_found', 404)) });
    await desk.start();
    await expect(desk.end()).resolves.toBeUndefined();
    const other = setUp({ end: () => Promise.reject(new ApiError('pairing.not_owner', 403)) });
    await other.desk.start();
    await expect(other.desk.end()).rejects.toThrow('pairing.not_owner');
    expect(other.phase()).toBe('code');
  });

  it.each([0, 503])('leaves a remembered pairing without a server that could end it: %i', async (status) => {
    remembered.set('s1', 'p1');
    const { desk, phase } = setUp({ end: () => Promise.reject(new ApiError('network.failed', status)) });
    expect(phase()).toBe('looking');
    await desk.end();
    expect(phase()).toBe('none');
    expect([remembered.size, links[0]!.isLeft]).toEqual([0, true]);
  });

  it('does not leave the next pairing because the one before could not be ended', async () => {
    const ending = Promise.withResolvers<void>();
    let count = 0;
    const start = async () => started({ id: `p${++count}` });
    const { desk, phase } = setUp({ end: () => ending.promise, start });
    await desk.start();
    const end = desk.end();
    desk.leave();
    await desk.start();
    ending.reject(new ApiError('network.failed', 0));
    await end;
    expect(phase()).toBe('code');
  });

  it('passes levels on', async () => {
    const { desk } = setUp();
    await desk.start();
    const levels: unknown[] = [];
    const stop = desk.onLevel((level) => levels.push(level));
    const level = (level_dbfs: number | null): PairingEvent => ({
      event: 'report',
      report: { kind: 'level', at: 1, peaks: [1], level_dbfs },
    });
    tell(level(-20));
    tell(level(null));
    stop();
    tell(level(-10));
    expect(levels).toEqual([
      { rmsDbfs: -20, peakDbfs: 0 },
      { rmsDbfs: -Infinity, peakDbfs: 0 },
    ]);
  });

  it('passes on the level of a phone that has no waveform yet', async () => {
    const { desk } = setUp();
    await desk.start();
    const levels: unknown[] = [];
    desk.onLevel((level) => levels.push(level));
    tell({ event: 'report', report: { kind: 'level', at: 0, peaks: [], level_dbfs: -20 } });
    expect(levels).toEqual([{ rmsDbfs: -20, peakDbfs: -20 }]);
  });

  it('releases its link', async () => {
    const { desk } = setUp();
    await desk.start();
    desk[Symbol.dispose]();
    expect(links[0]!.isLeft).toBe(true);
  });
});

describe('A confirmation whose answer is lost', () => {
  const lost = () => Promise.reject(new ApiError('network.failed', 0));

  it('is remembered before it is sent as one that has connected the phone, whatever is told of the code', async () => {
    const sent = Promise.withResolvers<Pairing>();
    const { desk } = setUp({ confirm: () => sent.promise });
    await desk.start();
    told(waiting);
    expect([remembered.get('s1'), long.has('p1')]).toEqual(['p1', false]);
    const confirming = desk.confirm();
    expect([remembered.get('s1'), long.has('p1')]).toEqual(['p1', true]);
    sent.reject(new ApiError('network.failed', 0));
    await confirming;
    told(waiting);
    expect([remembered.get('s1'), long.has('p1')]).toEqual(['p1', true]);
    told({});
    expect(long.has('p1')).toBe(false);
  });

  it.each<[string, ApiError, boolean]>([
    ['was lost', new ApiError('network.failed', 0), true],
    ['was lost behind a proxy', new ApiError('network.unexpected', 502), true],
    ['refused it', new ApiError('pairing.verification_wrong', 409), false],
  ])('may have connected the phone, and only then: the answer %s', async (_, error, mayBeConfirmed) => {
    const { desk } = setUp({ confirm: () => Promise.reject(error) });
    await desk.start();
    told(waiting);
    await desk.confirm();
    expect(desk.state.mayBeConfirmed).toBe(mayBeConfirmed);
  });

  it('is not taken back by a later one that was refused', async () => {
    const confirm = vi
      .fn<DeskDeps['confirm']>()
      .mockRejectedValueOnce(new ApiError('network.failed', 0))
      .mockRejectedValueOnce(new ApiError('auth.required', 401));
    const { desk } = setUp({ confirm });
    await desk.start();
    told(waiting);
    await desk.confirm();
    await desk.confirm();
    expect(desk.state.mayBeConfirmed).toBe(true);
  });

  it('leaves the pairing if a phone is connected: the desktop goes on with it', async () => {
    const endUnconnected = () => Promise.reject(new ApiError('pairing.connected', 409));
    const { desk, deps, phase } = setUp({ confirm: lost, endUnconnected });
    await desk.start();
    told(waiting);
    await desk.confirm();
    await expect(desk.abandon()).resolves.toBe('connected');
    expect(deps.end).not.toHaveBeenCalled();
    expect([phase(), remembered.get('s1'), long.has('p1')]).toEqual(['looking', 'p1', true]);
    told({});
    expect(phase()).toBe('connected');
  });

  it('leaves the pairing if nobody can tell, and shows no recorder beside a phone that may record', async () => {
    const { desk, phase } = setUp({ confirm: lost, endUnconnected: lost });
    await desk.start();
    told(waiting);
    await desk.confirm();
    await expect(desk.abandon()).resolves.toBe('unknown');
    expect([phase(), remembered.get('s1')]).toEqual(['looking', 'p1']);
    told(waiting);
    expect(phase()).toBe('waiting');
  });

  it('is waited for before the pairing is ended', async () => {
    const answered = Promise.withResolvers<Pairing>();
    const endUnconnected = vi
      .fn<DeskDeps['endUnconnected']>()
      .mockRejectedValue(new ApiError('pairing.connected', 409));
    const { desk, phase } = setUp({ confirm: () => answered.promise, endUnconnected });
    await desk.start();
    told(waiting);
    void desk.confirm();
    const leaving = desk.abandon();
    await Promise.resolve();
    expect(endUnconnected).not.toHaveBeenCalled();
    expect(phase()).toBe('looking');
    answered.resolve(pairingFixture());
    await expect(leaving).resolves.toBe('connected');
    expect(phase()).toBe('connected');
  });

  it('ends with the pairing if no phone was connected', async () => {
    const { desk, phase } = setUp({ confirm: lost });
    await desk.start();
    told(waiting);
    await desk.confirm();
    await expect(desk.abandon()).resolves.toBe('unused');
    expect([phase(), remembered.size, links.every(({ isLeft }) => isLeft)]).toEqual(['none', 0, true]);
  });
});

describe('A code that is left', () => {
  it('is ended, and its session is not used', async () => {
    const { desk, deps, phase } = setUp();
    await desk.start();
    const leaving = desk.abandon();
    expect(phase()).toBe('none');
    await expect(leaving).resolves.toBe('unused');
    expect(deps.endUnconnected).toHaveBeenCalledWith('p1');
    expect(remembered.size).toBe(0);
  });

  it('is remembered where the server cannot be reached, and its session may be used', async () => {
    const { desk, phase } = setUp({
      endUnconnected: () => Promise.reject(new ApiError('network.failed', 0)),
    });
    await desk.start();
    await expect(desk.abandon()).resolves.toBe('unknown');
    expect([phase(), remembered.get('s1')]).toEqual(['none', 'p1']);
  });

  it.each<[string, string, number]>([
    ['connected', 'pairing.connected', 409],
    ['over', 'pairing.expired', 410],
    ['unused', 'pairing.not_found', 404],
    ['unknown', 'domain.off', 404],
  ])('is %s where the server answers %s', async (left, code, status) => {
    const { desk } = setUp({ endUnconnected: () => Promise.reject(new ApiError(code, status)) });
    await desk.start();
    await expect(desk.abandon()).resolves.toBe(left);
    expect(remembered.has('s1')).toBe(left === 'connected' || left === 'unknown');
  });

  it('is the remembered one after a request for a further one that failed', async () => {
    const start = vi
      .fn<DeskDeps['start']>()
      .mockResolvedValueOnce(started())
      .mockRejectedValueOnce(new ApiError('network.failed', 0));
    const { desk, deps } = setUp({ start });
    await desk.start();
    await desk.start();
    await desk.abandon();
    expect(deps.endUnconnected).toHaveBeenCalledWith('p1');
  });

  it('does not touch what the person has begun since', async () => {
    const ending = Promise.withResolvers<void>();
    let count = 0;
    const start = async () => started({ id: `p${++count}` });
    const { desk, phase } = setUp({ start, endUnconnected: () => ending.promise });
    await desk.start();
    const leaving = desk.abandon();
    await desk.start();
    ending.reject(new ApiError('pairing.connected', 409));
    await expect(leaving).resolves.toBe('unknown');
    expect([phase(), desk.state.pairing?.id]).toEqual(['code', 'p2']);
  });

  it('opens no link after the screen is gone', async () => {
    const ending = Promise.withResolvers<void>();
    const { desk } = setUp({ endUnconnected: () => ending.promise });
    await desk.start();
    const leaving = desk.abandon();
    desk[Symbol.dispose]();
    ending.reject(new ApiError('pairing.connected', 409));
    await expect(leaving).resolves.toBe('connected');
    expect(links.map(({ isLeft }) => isLeft)).toEqual([true]);
  });
});

describe('A phone that is connected already', () => {
  const named = (extra: object) =>
    Promise.reject(
      new ApiError('pairing.connected', 409, {
        code: 'pairing.connected',
        detail: '',
        request_id: 'r',
        ...extra,
      }),
    );

  it('is shown in place of a code', async () => {
    const { desk, phase } = setUp({ start: () => named({ pairing_id: 'p7' }) });
    await desk.start();
    expect(phase()).toBe('looking');
    expect([remembered.get('s1'), long.has('p7'), desk.state.isFound]).toEqual(['p7', true, true]);
    expect(links.map(({ pairingId }) => pairingId)).toEqual(['p7']);
    told({ id: 'p7' });
    expect(phase()).toBe('connected');
  });

  it('is not followed after the screen is gone', async () => {
    const { desk } = setUp({ start: () => named({ pairing_id: 'p7' }) });
    const starting = desk.start();
    desk[Symbol.dispose]();
    await starting;
    expect(links).toEqual([]);
  });

  it('is told where the server does not name it', async () => {
    const { desk, phase } = setUp({ start: () => named({}) });
    await desk.start();
    expect([phase(), desk.state.problem?.code]).toEqual(['failed', 'pairing.connected']);
  });
});

describe('A command', () => {
  const commanded = async (send?: DeskDeps['send'], change: Partial<DeskDeps> = {}) => {
    const { desk, deps } = setUp({ ...change, ...(send ? { send } : {}) });
    await desk.start();
    told({});
    const sending = desk.command('pause');
    expect(desk.state.mirror.commands).toEqual([
      { id: 'c1', command: 'pause', outcome: 'sending', problem: null },
    ]);
    return { desk, deps, sending };
  };
  const outcome = (of: 'taken' | 'done' | 'late'): PairingEvent => ({
    event: 'command',
    id: 'c1',
    command: 'pause',
    outcome: of,
    problem: null,
  });

  it('is sent, and what becomes of it is told', async () => {
    const { desk, deps, sending } = await commanded();
    await sending;
    const given = { id: 'c1', command: 'pause', pressedAtMs: undefined };
    expect(deps.send).toHaveBeenCalledWith('p1', given, expect.any(AbortSignal));
    expect(desk.state.mirror.commands[0]?.outcome).toBe('sent');
    tell(outcome('late'));
    expect(desk.state.mirror.commands[0]?.outcome).toBe('late');
  });

  it('keeps an outcome that came before the answer to the request', async () => {
    const { desk, sending } = await commanded();
    tell(outcome('done'));
    await sending;
    expect(desk.state.mirror.commands[0]?.outcome).toBe('done');
  });

  it('says when it was pressed, by the time that the server tells in this pairing', async () => {
    const send = vi.fn<DeskDeps['send']>(async () => {});
    const { desk } = setUp({ send });
    await desk.start();
    nowMs = 1_000;
    tell({ event: 'pairing', pairing: pairingFixture(), now_ms: 501_000 });
    nowMs = 3_000;
    await desk.command('pause');
    await desk.start();
    await desk.command('pause');
    expect(send.mock.calls.map(([, { pressedAtMs }]) => pressedAtMs)).toEqual([503_000, undefined]);
  });

  it('whose call gets no answer in time may have arrived', async () => {
    const unanswered: DeskDeps['send'] = (_id, _command, signal) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(signal.reason as Error));
      });
    const { desk, sending } = await commanded(unanswered, { commandMs: 1 });
    await sending;
    expect(desk.state.mirror.commands[0]).toMatchObject({ outcome: 'unknown', problem: null });
  });

  it('that the server refused is not sent', async () => {
    const { desk, sending } = await commanded(() => Promise.reject(new ApiError('pairing.expired', 410)));
    await sending;
    expect(desk.state.mirror.commands[0]).toMatchObject({ outcome: 'failed', problem: 'pairing.expired' });
  });

  it('whose answer was lost may have arrived', async () => {
    const { desk, sending } = await commanded(() => Promise.reject(new ApiError('network.failed', 0)));
    await sending;
    expect(desk.state.mirror.commands[0]).toMatchObject({ outcome: 'unknown', problem: null });
    tell(outcome('taken'));
    expect(desk.state.mirror.commands[0]?.outcome).toBe('taken');
  });
});
