import type { Pairing } from '#api/contract/pairing.ts';

/** For tests: returns a connected pairing. */
export const pairingFixture = (change: Partial<Pairing> = {}): Pairing => ({
  id: 'p1',
  session_id: 's1',
  session_title: 'Gemeinderat, 12. Sitzung',
  state: 'connected',
  ended: null,
  expires_at: '2126-11-28T10:00:00.000Z',
  expires_in_ms: 12 * 3_600_000,
  device: 'Safari, iPhone',
  verification_code: null,
  ...change,
});
