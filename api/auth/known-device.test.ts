import { randomBytes } from 'node:crypto';
import { Hono } from 'hono';
import { expect, it } from 'vitest';
import type { AppEnv } from '#api/http/app-env.ts';
import { createKnownDevices } from './known-device.ts';

const path = '/api/auth/interaction/1/login';

function setUp(key = randomBytes(32), isSecure = false) {
  const devices = createKnownDevices(key, isSecure);
  const app = new Hono<AppEnv>().get('*', (c) => {
    const device = devices.read(c);
    const known = devices.knows(device, c.req.query('account') ?? '');
    if (c.req.query('remember')) devices.remember(c, device, c.req.query('account') ?? '');
    return c.json({ known });
  });
  const ask = async (cookie: string, account: string, remember = '') => {
    const query = new URLSearchParams({ account, remember });
    const response = await app.request(`${path}?${query}`, { headers: { cookie } });
    const { known } = (await response.json()) as { known: string | null };
    return { known, line: response.headers.get('set-cookie') ?? '' };
  };
  return { ask };
}
const cookieOf = (line: string): string => line.split(';')[0] ?? '';

it('knows the accounts that it has signed in, and no other', async () => {
  const { ask } = setUp();
  const first = await ask('', 'petra', 'yes');
  const second = await ask(cookieOf(first.line), 'hans', 'yes');
  const cookie = cookieOf(second.line);
  const id = cookie.slice('wortlaut_device='.length, 'wortlaut_device='.length + 36);
  expect((await ask(cookie, 'petra')).known).toBe(id);
  expect((await ask(cookie, 'hans')).known).toBe(id);
  expect((await ask(cookie, 'anna')).known).toBeNull();
});

it('takes no mark of another server, of another device, or one that was changed', async () => {
  const { ask } = setUp();
  const cookie = cookieOf((await ask('', 'petra', 'yes')).line);
  expect((await setUp().ask(cookie, 'petra')).known).toBeNull();
  const other = cookieOf((await ask('', 'hans', 'yes')).line);
  const [, petras] = cookie.split('.');
  expect((await ask(`${other.split('.')[0]}.${petras}`, 'petra')).known).toBeNull();
  const last = cookie.endsWith('A') ? 'B' : 'A';
  expect((await ask(cookie.slice(0, -1) + last, 'petra')).known).toBeNull();
  for (const broken of ['x', '.', 'ä.ö', `${cookie}.${'x'.repeat(28)}`])
    expect((await ask(`wortlaut_device=${broken}`, 'petra')).known).toBeNull();
});

it('is out of reach of scripts, goes to the sign-in alone, and only by HTTPS where that is', async () => {
  const line = (await setUp(randomBytes(32), true).ask('', 'petra', 'yes')).line;
  for (const part of ['HttpOnly', 'SameSite=Lax', 'Secure', 'Path=/api/auth/interaction', 'Max-Age=31536000'])
    expect(line).toContain(part);
  expect(line).not.toContain('petra');
});
