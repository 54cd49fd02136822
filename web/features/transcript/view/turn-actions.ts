import type { WritingEvents } from './transcript-writing.tsx';

export type TurnPanel = 'menu' | 'name' | 'assign';

/** A panel of a segment, beside its anchor. */
export type OpenPanel = { panel: TurnPanel; segment: string; anchor: Element };

/** Actions of the sections. All sections share one object, which stays the same between renders. */
export type TurnActions = {
  readonly canEdit: boolean;
  readonly play: ((timeS: number) => void) | null;
  /** Puts a section into the tab order. */
  activate(segment: string): void;
  open(panel: TurnPanel, segment: string, anchor: Element): void;
  /** Begins writing at the place of a double click. */
  writeAt(segment: string, event: React.MouseEvent): void;
  confirm(segment: string): void;
  resolve(conflict: string, choice: 'mine' | 'theirs' | 'both'): void;
  readonly writing: WritingEvents;
};
