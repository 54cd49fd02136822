import { Check } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import style from '#web/features/transcript/tools.module.css';

/** Shows the reason of the doubt that the person has gone to. `onConfirm` is null if there is nothing to confirm. */
export function DoubtNote({ note, onConfirm }: { note: string; onConfirm: (() => void) | null }) {
  const { t } = useTranslation();
  return (
    <div className={style.note}>
      <p aria-hidden="true">{note}</p>
      {onConfirm ? (
        <Button className={style.confirm} onPress={onConfirm}>
          <Check size={18} aria-hidden="true" /> {t('transcript.doubt.confirm')}
        </Button>
      ) : null}
    </div>
  );
}
