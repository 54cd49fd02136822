import { proxy, ref } from 'valtio';
import { correctedWord } from '#web/features/transcript/editor/difference.rules.ts';
import { wordPlaces } from '#web/features/transcript/transcript.rules.ts';
import { isUnsure } from '#web/parts/transcript/doubt.rules.ts';
import type { Playing } from './playing.state.ts';
import type { ListHandle } from './transcript-list.tsx';
import type { TranscriptSource } from './transcript-source.ts';
import type { Caret } from './transcript-writing.tsx';

export type Writing = { segment: string; caret: Caret };

type TurnsState = {
  /** Id of the segment in the tab order; null until a segment has had the focus. */
  active: string | null;
  /** Id of the segment that is highlighted after a jump; null if there is none. */
  wanted: string | null;
  /** The segment whose field is open; null if the person is not writing. */
  writing: Writing | null;
};

type GoOptions = { align?: 'auto' | 'center'; isMarked?: boolean };

/** Holds the place of the reader among the segments, and the segment that is being written. */
export type Turns = {
  readonly state: TurnsState;
  /** Puts a segment into the tab order. */
  activate(id: string): void;
  /** Goes to a segment. That ends writing and sets the focus. */
  go(id: string, options?: GoOptions): void;
  /** Opens the field of a segment with the caret in it. */
  write(id: string, caret: Caret): void;
  /**
   * Returns the caret with which writing begins. It is at the word being played, or else at a doubtful word after a
   * jump to it, or else at the start.
   */
  caretOf(id: string): Caret;
  /** Called when the field of a segment has lost the focus. */
  leave(id: string): void;
  /**
   * Called when a command has changed the text that is being written. What the person writes after that does not count
   * as the correction of a word.
   */
  forgetText(): void;
  /** Updates `lastIndex`. It is called after the list was drawn. */
  drawn(): void;
  /** Returns the index that the active segment had when it was drawn last. */
  lastIndex(): number;
};

type TurnsDeps = {
  source: TranscriptSource;
  list(): ListHandle | null;
  playing: Pick<Playing, 'leave' | 'segment' | 'word'>;
  /** Called when the person has replaced one word by another while writing in a segment. */
  onCorrected(from: string, to: string): void;
  /** Called when the highlight after a jump has ended. */
  onUnmarked(): void;
};

export function createTurns({ source, list, playing, onCorrected, onUnmarked }: TurnsDeps): Turns {
  const state = proxy<TurnsState>({ active: null, wanted: null, writing: null });
  const correction = createCorrection(source, onCorrected);
  let lastIndex = 0;

  const drawn = (): void => {
    const { segments } = source.drawn.transcript;
    const index = state.active === null ? -1 : segments.findIndex(({ id }) => id === state.active);
    if (index >= 0) lastIndex = index;
  };
  const activate = (id: string): void => {
    state.active = id;
    drawn();
  };
  const mark = (id: string | null): void => {
    const wasMarked = state.wanted !== null;
    state.wanted = id;
    if (wasMarked && id === null) onUnmarked();
  };
  return {
    state,
    activate,
    go(id, { align = 'auto', isMarked = false } = {}) {
      if (state.writing) correction.end(state.writing.segment);
      playing.leave();
      state.writing = null;
      activate(id);
      mark(isMarked ? id : null);
      list()?.go(id, align, true);
    },
    write(id, caret) {
      if (!source.isEditable(id)) return;
      // If the former field is removed while it has the focus, it fires no blur event. Its correction is therefore
      // ended here.
      if (state.writing && state.writing.segment !== id) correction.end(state.writing.segment);
      correction.begin(id);
      playing.leave();
      activate(id);
      state.writing = ref({ segment: id, caret });
      list()?.go(id, 'auto', false);
    },
    caretOf(id) {
      const segment = source.find(id);
      if (!segment) return { offset: 0 };
      const played = playing.segment() === source.indexOf(id) ? playing.word() : null;
      const unsure = state.wanted === id ? segment.words.findIndex(isUnsure) : -1;
      const word = played !== null && played > 0 ? played : unsure;
      return { offset: wordPlaces(segment).find((place) => place.word === word)?.from ?? 0 };
    },
    leave(id) {
      if (state.writing?.segment === id) state.writing = null;
      correction.end(id);
    },
    forgetText: correction.forget,
    drawn,
    lastIndex: () => lastIndex,
  };
}

/** Compares the text of a segment before and after it was written, to detect a corrected word. */
function createCorrection(source: TranscriptSource, onCorrected: (from: string, to: string) => void) {
  let before: { segment: string; text: string } | null = null;
  return {
    begin(id: string): void {
      const segment = source.find(id);
      if (segment && before?.segment !== id) before = { segment: id, text: segment.text };
    },
    end(id: string): void {
      const was = before;
      if (was?.segment !== id) return;
      before = null;
      source.drawn.editor?.endWriting();
      const text = source.find(id)?.text;
      const corrected = text === undefined ? null : correctedWord(was.text, text);
      if (corrected) onCorrected(corrected.from, corrected.to);
    },
    forget(): void {
      before = null;
    },
  };
}
