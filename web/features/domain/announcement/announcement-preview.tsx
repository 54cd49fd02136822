import { useTranslation } from 'react-i18next';
import { announcementText } from '#api/shared/announcement-text.ts';
import { toLines, toOneLine } from '#api/contract/one-line.ts';
import { languageNames, languages, type Language } from '#web/i18n/languages.ts';
import { AnnouncementRow } from '#web/parts/info-bar/announcement-row.tsx';
import style from '../domain.module.css';
import type { AnnouncementForm } from './announcement-form.rules.ts';

type AnnouncementPreviewProps = { form: AnnouncementForm; language: Language };

/** The announcement as the bar shows it to a person who reads `language`, with the text that stands in for a missing one. */
export function AnnouncementPreview({ form, language }: AnnouncementPreviewProps) {
  const { t } = useTranslation();
  const shown = announcementText(cleaned(form), language);
  const link = form.link.trim() || null;
  return (
    <section className={style.group} aria-label={t('announcement.preview')}>
      <p className={style.name}>{t('announcement.previewFor', { language: languageNames[language] })}</p>
      {shown.title === '' ? (
        <p className={style.hint}>{t('announcement.previewNone')}</p>
      ) : (
        <AnnouncementRow key={shown.language} words={{ type: form.type, link, ...shown }} onClose={null} />
      )}
      {shown.language === language || shown.title === '' ? null : (
        <p className={style.hint}>
          {t('announcement.standsIn', {
            language: languageNames[language],
            other: languageNames[shown.language],
          })}
        </p>
      )}
    </section>
  );
}

type Texts = Pick<AnnouncementForm, 'title' | 'message' | 'cta_text'>;

/** The texts as the server stores them. */
function cleaned({ title, message, cta_text }: Texts): Texts {
  const each = (texts: Record<Language, string>, clean: (text: string) => string) =>
    Object.fromEntries(languages.map((name) => [name, clean(texts[name])])) as Record<Language, string>;
  return {
    title: each(title, toOneLine),
    message: each(message, toLines),
    cta_text: each(cta_text, toOneLine),
  };
}
