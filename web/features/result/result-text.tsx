import { Copy, Type } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Player } from '#web/features/player/index.ts';
import { MarkdownText } from '#web/parts/text/markdown-text.tsx';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatDateTime } from '#web/lib/format.ts';
import { toasts } from '#web/parts/page/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { Notice } from '#web/ui/notice.tsx';
import { copyText } from './copy-text.ts';
import type { MadeResult } from '#web/parts/result/result.rules.ts';
import style from './result.module.css';
import { SourceTip, useSourceTip } from './source-tip.tsx';
import { useSourceActions } from './use-source-actions.ts';

type ResultTextProps = {
  session: SessionDetail;
  result: MadeResult;
  player: Player | null;
  versions: React.ReactNode;
};

export function ResultText({ session, result, player, versions }: ResultTextProps) {
  const { t, i18n } = useTranslation();
  const { sources, text } = result;
  const tip = useSourceTip();
  const { numbers, actions, canPlay } = useSourceActions(sources, player, tip.look);
  const durationS = session.duration;
  const copy = async (isRich: boolean) => {
    try {
      await copyText(text, { durationS, sources: numbers }, isRich);
      toasts.add({ kind: 'info', text: t('result.copied') });
    } catch (error) {
      toasts.add({ kind: 'error', text: `${t('result.copyFailed')} ${errorSentence(t, error)}` });
    }
  };
  return (
    <>
      <div className={style.facts}>
        {versions}
        <span>{formatDateTime(result.created_at, i18n.language)}</span>
        {result.notice === null ? (
          <span>
            {result.engine === 'extract'
              ? t('result.engine.extract')
              : t('result.engine.llm', { model: result.model || '–' })}
          </span>
        ) : null}
        {text.trim() === '' ? null : (
          <span className={style.copy}>
            <Button look="quiet" onPress={() => void copy(true)}>
              <Copy size={18} aria-hidden="true" /> {t('result.copy')}
            </Button>
            <Button look="quiet" onPress={() => void copy(false)}>
              <Type size={18} aria-hidden="true" /> {t('result.copyPlain')}
            </Button>
          </span>
        )}
      </div>
      {result.notice === 'nothing_to_process' ? (
        <Notice kind="info" title={t('result.nothing.title')}>
          <p>{t('result.nothing.text')}</p>
        </Notice>
      ) : text.trim() === '' ? (
        <p>{t('result.empty')}</p>
      ) : (
        <MarkdownText
          text={text}
          durationS={durationS}
          sources={numbers}
          actions={actions}
          lang={session.language}
        />
      )}
      <SourceTip tip={tip} session={session} sources={sources} canPlay={canPlay} />
    </>
  );
}
