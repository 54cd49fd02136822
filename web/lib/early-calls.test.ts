import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { callEarly, fetchOrTake, forgetEarly } from './early-calls.ts';

const address = 'http://localhost/api/auth/me';
const mine = { authorization: 'Bearer mine' };
const request = (headers: Record<string, string> = mine) => new Request(address, { headers });
const send = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('fetch', send);
  send.mockReset().mockImplementation(async () => new Response('late'));
});
afterEach(() => {
  forgetEarly();
  vi.unstubAllGlobals();
});

const textOf = async (answer: Promise<Response>) => (await answer).text();

it('The first call of the page takes the early answer, the next one asks anew', async () => {
  send.mockResolvedValueOnce(new Response('early'));
  callEarly(address, mine);
  expect(await textOf(fetchOrTake(request()))).toBe('early');
  expect(send).toHaveBeenCalledOnce();
  expect(await textOf(fetchOrTake(request()))).toBe('late');
});

it('An address with an empty query is the same call', async () => {
  send.mockResolvedValueOnce(new Response('early'));
  callEarly(address, mine);
  expect(await textOf(fetchOrTake(new Request(`${address}?`, { headers: mine })))).toBe('early');
});

it('A call with another token, or after the start of the page, does not get the early answer', async () => {
  send.mockResolvedValueOnce(new Response('early'));
  callEarly(address, mine);
  expect(await textOf(fetchOrTake(request({ authorization: 'Bearer another' })))).toBe('late');
  forgetEarly();
  expect(await textOf(fetchOrTake(request()))).toBe('late');
});

it('If the early call failed, the call of the page is sent', async () => {
  send.mockRejectedValueOnce(new TypeError('offline'));
  callEarly(address, mine);
  expect(await textOf(fetchOrTake(request()))).toBe('late');
});

it('A call that is ended does not wait for the early answer', async () => {
  send.mockReturnValueOnce(new Promise(() => {}));
  callEarly(address, mine);
  const ending = new AbortController();
  const answer = fetchOrTake(request(), { signal: ending.signal });
  ending.abort(new Error('ended'));
  await expect(answer).rejects.toThrow('ended');
});
