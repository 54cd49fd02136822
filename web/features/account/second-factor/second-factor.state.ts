import { useQuery, useQueryClient } from '@tanstack/react-query';
import { useState } from 'react';
import type { FactorProof, NewPasskey, NewTotp, RemovedFactor } from '#api/contract/second-factor.ts';
import { isApiError } from '#web/lib/http.ts';
import {
  beginPasskey,
  beginTotp,
  readSecondFactor,
  removeFactor,
  renewRecoveryCodes,
} from '#web/parts/account/second-factor-calls.ts';

const key = ['account', 'second-factor'];

/** What a person wants to change. Each change begins with a proof. */
export type FactorAct =
  | { kind: 'totp' }
  | { kind: 'passkey' }
  | { kind: 'codes' }
  | { kind: 'remove'; what: RemovedFactor };

/** The dialog that is open. */
export type FactorStep =
  | { name: 'none' }
  | { name: 'proof'; act: FactorAct }
  | { name: 'totp'; setup: NewTotp }
  | { name: 'passkey'; setup: NewPasskey }
  | { name: 'codes'; codes: readonly string[] };

const none: FactorStep = { name: 'none' };
const codesStep = (codes: readonly string[] | null): FactorStep => (codes ? { name: 'codes', codes } : none);

/** Makes the wanted change, or its first step. Returns the dialog that comes next. */
async function act(wanted: FactorAct, proof: FactorProof): Promise<FactorStep> {
  switch (wanted.kind) {
    case 'totp':
      return { name: 'totp', setup: await beginTotp(proof) };
    case 'passkey':
      return { name: 'passkey', setup: await beginPasskey(proof) };
    case 'codes':
      return codesStep((await renewRecoveryCodes(proof)).recovery_codes);
    case 'remove':
      await removeFactor(wanted.what, proof);
      return none;
  }
}

/** The second factor of the own account, and the dialogs by which it is changed, one after the other. */
export function useSecondFactor() {
  const client = useQueryClient();
  const state = useQuery({ queryKey: key, queryFn: ({ signal }) => readSecondFactor(signal) });
  const [step, setStep] = useState<FactorStep>(none);
  const reload = () => client.invalidateQueries({ queryKey: key });
  return {
    state,
    step,
    start: (wanted: FactorAct) => setStep({ name: 'proof', act: wanted }),
    close: () => setStep(none),
    /** Goes on after the proof. @throws ApiError */
    async prove(wanted: FactorAct, proof: FactorProof): Promise<void> {
      try {
        setStep(await act(wanted, proof));
      } catch (error) {
        // Another tab may have changed it, so that another proof is needed, or none.
        if (isApiError(error, 'auth.factor_required') || isApiError(error, 'auth.factor_off')) await reload();
        throw error;
      }
      await reload();
    },
    /** Goes on after a factor was confirmed. With the first one there are recovery codes. */
    async confirmed(codes: readonly string[] | null): Promise<void> {
      setStep(codesStep(codes));
      await reload();
    },
    reload,
  };
}

export type SecondFactorSteps = ReturnType<typeof useSecondFactor>;
