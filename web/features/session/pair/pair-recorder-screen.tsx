import { useParams } from '@tanstack/react-router';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { isPassOfOther, joinedPairing } from '#web/features/pairing/index.ts';
import { KeptRecordings, useRecovery } from '#web/features/recording/index.ts';
import { GuestScreen, userState } from '#web/features/user/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { passHead } from '#web/lib/pass-token.ts';
import { Page } from '#web/parts/page/page.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { PairRecorder } from './pair-recorder.tsx';

/** `/pair/{pairingId}`: the recorder of a phone that has joined a pairing. */
export function PairRecorderScreen() {
  const { pairingId } = useParams({ from: '/pair/$pairingId' });
  const { user } = useSnapshot(userState);
  const personId = user?.id ?? null;
  // A phone that has begun without a sign-in goes on without one. It does not record for another person who signs in on it, also in
  // another tab.
  const [wasLetIn] = useState(() => (passHead()?.token ?? null) !== null);
  const isGuest = personId === null || (wasLetIn && isPassOfOther(personId, pairingId));
  const whose = isGuest ? null : personId;
  return (
    <GuestScreen value={isGuest}>
      <OfPhone key={`${whose} ${pairingId}`} personId={whose} pairingId={pairingId} />
    </GuestScreen>
  );
}

/** `personId` is null on a phone without a sign-in. */
function OfPhone({ personId, pairingId }: { personId: string | null; pairingId: string }) {
  // Read once: the end of the pairing removes the stored claim, and this screen learns of the end from the link.
  const [joined] = useState(() => joinedPairing(personId, pairingId));
  if (joined) return <PairRecorder joined={joined} />;
  return personId === null ? null : <UnknownPairing />;
}

/** For an address of a pairing that this device has not joined. What an earlier visit has recorded is still here. */
function UnknownPairing() {
  const { t } = useTranslation();
  usePageTitle(t('pairingPhone.title'));
  const recovery = useRecovery();
  return (
    <Page title={t('pairingPhone.title')} narrow>
      {recovery ? <KeptRecordings recovery={recovery} /> : null}
      <Notice
        kind="warn"
        title={t('pairingPhone.unknown.title')}
        actions={
          <LinkButton look="primary" href="/pair">
            {t('pairingPhone.unknown.action')}
          </LinkButton>
        }
      >
        <p>{t('pairingPhone.unknown.text')}</p>
      </Notice>
    </Page>
  );
}
