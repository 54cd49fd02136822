import { useNavigate, useSearch } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { typedPairingCode } from '#api/contract/pairing.ts';
import { userState } from '#web/features/user/index.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { useOwned } from '#web/lib/use-owned.ts';
import { Page } from '#web/parts/page/page.tsx';
import { useFocusKept } from '#web/ui/use-focus-kept.ts';
import { CodeStep } from './code-step.tsx';
import { CompareStep } from './compare-step.tsx';
import { joinAsGuest } from './join-as-guest.ts';
import { joinAsPerson } from './join-as-person.ts';
import { createJoin, type Join } from './join.state.ts';
import { OverStep } from './over-step.tsx';
import { shownCode, typedProblem } from './pairing-code.rules.ts';
import style from './pair-steps.module.css';
import { QuestionStep } from './question-step.tsx';

/**
 * `/pair`: takes the code of a pairing, and lets this phone join it. A visitor gets here only if the host needs no sign-in for it
 * (`isPairingQuick`), or if this phone has begun to join.
 */
export function PairScreen() {
  const { t } = useTranslation();
  usePageTitle(t('pairingPhone.title'));
  const { user } = useSnapshot(userState);
  const personId = user?.id ?? null;
  const { code } = useSearch({ from: '/pair' });
  // A code in the address begins a new pairing, so the stored one is not resumed.
  const goesOn = code === undefined;
  const join = useOwned(personId ?? '', () =>
    createJoin(personId === null ? joinAsGuest(goesOn) : joinAsPerson(personId, goesOn)),
  );
  return (
    <Page title={t('pairingPhone.title')} narrow>
      {join ? <Steps join={join} /> : null}
    </Page>
  );
}

function Steps({ join }: { join: Join }) {
  const navigate = useNavigate();
  const { step, pairingId } = useSnapshot(join.state);
  const [typed, setTyped] = useCodeOfAddress(join);
  useEffect(() => {
    if (step === 'connected' && pairingId !== null)
      void navigate({ to: '/pair/$pairingId', params: { pairingId }, replace: true });
  }, [step, pairingId, navigate]);
  const steps = useFocusKept<HTMLDivElement>(step);
  return (
    <div ref={steps} tabIndex={-1} className={style.steps}>
      {step === 'code' ? (
        <CodeStep join={join} typed={typed} onType={setTyped} />
      ) : step === 'question' ? (
        <QuestionStep join={join} />
      ) : step === 'over' ? (
        <OverStep join={join} />
      ) : (
        <CompareStep join={join} />
      )}
    </div>
  );
}

/**
 * Returns the text of the field. A code in the address, such as that of a QR code, is filled in and asked for at once. It is then
 * removed from the address, so that neither the history nor a copied address has it.
 */
function useCodeOfAddress(join: Join) {
  const { code } = useSearch({ from: '/pair' });
  const navigate = useNavigate();
  const [typed, setTyped] = useState('');
  const [shown, setShown] = useState<string | undefined>();
  if (code !== undefined && code !== shown) {
    setShown(code);
    setTyped(shownCode(code));
  }
  useEffect(() => {
    if (code === undefined) return;
    if (typedProblem(code) === null) void join.resolve(typedPairingCode(code));
    void navigate({ to: '/pair', search: {}, replace: true });
  }, [join, code, navigate]);
  return [typed, setTyped] as const;
}
