import { useRef } from 'react';
import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import { limits } from '#api/contract/limits.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import { type Player, usePlayAt } from '#web/features/player/index.ts';
import { formatClock } from '#web/lib/format.ts';
import { TextArea } from '#web/ui/text-area.tsx';
import { insertText } from './insert-text.ts';
import { NotesMarkers } from './notes-markers.tsx';
import { NotesNotice } from './notes-notice.tsx';
import { NotesPreview } from './notes-preview.tsx';
import { NotesToolbar } from './notes-toolbar.tsx';
import style from './notes.module.css';
import { asLine } from './notes.rules.ts';
import type { Notes } from './notes.state.ts';
import { ProposalCard } from './proposal-card.tsx';
import { useEnhance } from './use-enhance.ts';
import { useNotesKeys } from './use-notes-keys.ts';
import { useNotesView } from './use-notes-view.ts';

type NotesPanelProps = { session: SessionDetail; player: Player | null; notes: Notes; isAside: boolean };

export function NotesPanel({ session, player, notes, isAside }: NotesPanelProps) {
  const { t } = useTranslation();
  // `sync` is needed, because an asynchronous update of the field would move the cursor.
  const { draft, saving, isStored } = useSnapshot(notes.state, { sync: true });
  const { view, views, setView } = useNotesView(isAside);
  const field = useRef<HTMLTextAreaElement>(null);
  const playAt = usePlayAt(player);
  const enhance = useEnhance(session.id, notes);
  const isWriting = view !== 'read';
  const insertTime = player
    ? () => {
        if (field.current) insertText(field.current, `[${formatClock(player.position())}] `);
      }
    : null;
  useNotesKeys(field, isWriting, { insertTime, playAt, durationS: session.duration });
  const insertLine = (text: string) => {
    const element = field.current;
    if (element) insertText(element, asLine(element.value.slice(0, element.selectionStart), text));
    else notes.write(draft.text + asLine(draft.text, text));
  };
  const shownSaving = !isStored && saving !== 'saved' ? 'memory' : saving;
  const { proposal } = enhance;
  return (
    <div className={style.panel}>
      <NotesNotice notes={notes} />
      <NotesToolbar
        view={view}
        views={views}
        onView={setView}
        onInsertTime={isWriting ? insertTime : null}
        enhance={enhance}
        saving={draft.text === '' && shownSaving === 'saved' ? null : shownSaving}
      />
      <div
        className={style.both}
        data-wide={(!isAside && (view === 'both' || proposal !== null)) || undefined}
      >
        {isWriting ? (
          <TextArea
            label={t('notes.label')}
            rows={isAside ? 10 : 14}
            maxLength={limits.maxNotesLength}
            value={draft.text}
            onChange={(text) => {
              player?.slow();
              notes.write(text);
            }}
            inputRef={field}
          />
        ) : null}
        {view === 'read' || (view === 'both' && !proposal) ? (
          <NotesPreview session={session} text={draft.text} playAt={playAt} label={t('notes.view.read')} />
        ) : null}
        {proposal ? (
          <ProposalCard
            session={session}
            proposal={proposal}
            enhance={enhance}
            isOld={draft.text !== proposal.from}
            playAt={playAt}
          />
        ) : null}
      </div>
      <NotesMarkers markers={session.markers} playAt={playAt} onInsert={insertLine} />
    </div>
  );
}
