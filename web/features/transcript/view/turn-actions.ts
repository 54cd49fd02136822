import type { WritingEvents } from './transcript-writing.tsx';

export type TurnPanel = 'menu' | 'name' | 'assign';

/** What a section of the transcript asks for. One object for all of them, the same as long as what they can do is. */
export type TurnActions = {
  /** Whether texts and names can be changed. */
  readonly canEdit: boolean;
  /** null: there is nothing to play. */
  readonly play: ((timeS: number) => void) | null;
  /** It has the focus: Tab comes back to it. */
  activate(segment: string): void;
  open(panel: TurnPanel, segment: string, anchor: Element): void;
  /** Begins to write where somebody pressed twice. */
  writeAt(segment: string, event: React.MouseEvent): void;
  /** It was doubted and is right. */
  confirm(segment: string): void;
  resolve(conflict: string, choice: 'mine' | 'theirs' | 'both'): void;
  readonly writing: WritingEvents;
};
