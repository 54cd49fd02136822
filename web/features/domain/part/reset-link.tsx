import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { TextField } from '#web/ui/text-field.tsx';
import style from '../domain.module.css';
import { useResetLink } from '../domain-admin.state.ts';

/** Makes a link for a new password of a person. It is shown here only, so that the superuser hands it over. */
export function ResetLink({ host, id }: { host: string; id: string }) {
  const { t, i18n } = useTranslation();
  const making = useResetLink(host);
  const [copied, setCopied] = useState<'no' | 'yes' | 'failed'>('no');
  const link = making.data;
  const copy = (url: string) =>
    navigator.clipboard.writeText(url).then(
      () => setCopied('yes'),
      () => setCopied('failed'),
    );
  const make = () => {
    setCopied('no');
    making.mutate(id);
  };
  return (
    <fieldset className={style.group}>
      <legend>{t('domain.resetLink.title')}</legend>
      <p className={style.hint}>{t('domain.resetLink.text')}</p>
      {link ? (
        <>
          <TextField
            label={t('domain.resetLink.url')}
            hint={t('domain.resetLink.until', { when: formatDateTime(link.expires_at, i18n.language) })}
            value={link.url}
            isReadOnly
          />
          <div className={style.actions}>
            <Button onPress={() => void copy(link.url)}>{t('domain.resetLink.copy')}</Button>
          </div>
          <output className={style.hint}>
            {copied === 'no'
              ? null
              : t(copied === 'yes' ? 'domain.resetLink.copied' : 'domain.resetLink.notCopied')}
          </output>
        </>
      ) : null}
      {making.error ? (
        <Notice kind="error" live="alert" title={t('domain.resetLink.failed')}>
          <p>{errorSentence(t, making.error)}</p>
        </Notice>
      ) : null}
      <div className={style.actions}>
        <Button isPending={making.isPending} onPress={make}>
          {t(link ? 'domain.resetLink.another' : 'domain.resetLink.make')}
        </Button>
      </div>
    </fieldset>
  );
}
