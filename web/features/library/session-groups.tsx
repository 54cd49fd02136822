import { useTranslation } from 'react-i18next';
import type { SessionItem } from '#api/contract/session.ts';
import { formatUtcDay, utcDaysAgo } from '#web/lib/format.ts';
import style from './library-screen.module.css';
import { groupByDay } from './library.rules.ts';
import { SessionRow } from './session-row.tsx';

type SessionGroupsProps = {
  items: readonly SessionItem[];
  /** When they were loaded: what “today” is. */
  nowMs: number;
  onRemove(item: SessionItem): void;
};

export function SessionGroups({ items, nowMs, onRemove }: SessionGroupsProps) {
  const { t, i18n } = useTranslation();
  const heading = (day: string) => {
    const date = formatUtcDay(day, i18n.language);
    const ago = utcDaysAgo(day, nowMs);
    if (ago === 0) return t('library.today', { date });
    return ago === 1 ? t('library.yesterday', { date }) : date;
  };
  return groupByDay(items).map(({ day, items: ofDay }) => (
    <section key={day} className={style.day}>
      <h2>{heading(day)}</h2>
      <ul className={style.rows}>
        {ofDay.map((item) => (
          <SessionRow key={item.id} item={item} onRemove={onRemove} />
        ))}
      </ul>
    </section>
  ));
}
