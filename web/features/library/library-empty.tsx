import { AudioLines, CalendarCheck, SearchX } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import type { LibraryFilter } from './use-library-filter.ts';
import style from './library-screen.module.css';

type LibraryEmptyProps = { filter: LibraryFilter; begin: React.ReactNode };

export function LibraryEmpty({ filter, begin }: LibraryEmptyProps) {
  const { t } = useTranslation();
  const { searchIn, words, expiresDays } = filter;
  const showAll = <Button onPress={() => filter.setExpiresDays(null)}>{t('library.showAll')}</Button>;
  if (words !== '') {
    const isSaid = searchIn === 'said';
    return (
      <EmptyState
        icon={<SearchX size={32} />}
        title={t('library.noHits.title')}
        action={
          <div className={style.ways}>
            <Button look="primary" onPress={() => filter.setSearchIn(isSaid ? 'titles' : 'said')}>
              {isSaid ? t('library.noHits.tryTitles') : t('library.noHits.trySaid')}
            </Button>
            <Button onPress={() => filter.setTyped('')}>{t('library.clearSearch')}</Button>
            {expiresDays === null ? null : showAll}
          </div>
        }
      >
        <p>
          {isSaid
            ? t(/[\p{L}\p{N}]/u.test(words) ? 'library.noHits.said' : 'library.noHits.noLetter', {
                search: words,
              })
            : t('library.noHits.titles', { search: words })}
        </p>
      </EmptyState>
    );
  }
  if (expiresDays !== null) {
    return (
      <EmptyState icon={<CalendarCheck size={32} />} title={t('library.nothingSoon.title')} action={showAll}>
        <p>{t('library.nothingSoon.text', { count: expiresDays })}</p>
      </EmptyState>
    );
  }
  return (
    <EmptyState icon={<AudioLines size={32} />} title={t('library.empty.title')} action={begin}>
      <p>{t('library.empty.text')}</p>
    </EmptyState>
  );
}
