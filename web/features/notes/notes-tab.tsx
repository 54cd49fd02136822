import type { SessionDetail } from '#api/contract/session.ts';
import type { Player } from '#web/features/player/index.ts';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { NotesPanel } from './notes-panel.tsx';
import { useNotes } from './use-notes.ts';

type NotesTabProps = {
  session: SessionDetail;
  player: Player | null;
  isAside?: boolean;
};

export function NotesTab({ session, player, isAside = false }: NotesTabProps) {
  const notes = useNotes(session);
  if (!notes) return <Skeleton height="16rem" />;
  return <NotesPanel session={session} player={player} notes={notes} isAside={isAside} />;
}
