import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { passKey } from './pass-token.ts';
import { createPassStore, isAllSent, type PhonePass } from './phone-pass.ts';

const stored = new Map<string, string>();
const storage = {
  getItem: (key: string) => stored.get(key) ?? null,
  setItem: (key: string, value: string) => void stored.set(key, value),
  removeItem: (key: string) => void stored.delete(key),
};
const pass: PhonePass & { grant: object } = {
  pairingId: 'p1',
  claim: 'secret',
  verificationCode: null,
  grant: {
    token: 'token',
    expiresAtMs: 2_000,
    sinceMs: 1_000,
    userId: 'u1',
    session: { id: 's1', title: 'Gemeinderat', language: 'de' },
    isSent: false,
  },
};
const page = new EventTarget();
const open = () => createPassStore(storage);

beforeEach(() => {
  stored.clear();
  vi.stubGlobal('window', page);
});

test('A pass is there after a reload, and the same object until it changes', () => {
  open().write(pass);
  const store = open();
  expect(store.read()).toEqual(pass);
  expect(store.read()).toBe(store.read());
  expect(store.token()).toBe('token');
  store.noteSent('p1', 's1');
  expect(open().read()).toEqual({
    ...pass,
    grant: { ...pass.grant, isSent: true, sent: ['s1'], begun: [] },
  });
});

test('Everything is sent once each recorded session is, and no later part is under way', () => {
  const store = open();
  const isSent = (...recorded: string[]) => {
    const grant = open().read()?.grant;
    return grant ? isAllSent(grant, recorded) : null;
  };
  store.write(pass);
  expect(isSent('s1')).toBe(false);
  store.noteBegun('p1', 'key');
  store.noteSent('p1', 's1');
  expect(isSent('s1')).toBe(false);
  store.noteCreated('p1', 'key', 's2');
  expect(isSent('s1')).toBe(false);
  store.noteSent('p1', 's2');
  expect([isSent('s1', 's2'), isSent('s1', 's2', 's3')]).toEqual([true, false]);
  // The answer to the creation was lost, and it is repeated.
  store.noteBegun('p1', 'key');
  store.noteCreated('p1', 'key', 's2');
  expect(isSent('s1', 's2')).toBe(true);
  store.noteBegun('p2', 's4');
  store.noteSent('p2', 's4');
  expect(isSent('s1', 's2', 's4')).toBe(false);
});

test('A pass of an earlier version of the page, which did not store the sessions, stays as it was', () => {
  const store = open();
  store.write({ ...pass, grant: { ...pass.grant, isSent: true } });
  const grant = open().read()?.grant;
  expect(grant && isAllSent(grant, ['s1'])).toBe(true);
  stored.set(passKey, JSON.stringify({ ...pass, grant: { ...pass.grant, sent: 's1' } }));
  expect(open().read()?.grant).toBeNull();
});

test('Before the confirmation there is a claim and no token', () => {
  const store = open();
  const waiting = { ...pass, verificationCode: '407312', grant: null };
  store.write(waiting);
  expect(open().read()).toEqual(waiting);
  expect(store.token()).toBeNull();
});

test('A refused token takes the claim and the title along, and leaves whose recordings they are', () => {
  const store = open();
  store.write(pass);
  store.end('another token');
  expect(store.token()).toBe('token');
  store.end('token');
  expect(store.read()).toEqual({
    ...pass,
    claim: null,
    grant: {
      ...pass.grant,
      token: null,
      isFinished: false,
      session: { id: 's1', title: '', language: 'de' },
    },
  });
  expect(stored.get(passKey)).not.toMatch(/token"\s*:\s*"|secret|Gemeinderat/);
});

test('After the server has said that it has everything, the token stays for the repeated completion, and goes if that is refused', () => {
  const store = open();
  store.write(pass);
  store.finish('token');
  const rest = { ...pass.grant, session: { id: 's1', title: '', language: 'de' } };
  expect(store.read()).toEqual({ ...pass, claim: null, grant: { ...rest, isFinished: true } });
  expect(store.token()).toBe('token');
  let told = 0;
  onTestFinished(store.subscribe(() => (told += 1)));
  store.finish('token');
  expect(told).toBe(0);
  store.end('token');
  expect(store.read()).toEqual({ ...pass, claim: null, grant: { ...rest, token: null, isFinished: false } });
});

test('The end of the pairing takes the claim and the title, and the rest can be sent', () => {
  const store = open();
  store.write(pass);
  store.endClaim('p2');
  expect(store.read()?.claim).toBe('secret');
  store.endClaim('p1');
  const grant = pass.grant && { ...pass.grant, session: { ...pass.grant.session, title: '' } };
  expect(store.read()).toEqual({ ...pass, claim: null, grant });
});

test('Changes are told, also those of another tab; nothing stays after a sign-out', () => {
  const store = open();
  let told = 0;
  const stop = store.subscribe(() => (told += 1));
  store.write(pass);
  expect(told).toBe(1);
  const tell = (key: string | null) => page.dispatchEvent(Object.assign(new Event('storage'), { key }));
  tell('another');
  expect(told).toBe(1);
  tell(passKey);
  tell(null);
  expect(told).toBe(3);
  store.forget();
  expect(told).toBe(4);
  expect(stored.size).toBe(0);
  stop();
  store.write(pass);
  tell(passKey);
  expect(told).toBe(4);
});

test.each([
  ['no JSON', '{'],
  ['no pairing', '{"claim":"c"}'],
  ['a list', '[]'],
  ['nothing', 'null'],
])('%s is no pass', (_name, text) => {
  stored.set(passKey, text);
  expect(open().read()).toBeNull();
});

test('A grant of another shape counts as none', () => {
  stored.set(passKey, JSON.stringify({ ...pass, grant: { ...pass.grant, userId: 7 } }));
  expect(open().read()).toEqual({ ...pass, grant: null });
});
