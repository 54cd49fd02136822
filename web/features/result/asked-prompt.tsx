import { ArrowLeft } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import style from './result.module.css';

type AskedPromptProps = {
  prompt: string;
  lang: string;
  /** The tab to which the prompt applies, and a link to it. Null if that tab is gone. */
  from: { name: string; open(): void } | null;
};

/** Length above which a prompt is collapsed, characters. */
const shortLength = 180;

export function AskedPrompt({ prompt, lang, from }: AskedPromptProps) {
  const { t } = useTranslation();
  return (
    <div className={style.asked}>
      {prompt === '' ? null : prompt.length <= shortLength ? (
        <figure className={style.quote}>
          <figcaption>{t('result.asked')}</figcaption>
          <blockquote lang={lang}>{prompt}</blockquote>
        </figure>
      ) : (
        <details className={style.quote}>
          <summary>
            {t('result.asked')}: <span lang={lang}>{prompt.slice(0, shortLength).trimEnd()} …</span>
          </summary>
          <blockquote lang={lang}>{prompt}</blockquote>
        </details>
      )}
      {from ? (
        <div className={style.from}>
          <span>{t('result.from', { tab: from.name })}</span>
          <Button look="quiet" onPress={from.open}>
            <ArrowLeft size={18} aria-hidden="true" /> {t('result.back')}
          </Button>
        </div>
      ) : null}
    </div>
  );
}
