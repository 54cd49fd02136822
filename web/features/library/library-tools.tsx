import { CalendarClock, Check, ListChecks } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { Button } from '#web/ui/button.tsx';
import { SearchField } from '#web/ui/search-field.tsx';
import { Segments } from '#web/ui/segments.tsx';
import { soonDays } from './library.rules.ts';
import style from './library-tools.module.css';
import type { LibraryFilter } from './use-library-filter.ts';

type LibraryToolsProps = {
  filter: LibraryFilter;
  isSelecting: boolean;
  onSelecting(isSelecting: boolean): void;
};

export function LibraryTools({ filter, isSelecting, onSelecting }: LibraryToolsProps) {
  const { t } = useTranslation();
  const { searchIn, expiresDays } = filter;
  const isSoon = expiresDays !== null;
  return (
    <div className={style.tools}>
      <search className={style.search} data-tour="search">
        <div className={style.words}>
          <SearchField
            label={searchIn === 'said' ? t('library.searchSaid') : t('library.searchTitles')}
            placeholder={searchIn === 'said' ? t('library.searchSaid') : t('library.searchTitles')}
            clearLabel={t('library.clearSearch')}
            value={filter.typed}
            onChange={filter.setTyped}
          />
        </div>
        <Segments
          label={t('library.searchIn')}
          options={[
            { key: 'titles', label: t('library.inTitles') },
            { key: 'said', label: t('library.inSaid') },
          ]}
          value={searchIn}
          onChange={filter.setSearchIn}
        />
      </search>
      <div className={style.choices}>
        <Button
          className={style.toggle}
          data-tour="soon"
          aria-pressed={isSoon}
          onPress={() => filter.setExpiresDays(isSoon ? null : soonDays)}
        >
          {isSoon ? <Check size={18} aria-hidden="true" /> : <CalendarClock size={18} aria-hidden="true" />}
          {t('library.soon', { count: expiresDays ?? soonDays })}
        </Button>
        <Button className={style.toggle} aria-pressed={isSelecting} onPress={() => onSelecting(!isSelecting)}>
          {isSelecting ? <Check size={18} aria-hidden="true" /> : <ListChecks size={18} aria-hidden="true" />}
          {t('library.select.start')}
        </Button>
      </div>
    </div>
  );
}
