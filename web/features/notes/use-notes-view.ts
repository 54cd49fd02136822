import { useState } from 'react';
import { localStore } from '#web/lib/browser-storage.ts';
import { useWide } from '#web/lib/use-wide.ts';

const notesViews = ['write', 'read', 'both'] as const;
export type NotesView = (typeof notesViews)[number];

const storageKey = 'notesView';

/** Holds the view of the notes, which is stored on this device. The side-by-side view needs a wide screen. */
export function useNotesView(isAside: boolean) {
  const isWide = useWide('64rem') && !isAside;
  const [chosen, setChosen] = useState<NotesView>(() => {
    const stored = localStore.getItem(storageKey);
    return notesViews.find((view) => view === stored) ?? 'write';
  });
  const views = notesViews.filter((view) => view !== 'both' || isWide);
  return {
    view: views.includes(chosen) ? chosen : 'write',
    views,
    setView(view: NotesView) {
      localStore.setItem(storageKey, view);
      setChosen(view);
    },
  };
}
