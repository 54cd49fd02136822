import { encode } from 'uqr';
import { afterEach, beforeEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import type { PairingEvent } from '#api/contract/pairing.ts';
import { userState } from '#web/features/user/index.ts';
import { de } from '#web/i18n/de/index.ts';
import { localStore, sessionStore } from '#web/lib/browser-storage.ts';
import { isPassAwaited } from '#web/lib/pass-awaited.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { setTimings } from '#web/lib/time.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { eventually } from '#wasm/testing/eventually.ts';
import { removeKeptRecordings } from '#workers/recorder/kept-recordings.client.ts';
import { openRemoteStore } from '#workers/testing/remote-store.ts';
import { sampleRecord } from '#workers/testing/sample-record.ts';
import { keptClaim } from './kept-claim.ts';
import { PairScreen } from './pair-screen.tsx';
import { waitingPairing } from './phone-fixture.ts';

const screen = createTestScreen();
const api = createTestApi();
const words = de.pairingPhone;
const title = waitingPairing().session_title;

/** The events of the pairing, which the test sends. */
let streams: ReadableStreamDefaultController<Uint8Array>[] = [];
function tell(event: PairingEvent): void {
  const line = new TextEncoder().encode(`id: ${streams.length}\ndata: ${JSON.stringify(event)}\n\n`);
  for (const stream of streams) stream.enqueue(line);
}

beforeEach(async () => {
  await page.viewport(360, 740);
  streams = [];
  userState.user = { id: 'u1', sub: 'sub' } as NonNullable<typeof userState.user>;
  api.on('POST /api/v1/pairings/resolve', () => ({ id: 'p1', session_title: title }));
  api.on('POST /api/v1/pairings/p1/activate', () => ({ ...waitingPairing(), claim: 'secret' }));
  api.on('GET /api/v1/pairings/p1/events', () => {
    const body = new ReadableStream<Uint8Array>({ start: (stream) => void streams.push(stream) });
    return new Response(body, { headers: { 'content-type': 'text/event-stream' } });
  });
});
afterEach(() => {
  screen.clear();
  userState.user = null;
  localStore.clear();
  sessionStore.clear();
  queryClient.clear();
  vi.restoreAllMocks();
});

function show(href?: string) {
  const fixture = createRoutedScreen('/pair', PairScreen, {
    '/pair/$pairingId': () => <h1>Der Rekorder</h1>,
  });
  screen.show(fixture.element);
  return { ...fixture, open: () => fixture.go(href ?? '/pair') };
}

const field = () => page.getByRole('textbox', { name: words.code.label });
const button = (name: string) => page.getByRole('button', { name, exact: true });
const bodies = (call: string) => api.calls.filter((one) => one.call === call).map(({ body }) => body);
const resolved = () => bodies('POST /api/v1/pairings/resolve');
const question = () => page.getByRole('heading', { name: words.question.title.replace('{{title}}', title) });

async function typeCode(code: string): Promise<void> {
  await field().fill(code);
  await button(words.code.submit).click();
}

/** Fails if something is wider than a phone, or if axe finds a fault. */
async function expectSound(): Promise<void> {
  for (const width of [320, 430]) {
    await page.viewport(width, 740);
    await eventually(() => expect(document.documentElement.scrollWidth).toBeLessThanOrEqual(width));
  }
  expect(await accessibilityFaults(screen.host)).toEqual([]);
}

test('A typed code leads to the question, the comparison and the recorder', async () => {
  const { pathname } = show();
  await expect.element(field()).toBeVisible();
  await expectSound();
  await typeCode(' ab-cd 2345 ');
  await expect.element(question()).toBeVisible();
  expect(resolved()).toEqual([{ code: 'ABCD2345' }]);
  await expectSound();
  await button(words.question.connect).click();
  await expect.element(page.getByText('407312', { exact: true })).toBeVisible();
  expect(bodies('POST /api/v1/pairings/p1/activate')).toEqual([
    { code: 'ABCD2345', claim: expect.stringMatching(/^[\w-]{43}$/) },
  ]);
  await expectSound();
  await eventually(() => expect(streams.length).toBeGreaterThan(0));
  tell({ event: 'pairing', pairing: waitingPairing({ state: 'connected', verification_code: null }) });
  await eventually(() => expect(pathname()).toBe('/pair/p1'));
  expect(keptClaim('u1', 'p1')?.claim).toBe('secret');
});

test('Without a code, and with a text that is none, the server is not asked', async () => {
  show();
  await button(words.code.submit).click();
  await expect.element(page.getByText(words.code.empty)).toBeVisible();
  await expect.element(field()).toHaveFocus();
  await typeCode('ABC');
  await expect.element(page.getByText(words.code.shape)).toBeVisible();
  expect(resolved()).toEqual([]);
});

test('The code of the address is filled in and asked for, and is no part of the address after that', async () => {
  api.on('POST /api/v1/pairings/resolve', () => refusal(404, 'pairing.code_wrong'));
  const { open, href } = show('/pair?code=ABCDEFGH');
  await open();
  await expect.element(page.getByText(words.failed.resolve)).toBeVisible();
  await expect.element(page.getByText(de.error.pairing.code_wrong)).toBeVisible();
  await expect.element(field()).toHaveValue('ABCD-EFGH');
  expect(resolved()).toEqual([{ code: 'ABCDEFGH' }]);
  await eventually(() => expect(href()).toBe('/pair'));
  await expectSound();
});

test('After too many attempts the next one waits as long as the server says', async () => {
  api.on('POST /api/v1/pairings/resolve', () => refusal(429, 'pairing.too_many', { retry_after_s: 5_000 }));
  show();
  await typeCode('ABCDEFGH');
  await expect.element(page.getByRole('timer')).toBeVisible();
  expect(page.getByRole('alert').element().textContent).toContain(words.failed.wait);
  expect(page.getByRole('timer').element().textContent).toMatch(/^1:2\d:\d\d$/);
  await expect.element(button(words.code.submit)).toBeDisabled();
});

test('A failed activation can be repeated', async () => {
  api.on('POST /api/v1/pairings/p1/activate', () => refusal(500, 'request.failed'));
  show();
  await typeCode('ABCDEFGH');
  await button(words.question.connect).click();
  await expect.element(page.getByText(words.failed.activate)).toBeVisible();
  api.on('POST /api/v1/pairings/p1/activate', () => ({ ...waitingPairing(), claim: 'secret' }));
  await button(words.question.connect).click();
  await expect.element(page.getByText('407312', { exact: true })).toBeVisible();
});

test('After a reload the comparison goes on; a refusal leads back to the code', async () => {
  show();
  await typeCode('ABCDEFGH');
  await button(words.question.connect).click();
  await expect.element(page.getByText('407312', { exact: true })).toBeVisible();
  screen.clear();
  streams = [];
  show();
  await eventually(() => expect(streams.length).toBeGreaterThan(0));
  tell({ event: 'pairing', pairing: waitingPairing() });
  await expect.element(page.getByText('407312', { exact: true })).toBeVisible();
  tell({ event: 'pairing', pairing: waitingPairing({ state: 'expired', ended: 'refused' }) });
  await expect.element(page.getByText(de.pairing.over.refused)).toBeVisible();
  await expectSound();
  await button(words.over.again).click();
  await expect.element(field()).toBeVisible();
  expect(keptClaim('u1')).toBeNull();
});

/** A camera that sees a QR code: its picture is drawn anew all the time, as a camera does. */
function cameraOn(text: () => string): MediaStream {
  const canvas = document.createElement('canvas');
  canvas.width = 640;
  canvas.height = 480;
  const context = canvas.getContext('2d') as CanvasRenderingContext2D;
  const draw = () => {
    const { size, data } = encode(text(), { ecc: 'M', border: 4 });
    context.fillStyle = '#eee';
    context.fillRect(0, 0, canvas.width, canvas.height);
    context.fillStyle = '#222';
    data.forEach((row, y) =>
      row.forEach((isDark, x) => isDark && context.fillRect(100 + x * 9, 40 + y * 9, 9, 9)),
    );
    if (size * 9 > 430) throw new Error('The code is larger than the picture.');
  };
  draw();
  const timer = setInterval(draw, 50);
  const stream = canvas.captureStream(20);
  stream.getTracks()[0]?.addEventListener('ended', () => clearInterval(timer));
  return stream;
}

describe('Without a sign-in', () => {
  let answer: () => unknown;
  beforeEach(() => {
    userState.user = null;
    onTestFinished(setTimings({ pairingPollMs: 20 }));
    answer = () => refusal(409, 'pairing.not_connected');
    api.on('POST /api/v1/pairings/resolve', () => ({ id: 'p1', session_title: null }));
    api.on('POST /api/v1/pairings/p1/activate', () => ({
      ...waitingPairing(),
      session_id: null,
      session_title: null,
      claim: 'secret',
    }));
    api.on('POST /api/v1/pairings/p1/tokens', () => answer());
  });
  const asked = () => bodies('POST /api/v1/pairings/p1/tokens');
  const given = () => ({
    access_token: 'token',
    expires_in: 43_000,
    user_id: 'u1',
    session: { id: 's1', title, language: 'de' },
  });
  async function compare() {
    const fixture = show();
    await typeCode('ABCDEFGH');
    await expect.element(page.getByText(words.question.untitled)).toBeVisible();
    await expect.element(page.getByText(words.question.untitledText)).toBeVisible();
    await expectSound();
    await button(words.question.connect).click();
    await expect.element(page.getByText('407312', { exact: true })).toBeVisible();
    return fixture;
  }

  test('a code leads over the comparison to the recorder, and no call has a token', async () => {
    const { pathname } = await compare();
    await expect.element(page.getByText(words.compare.untitled)).toBeVisible();
    await expectSound();
    await eventually(() => expect(asked().length).toBeGreaterThan(1));
    expect(asked()[0]).toEqual({ claim: 'secret' });
    expect(pathname()).toBe('/pair');
    answer = given;
    await eventually(() => expect(pathname()).toBe('/pair/p1'));
    expect(phonePass.read()).toMatchObject({
      pairingId: 'p1',
      claim: 'secret',
      grant: { token: 'token', userId: 'u1', session: { id: 's1', title } },
    });
    expect(streams).toEqual([]);
    expect(api.calls.filter(({ headers }) => headers.has('authorization'))).toEqual([]);
  });

  test('a reload at the comparison shows the same number, one after the confirmation leads on', async () => {
    await compare();
    screen.clear();
    show();
    await expect.element(page.getByText('407312', { exact: true })).toBeVisible();
    answer = given;
    await eventually(() => expect(phonePass.token()).toBe('token'));
    screen.clear();
    const { pathname } = show();
    await eventually(() => expect(pathname()).toBe('/pair/p1'));
  });

  test('a reload at the comparison without a connection stays there, says so, and goes on', async () => {
    await compare();
    screen.clear();
    answer = () => {
      throw new TypeError('Failed to fetch');
    };
    expect(isPassAwaited()).toBe(true);
    const { pathname } = show();
    await expect.element(page.getByText('407312', { exact: true })).toBeVisible();
    await expect.element(page.getByText(words.compare.lost)).toBeVisible();
    await expectSound();
    answer = given;
    await eventually(() => expect(pathname()).toBe('/pair/p1'));
  });

  test('a lost answer is asked for again with the same secret, by a press and by a reload', async () => {
    const activate = 'POST /api/v1/pairings/p1/activate';
    const lost = () => {
      throw new TypeError('Failed to fetch');
    };
    api.on(activate, lost);
    show();
    await typeCode('ABCDEFGH');
    await button(words.question.connect).click();
    await expect.element(page.getByText(words.failed.activate)).toBeVisible();
    await button(words.question.connect).click();
    await eventually(() => expect(bodies(activate)).toHaveLength(2));
    await expect.element(page.getByText(words.failed.activate)).toBeVisible();
    expect(isPassAwaited()).toBe(true);
    screen.clear();
    api.on(activate, (body) => ({
      ...waitingPairing(),
      session_id: null,
      session_title: null,
      claim: (body as { claim: string }).claim,
    }));
    show();
    await expect.element(page.getByText('407312', { exact: true })).toBeVisible();
    const claims = bodies(activate).map((body) => (body as { claim: string }).claim);
    expect(claims).toHaveLength(3);
    expect(new Set(claims)).toEqual(new Set([phonePass.read()?.claim]));
  });

  test('what an earlier pairing has not sent is told first, and its pass goes only after another press', async () => {
    show();
    await typeCode('ABCDEFGH');
    await expect.element(page.getByText(words.question.untitled)).toBeVisible();
    // At its start the screen goes on with a pass, so this one comes after that. A code in the address has the same effect.
    const before = { pairingId: 'p0', claim: 'earlier', verificationCode: null };
    phonePass.write({
      ...before,
      grant: {
        token: 'wlphone_earlier',
        expiresAtMs: Date.now() + 60_000,
        sinceMs: 0,
        userId: 'u0',
        session: { id: 's0', title: 'Kommission', language: 'de' },
        isSent: false,
      },
    });
    onTestFinished(async () => void (await removeKeptRecordings(['u0'])));
    {
      using store = await openRemoteStore(null);
      await store.create(sampleRecord({ userId: 'u0', pairingId: 'p0', sessionId: 's0' }));
    }
    await button(words.question.connect).click();
    await expect.element(page.getByText(words.unsent.text)).toBeVisible();
    await expect
      .element(page.getByRole('link', { name: words.unsent.open }))
      .toHaveAttribute('href', '/pair/p0');
    await expectSound();
    expect(bodies('POST /api/v1/pairings/p1/activate')).toEqual([]);
    expect(phonePass.token()).toBe('wlphone_earlier');
    await button(words.unsent.connect).click();
    await expect.element(page.getByText('407312', { exact: true })).toBeVisible();
    expect(phonePass.read()).toMatchObject({ pairingId: 'p1', grant: null });
  });

  test('a refusal at the desktop is told, and nothing stays of the pairing', async () => {
    await compare();
    answer = () => refusal(410, 'pairing.expired', { ended: 'refused' });
    await expect.element(page.getByText(de.pairing.over.refused)).toBeVisible();
    await expectSound();
    expect(phonePass.read()).toBeNull();
    await button(words.over.again).click();
    await expect.element(field()).toBeVisible();
  });

  test('a token that another device has used is told as that, not as the end of the pairing', async () => {
    await compare();
    answer = () => refusal(403, 'pairing.not_this_phone');
    await expect.element(page.getByText(words.unknown.title)).toBeVisible();
    await expect.element(page.getByText(words.unknown.text)).toBeVisible();
    await expect.element(page.getByText(words.over.text)).toBeVisible();
    expect(page.getByText(de.pairing.over.closed, { exact: true }).elements()).toEqual([]);
    await expectSound();
    expect(phonePass.read()).toBeNull();
  });

  test('a cancelled comparison asks no more, and ends the pairing without what needs a sign-in', async () => {
    await compare();
    const claim = phonePass.read()?.claim;
    await button(de.shell.cancel).click();
    await expect.element(field()).toBeVisible();
    expect(phonePass.read()).toBeNull();
    await eventually(() => expect(bodies('POST /api/v1/pairings/p1/leave')).toEqual([{ claim }]));
    expect(api.calls.filter(({ call }) => call.startsWith('DELETE'))).toEqual([]);
  });
});

describe('The scanner', () => {
  test('reads the code of this server from the picture of the camera, and switches the camera off', async () => {
    let text = 'https://other.example/pair?code=ABCDEFGH';
    const stream = cameraOn(() => text);
    const ask = vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
    show();
    await button(words.scan.start).click();
    await expect.element(page.getByText(words.scan.other)).toBeVisible();
    expect(ask.mock.calls[0]?.[0]).toMatchObject({ video: { facingMode: { ideal: 'environment' } } });
    await expectSound();
    expect(resolved()).toEqual([]);
    text = `${location.origin}/pair?code=ABCD2345`;
    await expect.element(question()).toBeVisible();
    expect(resolved()).toEqual([{ code: 'ABCD2345' }]);
    await eventually(() => expect(stream.getTracks().map(({ readyState }) => readyState)).toEqual(['ended']));
  });

  test('uses the detector of the browser where that knows QR codes', async () => {
    const seen: unknown[] = [];
    vi.stubGlobal(
      'BarcodeDetector',
      class {
        static getSupportedFormats = async () => ['qr_code'];
        async detect(source: unknown) {
          seen.push(source);
          return [{ rawValue: 'ABCD-2345' }];
        }
      },
    );
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(cameraOn(() => 'nothing'));
    show();
    await button(words.scan.start).click();
    await expect.element(question()).toBeVisible();
    expect(seen[0]).toBeInstanceOf(HTMLVideoElement);
    expect(resolved()).toEqual([{ code: 'ABCD2345' }]);
  });

  test.each([
    ['NotAllowedError', words.scan.problem.denied],
    ['NotFoundError', words.scan.problem.none],
    ['NotReadableError', words.scan.problem.busy],
    ['TypeError', words.scan.problem.failed],
  ])('says why it does not start (%s), and a code can be typed', async (name, reason) => {
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockRejectedValue(new DOMException('', name));
    show();
    await button(words.scan.start).click();
    await expect.element(page.getByText(words.scan.failed)).toBeVisible();
    await expect.element(page.getByText(reason)).toBeVisible();
    // The sentence names the field, which is above it or beside it.
    await expect
      .element(page.getByText(words.scan.typed.replace('{{field}}', words.code.label)))
      .toBeVisible();
    expect(words.scan.typed).toContain('{{field}}');
    // No camera is on, so none is switched off.
    await expect.element(button(words.scan.stop)).not.toBeInTheDocument();
    await expect.element(button(de.shell.close)).toBeVisible();
    await expectSound();
    await typeCode('ABCDEFGH');
    await expect.element(question()).toBeVisible();
  });

  test('switches the camera off when the person leaves, also if it opens after that', async () => {
    const asked = Promise.withResolvers<MediaStream>();
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockReturnValue(asked.promise);
    const { go } = show();
    await button(words.scan.start).click();
    await expect.element(page.getByText(words.scan.opening)).toBeVisible();
    await go('/library');
    const stream = cameraOn(() => 'ABCD2345');
    asked.resolve(stream);
    await eventually(() => expect(stream.getTracks()[0]?.readyState).toBe('ended'));
    expect(resolved()).toEqual([]);
  });

  test('can be switched off', async () => {
    const stream = cameraOn(() => 'nothing');
    vi.spyOn(navigator.mediaDevices, 'getUserMedia').mockResolvedValue(stream);
    show();
    await button(words.scan.start).click();
    await userEvent.click(button(words.scan.stop));
    await expect.element(button(words.scan.start)).toBeVisible();
    await eventually(() => expect(stream.getTracks()[0]?.readyState).toBe('ended'));
  });
});
