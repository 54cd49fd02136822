import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { saveFile } from '#web/lib/save-file.ts';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from '../account.module.css';

/** Shows recovery codes, once. It closes when the person says that they have them. */
export function CodesDialog({ codes, onClose }: { codes: readonly string[]; onClose(): void }) {
  const { t } = useTranslation();
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const [isKept, setKept] = useState(false);
  const copy = () =>
    navigator.clipboard.writeText(codes.join('\n')).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    );
  const save = () => {
    const lines = [t('secondFactor.codes.file', { host: location.host }), '', ...codes, ''];
    saveFile(new Blob([lines.join('\n')], { type: 'text/plain' }), t('secondFactor.codes.fileName'));
  };
  return (
    <Dialog
      isOpen
      onClose={() => isKept && onClose()}
      title={t('secondFactor.codes.title')}
      role="alertdialog"
    >
      <div className={style.form}>
        <Notice kind="warn">
          <p>{t('secondFactor.codes.text')}</p>
        </Notice>
        <ul className={style.codes} aria-label={t('secondFactor.codes.title')}>
          {codes.map((code) => (
            <li key={code}>{code}</li>
          ))}
        </ul>
        <div className={style.actions}>
          <Button onPress={save}>{t('secondFactor.codes.save')}</Button>
          <Button onPress={() => void copy()}>{t('secondFactor.codes.copy')}</Button>
        </div>
        <output>
          {copied === 'no'
            ? null
            : t(copied === 'yes' ? 'secondFactor.codes.copied' : 'secondFactor.codes.notCopied')}
        </output>
        <Checkbox isSelected={isKept} onChange={setKept}>
          {t('secondFactor.codes.kept')}
        </Checkbox>
        <Button look="primary" isDisabled={!isKept} onPress={onClose}>
          {t('secondFactor.codes.close')}
        </Button>
      </div>
    </Dialog>
  );
}
