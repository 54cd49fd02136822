import { describe, expect, it } from 'vitest';
import { quickWorld } from '#api/testing/test-quick.ts';

type World = Awaited<ReturnType<typeof quickWorld>>;
const from = (address: string) => ({ 'x-forwarded-for': address });

/** Tries wrong codes until one is refused. Returns the number of those that were looked for, and the wait in the refusal. */
async function guessUntilRefused({ guest }: World, addressOf: (n: number) => string) {
  for (let n = 0; n < 500; n += 1) {
    const { status, body } = await guest('/resolve', { code: 'AAAAAAAA' }, from(addressOf(n)));
    if (status === 429) return { tried: n, waitS: Number(body['retry_after_s']) };
  }
  throw new Error('No guess was refused.');
}

/** Checks that exactly the wait of a refusal has to pass. */
async function mustWait({ guest, clock }: World, code: string, address: string, waitS: number) {
  clock.advance(waitS * 1000 - 1);
  const early = await guest('/resolve', { code }, from(address));
  expect(early).toMatchObject({ status: 429, body: { retry_after_s: 1 } });
  clock.advance(1);
  expect((await guest('/resolve', { code }, from(address))).status).toBe(200);
}

describe('guesses without a sign-in', () => {
  it.each([
    ['one address', () => '203.0.113.7', '203.0.113.7'],
    [
      'one IPv6 network',
      (n: number) => `2001:db8:1:2:${(n * 4099 + 1).toString(16)}::${n + 1}`,
      '2001:db8:1:2::ffff',
    ],
  ] as const)('are counted together for %s', async (_, addressOf, next) => {
    const world = await quickWorld();
    const { code } = await world.builder().start(world.session);
    const { tried, waitS } = await guessUntilRefused(world, addressOf);
    expect(tried).toBe(10);
    // Somebody in another network is not held up.
    expect((await world.guest('/resolve', { code }, from('2001:db8:1:3::1'))).status).toBe(200);
    await mustWait(world, code, next, waitS);
  });

  it('of a host from all networks are counted together, and the wait that is told is that of the host', async () => {
    const world = await quickWorld();
    const { code } = await world.builder().start(world.session);
    const { tried, waitS } = await guessUntilRefused(world, (n) => `2001:db8:1:${n.toString(16)}::1`);
    expect(tried).toBe(300);
    await mustWait(world, code, '203.0.113.7', waitS);
  });

  it('that both rules refuse tell the longer wait', async () => {
    const world = await quickWorld();
    const { code } = await world.builder().start(world.session);
    const address = '203.0.113.7';
    // The address waits for some seconds by its own rule.
    let addressWaitS = 0;
    while (addressWaitS < 8) {
      const { waitS } = await guessUntilRefused(world, () => address);
      addressWaitS = waitS;
      if (waitS < 8) world.clock.advance(waitS * 1000);
    }
    const others = await guessUntilRefused(world, (n) => `198.51.${Math.floor(n / 250)}.${1 + (n % 250)}`);
    expect(others.waitS).toBeLessThan(addressWaitS);
    const both = await world.guest('/resolve', { code }, from(address));
    expect(both).toMatchObject({ status: 429, body: { retry_after_s: addressWaitS } });
    await mustWait(world, code, address, addressWaitS);
  });
});
