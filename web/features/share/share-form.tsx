import { useRef, useState } from 'react';
import { CheckboxGroup } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { limits } from '#api/contract/limits.ts';
import type { ReportKind } from '#api/shared/report/report-kinds.ts';
import { type FirstFormat, firstFormats, reportName } from '#web/features/export/index.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { isApiError } from '#web/lib/http.ts';
import { SendConfirmation } from '#web/parts/account/send-confirmation.tsx';
import { Button } from '#web/ui/button.tsx';
import { Checkbox } from '#web/ui/checkbox.tsx';
import { FieldLabel, FieldNotes } from '#web/ui/field-parts.tsx';
import field from '#web/ui/field.module.css';
import { Notice } from '#web/ui/notice.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { TextArea } from '#web/ui/text-area.tsx';
import { RecipientField, taken, type Recipients } from './recipient-field.tsx';
import style from './share.module.css';

export type ShareDraft = { recipients: Recipients; types: string[]; format: FirstFormat; message: string };

type ShareFormProps = {
  kinds: readonly ReportKind[];
  nameOf(label: string): string;
  draft: ShareDraft;
  onChange(draft: ShareDraft): void;
  isPending: boolean;
  error: unknown;
  /** True if edits of the transcript have not reached the server, which makes the documents. */
  isUnsent: boolean;
  /** Why the server cannot send mail, which a notice explains. Null if mail works. */
  mail: 'missing' | 'failed' | null;
  onSubmit(draft: ShareDraft): void;
  onCancel(): void;
};

export function ShareForm(props: ShareFormProps) {
  const { kinds, nameOf, draft, onChange, isPending, error, isUnsent, mail, onSubmit, onCancel } = props;
  const { t } = useTranslation();
  const [isTried, setTried] = useState(false);
  const recipientInput = useRef<HTMLInputElement>(null);
  const types = draft.types.filter((type) => kinds.some(({ report_type }) => report_type === type));
  const noReport =
    types.length === 0
      ? t('share.needReport')
      : types.length > limits.maxShareReports
        ? t('share.tooManyReports', { max: limits.maxShareReports })
        : undefined;
  const tooLong =
    draft.message.length > limits.maxMessageLength
      ? t('share.messageTooLong', { max: limits.maxMessageLength })
      : undefined;
  const submit = () => {
    setTried(true);
    const next = { ...draft, types, recipients: taken(draft.recipients) };
    onChange(next);
    const { addresses, problems, isTooMany } = next.recipients;
    // Without a mail server the person enters the recipients in the mail program of the device.
    const isLacking = mail !== 'missing' && addresses.length === 0;
    if (problems.some(({ problem }) => problem !== 'double') || isTooMany || isLacking)
      return recipientInput.current?.focus();
    if (!noReport && !tooLong && !isPending) onSubmit(next);
  };
  return (
    <form
      className={style.form}
      noValidate
      onSubmit={(event) => {
        event.preventDefault();
        submit();
      }}
    >
      {mail === 'missing' ? (
        <Notice kind="info" title={t('share.own.title')}>
          <p>{t('share.own.text')}</p>
        </Notice>
      ) : null}
      {mail === 'failed' ? (
        <Notice kind="warn" live="status">
          <p>{t('share.mailDown')}</p>
        </Notice>
      ) : null}
      <RecipientField
        value={draft.recipients}
        onChange={(recipients) => onChange({ ...draft, recipients })}
        isMissing={isTried && mail !== 'missing'}
        inputRef={recipientInput}
      />
      <CheckboxGroup
        value={types}
        onChange={(chosen) => onChange({ ...draft, types: chosen })}
        isInvalid={isTried && noReport !== undefined}
        validationBehavior="aria"
        className={field.field}
      >
        <FieldLabel label={t('share.reports')} />
        {kinds.map(({ report_type: type }) => (
          <Checkbox key={type} value={type}>
            {reportName(t, type, nameOf)}
          </Checkbox>
        ))}
        <FieldNotes error={noReport} />
        <Segments
          label={t('export.format')}
          options={firstFormats.map((key) => ({ key, label: key.toUpperCase() }))}
          value={draft.format}
          onChange={(format) => onChange({ ...draft, format })}
        />
      </CheckboxGroup>
      <TextArea
        label={`${t('share.message')} (${t('shell.optional')})`}
        hint={t('share.messageHint')}
        error={tooLong}
        rows={3}
        value={draft.message}
        onChange={(message) => onChange({ ...draft, message })}
      />
      {isUnsent ? (
        <Notice kind="warn" live="status">
          <p>{t('export.unsaved')}</p>
        </Notice>
      ) : null}
      <output className={style.status}>{isPending ? t('share.previewing') : null}</output>
      {error ? (
        <Notice
          kind="error"
          live="alert"
          title={t('share.previewFailed')}
          actions={isApiError(error, 'share.not_verified') ? <SendConfirmation /> : undefined}
        >
          <p>{errorSentence(t, error)}</p>
        </Notice>
      ) : null}
      <div className={style.actions}>
        <Button onPress={onCancel}>{t('shell.cancel')}</Button>
        <Button type="submit" look="primary" isPending={isPending}>
          {t(mail === 'missing' ? 'share.own.toOwn' : 'share.toPreview')}
        </Button>
      </div>
    </form>
  );
}
