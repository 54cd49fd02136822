/** The recorder of a phone without a sign-in (`pairing_quick`). */
import { expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { activeRecording, endRecovery } from '#web/features/recording/index.ts';
import { userState } from '#web/features/user/index.ts';
import { de } from '#web/i18n/de/index.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { refusal } from '#web/testing/test-api.ts';
import { eventually } from '#wasm/testing/eventually.ts';
import { button, createPairRecorder, stage } from './pair-recorder-fixture.tsx';

const { screen, api, desk, person, signIn, open, linked, switchOn, record, crash, told, expectSound } =
  createPairRecorder();
const { command } = desk;
const words = de.pairingPhone;
const before = de.recording.before;

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
        userId: person.id,
        session: { id: 's1', title: 'Gemeinderat', language: 'de' },
        isSent: false,
      },
    });
  await open();
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
  await switchOn();
  await record();
  api.on('POST /api/v1/pairings/p1/events', () => refusal(401, 'auth.token_expired'));
  await expect.element(page.getByText(de.recording.passOver.live)).toBeVisible();
  await expect
    .element(page.getByRole('link', { name: de.recording.signedOut.action }))
    .toHaveAttribute('href', '/signin?redirect=%2Fpair%2Fp1');
  await expect.element(page.getByText(words.recorder.ended.live)).toBeVisible();
  await expectSound();
  expect(stage()).toBe('recording');
  expect(phonePass.read()).toMatchObject({ claim: null, grant: { token: null, userId: person.id } });
  // The page closes without finishing the recording.
  crash();
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
  signIn();
  await open();
  await expect.element(button(de.recording.kept.upload)).toBeVisible();
});

test('If its recording is completed without it, it goes on recording, and says that the rest waits for a sign-in', async () => {
  await showGuest();
  await switchOn();
  await record();
  api.on('POST /api/v1/pairings/p1/events', () => refusal(401, 'auth.token_expired', { ended: 'finished' }));
  await expect.element(page.getByText(words.recorder.closed.title)).toBeVisible();
  await expect.element(page.getByText(words.recorder.ended.live)).toBeVisible();
  await expect.element(page.getByText(words.recorder.closed.waits)).toBeVisible();
  expect(stage()).toBe('recording');
  await expectSound();
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
  await open();
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
  await switchOn();
  await record();
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
  crash();
  await open();
  await expect.element(button(de.recording.kept.upload)).toBeVisible();
  // A screen of the other person does not show the recording.
  screen.clear();
  endRecovery();
  await open('p9');
  await expect.element(page.getByText(words.unknown.title)).toBeVisible();
  await expect.element(button(de.recording.kept.upload)).not.toBeInTheDocument();
});

/** Lets the phone record, and closes its page during the recording, which stays on the device. */
async function leaveRecording(): Promise<void> {
  await showGuest('wlphone_token');
  await switchOn();
  await record();
  crash();
}

test('If the pairing ends while somebody else is signed in, what is unsent is told, and they are asked to sign out', async () => {
  await leaveRecording();
  signInOther();
  await open();
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
  await open();
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
  await switchOn();
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
