import { QueryClientProvider } from '@tanstack/react-query';
import {
  createMemoryHistory,
  createRootRoute,
  createRoute,
  createRouter,
  Outlet,
  RouterProvider,
  useParams,
} from '@tanstack/react-router';
import { afterEach, beforeEach, expect, onTestFinished, test } from 'vitest';
import { page, userEvent } from 'vitest/browser';
import { eventually } from '#wasm/testing/eventually.ts';
import { pairingHeartbeatMs, type Pairing, type PairingEvent } from '#api/contract/pairing.ts';
import { PairMenuItem } from '#web/features/pairing/index.ts';
import { activeRecording, closeRecording, discardRecording } from '#web/features/recording/index.ts';
import { userState } from '#web/features/user/index.ts';
import { de } from '#web/i18n/de/index.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { sessionDetailKey } from '#web/parts/session/session.state.ts';
import { sessionFixture } from '#web/testing/session-fixture.ts';
import { createTestApi, refusal } from '#web/testing/test-api.ts';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { Menu, MenuSection } from '#web/ui/menu.tsx';
import { RecordModes } from './record-modes.tsx';

/** The screen of a session without audio, and the user menu. The test plays the server and the phone. */
const screen = createTestScreen();
const api = createTestApi();
const words = de.pairing;

let streams: ReadableStreamDefaultController<Uint8Array>[] = [];
let done: number[] = [];
let sessions = 0;
beforeEach(() => {
  [streams, done, sessions] = [[], [], 0];
  userState.user = { id: 'u1', sub: 'sub', quota: null } as NonNullable<typeof userState.user>;
  localStorage.setItem('access_token', 'token');
  api.on('GET /api/v1/uploads', () => ({ uploads: [] }));
  api.on('POST /api/v1/pairings', () => ({
    ...pairing({ state: 'preparing', device: null, expires_in_ms: 300_000 }),
    code: 'ABCD2345',
    address: 'https://wortlaut.example/pair?code=ABCD2345',
  }));
  api.on('POST /api/v1/pairings/p1/confirm', () => pairing());
  api.on('DELETE /api/v1/pairings/p1', () => new Response(null, { status: 204 }));
  api.on('GET /api/v1/pairings/p1/events', openStream);
  api.on('POST /api/v1/sessions', () => ({ id: `new${++sessions}` }));
});
afterEach(() => {
  screen.clear();
  userState.user = null;
  localStorage.clear();
  queryClient.clear();
});

const pairing = (change: Partial<Pairing> = {}): Pairing => ({
  id: 'p1',
  session_id: 's1',
  session_title: 'Gemeinderat',
  state: 'connected',
  ended: null,
  expires_at: '2126-11-28T10:00:00.000Z',
  expires_in_ms: 3_600_000,
  device: 'Safari, iPhone',
  verification_code: null,
  ...change,
});

function openStream(): Response {
  const sign = new TextEncoder().encode(': still here\n\n');
  let beat: ReturnType<typeof setInterval> | undefined;
  const body = new ReadableStream<Uint8Array>({
    start(controller) {
      controller.enqueue(sign);
      streams.push(controller);
      // Without heartbeats the page would take the stream as lost in a test that runs slowly.
      beat = setInterval(() => controller.enqueue(sign), pairingHeartbeatMs);
    },
    cancel: () => clearInterval(beat),
  });
  return new Response(body);
}
const tell = (event: PairingEvent) =>
  streams.at(-1)!.enqueue(new TextEncoder().encode(`data: ${JSON.stringify(event)}\n\n`));
const told = (change: Partial<Pairing> = {}) => tell({ event: 'pairing', pairing: pairing(change) });
const recorded = (stage: 'recording' | 'finished', session_id = 's1') => {
  tell({ event: 'presence', side: 'phone', is_there: true, away_ms: 0 });
  tell({
    event: 'report',
    report: { kind: 'state', stage, session_id, at: 65, problem: null, warnings: [] },
  });
};
const calls = (call: string) => api.calls.filter((one) => one.call === call);
const isLinked = (count: number) => eventually(() => expect(streams).toHaveLength(count));

const titles: Record<string, string> = { s1: 'Gemeinderat' };

function Session() {
  const { id } = useParams({ strict: false }) as { id: string };
  const session = sessionFixture({ id, title: titles[id] ?? de.create.defaultName });
  return <RecordModes key={id} session={session} onDone={(durationS) => void done.push(durationS)} />;
}

function Frame() {
  return (
    <>
      <Menu label="Menü" trigger="Menü">
        <MenuSection>
          <PairMenuItem />
        </MenuSection>
      </Menu>
      <Outlet />
    </>
  );
}

function show(address: string) {
  const root = createRootRoute({ component: Frame });
  const at = (path: string, component: () => React.JSX.Element) =>
    createRoute({
      getParentRoute: () => root,
      path,
      validateSearch: (search: Record<string, unknown>) => search,
      component,
    });
  const history = createMemoryHistory({ initialEntries: [address] });
  const routeTree = root.addChildren([
    at('/library', () => <h1>Die Bibliothek</h1>),
    at('/library/$id', Session),
  ]);
  const router = createRouter({ routeTree, history });
  screen.show(
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router as never} />
    </QueryClientProvider>,
  );
  return history;
}
const button = (name: string) => page.getByRole('button', { name, exact: true });
const record = () => page.getByRole('radio', { name: de.recording.modes.record });
const panel = () => page.getByRole('region', { name: words.panel });
const connectFromMenu = async () => {
  await button('Menü').click();
  await page.getByRole('menuitem', { name: words.menu }).click();
};

test('A phone is connected, shown in the place of the recorder, and found again after a reload', async () => {
  show('/library/s1');
  await button(words.offer).click();
  await expect.element(page.getByText('ABCD-2345')).toBeVisible();
  expect(calls('POST /api/v1/pairings')[0]?.body).toEqual({ session_id: 's1' });
  await isLinked(1);
  told({ state: 'waiting', verification_code: '123456', expires_in_ms: 300_000 });
  await button(words.compare.confirm).click();
  await expect.element(panel()).toBeVisible();
  expect(calls('POST /api/v1/pairings/p1/confirm')[0]?.body).toEqual({ verification_code: '123456' });
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  await expect.element(record()).not.toBeInTheDocument();
  recorded('recording');
  await expect.element(page.getByText(words.stage.recording)).toBeVisible();

  screen.clear();
  show('/library/s1');
  await isLinked(2);
  told();
  recorded('recording');
  await expect.element(page.getByText(words.stage.recording)).toBeVisible();
  recorded('finished');
  await expect.poll(() => done).toEqual([65]);
});

test('A phone that waits since before a reload is asked about again', async () => {
  show('/library/s1');
  await button(words.offer).click();
  await isLinked(1);
  told({ state: 'waiting', verification_code: '123456', expires_in_ms: 300_000 });
  await expect.element(button(words.compare.confirm)).toBeVisible();
  screen.clear();
  show('/library/s1');
  await isLinked(2);
  told({ state: 'waiting', verification_code: '123456', expires_in_ms: 300_000 });
  await expect.element(button(words.compare.confirm)).toBeVisible();
});

test('A remembered pairing that the server does not know leaves the recorder', async () => {
  localStorage.setItem('pairing-s1', JSON.stringify({ id: 'p0', expires_at: '2126-11-28T10:00:00.000Z' }));
  api.on('GET /api/v1/pairings/p0/events', () => refusal(404, 'pairing.not_found'));
  show('/library/s1');
  await expect.element(record()).toBeVisible();
  expect(localStorage.getItem('pairing-s1')).toBeNull();
});

test('A phone that is connected already is shown in place of a code', async () => {
  const said: string[] = [];
  onTestFinished(toasts.subscribe(() => void said.push(...toasts.toasts().map(({ text }) => text))));
  api.on('POST /api/v1/pairings', () => refusal(409, 'pairing.connected', { pairing_id: 'p1' }));
  show('/library/s1');
  await button(words.offer).click();
  await isLinked(1);
  told();
  recorded('recording');
  await expect.element(page.getByText(words.stage.recording)).toBeVisible();
  expect(said).toContain(de.error.pairing.connected);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(localStorage.getItem('pairing-s1')).toContain('"p1"');
});

test('Closing the dialog ends the code, and leaves the session of the person', async () => {
  const history = show('/library/s1');
  await button(words.offer).click();
  await expect.element(page.getByText('ABCD-2345')).toBeVisible();
  await userEvent.keyboard('{Escape}');
  await expect.poll(() => calls('DELETE /api/v1/pairings/p1').length).toBe(1);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(history.location.pathname).toBe('/library/s1');
  expect(calls('DELETE /api/v1/sessions/s1')).toEqual([]);
});

test('From the menu the session of the screen is paired, if it has no audio', async () => {
  queryClient.setQueryData(sessionDetailKey('s1'), sessionFixture({ id: 's1' }));
  show('/library/s1');
  await expect.element(record()).toBeVisible();
  await connectFromMenu();
  await expect.element(page.getByText('ABCD-2345')).toBeVisible();
  expect(calls('POST /api/v1/sessions')).toEqual([]);
  expect(calls('POST /api/v1/pairings')[0]?.body).toEqual({ session_id: 's1' });
});

test('From the menu no dialog opens over a recording of this screen', async () => {
  onTestFinished(async () => {
    await discardRecording();
    closeRecording();
  });
  const said: string[] = [];
  onTestFinished(toasts.subscribe(() => void said.push(...toasts.toasts().map(({ text }) => text))));
  queryClient.setQueryData(sessionDetailKey('s1'), sessionFixture({ id: 's1' }));
  show('/library/s1');
  await button(de.recording.before.switchOn).click();
  await eventually(() => expect(activeRecording.current?.state.stage).toBe('ready'));
  await activeRecording.current?.start();
  await eventually(() => expect(activeRecording.current?.state.stage).toBe('recording'));
  await connectFromMenu();
  await expect.poll(() => said).toContain(words.busy);
  await expect.element(page.getByRole('dialog')).not.toBeInTheDocument();
  expect(calls('POST /api/v1/pairings')).toEqual([]);
});

test('From elsewhere a session is made, and goes again if no phone comes', async () => {
  api.on('GET /api/v1/sessions/new1', () => sessionFixture({ id: 'new1', title: de.create.defaultName }));
  api.on('DELETE /api/v1/sessions/new1', () => new Response(null, { status: 204 }));
  const history = show('/library');
  await connectFromMenu();
  await expect.element(page.getByText('ABCD-2345')).toBeVisible();
  expect(history.location.pathname).toBe('/library/new1');
  expect(calls('POST /api/v1/sessions')[0]?.body).toMatchObject({
    session: { title: de.create.defaultName, language: 'de' },
  });
  expect(calls('POST /api/v1/pairings')[0]?.body).toEqual({ session_id: 'new1' });
  await button(de.shell.close).click();
  await expect.poll(() => calls('DELETE /api/v1/sessions/new1').length).toBe(1);
  await expect.poll(() => history.location.pathname).toBe('/library');
});

test.each(['network.failed', 'pairing.connected'])(
  'A session that was made for the phone stays if the phone may be connected: %s',
  async (code) => {
    api.on('POST /api/v1/pairings/p1/confirm', () => Promise.reject(new TypeError('Failed to fetch')));
    api.on('DELETE /api/v1/pairings/p1', () =>
      code === 'network.failed'
        ? Promise.reject(new TypeError('Failed to fetch'))
        : refusal(409, code, { pairing_id: 'p1' }),
    );
    const history = show('/library');
    await connectFromMenu();
    await isLinked(1);
    const waits = { state: 'waiting', verification_code: '123456', expires_in_ms: 300_000 } as const;
    told({ session_id: 'new1', ...waits });
    await button(words.compare.confirm).click();
    await expect.element(page.getByText(words.compare.failed)).toBeVisible();
    await userEvent.keyboard('{Escape}');
    await expect.poll(() => calls('DELETE /api/v1/pairings/p1').length).toBe(1);
    await expect.element(panel()).toBeVisible();
    await isLinked(2);
    told({ session_id: 'new1' });
    recorded('recording', 'new1');
    await expect.element(page.getByText(words.stage.recording)).toBeVisible();
    expect(history.location.pathname).toBe('/library/new1');
    expect(calls('GET /api/v1/sessions/new1')).toEqual([]);
  },
);

test('A session that was made for the phone stays once the phone was let in', async () => {
  const history = show('/library');
  await connectFromMenu();
  await isLinked(1);
  told({ session_id: 'new1' });
  await expect.element(panel()).toBeVisible();
  expect(history.location.pathname).toBe('/library/new1');
  expect(calls('DELETE /api/v1/sessions/new1')).toEqual([]);
});
