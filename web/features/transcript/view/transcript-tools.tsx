import {
  ChevronDown,
  ChevronUp,
  FileDiff,
  Keyboard,
  Redo2,
  Search,
  TriangleAlert,
  Undo2,
  Users,
} from 'lucide-react';
import { useId, useRef, useState } from 'react';
import { Toolbar } from 'react-aria-components';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { Button } from '#web/ui/button.tsx';
import { VisuallyHidden } from '#web/ui/visually-hidden.tsx';
import { MoreTools } from './more-tools.tsx';
import { SaveStatus } from '#web/features/transcript/editor/save-status.tsx';
import type { TranscriptEditor } from '#web/features/transcript/editor/transcript-editor.ts';
import type { KeyAction } from '#web/features/transcript/keys/transcript-keys.rules.ts';
import { TranscriptVersions } from './transcript-versions.tsx';
import type { VersionChoice } from './transcript-versions.tsx';
import type { DraftMarks } from './use-draft-marks.ts';
import style from '#web/features/transcript/tools.module.css';

type TranscriptToolsProps = {
  editor: TranscriptEditor | null;
  /** True on a phone. The rarely used tools are then in a menu, and the speakers behind a button. */
  isNarrow: boolean;
  isFindOpen: boolean;
  doubts: number;
  draftMarks: DraftMarks | null;
  version: VersionChoice | null;
  /** The list of speakers. It is collapsed only on a phone. */
  people: React.ReactNode;
  speakers: number;
  tool: React.ReactNode;
  onAction(action: KeyAction): void;
};

export function TranscriptTools(props: TranscriptToolsProps) {
  const { editor, isNarrow, isFindOpen, doubts, draftMarks, version, people, speakers, tool, onAction } =
    props;
  const { t } = useTranslation();
  const [arePeopleShown, setPeopleShown] = useState(false);
  const fold = useRef<HTMLButtonElement>(null);
  const peopleId = useId();
  const isFolded = isNarrow && speakers > 1;
  return (
    <>
      <Toolbar className={style.tools ?? ''} aria-label={t('transcript.tools.label')}>
        {editor ? <History editor={editor} isNarrow={isNarrow} onAction={onAction} /> : null}
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
            {isNarrow ? null : (
              <Button
                icon
                look="quiet"
                className={style.tool}
                aria-label={t('transcript.doubt.previous')}
                onPress={() => onAction('previousDoubt')}
              >
                <ChevronUp size={18} aria-hidden="true" />
              </Button>
            )}
          </span>
        ) : null}
        {draftMarks ? <DraftMarksToggle marks={draftMarks} /> : null}
        {isFolded ? (
          <Button
            ref={fold}
            look="quiet"
            className={style.tool}
            aria-label={t('transcript.speaker.count', { count: speakers })}
            aria-expanded={arePeopleShown}
            aria-controls={arePeopleShown ? peopleId : undefined}
            onPress={() => setPeopleShown(!arePeopleShown)}
          >
            <Users size={20} aria-hidden="true" />
            <span className={style.count}>{speakers}</span>
            <ChevronDown size={18} aria-hidden="true" />
          </Button>
        ) : null}
        {isNarrow ? null : (
          <Button
            icon
            look="quiet"
            className={style.tool}
            aria-label={t('transcript.keys.open')}
            onPress={() => onAction('keys')}
          >
            <Keyboard size={20} aria-hidden="true" />
          </Button>
        )}
        <span className={style.end}>
          {version && !isNarrow ? <TranscriptVersions choice={version} /> : null}
          {tool}
          {editor ? <SaveStatus editor={editor} /> : null}
          {isNarrow ? (
            <MoreTools editor={editor} doubts={doubts} version={version} onAction={onAction} />
          ) : null}
        </span>
      </Toolbar>
      {isFolded && arePeopleShown ? (
        // oxlint-disable-next-line jsx-a11y/no-static-element-interactions -- Escape works on everything inside
        <div
          id={peopleId}
          className={style.people}
          onKeyDown={(event) => {
            // A field for a name is in a layer of its own, and Escape closes it first.
            if (event.key !== 'Escape' || !event.currentTarget.contains(event.target as Node)) return;
            setPeopleShown(false);
            fold.current?.focus();
          }}
        >
          {people}
        </div>
      ) : null}
    </>
  );
}

function DraftMarksToggle({ marks }: { marks: DraftMarks }) {
  const { t } = useTranslation();
  const { areOn, difference, toggle } = marks;
  const label = t('transcript.draft.differences');
  return (
    <Button
      look="quiet"
      className={style.tool}
      aria-label={difference ? `${label} ${difference.count}` : label}
      aria-pressed={areOn}
      onPress={toggle}
    >
      <FileDiff size={20} aria-hidden="true" />
      <span className={style.word}>{label}</span>{' '}
      {difference ? <span className={style.count}>{difference.count}</span> : null}
    </Button>
  );
}

type HistoryProps = { editor: TranscriptEditor; isNarrow: boolean; onAction(action: KeyAction): void };

function History({ editor, isNarrow, onAction }: HistoryProps) {
  const { t } = useTranslation();
  const { undoable, redoable } = useSnapshot(editor.state);
  const steps = [
    { action: 'undo', kind: undoable, Icon: Undo2 },
    ...(isNarrow ? [] : [{ action: 'redo', kind: redoable, Icon: Redo2 } as const]),
  ] as const;
  return (
    <span className={style.group}>
      {steps.map(({ action, kind, Icon }) => (
        // The button is never disabled, because undoing the last step would then lose the focus.
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
