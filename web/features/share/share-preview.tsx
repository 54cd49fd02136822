import { Paperclip, Send } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SharePreview } from '#api/contract/share.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatBytes } from '#web/lib/format.ts';
import { isApiError } from '#web/lib/http.ts';
import { SendConfirmation } from '#web/parts/account/send-confirmation.tsx';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { isOutcomeUnknown } from './send-share.ts';
import { LetterText } from './letter-text.tsx';
import style from './share.module.css';
import { StepHeading } from './step-heading.tsx';

type SharePreviewProps = {
  preview: SharePreview;
  recipients: readonly string[];
  /** Language of subject and text. */
  language: string;
  sending: 'no' | 'yes' | 'slow';
  error: unknown;
  onSend(): void;
  onChange(): void;
};

export function SharePreviewStep(props: SharePreviewProps) {
  const { preview, recipients, language, sending, error, onSend, onChange } = props;
  const { t, i18n } = useTranslation();
  const total = preview.attachments.reduce((sum, { bytes }) => sum + bytes, 0);
  return (
    <div className={style.form}>
      <StepHeading>{t('share.preview.title')}</StepHeading>
      <dl className={style.letter}>
        <div>
          <dt>{t('share.preview.from')}</dt>
          <dd>{preview.from.replace(/^"([^"]*)" /, '$1 ')}</dd>
        </div>
        <div>
          <dt>{t('share.preview.replyTo')}</dt>
          <dd>{preview.reply_to ?? t('share.preview.empty')}</dd>
        </div>
        <div>
          <dt>{t('share.preview.to')}</dt>
          <dd>
            {recipients.join(', ')}
            {recipients.length > 1 ? <span className={style.aside}>{t('share.preview.each')}</span> : null}
          </dd>
        </div>
        <LetterText preview={preview} language={language} />
        <div>
          <dt>{t('share.preview.attachments')}</dt>
          <dd>
            <ul className={style.files}>
              {preview.attachments.map(({ name, bytes }) => (
                <li key={name}>
                  <Paperclip size={16} aria-hidden="true" />
                  <span>
                    {name} <span className={style.size}>({formatBytes(bytes, i18n.language)})</span>
                  </span>
                </li>
              ))}
            </ul>
            {preview.attachments.length > 1 ? (
              <span className={style.aside}>
                {t('share.preview.total', { size: formatBytes(total, i18n.language) })}
              </span>
            ) : null}
          </dd>
        </div>
      </dl>
      <Notice kind="warn" title={t('share.leaves')}>
        <p>{t('share.leavesText')}</p>
      </Notice>
      <output className={style.status}>
        {sending === 'yes' ? t('share.sending') : null}
        {sending === 'slow' ? t('share.slow') : null}
      </output>
      {error ? <SendFailure error={error} /> : null}
      <div className={style.actions}>
        <Button onPress={onChange} isDisabled={sending !== 'no'}>
          {t('share.change')}
        </Button>
        <Button look="primary" onPress={onSend} isPending={sending !== 'no'}>
          <Send size={18} aria-hidden="true" /> {t('share.send', { count: recipients.length })}
        </Button>
      </div>
    </div>
  );
}

function SendFailure({ error }: { error: unknown }) {
  const { t } = useTranslation();
  const isUnknown = isOutcomeUnknown(error);
  return (
    <Notice
      kind="error"
      live="alert"
      actions={isApiError(error, 'share.not_verified') ? <SendConfirmation /> : undefined}
      title={t(isUnknown ? 'share.unknown' : 'share.sendFailed')}
    >
      <p>{isUnknown ? t('share.unknownText') : errorSentence(t, error)}</p>
    </Notice>
  );
}
