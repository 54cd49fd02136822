import { useMemo } from 'react';
import style from './session-thumbnail.module.css';
import { thumbnailHeightPx, thumbnailPaths, thumbnailWidthPx } from './thumbnail.rules.ts';

/** A decorative waveform of the recording. It is hidden from screen readers, because the row says the same in words. */
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
