import { Clock, Wand2, X } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isApple } from '#web/lib/platform.ts';
import { Button } from '#web/ui/button.tsx';
import { Segments } from '#web/ui/segments.tsx';
import style from './notes.module.css';
import type { NotesSaving } from './notes.state.ts';
import type { Enhance } from './use-enhance.ts';
import type { NotesView } from './use-notes-view.ts';

type NotesToolbarProps = {
  view: NotesView;
  views: readonly NotesView[];
  onView(view: NotesView): void;
  onInsertTime: (() => void) | null;
  enhance: Pick<Enhance, 'ask' | 'asking' | 'cancel'>;
  /** Where the last change is stored; null if there was no change. */
  saving: NotesSaving | 'memory' | null;
};

export function NotesToolbar({ view, views, onView, onInsertTime, enhance, saving }: NotesToolbarProps) {
  const { t } = useTranslation();
  const isAsking = enhance.asking !== 'no';
  const modifier = isApple ? '⌘' : t('notes.control');
  return (
    <>
      <div className={style.toolbar}>
        <Segments
          label={t('notes.view.label')}
          options={views.map((key) => ({ key, label: t(`notes.view.${key}`) }))}
          value={view}
          onChange={onView}
        />
        {onInsertTime ? (
          <Button look="quiet" onPress={onInsertTime}>
            <Clock size={18} aria-hidden="true" /> {t('notes.insertTime')}
          </Button>
        ) : null}
        <Button look="quiet" isPending={isAsking} onPress={() => void enhance.ask()}>
          {isAsking ? null : <Wand2 size={18} aria-hidden="true" />} {t('notes.enhance.action')}
        </Button>
        {enhance.asking === 'long' ? (
          <Button look="quiet" onPress={enhance.cancel}>
            <X size={18} aria-hidden="true" /> {t('notes.enhance.cancel')}
          </Button>
        ) : null}
        <output className={style.saving} data-saving={saving ?? undefined}>
          {saving ? t(`notes.save.${saving}`) : null}
        </output>
      </div>
      <output className={style.asking}>{enhance.asking === 'long' ? t('notes.enhance.long') : null}</output>
      {view === 'read' ? null : (
        <p className={style.keys}>
          {t('notes.markdown')}{' '}
          {onInsertTime ? (
            <span className={style.keyHint}>
              {t('notes.keys', {
                insert: `${modifier} J`,
                play: `${modifier} ${t('notes.enter')}`,
                modifier,
              })}
            </span>
          ) : null}
        </p>
      )}
    </>
  );
}
