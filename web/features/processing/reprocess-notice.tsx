import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { sessionStore } from '#web/lib/browser-storage.ts';
import { useIsMakeable } from '#web/parts/result/options.state.ts';
import { useResultNames } from '#web/parts/result/use-result-names.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { useAskProcess } from './process-host.tsx';
import { firstNamed, olderResults, stateKey } from './reprocess.rules.ts';

/**
 * Asks whether to process again after notes or transcript have changed (§4). The notice appears only while nobody
 * types, so that the text field does not move. A person who dismisses it is not asked again for the same state.
 */
export function ReprocessNotice({ session }: { session: SessionDetail }) {
  const { t, i18n } = useTranslation();
  const ask = useAskProcess();
  const nameOf = useResultNames(session);
  const older = olderResults(session).filter(useIsMakeable());
  const key = stateKey(session);
  const storageKey = `reprocess:${session.id}`;
  const [putOff, setPutOff] = useState(() => sessionStore.getItem(storageKey));
  const isWriting = useIsWriting();
  const isDue = older.length > 0 && ask !== null && putOff !== key;
  const [isShown, setShown] = useState(isDue && !isWriting);
  if (isShown && !isDue) setShown(false);
  if (!isShown && isDue && !isWriting) setShown(true);
  if (!isDue || !isShown) return null;
  const { named, more } = firstNamed(older);
  const names = new Intl.ListFormat(i18n.language, { type: 'conjunction' }).format([
    ...named.map(nameOf),
    ...(more > 0 ? [t('processing.reprocess.more', { count: more })] : []),
  ]);
  return (
    <Notice
      kind="info"
      live="status"
      title={t('processing.reprocess.title')}
      actions={
        <>
          <Button onPress={() => ask({ chosen: older })}>{t('processing.reprocess.renew')}</Button>
          <Button
            look="quiet"
            onPress={() => {
              sessionStore.setItem(storageKey, key);
              setPutOff(key);
            }}
          >
            {t('processing.reprocess.later')}
          </Button>
        </>
      }
    >
      <p>{t('processing.reprocess.text', { names })}</p>
    </Notice>
  );
}

const isEditable = (element: Element | null): boolean =>
  element instanceof HTMLTextAreaElement ||
  element instanceof HTMLInputElement ||
  (element instanceof HTMLElement && element.isContentEditable);

/** True while a text field has the focus, and while the focus moves from one text field to another. */
function useIsWriting(): boolean {
  return useSyncExternalStore(
    (onChange) => {
      const owner = new AbortController();
      const put = { signal: owner.signal };
      let timer: ReturnType<typeof setTimeout> | undefined;
      document.addEventListener('focusin', onChange, put);
      document.addEventListener(
        'focusout',
        () => {
          clearTimeout(timer);
          timer = setTimeout(onChange, 0);
        },
        put,
      );
      return () => {
        owner.abort();
        clearTimeout(timer);
      };
    },
    () => isEditable(document.activeElement),
  );
}
