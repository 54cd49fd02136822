import { useTranslation } from 'react-i18next';
import { NetworkBar, useNetworkTrouble } from '#web/features/network/index.ts';
import { useFocusHeld } from '#web/lib/use-focus-held.ts';
import { AnnouncementRow } from '#web/parts/info-bar/announcement-row.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { announcementWords } from './announcement-words.ts';
import { closeAnnouncement } from './closed.state.ts';
import style from './info-bar.module.css';
import { surveyPart } from './survey-part.ts';
import { useNews } from './use-news.ts';
import { useSteadyPage } from './use-steady-page.ts';

type InfoBarProps = {
  /** Path of the screen that is shown. An announcement or survey that arrives meanwhile is shown on the next screen. */
  place: string;
};

/** The bar at the top: trouble of the connection, a survey, or an announcement, one at a time (§4.12). */
export function InfoBar({ place }: InfoBarProps) {
  const { room, bar } = useSteadyPage(place);
  return (
    <div ref={room} className={style.room}>
      <div ref={bar} className={style.bar}>
        <NetworkBar />
        <News place={place} hasTrouble={useNetworkTrouble() !== null} />
      </div>
    </div>
  );
}

function News({ place, hasTrouble }: InfoBarProps & { hasTrouble: boolean }) {
  const { t, i18n } = useTranslation();
  const { item, survey, personId } = useNews(place, hasTrouble);
  const held = useFocusHeld<HTMLElement>();
  const announcement = item?.kind === 'announcement' ? item.announcement : null;
  const words = announcement && announcementWords(announcement, i18n.language, t);
  const isAsking = (item?.kind === 'survey' || item?.kind === 'survey-thanks') && survey !== null;
  const spoken = words
    ? [words.title, words.message].filter(Boolean).join('. ')
    : isAsking
      ? t(`infoBar.survey.spoken.${survey.step}`, { title: survey.title })
      : '';
  return (
    <>
      {/* It announces what is new without taking the focus. */}
      <VisuallyHidden live="polite">{spoken}</VisuallyHidden>
      <section {...held} aria-label={t('infoBar.label')} data-item={item?.kind}>
        {announcement && words ? (
          <AnnouncementRow
            key={announcement.key}
            words={words}
            onClose={() => closeAnnouncement(personId, announcement.key)}
          />
        ) : null}
        {isAsking && surveyPart.Row ? <surveyPart.Row survey={survey} /> : null}
      </section>
    </>
  );
}
