import { useParams } from '@tanstack/react-router';
import { useMemo, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { isSomebodyElse, joinedPairing, UnknownNotice } from '#web/features/pairing/index.ts';
import { KeptRecordings, useRecovery } from '#web/features/recording/index.ts';
import { GuestScreen, userState } from '#web/features/user/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Page } from '#web/parts/page/page.tsx';
import { PairRecorder } from './pair-recorder.tsx';

/** `/pair/{pairingId}`: the recorder of a phone that has joined a pairing. */
export function PairRecorderScreen() {
  const { pairingId } = useParams({ from: '/pair/$pairingId' });
  return <OfAddress key={pairingId} pairingId={pairingId} />;
}

function OfAddress({ pairingId }: { pairingId: string }) {
  const { user } = useSnapshot(userState);
  const personId = user?.id ?? null;
  // A phone that was let in without a sign-in goes on without one, also after the end of the pairing, and also if another person signs in
  // on it, for example in another tab.
  const [joinedAsGuest] = useState(() => joinedPairing(null, pairingId));
  const isGuest =
    personId === null || (joinedAsGuest !== null && isSomebodyElse(personId, joinedAsGuest.personId));
  const whose = isGuest ? null : personId;
  return <OfPhone key={whose} personId={whose} pairingId={pairingId} />;
}

/** `personId` is null on a phone without a sign-in. */
function OfPhone({ personId, pairingId }: { personId: string | null; pairingId: string }) {
  // This value is read once, because it may change in the storage: the end of the pairing removes the claim, and another tab may join
  // another pairing. The screen learns of the end from its link.
  const [joined] = useState(() => joinedPairing(personId, pairingId));
  const guest = useMemo(
    () => (joined && personId === null ? { pairingId, userId: joined.personId } : null),
    [joined, personId, pairingId],
  );
  return (
    <GuestScreen value={guest}>
      {joined ? <PairRecorder joined={joined} /> : personId === null ? null : <UnknownPairing />}
    </GuestScreen>
  );
}

/** For an address of a pairing that this device has not joined. What an earlier visit has recorded is still here. */
function UnknownPairing() {
  const { t } = useTranslation();
  usePageTitle(t('pairingPhone.title'));
  const recovery = useRecovery();
  return (
    <Page title={t('pairingPhone.title')} narrow>
      {recovery ? <KeptRecordings recovery={recovery} /> : null}
      <UnknownNotice />
    </Page>
  );
}
