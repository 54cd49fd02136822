import type { SecondFactor } from '#api/contract/second-factor.ts';
import { CodesDialog } from './codes-dialog.tsx';
import { PasskeyDialog } from './passkey-dialog.tsx';
import { ProofDialog } from './proof-dialog.tsx';
import type { SecondFactorSteps } from './second-factor.state.ts';
import { TotpDialog } from './totp-dialog.tsx';

/** The dialog of the present step. */
export function FactorDialogs({ state, steps }: { state: SecondFactor; steps: SecondFactorSteps }) {
  const { step } = steps;
  switch (step.name) {
    case 'none':
      return null;
    case 'proof':
      return (
        <ProofDialog
          state={state}
          act={step.act}
          onProof={(proof) => steps.prove(step.act, proof)}
          onClose={steps.close}
        />
      );
    case 'totp':
      return <TotpDialog setup={step.setup} onConfirmed={steps.confirmed} onClose={steps.close} />;
    case 'passkey':
      return <PasskeyDialog setup={step.setup} onConfirmed={steps.confirmed} onClose={steps.close} />;
    case 'codes':
      return <CodesDialog codes={step.codes} onClose={steps.close} />;
  }
}
