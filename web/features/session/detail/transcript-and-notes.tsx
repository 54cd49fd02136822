import { NotebookPen } from 'lucide-react';
import { Suspense, useState } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import { localStore } from '#web/lib/browser-storage.ts';
import { NotesTab } from '#web/features/notes/index.ts';
import { useWide } from '#web/lib/use-wide.ts';
import type { Player } from '#web/features/player/index.ts';
import { TranscriptTab } from '#web/features/transcript/index.ts';
import { useScreenEdges } from '#web/lib/use-placement.ts';
import { Button } from '#web/ui/button.tsx';
import style from './transcript-and-notes.module.css';

type TranscriptAndNotesProps = {
  session: SessionDetail;
  player: Player | null;
  atS: number | null;
  segment: string | null;
};

const storageKey = 'notesBeside';

export function TranscriptAndNotes(props: TranscriptAndNotesProps) {
  const { t } = useTranslation();
  const isWide = useWide('70rem');
  const [isBeside, setBeside] = useState(() => localStore.getItem(storageKey) === 'yes');
  const { headPx, footPx } = useScreenEdges(props.player !== null);
  const areBoth = isWide && isBeside;
  const toggle = () => {
    localStore.setItem(storageKey, isBeside ? 'no' : 'yes');
    setBeside(!isBeside);
  };
  const label = t(isBeside ? 'notes.beside.hide' : 'notes.beside.show');
  const tool = (
    <Button
      look="quiet"
      className={style.toggle}
      aria-label={label}
      aria-expanded={isBeside}
      onPress={toggle}
    >
      <NotebookPen size={18} aria-hidden="true" />
      <span className={style.word}>{label}</span>
    </Button>
  );
  return (
    <div
      className={style.beside}
      data-open={areBoth || undefined}
      style={{ '--head': `${headPx}px`, '--foot': `${footPx}px` } as React.CSSProperties}
    >
      <div className={style.transcript}>
        <TranscriptTab {...props} tool={isWide ? tool : null} />
      </div>
      {areBoth ? (
        <aside className={style.notes} aria-label={t('notes.beside.label')}>
          <Suspense>
            <NotesTab session={props.session} player={props.player} isAside />
          </Suspense>
        </aside>
      ) : null}
    </div>
  );
}
