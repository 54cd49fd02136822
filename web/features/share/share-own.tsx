import { Copy, Download, Mail } from 'lucide-react';
import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SharePreview } from '#api/contract/share.ts';
import { type ReportChoice, saveReport } from '#web/features/export/index.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatBytes } from '#web/lib/format.ts';
import { isAbort } from '#web/lib/http.ts';
import { createScope } from '#web/lib/scope.ts';
import { useOwned } from '#web/lib/use-owned.ts';
import { Button } from '#web/ui/button.tsx';
import { LinkButton } from '#web/ui/link-button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { mailtoOf } from './mailto.rules.ts';
import { LetterText } from './letter-text.tsx';
import style from './share.module.css';
import { StepHeading } from './step-heading.tsx';

type ShareOwnProps = {
  sessionId: string;
  preview: SharePreview;
  /** The documents of the preview's attachments, in the same order. */
  choices: readonly ReportChoice[];
  recipients: readonly string[];
  language: string;
  onChange(): void;
};

/**
 * Replaces the sending if there is no mail server. It offers the documents for download, and a message for the person's
 * own mail program.
 */
export function ShareOwn({ sessionId, preview, choices, recipients, language, onChange }: ShareOwnProps) {
  const { t, i18n } = useTranslation();
  const [busy, setBusy] = useState<string | null>(null);
  const [failure, setFailure] = useState<{ name: string; error: unknown } | null>(null);
  const [copied, setCopied] = useState<'yes' | 'failed' | null>(null);
  const scope = useOwned(sessionId, createScope);
  const link = mailtoOf({ recipients, subject: preview.subject, text: preview.text });
  const download = async (choice: ReportChoice, name: string) => {
    if (!scope || busy !== null) return;
    setBusy(name);
    setFailure(null);
    try {
      await saveReport(sessionId, choice, scope.signal);
    } catch (error) {
      if (!isAbort(error)) setFailure({ name, error });
    }
    setBusy(null);
  };
  const copy = () =>
    navigator.clipboard.writeText(preview.text).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    );
  return (
    <div className={style.form}>
      <StepHeading>{t('share.own.step1')}</StepHeading>
      <ul className={style.downloads}>
        {choices.map((choice, index) => {
          const { name, bytes } = preview.attachments[index] ?? { name: choice.type, bytes: 0 };
          return (
            <li key={name}>
              <Button
                isPending={busy === name}
                aria-label={t('share.own.download', { name })}
                className={style.download}
                onPress={() => void download(choice, name)}
              >
                <Download size={18} aria-hidden="true" />
                <span>
                  {name} <span className={style.size}>({formatBytes(bytes, i18n.language)})</span>
                </span>
              </Button>
            </li>
          );
        })}
      </ul>
      {failure ? (
        <Notice kind="error" live="alert" title={t('share.own.failed', { name: failure.name })}>
          <p>{errorSentence(t, failure.error)}</p>
        </Notice>
      ) : null}
      <h3>{t('share.own.step2')}</h3>
      <dl className={style.letter}>
        <LetterText preview={preview} language={language} />
      </dl>
      {link === null ? <p>{t('share.own.tooLong')}</p> : null}
      <output className={style.status}>
        {copied === 'yes' ? t('share.own.copied') : null}
        {copied === 'failed' ? t('share.own.copyFailed') : null}
      </output>
      <div className={style.actions}>
        <Button onPress={onChange}>{t('share.change')}</Button>
        <Button onPress={() => void copy()}>
          <Copy size={18} aria-hidden="true" /> {t('share.own.copy')}
        </Button>
        {link === null ? null : (
          <LinkButton look="primary" href={link}>
            <Mail size={18} aria-hidden="true" /> {t('share.own.open')}
          </LinkButton>
        )}
      </div>
    </div>
  );
}
