import { CameraOff, X } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { useTranslation } from 'react-i18next';
import { proxy, useSnapshot } from 'valtio';
import { log } from '#web/lib/log.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { openCamera } from './camera.ts';
import { createFrameReader } from './frame-reader.ts';
import { createScanner, type Scanner as ScannerOf, type ScannerState } from './scanner.state.ts';
import style from './scanner.module.css';

const notOpen = proxy<ScannerState>({ step: 'opening', problem: null, isOther: false });

type ScannerProps = { onCode(code: string): void; onClose(): void };

/** Shows the camera until it sees a pairing code. Leaving the screen switches it off. */
export function Scanner({ onCode, onClose }: ScannerProps) {
  const { t } = useTranslation();
  const video = useRef<HTMLVideoElement>(null);
  const [scanner, setScanner] = useState<ScannerOf | null>(null);
  const { step } = useSnapshot(scanner ? scanner.state : notOpen);
  const whenRead = useEffectEvent(onCode);
  useEffect(() => {
    if (!video.current) return;
    const created = createScanner({
      video: video.current,
      onCode: (code) => whenRead(code),
      deps: {
        openCamera,
        reader: createFrameReader,
        origin: location.origin,
        everyMs: 150,
        onFailure: (step, error) => log.warn(`pairing.${step}`, { error: String(error) }),
      },
    });
    setScanner(created);
    return () => created[Symbol.dispose]();
  }, []);
  return (
    <section className={style.scanner} aria-label={t('pairingPhone.scan.start')}>
      <video
        ref={video}
        className={style.video}
        muted
        playsInline
        aria-label={t('pairingPhone.scan.label')}
      />
      {scanner ? <Status scanner={scanner} /> : null}
      <Button onPress={onClose}>
        {step === 'failed' ? <X size={18} aria-hidden="true" /> : <CameraOff size={18} aria-hidden="true" />}{' '}
        {t(step === 'failed' ? 'shell.close' : 'pairingPhone.scan.stop')}
      </Button>
    </section>
  );
}

function Status({ scanner }: { scanner: ScannerOf }) {
  const { t } = useTranslation();
  const { step, problem, isOther } = useSnapshot(scanner.state);
  if (step === 'failed')
    return (
      <Notice kind="error" live="alert" title={t('pairingPhone.scan.failed')}>
        <p>{t(`pairingPhone.scan.problem.${problem ?? 'failed'}`)}</p>
        <p>{t('pairingPhone.scan.typed', { field: t('pairingPhone.code.label') })}</p>
      </Notice>
    );
  return <output>{t(isOther ? 'pairingPhone.scan.other' : `pairingPhone.scan.${step}`)}</output>;
}
