import { Copy, Type } from 'lucide-react';
import { useMemo } from 'react';
import { useTranslation } from 'react-i18next';
import type { SessionDetail } from '#api/contract/session.ts';
import type { Player } from '#web/features/player/player.state.ts';
import { MarkdownText } from '#web/features/session/markdown-text.tsx';
import { usePlayAt } from '#web/features/session/use-play-at.ts';
import { errorSentence } from '#web/i18n/error-sentence.ts';
import { formatDateTime, spokenDuration } from '#web/lib/format.ts';
import { toasts } from '#web/shell/toasts.ts';
import { Button } from '#web/ui/button.tsx';
import { copyText } from './copy-text.ts';
import type { MadeResult } from './result.rules.ts';
import style from './result.module.css';
import { SourceTip, useSourceTip } from './source-tip.tsx';

type ResultTextProps = {
  session: SessionDetail;
  result: MadeResult;
  player: Player | null;
  versions: React.ReactNode;
};

/** A result as it reads: how it came about, the text with its sources, and the ways to copy it. */
export function ResultText({ session, result, player, versions }: ResultTextProps) {
  const { t, i18n } = useTranslation();
  const { sources, text } = result;
  const onTime = usePlayAt(player);
  const tip = useSourceTip();
  const numbers = useMemo(() => new Set(sources.map(({ n }) => n)), [sources]);
  const durationS = session.duration;
  const actions = useMemo(() => {
    const byNumber = new Map(sources.map((source) => [source.n, source]));
    return {
      onTime,
      onLook: tip.look,
      sourceName: (n: number) => {
        const at = byNumber.get(n)?.at ?? 0;
        return t('result.source.name', { n, time: spokenDuration(at, i18n.language) });
      },
      ...(onTime ? { onSource: (n: number) => onTime(byNumber.get(n)?.at ?? 0) } : {}),
    };
  }, [sources, onTime, tip.look, t, i18n.language]);
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
        <span>
          {result.engine === 'extract'
            ? t('result.engine.extract')
            : t('result.engine.llm', { model: result.model || '–' })}
        </span>
        <span className={style.copy}>
          <Button look="quiet" onPress={() => void copy(true)}>
            <Copy size={18} aria-hidden="true" /> {t('result.copy')}
          </Button>
          <Button look="quiet" onPress={() => void copy(false)}>
            <Type size={18} aria-hidden="true" /> {t('result.copyPlain')}
          </Button>
        </span>
      </div>
      {text.trim() === '' ? (
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
      <SourceTip tip={tip} session={session} sources={sources} canPlay={onTime !== null} />
    </>
  );
}
