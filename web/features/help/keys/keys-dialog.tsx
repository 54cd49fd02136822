import { useTranslation } from 'react-i18next';
import { useLateWords } from '#web/parts/page/use-late-words.ts';
import { Button } from '#web/ui/button.tsx';
import { Dialog } from '#web/ui/dialog.tsx';
import { KeyMap } from './key-map.tsx';
import { SingleKeysSwitch } from './single-keys-switch.tsx';
import style from './key-map.module.css';

export function KeysDialog({ isOpen, onClose }: { isOpen: boolean; onClose(): void }) {
  const { t } = useTranslation();
  const words = useLateWords('help');
  if (!words) return null;
  return (
    <Dialog
      isOpen={isOpen}
      onClose={onClose}
      title={t('transcript.keys.title')}
      footer={<Button onPress={onClose}>{t('shell.close')}</Button>}
    >
      <div className={style.body}>
        <p>{words.keys.lead}</p>
        <SingleKeysSwitch />
        <KeyMap words={words.keys} level="h3" />
      </div>
    </Dialog>
  );
}
