import { expect, onTestFinished, test } from 'vitest';
import type { PairingTokens } from '#api/contract/pairing.ts';
import { eventually } from '#wasm/testing/eventually.ts';
import { ApiError } from '#web/lib/api-error.ts';
import type { PhonePass } from '#web/lib/phone-pass.ts';
import { awaitPass } from './await-pass.ts';

const tokens: PairingTokens = {
  access_token: 'token',
  expires_in: 43_000,
  user_id: 'u1',
  session: { id: 's1', title: 'Gemeinderat', language: 'de' },
};
const early = new ApiError('pairing.not_connected', 409);

function world(answers: (PairingTokens | Promise<PairingTokens> | Error)[], before: Partial<PhonePass> = {}) {
  let kept: PhonePass | null = {
    pairingId: 'p1',
    claim: 'secret',
    verificationCode: '407312',
    grant: null,
    ...before,
  };
  const asked: string[] = [];
  const told: unknown[] = [];
  const following = awaitPass(
    {
      pairingId: 'p1',
      onPairing: ({ state, ended }) => told.push([state, ended]),
      onState: (state) => told.push(state),
      onEnd: () => told.push('end'),
    },
    {
      async ask(pairingId, claim) {
        asked.push(`${pairingId} ${claim}`);
        const answer = answers.shift() ?? early;
        if (answer instanceof Error) throw answer;
        return answer;
      },
      pass: { read: () => kept, write: (pass) => void (kept = pass) },
      timings: { pairingPollMs: 1 },
      now: () => 5_000,
    },
  );
  onTestFinished(() => following[Symbol.dispose]());
  return { asked, told, kept: () => kept, keep: (pass: PhonePass) => void (kept = pass), following };
}

test('It is asked for until the desktop has confirmed; the pass is stored then', async () => {
  const { asked, told, kept } = world([early, new ApiError('network.failed', 0), early, tokens]);
  await eventually(() => expect(told.at(-1)).toEqual(['connected', null]));
  expect(told).toEqual(['polling', 'lost', 'polling', ['connected', null]]);
  expect(asked).toEqual(['p1 secret', 'p1 secret', 'p1 secret', 'p1 secret']);
  expect(kept()).toEqual({
    pairingId: 'p1',
    claim: 'secret',
    verificationCode: null,
    grant: {
      token: 'token',
      expiresAtMs: 43_005_000,
      sinceMs: 5_000,
      userId: 'u1',
      session: tokens.session,
      isSent: false,
    },
  });
});

test.each(['time', 'refused', 'replaced', 'closed'] as const)(
  'A pairing that ends before that says why: %s',
  async (ended) => {
    const over = new ApiError('pairing.expired', 410, {
      detail: '',
      code: 'pairing.expired',
      request_id: 'r',
      ended,
    });
    const { told, asked } = world([over]);
    await eventually(() => expect(told).toEqual([['expired', ended]]));
    expect(asked).toHaveLength(1);
  },
);

test.each([
  ['pairing.not_found', 404],
  ['pairing.not_this_phone', 403],
  ['auth.required', 401],
] as const)('%s ends it', async (code, status) => {
  const { told, asked } = world([new ApiError(code, status)]);
  await eventually(() => expect(told).toEqual(['end']));
  expect(asked).toHaveLength(1);
});

test('Calls that are too fast, or a server that fails, do not end it', async () => {
  const { told } = world([
    new ApiError('pairing.too_many', 429),
    new ApiError('request.failed', 500),
    tokens,
  ]);
  await eventually(() => expect(told).toEqual(['lost', 'lost', ['connected', null]]));
});

test('A claim of another pairing is not used', async () => {
  const { told, asked } = world([tokens], { pairingId: 'p2' });
  await eventually(() => expect(told).toEqual(['end']));
  expect(asked).toEqual([]);
});

test('After the person has left nothing is told any more', async () => {
  const { told, asked, following } = world([]);
  await eventually(() => expect(asked.length).toBeGreaterThan(1));
  following[Symbol.dispose]();
  const [before, calls] = [told.length, asked.length];
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect([told.length, asked.length]).toEqual([before, calls]);
});

test('An answer that comes when the phone has joined another pairing does not replace that one', async () => {
  const answer = Promise.withResolvers<PairingTokens>();
  const other: PhonePass = { pairingId: 'p2', claim: 'other', verificationCode: null, grant: null };
  const { keep, kept, told, asked } = world([answer.promise]);
  await eventually(() => expect(asked).toHaveLength(1));
  keep(other);
  answer.resolve(tokens);
  await new Promise((resolve) => setTimeout(resolve, 30));
  expect(kept()).toBe(other);
  expect(told).toEqual([]);
});

test('A pass that another tab has got is taken, and the refusal of a second exchange ends nothing', async () => {
  const grant: PhonePass['grant'] = {
    token: 'token',
    expiresAtMs: 9_000,
    sinceMs: 1,
    userId: 'u1',
    session: { id: 's1', title: 'Gemeinderat', language: 'de' },
    isSent: false,
  };
  const refused = Promise.withResolvers<PairingTokens>();
  const { told, keep, kept } = world([refused.promise]);
  keep({ ...kept()!, grant });
  refused.reject(new ApiError('pairing.not_this_phone', 403));
  await eventually(() => expect(told).toEqual([['connected', null]]));
  expect(kept()?.grant).toEqual(grant);
});
