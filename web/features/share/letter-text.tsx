import { useTranslation } from 'react-i18next';
import type { SharePreview } from '#api/contract/share.ts';
import style from './share.module.css';

/** Subject and text of the e-mail, in the session's language, as entries of a `dl`. */
export function LetterText({ preview, language }: { preview: SharePreview; language: string }) {
  const { t } = useTranslation();
  return (
    <>
      <div>
        <dt>{t('share.preview.subject')}</dt>
        <dd lang={language}>{preview.subject}</dd>
      </div>
      <div>
        <dt>{t('share.preview.text')}</dt>
        <dd lang={language} className={style.text}>
          {preview.text}
        </dd>
      </div>
    </>
  );
}
