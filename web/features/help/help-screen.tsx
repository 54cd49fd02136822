import { useState } from 'react';
import { useTranslation } from 'react-i18next';
import { helpTopics, type HelpWords } from '#web/i18n/help-words.ts';
import { usePageTitle } from '#web/lib/page-title.ts';
import { Page } from '#web/parts/page/page.tsx';
import { useLateWords } from '#web/parts/page/use-late-words.ts';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { TextLink } from '#web/ui/text-link.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { fill } from '#web/i18n/late-words.ts';
import { helpHref } from './help.rules.ts';
import style from './help.module.css';
import { Loading } from '#web/parts/page/loading.tsx';
import { searchHelp } from './search.rules.ts';

/** `/help`: the topics of the help, with a search that the device makes itself. */
export function HelpScreen() {
  const { t } = useTranslation();
  usePageTitle(t('help.title'));
  const words = useLateWords('help');
  return (
    <Page title={t('help.title')}>{words ? <Topics words={words} isUnknown={false} /> : <Loading />}</Page>
  );
}

/** The search and the topics. `isUnknown`: the address names a topic that there is not. */
export function Topics({ words, isUnknown }: { words: HelpWords; isUnknown: boolean }) {
  const [asked, setAsked] = useState('');
  const { page, topics } = words;
  return (
    <>
      <p className={style.lead}>{isUnknown ? page.unknown : page.lead}</p>
      <search className={style.search}>
        <SearchField
          label={page.search}
          placeholder={page.search}
          clearLabel={page.clear}
          value={asked}
          onChange={setAsked}
        />
      </search>
      {asked.trim() === '' ? (
        <ul className={style.topics} aria-label={page.topics}>
          {helpTopics.map((topic) => (
            <li key={topic} className={style.topic}>
              <TextLink className={style.link ?? ''} href={helpHref(topic)}>
                {topics[topic].title}
              </TextLink>
              <p>{topics[topic].about}</p>
            </li>
          ))}
        </ul>
      ) : (
        <Hits words={words} asked={asked} onClear={() => setAsked('')} />
      )}
    </>
  );
}

function Hits({ words, asked, onClear }: { words: HelpWords; asked: string; onClear(): void }) {
  const { page, topics } = words;
  const hits = searchHelp(words, asked);
  const count = fill(hits.length === 1 ? page.found.one : page.found.other, { count: hits.length });
  return (
    <>
      <VisuallyHidden live="polite">{hits.length === 0 ? page.nothing : count}</VisuallyHidden>
      {hits.length === 0 ? (
        <EmptyState title={page.nothing} action={<Button onPress={onClear}>{page.clear}</Button>}>
          <p>{page.nothingText}</p>
        </EmptyState>
      ) : (
        <ol className={style.hits}>
          {hits.map(({ topic, section, title, excerpt }) => (
            <li key={`${topic} ${section}`} className={style.hit}>
              <TextLink className={style.link ?? ''} href={helpHref(topic, section)}>
                {section === null ? title : `${topics[topic].title}: ${title}`}
              </TextLink>
              <p>{excerpt}</p>
            </li>
          ))}
        </ol>
      )}
    </>
  );
}
