import { FileText, VolumeX } from 'lucide-react';
import { useState, useSyncExternalStore } from 'react';
import { useTranslation } from 'react-i18next';
import { subscribe } from 'valtio';
import { isDraftEngine } from '#api/contract/draft-engine.ts';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Transcript } from '#api/contract/transcript.ts';
import type { Player } from '#web/features/player/index.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { RetryNotice } from '#web/parts/page/retry-notice.tsx';
import { Button } from '#web/ui/button.tsx';
import { EmptyState } from '#web/ui/empty-state.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { Skeleton } from '#web/ui/skeleton.tsx';
import { toasts } from '#web/parts/page/toasts.ts';
import { isWorking } from '#web/parts/session/session.rules.ts';
import type { TranscriptEditor } from './editor/transcript-editor.ts';
import { TranscriptUnapplied } from './editor/transcript-unapplied.tsx';
import { DraftNote } from './view/draft-note.tsx';
import { useDraftMarks } from './view/use-draft-marks.ts';
import { useVersion, useVersionChoice, useVersions } from './view/transcript-versions.tsx';
import type { VersionChoice } from './view/transcript-versions.tsx';
import { TranscriptView } from './view/transcript-view.tsx';
import style from './view/transcript.module.css';
import { useTranscriptEditor } from './editor/use-transcript-editor.ts';

type TranscriptTabProps = {
  session: SessionDetail;
  player: Player | null;
  /** Target from the address: a time, s, and a segment. */
  atS?: number | null;
  segment?: string | null;
  tool?: React.ReactNode;
};

export function TranscriptTab(props: TranscriptTabProps) {
  const { session, player, atS = null, segment = null, tool = null } = props;
  const { t } = useTranslation();
  const { transcript, notice, status } = session;
  if (transcript && transcript.segments.length > 0) {
    return (
      <Written session={session} newest={transcript} player={player} tool={tool} aim={{ atS, segment }} />
    );
  }
  if (notice === 'no_speech') {
    return (
      <Empty tool={tool}>
        <EmptyState icon={<VolumeX size={40} />} title={t('transcript.empty.noSpeech.title')}>
          <p>{t('transcript.empty.noSpeech.text')}</p>
        </EmptyState>
      </Empty>
    );
  }
  return (
    <Empty tool={tool}>
      <EmptyState icon={<FileText size={40} />} title={t('transcript.label')}>
        <p>{t(isWorking(status) ? 'transcript.empty.waiting' : 'transcript.empty.none')}</p>
      </EmptyState>
    </Empty>
  );
}

const Empty = ({ tool, children }: { tool: React.ReactNode; children: React.ReactNode }) => (
  <>
    {tool ? <div className={style.tool}>{tool}</div> : null}
    {children}
  </>
);

type WrittenProps = {
  session: SessionDetail;
  newest: Transcript;
  player: Player | null;
  tool: React.ReactNode;
  aim: { atS: number | null; segment: string | null };
};

/** Shows the newest version with the person's edits, or an older version as the engine has written it. */
function Written({ session, newest, player, tool, aim }: WrittenProps) {
  const { t } = useTranslation();
  const editor = useTranscriptEditor(session);
  const versions = useVersions(session.id, newest);
  const [chosen, setChosen] = useState<number | null>(null);
  const isOld = chosen !== null && chosen !== newest.version;
  const choiceOf = useVersionChoice();
  const draftMarks = useDraftMarks(session.id, newest, versions.data ?? []);
  const versionsOf = (shown: Transcript) =>
    choiceOf({ shown, newest: newest.version, versions: versions.data ?? [], onChoose: setChosen });
  if (isOld) {
    return (
      <OldVersion
        session={session}
        version={chosen}
        model={versions.data?.find(({ version }) => version === chosen)?.model ?? ''}
        player={player}
        tool={tool}
        versionsOf={versionsOf}
        onBack={() => setChosen(null)}
      />
    );
  }
  return (
    <div className={style.tab}>
      {session.notice === 'not_renewed' ? (
        <Notice kind="warn" title={t('transcript.notRenewed.title')}>
          <p>
            {session.reason ? `${errorSentence(t, session.reason)} ` : null}
            {t('transcript.notRenewed.text')}
          </p>
        </Notice>
      ) : null}
      {session.notice === 'cut_short' ? (
        <Notice kind="warn" title={t('transcript.cutShort.title')}>
          <p>{t('transcript.cutShort.text')}</p>
        </Notice>
      ) : null}
      {editor ? <Unapplied editor={editor} player={player} /> : null}
      <TranscriptView
        transcript={newest}
        player={player}
        editor={editor}
        language={spokenLanguage(session.language)}
        verdict={session.verdict}
        durationS={session.duration}
        isWriting={isWorking(session.status)}
        draftNote={
          newest.draft ? (
            <DraftNote {...newest.draft} isRest={!isDraftEngine(newest.engine)} session={session} />
          ) : null
        }
        draftMarks={draftMarks}
        // Its line has the date of the version, which comes with the list.
        version={versions.isPending ? null : versionsOf(newest)}
        tool={tool}
        aim={aim}
      />
    </div>
  );
}

/** Returns the language code without its region, because Swiss German is written as German. */
const spokenLanguage = (language: SessionDetail['language']): string => language.split('-')[0] ?? language;

function Unapplied({ editor, player }: { editor: TranscriptEditor; player: Player | null }) {
  const { t } = useTranslation();
  const changes = useSyncExternalStore(
    (onChange) => subscribe(editor.state, onChange),
    () => editor.state.transcript.unapplied as Transcript['unapplied'],
  );
  return (
    <TranscriptUnapplied
      changes={changes}
      onPlay={player ? ({ start, end }) => player.playSpan(start, end) : null}
      onDismiss={(id) => {
        const { undo } = editor.dismiss(id);
        const action = { label: t('transcript.speaker.undo'), run: undo };
        toasts.add({ kind: 'info', text: t('transcript.unapplied.dismissed'), action });
      }}
    />
  );
}

type OldVersionProps = Pick<TranscriptTabProps, 'session' | 'player' | 'tool'> & {
  version: number;
  /** Model of a draft; empty if it is not known. */
  model: string;
  versionsOf(shown: Transcript): VersionChoice;
  onBack(): void;
};

function OldVersion({ session, version, model, player, tool, versionsOf, onBack }: OldVersionProps) {
  const { t } = useTranslation();
  const { data, error, refetch, isFetching } = useVersion(session.id, version);
  const back = (
    <Button look="primary" onPress={onBack}>
      {t('transcript.version.back')}
    </Button>
  );
  if (data) {
    return (
      <div className={style.tab}>
        <Notice kind="info" live="status" actions={back}>
          <p>{t('transcript.version.old')}</p>
        </Notice>
        <TranscriptView
          transcript={data}
          player={player}
          language={spokenLanguage(session.language)}
          verdict={session.verdict}
          durationS={session.duration}
          isWriting={false}
          draftNote={isDraftEngine(data.engine) ? <DraftNote engine={data.engine} model={model} /> : null}
          version={versionsOf(data)}
          tool={tool}
        />
      </div>
    );
  }
  if (!error) {
    return (
      <div className={style.tab} aria-busy="true">
        <p>{t('transcript.version.loading')}</p>
        <Skeleton height="12rem" />
      </div>
    );
  }
  return (
    <RetryNotice
      title={t('transcript.version.failed')}
      error={error}
      isFetching={isFetching}
      onRetry={() => void refetch()}
    >
      {back}
    </RetryNotice>
  );
}
