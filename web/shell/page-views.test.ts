import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { sendPageView } from './page-views.ts';

const host = vi.hoisted(() => ({ answer: (): unknown => null }));
vi.mock('#web/lib/domain-config.ts', () => ({ domainConfig: async () => host.answer() }));

const send = vi.fn<typeof fetch>();

beforeEach(() => {
  vi.stubGlobal('location', { hostname: 'wortlaut.test' });
  vi.stubGlobal('fetch', send);
  send.mockReset().mockResolvedValue(new Response(null, { status: 204 }));
});
afterEach(() => void vi.unstubAllGlobals());

test('A view is sent without ids and without the person, and outlives the page', async () => {
  host.answer = () => ({ config: { page_views: true } });
  await sendPageView('/library/7b1f-a2');
  expect(send).toHaveBeenCalledExactlyOnceWith('/api/v1/page-views', {
    method: 'POST',
    keepalive: true,
    headers: { 'content-type': 'application/json', 'x-client-host': 'wortlaut.test' },
    body: '{"path":"/library/:id"}',
  });
});

test.each([
  ['does not want them', { config: { page_views: false } }],
  ['does not say', { config: {} }],
  ['is not known', null],
])('Nothing is sent where the host %s', async (_, answer) => {
  host.answer = () => answer;
  await sendPageView('/library');
  expect(send).not.toHaveBeenCalled();
});

test('A view that cannot be sent disturbs nobody', async () => {
  host.answer = () => ({ config: { page_views: true } });
  send.mockRejectedValue(new TypeError('no connection'));
  await expect(sendPageView('/library')).resolves.toBeUndefined();
});
