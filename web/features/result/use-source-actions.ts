import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import { type Player, usePlayAt } from '#web/features/player/index.ts';
import type { RichTextActions } from '#web/parts/text/rich-text.tsx';
import { spokenDuration } from '#web/lib/format.ts';
import type { MadeResult } from '#web/parts/result/result.rules.ts';

type SourceActions = {
  numbers: ReadonlySet<number>;
  actions: RichTextActions;
  canPlay: boolean;
};

/**
 * Returns the actions of source marks, which play a source or name it. The result stays the same object while the
 * sources are equal.
 */
export function useSourceActions(
  sources: MadeResult['sources'],
  player: Player | null,
  onLook?: RichTextActions['onLook'],
): SourceActions {
  const { t, i18n } = useTranslation();
  const onTime = usePlayAt(player);
  // Each poll brings new arrays, so they are compared by value.
  const key = JSON.stringify(sources);
  return useMemo(() => {
    const list = JSON.parse(key) as MadeResult['sources'];
    const byNumber = new Map(list.map((source) => [source.n, source]));
    return {
      numbers: new Set(byNumber.keys()),
      canPlay: onTime !== null,
      actions: {
        onTime,
        ...(onLook ? { onLook } : {}),
        sourceName: (n: number) =>
          t('result.source.name', { n, time: spokenDuration(byNumber.get(n)?.at ?? 0, i18n.language) }),
        ...(onTime ? { onSource: (n: number) => onTime(byNumber.get(n)?.at ?? 0) } : {}),
      },
    };
  }, [key, onTime, onLook, t, i18n.language]);
}
