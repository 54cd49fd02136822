import { useMemo } from 'react';
import { useSnapshot } from 'valtio';
import type { Segment, Transcript } from '#api/contract/transcript.ts';
import type { TranscriptEditor } from '#web/features/transcript/editor/transcript-editor.ts';
import { FindPanel } from '#web/features/transcript/find/find-panel.tsx';
import { TranscriptOffer } from '#web/features/transcript/find/transcript-offer.tsx';
import { useOffer } from '#web/features/transcript/find/use-offer.ts';
import type { Doubt } from '#web/parts/transcript/doubt.rules.ts';
import { DoubtNote } from './doubt-note.tsx';
import { isDoubtful } from './doubts.state.ts';
import { TranscriptTools } from './transcript-tools.tsx';
import type { VersionChoice } from './transcript-versions.tsx';
import type { TranscriptViewOwner } from './transcript-view.state.ts';
import type { DraftMarks } from './use-draft-marks.ts';
import style from './transcript.module.css';

type PinnedToolsProps = {
  ref: React.Ref<HTMLDivElement>;
  view: TranscriptViewOwner;
  editor: TranscriptEditor | null;
  transcript: Transcript;
  doubts: readonly Doubt[];
  isNarrow: boolean;
  people: React.ReactNode;
  draftMarks: DraftMarks | null;
  version: VersionChoice | null;
  tool: React.ReactNode;
};

/**
 * Shows what stays above the text while it is scrolled: the tools, the reason of the doubt to which the person has
 * gone, the search, and the offer to replace a word.
 */
export function PinnedTools(props: PinnedToolsProps) {
  const { ref, view, editor, transcript, doubts, isNarrow, people, draftMarks, version, tool } = props;
  const { segments } = transcript;
  const { isOpen } = useSnapshot(view.find.state, { sync: true });
  const { note } = useSnapshot(view.doubts.state, { sync: true });
  const { wanted, writing } = useSnapshot(view.turns.state, { sync: true });
  const canEdit = editor !== null;
  const canConfirm = canEdit && wanted !== null && isDoubtful({ doubts, transcript }, wanted);
  const speakers = useMemo(() => new Set(segments.map(({ speaker }) => speaker)).size, [segments]);
  return (
    <div ref={ref} className={style.pinned}>
      <TranscriptTools
        editor={editor}
        isNarrow={isNarrow}
        isFindOpen={isOpen}
        doubts={doubts.length}
        draftMarks={draftMarks}
        version={version}
        people={isNarrow ? people : null}
        speakers={speakers}
        tool={tool}
        onAction={(action) => view.perform(action, null)}
      />
      {note ? (
        <DoubtNote note={note} onConfirm={canConfirm ? () => view.perform('confirm', wanted) : null} />
      ) : null}
      {isOpen ? (
        <FindPanel
          find={view.find}
          segments={segments}
          canReplace={canEdit}
          isNarrow={isNarrow}
          onStep={view.hits.step}
          onGo={view.hits.go}
          onReplace={view.hits.replace}
          onClose={view.hits.close}
        />
      ) : null}
      <CorrectionOffer view={view} segments={segments} isShown={!writing && !isOpen} />
    </div>
  );
}

type CorrectionOfferProps = { view: TranscriptViewOwner; segments: readonly Segment[]; isShown: boolean };

/** Offers to look at the other occurrences of the word that the person corrected last. */
function CorrectionOffer({ view, segments, isShown }: CorrectionOfferProps) {
  const { corrected } = useSnapshot(view.state, { sync: true });
  const offer = useOffer(segments, corrected);
  return offer && isShown ? (
    <TranscriptOffer offer={offer} onLook={view.findCorrected} onClose={view.forgetCorrected} />
  ) : null;
}
