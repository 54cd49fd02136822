import { expect, onTestFinished, test, vi } from 'vitest';
import { page } from 'vitest/browser';
import { keepClaim, keptClaim } from '#web/features/pairing/phone/kept-claim.ts';
import { pairingFixture } from '#web/features/pairing/link/pairing-fixture.ts';
import { activeRecording } from '#web/features/recording/index.ts';
import { de } from '#web/i18n/de/index.ts';
import { queryClient } from '#web/lib/query-client.ts';
import { tabLocks } from '#web/lib/tab-locks.ts';
import { setTimings } from '#web/lib/time.ts';
import { accessibilityFaults } from '#web/testing/faults.ts';
import { sessionFixture } from '#web/testing/session-fixture.ts';
import { eventually } from '#wasm/testing/eventually.ts';
import { button, createPairRecorder, stage } from './pair-recorder-fixture.tsx';

const { screen, api, desk, person, open, linked, switchOn, record, crash, told, expectSound } =
  createPairRecorder();
const { tell, command } = desk;
const words = de.pairingPhone;
const before = de.recording.before;

/** Opens the recorder of a phone that `owner` has joined with for a session. */
function show(claim: string | null = 'secret', owner = person.id, sessionId = 's1') {
  keepClaim({ personId: owner, pairingId: 'p1', sessionId, title: sessionFixture().title, claim });
  return open();
}

/** Opens the recorder and the microphone. */
async function ready() {
  const fixture = await show();
  await switchOn();
  return fixture;
}

/** Leaves a recording on the phone by a crash of its page. Returns the number of states that the phone has reported so far. */
async function leaveRecording(): Promise<number> {
  onTestFinished(setTimings({ lookForKeptMs: 200 }));
  await ready();
  await record();
  // The report that the phone records has to arrive before the crash.
  await eventually(() => expect(told('state').at(-1)?.stage).toBe('recording'));
  crash();
  return told('state').length;
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
    await show();
    const top = () => button(before.switchOn).element().getBoundingClientRect().top;
    await expect.element(button(before.switchOn)).toBeVisible();
    await expect.element(page.getByText(words.recorder.link.connecting)).toBeVisible();
    const first = top();
    expect(desk.streams()).toEqual([]);
    opened.resolve();
    await expect.element(page.getByText(words.recorder.link.there)).toBeVisible();
    expect(top()).toBe(first);
    tell({ event: 'presence', side: 'desktop', is_there: false, away_ms: 0 });
    await expect.element(page.getByText(words.recorder.link.away)).toBeVisible();
    expect(top()).toBe(first);
  },
);

test('Without a microphone a start is refused, told on both sides, and the press on the phone makes it possible', async () => {
  await show();
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
  await show();
  await expect.element(page.getByText(words.recorder.elsewhere.title)).toBeVisible();
  await expect.element(button(before.switchOn)).not.toBeInTheDocument();
  expect(desk.streams()).toEqual([]);
  lock?.[Symbol.dispose]();
  await linked();
  await expect.element(page.getByText(words.recorder.elsewhere.title)).not.toBeInTheDocument();
  await expect.element(button(before.switchOn)).toBeVisible();
});

test('A command that came too late is not carried out, and the phone says so', async () => {
  await ready();
  desk.answer = 'late';
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
  expect(keptClaim(person.id, 'p1')).toMatchObject({ claim: null, title: '' });
  await expectSound();
});

test('If the recording is completed on the other screen, the phone goes on and says where the rest goes', async () => {
  await ready();
  command('start');
  await eventually(() => expect(stage()).toBe('recording'));
  tell({ event: 'pairing', pairing: pairingFixture({ state: 'expired', ended: 'finished' }) });
  await expect.element(page.getByText(words.recorder.closed.title)).toBeVisible();
  await expect.element(page.getByText(words.recorder.ended.live)).toBeVisible();
  await expect.element(page.getByText(words.recorder.closed.own)).toBeVisible();
  expect(stage()).toBe('recording');
  await expectSound();
});

test('A pairing that nobody has confirmed leads back to the comparison', async () => {
  const { pathname } = await show();
  await linked();
  tell({
    event: 'pairing',
    pairing: pairingFixture({ state: 'waiting', verification_code: '407312' }),
  });
  await eventually(() => expect(pathname()).toBe('/pair'));
});

test('After the end the session can still be recorded here; if it has a recording, the way to it is shown', async () => {
  await show(null);
  await expect.element(page.getByText(words.recorder.ended.title)).toBeVisible();
  await expect.element(button(before.switchOn)).toBeVisible();
  expect(desk.streams()).toEqual([]);
  screen.clear();
  queryClient.clear();
  api.on('GET /api/v1/sessions/s1', () => sessionFixture({ status: 'transcribing' }));
  await show(null);
  await expect.element(page.getByText(words.after.sent)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: words.after.session }))
    .toHaveAttribute('href', '/library/s1');
  // There is nothing more to record here.
  await expect.element(page.getByText(words.recorder.ended.rest)).not.toBeInTheDocument();
});

test('A recording that a closed page has left is offered first, and goes on with the pairing', async () => {
  const before = await leaveRecording();
  await show();
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
  const before = await leaveRecording();
  // The pairing began with another session. This phone has noted that it recorded `s1` for it.
  api.on('GET /api/v1/sessions/s0', () => sessionFixture());
  await show('secret', person.id, 's0');
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
  expect(desk.streams()).toHaveLength(1);
});

test('A pairing that this person has not joined here leads to the code', async () => {
  await show('secret', 'other');
  await expect.element(page.getByText(words.unknown.title)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: words.unknown.action }))
    .toHaveAttribute('href', '/pair');
  expect(await accessibilityFaults(screen.host)).toEqual([]);
});
