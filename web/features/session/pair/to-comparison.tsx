import { Navigate } from '@tanstack/react-router';
import { useSnapshot } from 'valtio';
import type { PhonePairing } from '#web/features/pairing/index.ts';

/** Leads back to the comparison of the codes while nobody has confirmed it. */
export function ToComparison({ phone }: { phone: PhonePairing }) {
  const { isWaiting, ended } = useSnapshot(phone.state);
  return isWaiting && ended === null ? <Navigate to="/pair" search={{}} replace /> : null;
}
