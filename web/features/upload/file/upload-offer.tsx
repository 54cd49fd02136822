import { useTranslation } from 'react-i18next';
import { formatClock, formatBytes } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { problemSentence } from './problem-sentence.ts';
import type { UploadOffer } from '#web/features/upload/upload.rules.ts';
import type { Upload } from '#web/features/upload/upload.state.ts';

type OfferProps = { upload: Upload; offer: UploadOffer; maxBytes: number };

export function Offer({ upload, offer, maxBytes }: OfferProps) {
  const { t, i18n } = useTranslation();
  const { language } = i18n;
  const isLong = offer.reason === 'too_long';
  const after = offer.bytes === null ? null : formatBytes(offer.bytes, language);
  return (
    <Notice
      kind="warn"
      live="alert"
      title={
        isLong
          ? t('upload.offer.longTitle')
          : problemSentence(t, { code: 'media.too_large', requestId: null }, { maxBytes, language })
      }
      actions={
        <>
          <Button look="primary" onPress={() => void upload.accept()}>
            {t(isLong ? 'upload.offer.acceptLong' : 'upload.offer.accept')}
          </Button>
          <Button onPress={upload.discard}>{t('upload.another')}</Button>
        </>
      }
    >
      <p>
        {isLong
          ? t('upload.offer.long', { duration: formatClock(offer.durationS ?? 0), after })
          : after
            ? t('upload.offer.large', { after })
            : t('upload.offer.largeUnknown')}
      </p>
    </Notice>
  );
}
