import { ArrowRight, ScanQrCode } from 'lucide-react';
import { useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { typedPairingCode } from '#api/contract/pairing.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { Button } from '#web/ui/button.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import { JoinFailure } from './join-failure.tsx';
import type { Join } from './join.state.ts';
import style from './pair-steps.module.css';
import { typedProblem } from './pairing-code.rules.ts';
import { useWaitS } from './use-wait.ts';

/** The scanner is loaded when somebody wants it. */
const loadScanner = () => loadPart(() => import('./scanner.tsx'));
type ScannerPart = Awaited<ReturnType<typeof loadScanner>>;

type CodeStepProps = { join: Join; typed: string; onType(text: string): void };

/** Asks for the code: typed, or read by the camera. */
export function CodeStep({ join, typed, onType }: CodeStepProps) {
  const { t } = useTranslation();
  const { isBusy, failure } = useSnapshot(join.state);
  const [isChecked, setChecked] = useState(false);
  const [scanner, setScanner] = useState<ScannerPart | null>(null);
  const field = useRef<HTMLInputElement>(null);
  const waitS = useWaitS(failure?.problem.retryAtMs);
  const problem = isChecked ? typedProblem(typed) : null;
  const submit = (event: React.FormEvent) => {
    event.preventDefault();
    setChecked(true);
    if (typedProblem(typed) !== null) field.current?.focus();
    else if (waitS === 0) void join.resolve(typedPairingCode(typed));
  };
  return (
    <div className={style.step}>
      <p>{t('pairingPhone.lead')}</p>
      <form className={style.form} onSubmit={submit} noValidate>
        <TextField
          inputRef={field}
          label={t('pairingPhone.code.label')}
          hint={t('pairingPhone.code.hint')}
          error={problem ? t(`pairingPhone.code.${problem}`) : undefined}
          value={typed}
          onChange={onType}
          autoCapitalize="characters"
          autoComplete="off"
          autoCorrect="off"
          spellCheck="false"
          enterKeyHint="go"
          maxLength={40}
        />
        <JoinFailure failure={failure} waitS={waitS} />
        <Button type="submit" look="primary" className={style.main} isPending={isBusy} isDisabled={waitS > 0}>
          <ArrowRight size={20} aria-hidden="true" /> {t('pairingPhone.code.submit')}
        </Button>
      </form>
      {scanner ? (
        <scanner.Scanner
          onCode={(code) => {
            setScanner(null);
            onType(code);
            void join.resolve(code);
          }}
          onClose={() => setScanner(null)}
        />
      ) : (
        <Button className={style.main} onPress={() => void loadScanner().then(setScanner)}>
          <ScanQrCode size={20} aria-hidden="true" /> {t('pairingPhone.scan.start')}
        </Button>
      )}
    </div>
  );
}
