import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import style from './unsent.module.css';
import { discardStranded, unsentState, type Stranded } from './unsent.state.ts';

export function StrandedNotice() {
  const { t } = useTranslation();
  const { stranded } = useSnapshot(unsentState);
  if (stranded.length === 0) return null;
  return (
    <Notice kind="warn" live="status" title={t('library.unsent.title')}>
      <p>{t('library.unsent.text')}</p>
      <ul className={style.stranded}>
        {(stranded as readonly Stranded[]).map((one) => (
          <StrandedTexts key={one.session} {...one} />
        ))}
      </ul>
    </Notice>
  );
}

function StrandedTexts({ session, notes, edits }: Stranded) {
  const { t } = useTranslation();
  const parts = [
    { label: t('library.unsent.ofNotes'), text: notes.join('\n\n') },
    { label: t('library.unsent.ofEdits'), text: edits.join('\n') },
  ].filter(({ text }) => text !== '');
  const copy = () => {
    navigator.clipboard.writeText(parts.map(({ text }) => text).join('\n\n')).then(
      () => toasts.add({ kind: 'info', text: t('library.unsent.copied') }),
      () => toasts.add({ kind: 'error', text: t('library.unsent.copyFailed') }),
    );
  };
  const discard = async () => {
    try {
      const putBack = await discardStranded(session);
      if (!putBack) return;
      const action = { label: t('library.unsent.undo'), run: () => void putBack() };
      toasts.add({ kind: 'info', text: t('library.unsent.discarded'), action });
    } catch {
      toasts.add({ kind: 'error', text: t('library.unsent.discardFailed') });
    }
  };
  return (
    <li className={style.item}>
      {parts.map(({ label, text }) => (
        <section key={label} aria-label={label}>
          <p className={style.label}>{label}</p>
          {/* The text scrolls, so it needs keyboard focus. */}
          {/* oxlint-disable-next-line jsx-a11y/no-noninteractive-tabindex */}
          <div className={style.text} tabIndex={0}>
            {text}
          </div>
        </section>
      ))}
      <div className={style.actions}>
        {parts.length > 0 ? <Button onPress={copy}>{t('library.unsent.copy')}</Button> : null}
        <Button look="quiet" onPress={() => void discard()}>
          {t('library.unsent.discard')}
        </Button>
      </div>
    </li>
  );
}
