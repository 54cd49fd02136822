import { useTranslation } from 'react-i18next';
import type { SessionItem } from '#api/contract/session.ts';
import { formatClock, spokenDuration } from '#web/lib/format.ts';
import { TextLink } from '#web/ui/text-link.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { hitHref, markedParts } from '#web/features/library/library.rules.ts';
import style from './session-hits.module.css';

/** The server stops counting the hits of a session at this number (contract: session, `hit_count`). */
const maxCounted = 100;

export function SessionHits({
  item,
}: {
  item: Pick<SessionItem, 'id' | 'title' | 'language' | 'hits' | 'hit_count'>;
}) {
  const { t, i18n } = useTranslation();
  const { hits = [], hit_count: count = hits.length } = item;
  if (hits.length === 0) return null;
  const more = count - hits.length;
  return (
    <ul className={style.hits} aria-label={t('library.hits.label', { title: item.title })}>
      {hits.map((hit) => (
        <li key={`${hit.segment} ${hit.at}`}>
          <TextLink href={hitHref(item.id, hit)} className={style.hit ?? ''}>
            <span className={style.time} aria-hidden="true">
              {formatClock(hit.at)}
            </span>
            <VisuallyHidden>{`${spokenDuration(hit.at, i18n.language)}: `}</VisuallyHidden>
            <span className={style.said} lang={item.language}>
              {markedParts(hit).map((part, index) =>
                // oxlint-disable-next-line react/no-array-index-key -- the parts of a text never change their order
                part.isMarked ? <mark key={index}>{part.text}</mark> : part.text,
              )}
            </span>
          </TextLink>
        </li>
      ))}
      {more > 0 ? (
        <li>
          <TextLink href={`/library/${item.id}?tab=transcript`} className={style.more ?? ''}>
            {count >= maxCounted
              ? t('library.hits.many', { count: more })
              : t('library.hits.more', { count: more })}
          </TextLink>
        </li>
      ) : null}
    </ul>
  );
}
