import { beforeEach, expect, onTestFinished, test, vi } from 'vitest';
import { phonePass } from '#web/lib/phone-pass.ts';
import { sessionLock } from '#workers/recorder/recorder.contract.ts';
import { forgetRecorded, noteRecorded } from './recorded-sessions.ts';
import { unsentPairing } from './unsent-pairing.ts';

vi.mock('#web/features/recording/index.ts', () => ({ isRecordingUnsafe: () => false }));
vi.mock('#workers/recorder/kept-recordings.client.ts', () => ({ countKeptOfPairing: async () => 0 }));

let held: string[] = [];
beforeEach(() => {
  held = [];
  const query = async () => ({ held: held.map((name) => ({ name })) });
  vi.stubGlobal('navigator', { locks: { query } });
  phonePass.write({
    pairingId: 'p1',
    claim: 'secret',
    verificationCode: null,
    grant: {
      token: 'token',
      expiresAtMs: 0,
      sinceMs: 0,
      userId: 'u1',
      session: { id: 's1', title: 'A', language: 'de' },
      isSent: false,
    },
  });
  onTestFinished(() => {
    phonePass.forget();
    forgetRecorded();
    vi.unstubAllGlobals();
  });
});

test.each([
  ['of the session of the pairing', 's1', 'p1'],
  ['of a session in which it went on', 's2', 'p1'],
  ['of another session', 's3', null],
])(
  'A recording %s in another tab keeps the pass, although it may be in memory only',
  async (_of, id, kept) => {
    noteRecorded('p1', 's2');
    held = [sessionLock(id)];
    expect(await unsentPairing('p2')).toBe(kept);
  },
);
