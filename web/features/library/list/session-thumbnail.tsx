import { useMemo } from 'react';
import style from './session-thumbnail.module.css';
import { thumbnailHeightPx, thumbnailPaths, thumbnailWidthPx } from './thumbnail.rules.ts';

/** The recording at a glance: the ruler, as small as it gets. Says nothing that the row does not say in words. */
export function SessionThumbnail({ picture }: { picture: string | null }) {
  const paths = useMemo(() => (picture === null ? null : thumbnailPaths(picture)), [picture]);
  if (!paths) return <span className={style.empty} aria-hidden="true" />;
  return (
    <svg
      className={style.picture}
      viewBox={`0 0 ${thumbnailWidthPx} ${thumbnailHeightPx}`}
      width={thumbnailWidthPx}
      height={thumbnailHeightPx}
      aria-hidden="true"
    >
      <path className={style.sound} d={paths.sound} />
      <path className={style.silence} d={paths.silence} />
    </svg>
  );
}
