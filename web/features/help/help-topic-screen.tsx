import { useParams, useRouterState } from '@tanstack/react-router';
import { ChevronLeft } from 'lucide-react';
import { lazy, Suspense, useEffect } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { userState } from '#web/features/user/index.ts';
import { helpTopics, type HelpTopic, type HelpWords } from '#web/i18n/help-words.ts';
import { withWords } from '#web/i18n/with-words.ts';
import { loadPart } from '#web/lib/load-part.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Page } from '#web/parts/page/page.tsx';
import { useLateWords } from '#web/parts/page/use-late-words.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { helpHref, isHelpTopic, sectionId } from './help.rules.ts';
import style from './help.module.css';
import { Loading } from '#web/parts/page/loading.tsx';
import { Topics } from './help-screen.tsx';
import { HostFacts } from './host-facts.tsx';
import { TourButton } from './tour-button.tsx';

/** Loaded with the names of keys, which belong to a session. The other topics do without both. */
const KeysTopic = lazy(async () => ({
  default: (await loadPart(withWords('session', () => import('./keys/keys-topic.tsx')))).KeysTopic,
}));

/** `/help/{topic}`: one topic of the help. */
export function HelpTopicScreen() {
  const { t } = useTranslation();
  const { topic } = useParams({ from: '/help/$topic' });
  const words = useLateWords('help');
  const known = isHelpTopic(topic) ? topic : null;
  const title = (known && words?.topics[known].title) ?? t('help.title');
  usePageTitle(title);
  useSectionOfAddress(words !== null);
  if (!words)
    return (
      <Page title={title}>
        <Loading />
      </Page>
    );
  return (
    <Page title={title}>
      {known ? <Topic topic={known} words={words} /> : <Topics words={words} isUnknown />}
    </Page>
  );
}

function Topic({ topic, words }: { topic: HelpTopic; words: HelpWords }) {
  const { user } = useSnapshot(userState);
  const { about, sections } = words.topics[topic];
  return (
    <div className={style.layout}>
      <article className={style.article}>
        <p className={style.lead}>{about}</p>
        {user ? <TourButton topic={topic} words={words.page} /> : null}
        {sections.map(({ title, text, points }, index) => (
          <section key={title} className={style.section}>
            <h2 id={sectionId(index)} tabIndex={-1}>
              {title}
            </h2>
            {text.map((line) => (
              <p key={line}>{line}</p>
            ))}
            {points ? (
              <ul>
                {points.map((point) => (
                  <li key={point}>{point}</li>
                ))}
              </ul>
            ) : null}
          </section>
        ))}
        <HostFacts topic={topic} words={words.page} />
        {topic === 'keys' ? (
          <Suspense fallback={<Loading />}>
            <KeysTopic words={words.keys} />
          </Suspense>
        ) : null}
      </article>
      <nav className={style.nav} aria-label={words.page.topics}>
        <TextLink className={style.back ?? ''} href={helpHref(null)}>
          <ChevronLeft size={18} aria-hidden="true" /> {words.page.all}
        </TextLink>
        <ul className={style.list}>
          {helpTopics.map((other) => (
            <li key={other}>
              <TextLink
                href={helpHref(other)}
                className={style.other ?? ''}
                {...(other === topic ? { 'aria-current': 'page' } : {})}
              >
                {words.topics[other].title}
              </TextLink>
            </li>
          ))}
        </ul>
      </nav>
    </div>
  );
}

/** Moves to the section that the address names, once the words are there. */
function useSectionOfAddress(areWordsThere: boolean): void {
  const hash = useRouterState({ select: (state) => state.location.hash });
  useEffect(() => {
    if (!areWordsThere || hash === '') return;
    const heading = document.getElementById(hash);
    heading?.scrollIntoView({ block: 'start' });
    heading?.focus({ preventScroll: true });
  }, [areWordsThere, hash]);
}
