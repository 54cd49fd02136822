import { ChevronDown, ChevronUp, Keyboard, Redo2, Search, TriangleAlert, Undo2 } from 'lucide-react';
import { Toolbar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { Button } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { SaveStatus } from './save-status.tsx';
import type { TranscriptEditor } from './transcript-editor.ts';
import type { KeyAction } from './transcript-keys.rules.ts';
import style from './tools.module.css';

type TranscriptToolsProps = {
  /** null: nothing can be changed. */
  editor: TranscriptEditor | null;
  isFindOpen: boolean;
  /** How many places somebody should listen to. */
  doubts: number;
  /** What is to be known of the one that was gone to last; seen by all, spoken by the announcer. */
  doubtNote: string;
  onAction(action: KeyAction): void;
};

/** What is always at hand above the text: undo, find, doubtful places, keys, and where the changes are. */
export function TranscriptTools({ editor, isFindOpen, doubts, doubtNote, onAction }: TranscriptToolsProps) {
  const { t } = useTranslation();
  return (
    <Toolbar className={style.tools ?? ''} aria-label={t('transcript.tools.label')}>
      {editor ? <History editor={editor} onAction={onAction} /> : null}
      <Button
        look="quiet"
        className={style.tool}
        aria-expanded={isFindOpen}
        aria-label={t('transcript.find.open')}
        onPress={() => onAction('find')}
      >
        <Search size={20} aria-hidden="true" />
        <span className={style.word}>{t('transcript.find.short')}</span>
      </Button>
      {doubts > 0 ? (
        <span className={style.group}>
          <Button look="quiet" className={style.tool} onPress={() => onAction('nextDoubt')}>
            <TriangleAlert size={20} aria-hidden="true" className={style.warn} />
            <VisuallyHidden>{t('transcript.doubt.next')}</VisuallyHidden>{' '}
            <span className={style.count}>{doubts}</span>
            <ChevronDown size={18} aria-hidden="true" />
          </Button>
          <Button
            icon
            look="quiet"
            className={style.tool}
            aria-label={t('transcript.doubt.previous')}
            onPress={() => onAction('previousDoubt')}
          >
            <ChevronUp size={18} aria-hidden="true" />
          </Button>
        </span>
      ) : null}
      <Button
        icon
        look="quiet"
        className={style.tool}
        aria-label={t('transcript.keys.open')}
        onPress={() => onAction('keys')}
      >
        <Keyboard size={20} aria-hidden="true" />
      </Button>
      {editor ? <SaveStatus editor={editor} /> : null}
      {doubtNote ? (
        <p className={style.note} aria-hidden="true">
          {doubtNote}
        </p>
      ) : null}
    </Toolbar>
  );
}

function History({ editor, onAction }: { editor: TranscriptEditor; onAction(action: KeyAction): void }) {
  const { t } = useTranslation();
  const { undoable, redoable } = useSnapshot(editor.state);
  const steps = [
    { action: 'undo', kind: undoable, Icon: Undo2 },
    { action: 'redo', kind: redoable, Icon: Redo2 },
  ] as const;
  return (
    <span className={style.group}>
      {steps.map(({ action, kind, Icon }) => (
        // Never disabled: who has just undone the last step would lose the focus.
        <Button
          key={action}
          icon
          look="quiet"
          className={style.tool}
          aria-label={
            kind
              ? t(`transcript.editor.${action}`, { kind: t(`transcript.editor.kind.${kind}`) })
              : t(`transcript.editor.${action}None`)
          }
          onPress={() => onAction(action)}
        >
          <Icon size={20} aria-hidden="true" className={kind ? undefined : style.off} />
        </Button>
      ))}
    </span>
  );
}
