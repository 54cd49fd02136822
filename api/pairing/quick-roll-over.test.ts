import { describe, expect, it } from 'vitest';
import { pairingMs } from '#api/contract/pairing.ts';
import { hourMs, minuteMs } from '#api/contract/time.ts';
import { newId } from '#api/lib/id.ts';
import { stateReport } from '#api/testing/state-report.ts';
import { quickWorld } from '#api/testing/test-quick.ts';

describe('a phone without a sign-in at the roll-over', () => {
  /** A phone that records into the first session. */
  async function recording() {
    const world = await quickWorld();
    const made = await world.pair();
    const phone = world.callsOf(made);
    expect((await phone.report(stateReport(world.session))).answer).toBe('204');
    return { ...world, id: made.id, phone, sound: await phone.sound(200) };
  }

  /** A phone that recorded into the first session, whose audio is whole, and has made the second. */
  async function rolledOver() {
    const world = await recording();
    const { phone } = world;
    const sounds = [world.sound, await phone.sound(300)] as const;
    await phone.upload(world.session, sounds[0]);
    const second = String((await phone.next(newId())).body['id']);
    expect((await phone.complete(world.session, sounds[0])).answer).toBe('200');
    return { ...world, second, sounds };
  }

  it.each<[string, (world: Awaited<ReturnType<typeof rolledOver>>) => unknown]>([
    ['is silent for an hour', ({ pass }) => pass(hourMs)],
    ['is silent while the server restarts', ({ restart }) => restart()],
  ])('sends the second recording although it %s', async (_what, happen) => {
    const world = await rolledOver();
    const { id, phone, second, sounds, state } = world;
    happen(world);
    // The desktop looks at the pairing meanwhile.
    expect(await state(id)).toEqual(['connected', null]);
    await phone.upload(second, sounds[1]);
    expect((await phone.report(stateReport(second, 'unsent'))).answer).toBe('204');
    expect((await phone.complete(second, sounds[1])).answer).toBe('200');
    expect(await state(id)).toEqual(['expired', 'finished']);
  });

  it('holds its pairing until that expires, and no longer', async () => {
    const { id, phone, second, sounds, state, pass } = await rolledOver();
    pass(pairingMs - 1);
    expect(await state(id)).toEqual(['connected', null]);
    pass(1);
    expect(await state(id)).toEqual(['expired', 'time']);
    expect(await phone.complete(second, sounds[1])).toMatchObject({
      answer: '401 auth.token_expired',
      body: { ended: 'time' },
    });
  });

  it('holds it no longer where the second session is deleted', async () => {
    const { id, second, send, state, pass } = await rolledOver();
    pass(minuteMs);
    expect(await state(id)).toEqual(['connected', null]);
    expect((await send('DELETE', `/api/v1/sessions/${second}`)).status).toBe(204);
    expect(await state(id)).toEqual(['expired', 'finished']);
  });

  it('tells the desktop that the phone is away meanwhile', async () => {
    const { id, poll, pass, session } = await rolledOver();
    pass(hourMs);
    const { events } = await poll(id, 'desktop');
    const told = events.find((event) => event.event === 'presence' && event.side === 'phone');
    expect(told).toMatchObject({ is_there: false });
    expect(Number((told as { away_ms: number }).away_ms)).toBeGreaterThanOrEqual(hourMs);
    expect(events).toContainEqual({ event: 'report', report: stateReport(session) });
  });

  it('that had no network for minutes completes the first recording before it makes the second session', async () => {
    const { id, phone, session, sound, state, pass } = await recording();
    pass(5 * minuteMs);
    await phone.upload(session, sound);
    expect((await phone.complete(session, sound)).answer).toBe('200');
    expect(await state(id)).toEqual(['connected', null]);
    expect((await phone.next(newId())).answer).toBe('201');
    pass(5 * minuteMs);
    expect(await state(id)).toEqual(['connected', null]);
  });

  it('that has completed its recording and is not heard any more ends its pairing after a minute', async () => {
    const { id, phone, session, sound, state, pass } = await recording();
    await phone.upload(session, sound);
    await phone.complete(session, sound);
    pass(minuteMs - 1);
    expect(await state(id)).toEqual(['connected', null]);
    pass(1);
    expect(await state(id)).toEqual(['expired', 'finished']);
  });
});
