import { useTranslation } from 'react-i18next';
import { useSnapshot } from 'valtio';
import type { SessionLanguage } from '#api/contract/session.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import type { Dictation } from './dictation.state.ts';

type DictationNoticeProps = { dictation: Dictation; language: SessionLanguage; isRecording: boolean };

export function DictationNotice({ dictation, language, isRecording }: DictationNoticeProps) {
  const { t } = useTranslation();
  const { problem, canInstall, status } = useSnapshot(dictation.state);
  if (!problem) return null;
  const start = () => (isRecording ? dictation.start() : undefined);
  const canRetry = isRecording && (problem === 'failed' || problem === 'microphone' || problem === 'refused');
  return (
    <Notice
      kind={problem === 'no_speech' ? 'info' : 'warn'}
      live="status"
      actions={
        <>
          {canInstall ? (
            <Button
              isPending={status === 'installing'}
              onPress={async () => {
                await dictation.install();
                await start();
              }}
            >
              {t('dictation.install')}
            </Button>
          ) : null}
          {problem === 'not_agreed' ? (
            <Button
              onPress={() => {
                dictation.agree();
                void start();
              }}
            >
              {t('dictation.agree.confirm')}
            </Button>
          ) : null}
          {canRetry ? <Button onPress={() => void dictation.start()}>{t('dictation.retry')}</Button> : null}
        </>
      }
    >
      <p>{t(`dictation.problem.${problem}`, { language: t(`language.${language}`) })}</p>
      {problem === 'not_agreed' ? <p>{t('dictation.agree.text')}</p> : null}
      {problem === 'no_speech' ? null : <p>{t('dictation.recorded')}</p>}
    </Notice>
  );
}
