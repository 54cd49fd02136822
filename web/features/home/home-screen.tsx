import { ArrowRight, BookOpenText, CloudUpload, HeartPulse, Landmark, Mic } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { usePageTitle } from '#web/lib/page-title.ts';
import { LinkButton } from '#web/ui/link-button.tsx';
import { HomeFigure } from './home-figure.tsx';
import style from './home-screen.module.css';

const tiles = [
  { key: 'government', Icon: Landmark },
  { key: 'health', Icon: HeartPulse },
] as const;

const steps = [
  { key: 'check', Icon: Mic },
  { key: 'send', Icon: CloudUpload },
  { key: 'read', Icon: BookOpenText },
] as const;

/** The home screen (§2): a headline, a sub-headline, tiles for government and health, and a link to start. */
export function HomeScreen() {
  const { t } = useTranslation();
  usePageTitle('');
  return (
    <div className={style.home}>
      <section className={style.hero}>
        <div className={style.words}>
          <h1>{t('home.headline')}</h1>
          <p>{t('home.subheadline')}</p>
          <LinkButton look="primary" href="/library" className={style.start}>
            {t('home.start')} <ArrowRight size={20} aria-hidden="true" />
          </LinkButton>
        </div>
        <HomeFigure />
      </section>
      <section aria-label={t('home.tiles')} className={style.tiles}>
        {tiles.map(({ key, Icon }) => (
          <article key={key} className={style.tile}>
            <Icon size={28} aria-hidden="true" />
            <h2>{t(`home.${key}.title`)}</h2>
            <p>{t(`home.${key}.text`)}</p>
          </article>
        ))}
      </section>
      <section className={style.how}>
        <h2>{t('home.steps.title')}</h2>
        <ol className={style.steps}>
          {steps.map(({ key, Icon }, index) => (
            <li key={key}>
              <span className={style.number} aria-hidden="true">
                <Icon size={22} />
              </span>
              <h3>
                {index + 1}. {t(`home.steps.${key}.title`)}
              </h3>
              <p>{t(`home.steps.${key}.text`)}</p>
            </li>
          ))}
        </ol>
      </section>
    </div>
  );
}
