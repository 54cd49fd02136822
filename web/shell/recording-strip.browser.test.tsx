import { afterEach, expect, test } from 'vitest';
import { page } from 'vitest/browser';
import { activeRecording } from '#web/features/recording/index.ts';
import { createFakeRecording } from '#web/features/recording/recording-fixture.ts';
import { userState } from '#web/features/user/index.ts';
import { de } from '#web/i18n/de/index.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { phonePass } from '#web/lib/phone-pass.ts';
import { createRoutedScreen } from '#web/testing/routed-screen.tsx';
import { createTestScreen } from '#web/testing/test-screen.tsx';
import { RecordingStrip } from './recording-strip.tsx';

const screen = createTestScreen();

afterEach(() => {
  Object.assign(activeRecording, { current: null });
  userState.user = null;
  localStore.clear();
});

const Shown = () => (
  <>
    <h1>Aufnahmegerät</h1>
    <RecordingStrip />
  </>
);

/** Shows `/pair/p1` while this page records for Anna in the pairing p1. */
async function show(passOf: string, personId: string | null) {
  const grant = { token: null, expiresAtMs: 1, sinceMs: 0, userId: 'anna', isSent: false };
  const session = { id: passOf === 'p1' ? 's1' : 's2', title: '', language: 'de' };
  phonePass.write({ pairingId: passOf, claim: null, verificationCode: null, grant: { ...grant, session } });
  if (personId !== null)
    userState.user = { id: personId, sub: personId } as NonNullable<typeof userState.user>;
  const recording = createFakeRecording({ stage: 'recording', sessionId: 's1', pairingId: 'p1' });
  Object.assign(activeRecording, { current: recording });
  const fixture = createRoutedScreen('/pair/$pairingId', Shown, { '/help': Shown });
  screen.show(fixture.element);
  await fixture.go('/pair/p1');
  await expect.element(page.getByRole('heading', { name: 'Aufnahmegerät' })).toBeVisible();
  return fixture;
}
const back = () => page.getByRole('link', { name: de.recording.bar.back });

test.each([null, 'bert'])(
  'While the pass is of the pairing, the way back for %s is the phone',
  async (who) => {
    const { go } = await show('p1', who);
    await expect.element(back()).not.toBeInTheDocument();
    await go('/help');
    await expect.element(back()).toHaveAttribute('href', '/pair/p1');
  },
);

test('The owner gets to the session, also from the address of a pairing that is not known any more', async () => {
  const { go } = await show('p2', 'anna');
  await expect.element(back()).toHaveAttribute('href', '/library/s1?mode=record');
  await go('/help');
  await expect.element(back()).toHaveAttribute('href', '/library/s1?mode=record');
});
