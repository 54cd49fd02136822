import { expect, test } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import type { PairingEnd } from '#api/contract/pairing.ts';
import type { AskedJoin } from './asked-join.ts';
import { createJoin, type FollowInput, type KeptJoin } from './join.state.ts';
import { endClaim, forgetClaim, keepClaim, keptClaim, type KeptClaim } from './kept-claim.ts';
import { waitingPairing } from './phone-fixture.ts';

const title = waitingPairing().session_title;
const claimOf = (change: Partial<KeptClaim> = {}): KeptClaim => ({
  personId: 'u1',
  pairingId: 'p1',
  sessionId: 's1',
  title,
  claim: 'secret',
  ...change,
});

const keptOf = (change: Partial<KeptJoin> = {}): KeptJoin => ({
  pairingId: 'p1',
  title,
  verificationCode: null,
  isConnected: false,
  ...change,
});

/** A way of following a pairing whose news the test makes. */
function createFakeFollow() {
  const opened: FollowInput[] = [];
  let closed = 0;
  return {
    opened,
    isOpen: () => opened.length > closed,
    last: () => opened.at(-1) as FollowInput,
    open(input: FollowInput): Disposable {
      opened.push(input);
      return { [Symbol.dispose]: () => void (closed += 1) };
    },
  };
}

type Before = { goesOn?: boolean; asked?: AskedJoin | null };

/** `known`: the title that the server tells. */
function world(
  before: KeptJoin | null = null,
  known: string | null = title,
  { goesOn = true, asked = null }: Before = {},
) {
  let kept = before;
  let waiting = asked;
  let unsentOf: string | null = null;
  const claims: string[] = [];
  const calls: string[] = [];
  const failures: Error[] = [];
  const link = createFakeFollow();
  const call = async <T>(name: string, answer: T): Promise<T> => {
    calls.push(name);
    const failure = failures.shift();
    if (failure) throw failure;
    return answer;
  };
  const open = () =>
    createJoin({
      resolve: (code) => call(`resolve ${code}`, { id: 'p1', session_title: known }),
      activate(id, code, claim) {
        claims.push(claim);
        // The secret is stored before the call.
        expect(waiting).toMatchObject({ pairingId: id, code, claim });
        return call(`activate ${id} ${code}`, { ...waitingPairing(), session_title: known, claim });
      },
      asked: {
        read: () => waiting,
        keep: (next) => void (waiting = next),
        forget: () => void (waiting = null),
      },
      goesOn,
      unsent: async () => unsentOf,
      end: (id) => call(`end ${id}`, undefined),
      follow: link.open,
      kept: () => kept,
      keep: ({ id, session_title }) => void (kept = keptOf({ pairingId: id, title: session_title })),
      forget: () => void (kept = null),
      onFailure: () => {},
    });
  return {
    join: open(),
    calls,
    claims,
    failures,
    link,
    kept: () => kept,
    asked: () => waiting,
    leaveUnsent: (pairingId: string | null) => void (unsentOf = pairingId),
  };
}

const moment = () => new Promise((resolve) => setTimeout(resolve));

test('A code leads to the question, the question to the comparison, and the confirmation to the recorder', async () => {
  const { join, calls, link, kept } = world();
  await join.resolve('ABCD2345');
  expect(join.state).toMatchObject({ step: 'question', title, failure: null, isBusy: false });
  expect(link.opened).toHaveLength(0);
  await join.activate();
  expect(calls).toEqual(['resolve ABCD2345', 'activate p1 ABCD2345']);
  expect(join.state).toMatchObject({ step: 'compare', verificationCode: '407312' });
  expect(kept()).toEqual(keptOf());
  expect(link.last()).toMatchObject({ pairingId: 'p1' });
  link.last().onPairing(waitingPairing());
  expect(join.state.step).toBe('compare');
  link.last().onPairing(waitingPairing({ state: 'connected', verification_code: null }));
  expect(join.state).toMatchObject({ step: 'connected', pairingId: 'p1' });
  expect(kept()).toEqual(keptOf());
  await moment();
  expect(link.isOpen()).toBe(false);
});

test('A failure says which call it was, and the next try may succeed', async () => {
  const { join, failures } = world();
  failures.push(new ApiError('pairing.code_wrong', 404));
  await join.resolve('ABCD2345');
  expect(join.state).toMatchObject({
    step: 'code',
    failure: { of: 'resolve', problem: { code: 'pairing.code_wrong' } },
  });
  await join.resolve('ABCD2346');
  failures.push(new ApiError('network.failed', 0));
  await join.activate();
  expect(join.state).toMatchObject({ step: 'question', failure: { of: 'activate' } });
  await join.activate();
  expect(join.state).toMatchObject({ step: 'compare', failure: null });
});

test.each(['resolve', 'activate'] as const)(
  'If %s needs a sign-in, what was asked for is forgotten; a refusal of a proxy may pass',
  async (of) => {
    const { join, failures, asked } = world();
    const repeat = () => (of === 'resolve' ? join.resolve('ABCD2346') : join.activate());
    await join.resolve('ABCD2345');
    failures.push(new ApiError('network.failed', 0));
    await join.activate();
    failures.push(new ApiError('network.unexpected', 401));
    await repeat();
    expect(asked()).toMatchObject({ code: 'ABCD2345' });
    failures.push(new ApiError('auth.required', 401));
    await repeat();
    expect(join.state.failure).toMatchObject({ of, problem: { code: 'auth.required' } });
    expect(asked()).toBeNull();
  },
);

test('After a lost answer the same call is repeated with the same secret, and with another one for another code', async () => {
  const { join, failures, claims, asked } = world();
  await join.resolve('ABCD2345');
  failures.push(new ApiError('network.failed', 0), new ApiError('network.timeout', 0));
  await join.activate();
  await join.activate();
  expect(asked()).toMatchObject({ pairingId: 'p1', code: 'ABCD2345', title });
  await join.activate();
  expect(join.state.step).toBe('compare');
  expect(claims[0]).toMatch(/^[\w-]{43}$/);
  expect(new Set(claims).size).toBe(1);
  expect(asked()).toBeNull();
  join.restart();
  await join.resolve('ABCD2346');
  await join.activate();
  expect(new Set(claims).size).toBe(2);
});

test('A refusal is an answer: nothing of it is repeated', async () => {
  const { join, failures, claims, asked } = world();
  await join.resolve('ABCD2345');
  failures.push(new ApiError('pairing.code_wrong', 404));
  await join.activate();
  expect(asked()).toBeNull();
  await join.activate();
  expect(new Set(claims).size).toBe(2);
});

test('A reload before the answer repeats the call by itself; a new code, or a cancel, does not', async () => {
  const asked = { pairingId: 'p1', code: 'ABCD2345', claim: 'own', title };
  const { join, claims, calls, kept } = world(keptOf({ pairingId: 'p0', isConnected: true }), title, {
    asked,
  });
  expect(join.state).toMatchObject({ step: 'question', title });
  await moment();
  expect(join.state).toMatchObject({ step: 'compare', verificationCode: '407312' });
  expect([claims, calls]).toEqual([['own'], ['activate p1 ABCD2345']]);
  expect(kept()).toEqual(keptOf());
  const other = world(null, title, { asked, goesOn: false });
  expect(other.join.state.step).toBe('code');
  other.join.restart();
  expect(other.asked()).toBeNull();
});

test('While something of an earlier pairing is unsent, the phone says so first, and joins after another press', async () => {
  const { join, calls, leaveUnsent } = world();
  await join.resolve('ABCD2345');
  leaveUnsent('p0');
  await join.activate();
  expect(join.state).toMatchObject({ step: 'question', unsentOf: 'p0', failure: null, isBusy: false });
  expect(calls).toEqual(['resolve ABCD2345']);
  await join.activate();
  expect(join.state.step).toBe('compare');
});

test.each<PairingEnd>(['time', 'refused', 'replaced', 'closed'])(
  'If the pairing ends before the confirmation (%s), the phone says so, forgets its secret, and can begin again',
  async (ended) => {
    const { join, link, kept } = world();
    await join.resolve('ABCD2345');
    await join.activate();
    link.last().onPairing(waitingPairing({ state: 'expired', ended }));
    expect(join.state).toMatchObject({ step: 'over', ended });
    expect(kept()).toBeNull();
    join.restart();
    expect(join.state.step).toBe('code');
  },
);

test('If the server does not know the pairing any more, it is over too', async () => {
  const { join, link, kept } = world();
  await join.resolve('ABCD2345');
  await join.activate();
  link.last().onEnd();
  expect(join.state).toMatchObject({ step: 'over', ended: 'gone' });
  expect(kept()).toBeNull();
});

test('After a reload the comparison goes on', () => {
  const { join, link } = world(keptOf());
  expect(join.state).toMatchObject({ step: 'compare', title, verificationCode: null });
  link.last().onPairing(waitingPairing());
  expect(join.state.verificationCode).toBe('407312');
});

test('A pairing of an earlier visit that is over meanwhile leads to the code', () => {
  const { join, link, kept } = world(keptOf());
  link.last().onPairing(waitingPairing({ state: 'expired', ended: 'finished' }));
  expect(join.state).toMatchObject({ step: 'code', ended: null });
  expect(kept()).toBeNull();
});

test('Without a sign-in the session has no title; a reload keeps the number, and after the confirmation leads to the recorder', async () => {
  const { join } = world(null, null);
  await join.resolve('ABCD2345');
  expect(join.state).toMatchObject({ step: 'question', title: null });
  await join.activate();
  expect(join.state).toMatchObject({ step: 'compare', title: null, verificationCode: '407312' });
  const waiting = world(keptOf({ title: null, verificationCode: '407312' }));
  expect(waiting.join.state).toMatchObject({ step: 'compare', verificationCode: '407312' });
  const connected = world(keptOf({ title: null, isConnected: true }));
  expect(connected.join.state).toMatchObject({ step: 'connected', pairingId: 'p1' });
  expect(connected.link.opened).toHaveLength(0);
});

test('Cancelled at the comparison, the pairing is ended on the server; at the question nothing is', async () => {
  const { join, calls, kept } = world();
  await join.resolve('ABCD2345');
  join.restart();
  expect(join.state.step).toBe('code');
  await join.resolve('ABCD2345');
  await join.activate();
  join.restart();
  expect(calls.filter((call) => call.startsWith('end'))).toEqual(['end p1']);
  expect(kept()).toBeNull();
});

test('If the person leaves during the activation, the secret is kept all the same', async () => {
  const { join, kept, link } = world();
  await join.resolve('ABCD2345');
  const activated = join.activate();
  join[Symbol.dispose]();
  await activated;
  expect(kept()).toEqual(keptOf());
  expect(link.opened).toHaveLength(0);
});

test('A secret is kept for one person, and is gone, with the title, after the pairing has ended', () => {
  keepClaim(claimOf());
  expect(keptClaim('u1')).toEqual(claimOf());
  expect(keptClaim('u1', 'p1')).toEqual(claimOf());
  expect(keptClaim('u2')).toBeNull();
  expect(keptClaim('u1', 'p2')).toBeNull();
  endClaim('u1', 'p2');
  expect(keptClaim('u1')?.claim).toBe('secret');
  endClaim('u1', 'p1');
  expect(keptClaim('u1')).toEqual(claimOf({ claim: null, title: '' }));
  forgetClaim('u2', 'p1');
  expect(keptClaim('u1')).not.toBeNull();
  forgetClaim('u1', 'p1');
  expect(keptClaim('u1')).toBeNull();
});
