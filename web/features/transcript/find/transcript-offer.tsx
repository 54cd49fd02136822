import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from '#web/features/transcript/tools.module.css';

/** A corrected word, and how often its former form still occurs. */
export type Offer = { from: string; to: string; count: number };

type TranscriptOfferProps = { offer: Offer; onLook(): void; onClose(): void };

/** Offers to review the other occurrences after a correction. Nothing is replaced automatically. */
export function TranscriptOffer({ offer, onLook, onClose }: TranscriptOfferProps) {
  const { t } = useTranslation();
  return (
    <div className={style.offer}>
      <Notice
        kind="info"
        live="status"
        actions={
          <>
            <Button look="primary" onPress={onLook}>
              {t('transcript.offer.look', { count: offer.count })}
            </Button>
            <Button look="quiet" onPress={onClose}>
              {t('transcript.offer.no')}
            </Button>
          </>
        }
      >
        <p>{t('transcript.offer.text', offer)}</p>
      </Notice>
    </div>
  );
}
