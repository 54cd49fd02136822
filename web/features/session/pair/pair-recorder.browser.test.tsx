import { afterEach, beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import type { PairingCommand, PairingEvent, PairingReport } from '#api/contract/pairing.ts';
import { keepClaim, keptClaim } from '#web/features/pairing/phone/kept-claim.ts';
import { endPhonePairing } from '#web/features/pairing/phone/current-phone.ts';
import { pairingFixture } from '#web/features/pairing/link/pairing-fixture.ts';
import {
  activeRecording,
  closeRecording,
  discardRecording,
  endRecovery,
} from '#web/features/recording/index.ts';
import { userState } from '#web/features/user/index.ts';
import { de } from '#web/i18n/de/index.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { tabLocks } from '#web/lib/tab-locks.ts';
import { setTimings } from '#web/lib/time.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { sessionFixture } from '#web/testing/session-fixture.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { eventually } from '#wasm/testing/eventually.ts';
import { PairRecorderScreen } from './pair-recorder-screen.tsx';

/** Real workers and the microphone of the browser; the server is a double that no bytes reach. */
const screen = createTestScreen();
const api = createTestApi();
const words = de.pairingPhone;
const before = de.recording.before;

let personId = '';
let streams: ReadableStreamDefaultController<Uint8Array>[] = [];
let taken: 'go' | 'late' = 'go';
let commands = 0;

function tell(event: PairingEvent): void {
  const line = new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`);
  for (const stream of streams) stream.enqueue(line);
}
function command(name: PairingCommand): string {
  const id = crypto.randomUUID();
  commands += 1;
  api.on(`POST /api/v1/pairings/p1/commands/${id}/take`, () => ({ answer: taken }));
  tell({ event: 'command', id, command: name, outcome: 'sent', problem: null });
  return id;
}

beforeEach(async () => {
  await page.viewport(360, 740);
  streams = [];
  taken = 'go';
  personId = crypto.randomUUID();
  userState.user = { id: personId, sub: 'sub', quota: null } as NonNullable<typeof userState.user>;
  localStorage.setItem('access_token', 'token');
  api.on('GET /api/v1/sessions/s1', () => sessionFixture());
  api.on('PATCH /api/v1/sessions/s1', () => ({ id: 's1', notes: { text: '', rev: 1 } }));
  api.on('POST /api/v1/pairings/p1/events', () => new Response(null, { status: 204 }));
  api.on('GET /api/v1/pairings/p1/events', () => {
    let own: ReadableStreamDefaultController<Uint8Array> | null = null;
    const body = new ReadableStream<Uint8Array>({
      start(stream) {
        own = stream;
        streams.push(stream);
        tell({ event: 'pairing', pairing: pairingFixture() });
        tell({ event: 'presence', side: 'desktop', is_there: true, away_ms: 0 });
      },
      cancel() {
        streams = streams.filter((stream) => stream !== own);
      },
    });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
});
afterEach(async () => {
  await discardRecording();
  closeRecording();
  screen.clear();
  endPhonePairing();
  userState.user = null;
  localStore.clear();
  localStorage.clear();
  queryClient.clear();
});

function show(claim: string | null = 'secret', owner = personId, sessionId = 's1') {
  keepClaim({ personId: owner, pairingId: 'p1', sessionId, title: sessionFixture().title, claim });
  const fixture = createRoutedScreen('/pair/$pairingId', PairRecorderScreen, {
    '/pair': () => <h1>Der Code</h1>,
  });
  screen.show(fixture.element);
  return { ...fixture, open: () => fixture.go('/pair/p1') };
}

const button = (name: string) => page.getByRole('button', { name, exact: true });
const stage = () => activeRecording.current?.state.stage;
const reports = (): PairingReport[] =>
  api.calls
    .filter(({ call }) => call === 'POST /api/v1/pairings/p1/events')
    .flatMap(({ body }) => (body as { claim: string; reports: PairingReport[] }).reports);
const told = <K extends PairingReport['kind']>(kind: K) =>
  reports().filter((report): report is Extract<PairingReport, { kind: K }> => report.kind === kind);
const linked = () => eventually(() => expect(streams.length).toBeGreaterThan(0));

/** Opens the recorder and the microphone, with a press as a person does it. */
async function ready() {
  const fixture = show();
  await fixture.open();
  await linked();
  await button(before.switchOn).click();
  await eventually(() => expect(stage()).toBe('ready'));
  return fixture;
}

/** Ends the page as a crash does, without finishing the recording. */
function crash(): void {
  activeRecording.current?.[Symbol.dispose]();
  Object.assign(activeRecording, { current: null });
  screen.clear();
  endPhonePairing();
  endRecovery();
}

/** Fails if something is wider than a phone, upright or lying, or if axe finds a fault. */
async function expectSound(): Promise<void> {
  for (const [width, height] of [
    [320, 640],
    [430, 900],
    [740, 360],
  ] as const) {
    await page.viewport(width, height);
    await eventually(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width));
  }
  expect(await accessibilityFaults(screen.host, { without: ['heading-order'] })).toEqual([]);
}

test('The desktop starts, pauses, marks and goes on; the phone tells what it does', async () => {
  await ready();
  await expect.element(page.getByText(words.recorder.link.there)).toBeVisible();
  await expectSound();
  await eventually(() => expect(told('state').at(-1)).toMatchObject({ stage: 'ready', session_id: 's1' }));
  const start = command('start');
  await eventually(() => expect(stage()).toBe('recording'));
  await eventually(() =>
    expect(told('done')).toContainEqual({ kind: 'done', command_id: start, problem: null }),
  );
  await eventually(() =>
    expect(told('level').some(({ peaks }) => peaks.some((peak) => peak > 0))).toBe(true),
  );
  await expectSound();
  command('mark');
  await eventually(() => expect(told('marker').map(({ marker }) => marker.kind)).toEqual(['user']));
  command('pause');
  await eventually(() => expect(stage()).toBe('paused'));
  command('resume');
  await eventually(() => expect(stage()).toBe('recording'));
  await eventually(() => expect(told('state').at(-1)?.stage).toBe('recording'));
  expect(api.calls.find(({ call }) => call.startsWith('POST /api/v1/pairings'))?.body).toMatchObject({
    claim: 'secret',
  });
});

test.each([
  [320, 568],
  [390, 844],
  [844, 390],
  [1000, 900],
])(
  'The line of the connection has its place from the start: on %i × %i px no button below it moves',
  async (width, height) => {
    await page.viewport(width, height);
    const opened = Promise.withResolvers<void>();
    const { hold } = tabLocks;
    vi.spyOn(tabLocks, 'hold').mockImplementation(async (name, options) => {
      if (name === 'pairing-p1') await opened.promise;
      return hold(name, options);
    });
    onTestFinished(() => void vi.restoreAllMocks());
    const { open } = show();
    await open();
    const top = () => button(before.switchOn).element().getBoundingClientRect().top;
    await expect.element(button(before.switchOn)).toBeVisible();
    await expect.element(page.getByText(words.recorder.link.connecting)).toBeVisible();
    const first = top();
    expect(streams).toEqual([]);
    opened.resolve();
    await expect.element(page.getByText(words.recorder.link.there)).toBeVisible();
    expect(top()).toBe(first);
    tell({ event: 'presence', side: 'desktop', is_there: false, away_ms: 0 });
    await expect.element(page.getByText(words.recorder.link.away)).toBeVisible();
    expect(top()).toBe(first);
  },
);

test('Without a microphone a start is refused, told on both sides, and the press on the phone makes it possible', async () => {
  const { open } = show();
  await open();
  await linked();
  await expect.element(button(before.switchOn)).toBeVisible();
  const id = command('start');
  await expect.element(page.getByText(de.error.pairing.microphone_needed)).toBeVisible();
  await eventually(() =>
    expect(told('done')).toContainEqual({
      kind: 'done',
      command_id: id,
      problem: 'pairing.microphone_needed',
    }),
  );
  expect(stage()).toBe('idle');
  await button(words.recorder.dismiss).click();
  await expect.element(page.getByText(de.error.pairing.microphone_needed)).not.toBeInTheDocument();
});

test('While it waits for the start, the screen of the phone stays on', async () => {
  let held = 0;
  vi.spyOn(navigator.wakeLock, 'request').mockImplementation(async () => {
    held += 1;
    return { released: false, release: async () => void (held -= 1) } as unknown as WakeLockSentinel;
  });
  onTestFinished(() => void vi.restoreAllMocks());
  await ready();
  await eventually(() => expect(held).toBe(1));
  screen.clear();
  await eventually(() => expect(held).toBe(0));
});

test('A pairing that another tab has says so, and is taken over from it', async () => {
  const lock = await tabLocks.hold('pairing-p1', { isPatient: true });
  const { open } = show();
  await open();
  await expect.element(page.getByText(words.recorder.elsewhere.title)).toBeVisible();
  await expect.element(button(before.switchOn)).not.toBeInTheDocument();
  expect(streams).toEqual([]);
  lock?.[Symbol.dispose]();
  await linked();
  await expect.element(page.getByText(words.recorder.elsewhere.title)).not.toBeInTheDocument();
  await expect.element(button(before.switchOn)).toBeVisible();
});

test('A command that came too late is not carried out, and the phone says so', async () => {
  await ready();
  taken = 'late';
  command('start');
  await expect
    .element(page.getByText(words.recorder.late.replace('{{command}}', de.pairing.command.start)))
    .toBeVisible();
  expect(stage()).toBe('ready');
});

test('When the desktop is away and when the pairing ends, the recording goes on and the phone says what is so', async () => {
  await ready();
  command('start');
  await eventually(() => expect(stage()).toBe('recording'));
  tell({ event: 'presence', side: 'desktop', is_there: false, away_ms: 0 });
  await expect.element(page.getByText(words.recorder.link.away)).toBeVisible();
  tell({ event: 'pairing', pairing: pairingFixture({ state: 'expired', ended: 'closed' }) });
  await expect.element(page.getByText(words.recorder.ended.title)).toBeVisible();
  await expect.element(page.getByText(words.recorder.ended.live)).toBeVisible();
  expect(stage()).toBe('recording');
  expect(keptClaim(personId, 'p1')).toMatchObject({ claim: null, title: '' });
  await expectSound();
});

test('A pairing that nobody has confirmed leads back to the comparison', async () => {
  const { open, pathname } = show();
  await open();
  await linked();
  tell({
    event: 'pairing',
    pairing: pairingFixture({ state: 'waiting', verification_code: '407312' }),
  });
  await eventually(() => expect(pathname()).toBe('/pair'));
});

test('After the end the session can still be recorded here; if it has a recording, the way to it is shown', async () => {
  const { open } = show(null);
  await open();
  await expect.element(page.getByText(words.recorder.ended.title)).toBeVisible();
  await expect.element(button(before.switchOn)).toBeVisible();
  expect(streams).toEqual([]);
  screen.clear();
  queryClient.clear();
  api.on('GET /api/v1/sessions/s1', () => sessionFixture({ status: 'transcribing' }));
  await show(null).open();
  await expect.element(page.getByText(words.after.sent)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: words.after.session }))
    .toHaveAttribute('href', '/library/s1');
});

test('A recording that a closed page has left is offered first, and goes on with the pairing', async () => {
  onTestFinished(setTimings({ lookForKeptMs: 200 }));
  await ready();
  command('start');
  await eventually(() => expect(activeRecording.current?.state.storedS).toBeGreaterThan(1));
  crash();
  const before = told('state').length;
  await show().open();
  await expect.element(button(de.recording.kept.goOn)).toBeVisible();
  // The desktop is told that it waits here, and not that the microphone is off.
  await eventually(() => expect(told('state').length).toBeGreaterThan(before));
  expect(told('state').slice(before)).toMatchObject([{ stage: 'paused', warnings: ['capture.crashed'] }]);
  await button(de.recording.kept.goOn).click();
  await eventually(() => expect(stage()).toBe('ready'));
  command('start');
  await eventually(() => expect(stage()).toBe('recording'));
  await eventually(() => expect(told('state').slice(before).at(-1)?.stage).toBe('recording'));
  expect(activeRecording.current?.state.positionS).toBeGreaterThan(1);
  await eventually(() =>
    expect(told('marker').map(({ marker }) => marker.code)).toContain('capture.crashed'),
  );
});

test('A later part that a closed page has left is told with its own session', async () => {
  onTestFinished(setTimings({ lookForKeptMs: 200 }));
  await ready();
  command('start');
  await eventually(() => expect(activeRecording.current?.state.storedS).toBeGreaterThan(1));
  crash();
  const before = told('state').length;
  // The pairing began with another session. This phone has noted that it recorded `s1` for it.
  api.on('GET /api/v1/sessions/s0', () => sessionFixture());
  await show('secret', personId, 's0').open();
  await expect.element(button(de.recording.kept.goOn)).toBeVisible();
  await eventually(() => expect(told('state').length).toBeGreaterThan(before));
  expect(told('state').slice(before)).toMatchObject([
    { stage: 'paused', session_id: 's1', warnings: ['capture.crashed'] },
  ]);
});

test('While the phone shows another screen, the desktop goes on seeing the recording', async () => {
  const { go } = await ready();
  command('start');
  await eventually(() => expect(stage()).toBe('recording'));
  await go('/library');
  await expect.element(page.getByRole('heading', { name: 'Die Bibliothek' })).toBeVisible();
  command('pause');
  await eventually(() => expect(stage()).toBe('paused'));
  await eventually(() => expect(told('state').at(-1)?.stage).toBe('paused'));
  await go('/pair/p1');
  await expect.element(page.getByText(words.recorder.link.there)).toBeVisible();
  expect(streams).toHaveLength(1);
});

test('A pairing that this person has not joined here leads to the code', async () => {
  const { open } = show('secret', 'other');
  await open();
  await expect.element(page.getByText(words.unknown.title)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: words.unknown.action }))
    .toHaveAttribute('href', '/pair');
  expect(await accessibilityFaults(screen.host)).toEqual([]);
});

/** Opens the recorder of a phone that was let in without a sign-in. */
async function showGuest(token: string | null = 'phone-token', claim: string | null = 'secret') {
  userState.user = null;
  localStorage.removeItem('access_token');
  if (!phonePass.read())
    phonePass.write({
      pairingId: 'p1',
      claim,
      verificationCode: null,
      grant: {
        token,
        expiresAtMs: Date.now() + 60_000,
        sinceMs: Date.now(),
        userId: personId,
        session: { id: 's1', title: 'Gemeinderat', language: 'de' },
        isSent: false,
      },
    });
  const fixture = createRoutedScreen('/pair/$pairingId', PairRecorderScreen, {
    '/pair': () => <h1>Der Code</h1>,
  });
  screen.show(fixture.element);
  await fixture.go('/pair/p1');
  return fixture;
}
const callsBeside = (pattern: RegExp) =>
  api.calls.map(({ call }) => call).filter((call) => !pattern.test(call));

test('A phone without a sign-in records as one with it, with its own token, and asks for nothing else', async () => {
  await showGuest();
  await linked();
  await expect.element(page.getByRole('heading', { name: 'Gemeinderat' })).toBeVisible();
  await button(before.switchOn).click();
  await eventually(() => expect(stage()).toBe('ready'));
  await expectSound();
  const id = command('start');
  await eventually(() => expect(stage()).toBe('recording'));
  await eventually(() =>
    expect(told('done')).toContainEqual({ kind: 'done', command_id: id, problem: null }),
  );
  await eventually(() => expect(activeRecording.current?.state.storedS).toBeGreaterThan(1));
  const allowed =
    /^(?:(?:GET|POST) \/api\/v1\/(?:pairings\/p1\/|uploads)|GET \/api\/v1\/(?:domain-config|models)$)/;
  expect(callsBeside(allowed)).toEqual([]);
  const tokens = api.calls
    .filter(({ call }) => call.includes('/pairings/'))
    .map(({ headers }) => headers.get('authorization'));
  expect(new Set(tokens)).toEqual(new Set(['Bearer phone-token']));
});

test('If the pairing of such a phone is closed, it goes on recording, and says what to do for the rest', async () => {
  await showGuest();
  await linked();
  await button(before.switchOn).click();
  await eventually(() => expect(stage()).toBe('ready'));
  command('start');
  await eventually(() => expect(activeRecording.current?.state.storedS).toBeGreaterThan(1));
  api.on('POST /api/v1/pairings/p1/events', () => refusal(401, 'auth.token_expired'));
  await expect.element(page.getByText(de.recording.passOver.live)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: de.recording.signedOut.action }))
    .toHaveAttribute('href', '/signin?redirect=%2Fpair%2Fp1');
  await expect.element(page.getByText(words.recorder.ended.live)).toBeVisible();
  await expectSound();
  expect(stage()).toBe('recording');
  expect(phonePass.read()).toMatchObject({ claim: null, grant: { token: null, userId: personId } });
  // The page closes without finishing the recording.
  activeRecording.current?.[Symbol.dispose]();
  Object.assign(activeRecording, { current: null });
  screen.clear();
  endRecovery();
  await showGuest();
  await expect.element(page.getByText(words.pass.waits)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: de.auth.signIn }))
    .toHaveAttribute('href', '/signin?redirect=%2Fpair%2Fp1');
  await expect.element(button(de.recording.kept.upload)).not.toBeInTheDocument();
  await expectSound();
  // After a sign-in of the person the recording is found.
  screen.clear();
  endRecovery();
  userState.user = { id: personId, sub: 'sub', quota: null } as NonNullable<typeof userState.user>;
  localStorage.setItem('access_token', 'token');
  const fixture = createRoutedScreen('/pair/$pairingId', PairRecorderScreen);
  screen.show(fixture.element);
  await fixture.go('/pair/p1');
  await expect.element(button(de.recording.kept.upload)).toBeVisible();
});

test('If nothing is left, such a phone says so; somebody else who signs in sees nothing of the pairing', async () => {
  await showGuest(null, null);
  await expect.element(page.getByText(words.pass.nothing)).toBeVisible();
  await expect.element(button(before.switchOn)).not.toBeInTheDocument();
  await expectSound();
  phonePass.noteSent('p1', 's1');
  await expect.element(page.getByText(words.after.sent)).toBeVisible();
  screen.clear();
  userState.user = { id: 'other', sub: 'o', quota: null } as NonNullable<typeof userState.user>;
  const fixture = createRoutedScreen('/pair/$pairingId', PairRecorderScreen);
  screen.show(fixture.element);
  await fixture.go('/pair/p1');
  await expect.element(page.getByText(words.unknown.title)).toBeVisible();
});

test('While a later part of such a phone is not sent, its living pairing keeps the recorder', async () => {
  await showGuest();
  await expect.element(button(before.switchOn)).toBeVisible();
  phonePass.noteBegun('p1', 's2');
  phonePass.noteSent('p1', 's1');
  await expect.element(button(before.switchOn)).toBeVisible();
  await expect.element(page.getByText(words.after.sent)).not.toBeInTheDocument();
  phonePass.noteSent('p1', 's2');
  await expect.element(page.getByText(words.after.sent)).toBeVisible();
  await expect.element(button(before.switchOn)).not.toBeInTheDocument();
});

/** Lets somebody sign in in another tab of this phone. */
function signInOther(): void {
  const token = `e30.${btoa(JSON.stringify({ iss: 'i', sub: 'bert' }))}.x`;
  localStorage.setItem('person:i bert', 'other');
  localStorage.setItem('access_token', token);
  userState.user = { id: 'other', sub: 'bert', quota: null } as NonNullable<typeof userState.user>;
}

test('Who else signs in on such a phone changes nothing: it goes on, seen and commanded, with its own pass', async () => {
  await showGuest('wlphone_token');
  await linked();
  await button(before.switchOn).click();
  await eventually(() => expect(stage()).toBe('ready'));
  command('start');
  await eventually(() => expect(activeRecording.current?.state.storedS).toBeGreaterThan(1));
  const calls = api.calls.length;
  signInOther();
  const id = command('pause');
  await eventually(() => expect(stage()).toBe('paused'));
  await eventually(() =>
    expect(told('done')).toContainEqual({ kind: 'done', command_id: id, problem: null }),
  );
  await expect.element(page.getByRole('heading', { name: 'Gemeinderat' })).toBeVisible();
  await expect.element(page.getByText(words.unknown.title)).not.toBeInTheDocument();
  await expect.element(page.getByText(de.recording.signedOut.title)).not.toBeInTheDocument();
  const ofPhone = api.calls.slice(calls).filter(({ call }) => /\/(?:pairings|uploads|sessions)/.test(call));
  expect(new Set(ofPhone.map(({ headers }) => headers.get('authorization')))).toEqual(
    new Set(['Bearer wlphone_token']),
  );
  // The page is closed during the recording, and opened again while the other person is signed in.
  activeRecording.current?.[Symbol.dispose]();
  Object.assign(activeRecording, { current: null });
  screen.clear();
  endPhonePairing();
  endRecovery();
  const fixture = createRoutedScreen('/pair/$pairingId', PairRecorderScreen);
  screen.show(fixture.element);
  await fixture.go('/pair/p1');
  await expect.element(button(de.recording.kept.upload)).toBeVisible();
  // A screen of the other person does not show the recording.
  screen.clear();
  endRecovery();
  const own = createRoutedScreen('/pair/$pairingId', PairRecorderScreen);
  screen.show(own.element);
  await own.go('/pair/p9');
  await expect.element(page.getByText(words.unknown.title)).toBeVisible();
  await expect.element(button(de.recording.kept.upload)).not.toBeInTheDocument();
});

/** Lets the phone record, and closes its page during the recording, which stays on the device. */
async function leaveRecording(): Promise<void> {
  await showGuest('wlphone_token');
  await linked();
  await button(before.switchOn).click();
  await eventually(() => expect(stage()).toBe('ready'));
  command('start');
  await eventually(() => expect(activeRecording.current?.state.storedS).toBeGreaterThan(1));
  crash();
}

test('If the pairing ends while somebody else is signed in, what is unsent is told, and they are asked to sign out', async () => {
  await leaveRecording();
  signInOther();
  const openScreen = async () => {
    const fixture = createRoutedScreen('/pair/$pairingId', PairRecorderScreen);
    screen.show(fixture.element);
    await fixture.go('/pair/p1');
  };
  await openScreen();
  await expect.element(button(de.recording.kept.upload)).toBeVisible();
  phonePass.end('wlphone_token');
  const expectAsked = async () => {
    await expect.element(page.getByText(words.pass.waits)).toBeVisible();
    await expect.element(page.getByText(de.recording.passOver.signOut)).toBeVisible();
    await expect.element(page.getByRole('link', { name: de.auth.signIn })).not.toBeInTheDocument();
  };
  await expectAsked();
  await expectSound();
  // The same holds after a reload.
  screen.clear();
  endRecovery();
  await openScreen();
  await expectAsked();
  await expect.element(page.getByText(words.unknown.title)).not.toBeInTheDocument();
  userState.user = null;
  await expect
    .element(page.getByRole('link', { name: de.auth.signIn }))
    .toHaveAttribute('href', '/signin?redirect=%2Fpair%2Fp1');
  await expect.element(page.getByText(de.recording.passOver.signOut)).not.toBeInTheDocument();
});

test('If somebody else is signed in when the pairing ends, a running recording asks them to sign out', async () => {
  await showGuest('wlphone_token');
  await linked();
  await button(before.switchOn).click();
  await eventually(() => expect(stage()).toBe('ready'));
  command('start');
  await eventually(() => expect(stage()).toBe('recording'));
  signInOther();
  phonePass.end('wlphone_token');
  await expect.element(page.getByText(de.recording.passOver.live)).toBeVisible();
  await expect.element(page.getByText(de.recording.passOver.signOut)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: de.recording.signedOut.action }))
    .not.toBeInTheDocument();
});

test('If another tab joins another pairing, what this one has recorded is still told', async () => {
  await leaveRecording();
  const { grant } = phonePass.read() ?? {};
  await showGuest();
  await expect.element(button(de.recording.kept.upload)).toBeVisible();
  const other = { pairingId: 'p2', claim: 'other', verificationCode: null };
  phonePass.write({ ...other, grant: { ...(grant as NonNullable<typeof grant>), token: 'wlphone_other' } });
  await expect.element(page.getByText(words.pass.waits)).toBeVisible();
  await expect.element(page.getByText(words.pass.nothing)).not.toBeInTheDocument();
  // The screen stays that of the phone also if somebody else signs in then.
  signInOther();
  await expect.element(page.getByText(de.recording.passOver.signOut)).toBeVisible();
});

test('If another tab joins another pairing and nothing is left here, nothing is said of what waits', async () => {
  await showGuest();
  await linked();
  await expect.element(button(before.switchOn)).toBeVisible();
  phonePass.write({ pairingId: 'p2', claim: 'other', verificationCode: '407312', grant: null });
  await expect.element(page.getByText(de.pairing.over.closed)).toBeVisible();
  await expect.element(page.getByText(words.pass.nothing)).not.toBeInTheDocument();
});
