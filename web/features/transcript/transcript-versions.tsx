import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import type { Transcript, TranscriptVersion } from '#api/contract/transcript.ts';
import { api } from '#web/lib/http.ts';
import { formatDate } from '#web/lib/format.ts';
import { Menu, MenuChoice } from '#web/ui/menu.tsx';
import style from './transcript.module.css';

/** Every version of a session's transcript, newest first; asked for again when a newer one is shown or becomes whole. */
export function useVersions(sessionId: string, transcript: Transcript | null) {
  return useQuery({
    queryKey: ['transcript', sessionId, 'versions', transcript?.version, transcript?.partial],
    queryFn: async ({ signal }) => {
      const param = { id: sessionId };
      const response = await api.v1.sessions[':id'].transcripts.$get({ param }, { init: { signal } });
      return (await response.json()).versions;
    },
    enabled: transcript !== null,
    staleTime: 60_000,
  });
}

/** One version as the engine wrote it: it never changes once it is whole. */
export function useVersion(sessionId: string, version: number | null) {
  return useQuery({
    queryKey: ['transcript', sessionId, 'version', version],
    queryFn: async ({ signal }) => {
      const param = { id: sessionId, version: String(version) };
      const response = await api.v1.sessions[':id'].transcripts[':version'].$get(
        { param },
        { init: { signal } },
      );
      return response.json();
    },
    enabled: version !== null,
    staleTime: 60_000,
  });
}

type TranscriptVersionsProps = {
  /** What is shown now. */
  shown: Transcript;
  /** The number of the newest, which carries the edits. */
  newest: number;
  versions: readonly TranscriptVersion[];
  onChoose(version: number): void;
};

/** “Fassung 2 · whisper-base · 21. November 2026”; with several a menu of them. */
export function TranscriptVersions({ shown, newest, versions, onChoose }: TranscriptVersionsProps) {
  const { t, i18n } = useTranslation();
  const lineOf = (one: Pick<TranscriptVersion, 'version' | 'engine'>) => {
    const version = t('transcript.version.name', { version: one.version });
    const engine = one.engine === 'dictation' ? t('transcript.version.dictation') : one.engine;
    const at = versions.find((known) => known.version === one.version)?.created_at;
    if (!at) return t('transcript.version.lineUndated', { version, engine });
    return t('transcript.version.line', { version, engine, date: formatDate(at, i18n.language) });
  };
  const labelOf = (one: TranscriptVersion) => {
    const version = lineOf(one);
    if (one.version === newest) return t('transcript.version.current', { version });
    return one.partial ? t('transcript.version.unfinished', { version }) : version;
  };
  const line = lineOf(shown);
  // A newer one that is still being written is not offered: what is there of it is shown where there is nothing else.
  const offered = versions.filter(({ version }) => version <= newest);
  if (offered.length < 2) return <p className={style.version}>{line}</p>;
  return (
    <Menu
      label={t('transcript.version.choose', { version: line })}
      triggerProps={{ className: style.versionButton }}
      trigger={
        <>
          <span>{line}</span>
          <ChevronDown size={18} aria-hidden="true" />
        </>
      }
    >
      <MenuChoice
        heading={t('transcript.version.heading')}
        options={offered.map((one) => ({ key: String(one.version), label: labelOf(one) }))}
        value={String(shown.version)}
        onChange={(key) => onChoose(Number(key))}
      />
    </Menu>
  );
}
