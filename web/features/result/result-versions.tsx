import { ChevronLeft, ChevronRight } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import style from './result.module.css';

type ResultVersionsProps = {
  shown: number;
  newest: number;
  /** Number of the version before the newest; 0 if there is none. */
  former: number;
  onChoose(version: number): void;
};

export function ResultVersions({ shown, newest, former, onChoose }: ResultVersionsProps) {
  const { t } = useTranslation();
  if (newest < 2) return null;
  return (
    <div className={style.versions}>
      <span>{t('result.version.label', { version: shown, count: newest })}</span>
      {former > 0 ? (
        <>
          <Button
            icon
            look="quiet"
            aria-label={t('result.version.before')}
            isDisabled={shown <= 1}
            onPress={() => onChoose(shown - 1)}
          >
            <ChevronLeft size={18} aria-hidden="true" />
          </Button>
          <Button
            icon
            look="quiet"
            aria-label={t('result.version.after')}
            isDisabled={shown >= newest}
            onPress={() => onChoose(shown + 1)}
          >
            <ChevronRight size={18} aria-hidden="true" />
          </Button>
        </>
      ) : null}
    </div>
  );
}
