import { useQuery } from '@tanstack/react-query';
import { ChevronDown } from 'lucide-react';
import { useTranslation } from 'react-i18next';
import { isDraftEngine } from '#api/contract/draft-engine.ts';
import type { Transcript, TranscriptVersion } from '#api/contract/transcript.ts';
import { api } from '#web/lib/http.ts';
import { formatDate } from '#web/lib/format.ts';
import { Menu, MenuChoice } from '#web/ui/menu.tsx';
import style from '#web/features/transcript/tools.module.css';

/**
 * Fetches all versions of a session's transcript, newest first. They are fetched again when a newer version or a draft is
 * shown, or a version is completed.
 */
export function useVersions(sessionId: string, transcript: Transcript | null) {
  const hasDraft = transcript?.draft !== undefined;
  return useQuery({
    queryKey: ['transcript', sessionId, 'versions', transcript?.version, transcript?.partial, hasDraft],
    queryFn: async ({ signal }) => {
      const param = { id: sessionId };
      const response = await api.v1.sessions[':id'].transcripts.$get({ param }, { init: { signal } });
      return (await response.json()).versions;
    },
    enabled: transcript !== null,
    staleTime: 60_000,
  });
}

/** Fetches one version as the engine has written it. It does not change once it is complete. */
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

type VersionsFrom = {
  shown: Transcript;
  /** Number of the newest version, which has the edits. */
  newest: number;
  versions: readonly TranscriptVersion[];
  onChoose(version: number): void;
};

export type VersionChoice = {
  /** Short name, such as “Fassung 2”. */
  name: string;
  /** Full name, such as “Fassung 2 · whisper-base · 21. November 2026”. */
  fullName: string;
  options: readonly { key: string; label: string }[];
  value: string;
  choose(key: string): void;
};

export function useVersionChoice(): (from: VersionsFrom) => VersionChoice {
  const { t, i18n } = useTranslation();
  return ({ shown, newest, versions, onChoose }) => {
    const nameOf = ({ version }: Pick<TranscriptVersion, 'version'>) =>
      t('transcript.version.name', { version });
    const fullNameOf = (one: Pick<TranscriptVersion, 'version' | 'engine'>) => {
      const version = nameOf(one);
      const { model = '', created_at: at } = versions.find((known) => known.version === one.version) ?? {};
      const engine = !isDraftEngine(one.engine)
        ? one.engine
        : one.engine === 'preview' && model !== ''
          ? t('transcript.version.previewBy', { model })
          : t(`transcript.version.${one.engine}`);
      if (!at) return t('transcript.version.lineUndated', { version, engine });
      return t('transcript.version.line', { version, engine, date: formatDate(at, i18n.language) });
    };
    const labelOf = (one: TranscriptVersion) => {
      const version = fullNameOf(one);
      if (one.version === newest) return t('transcript.version.current', { version });
      return one.partial && !isDraftEngine(one.engine)
        ? t('transcript.version.unfinished', { version })
        : version;
    };
    // A newer version that is still being written is not offered. It is shown only if there is no other version. A draft may be
    // newer than a transcription that began before it.
    const offered = versions.filter(({ version, engine }) => version <= newest || isDraftEngine(engine));
    return {
      name: nameOf(shown),
      fullName: fullNameOf(shown),
      options: offered.map((one) => ({ key: String(one.version), label: labelOf(one) })),
      value: String(shown.version),
      choose: (key) => onChoose(Number(key)),
    };
  };
}

export function TranscriptVersions({ choice }: { choice: VersionChoice }) {
  const { t } = useTranslation();
  const { name, fullName, options, value, choose } = choice;
  if (options.length < 2) {
    return (
      <span className={style.version} title={fullName}>
        {name}
        <span className={style.engine}>{fullName.slice(name.length)}</span>
      </span>
    );
  }
  return (
    <Menu
      label={t('transcript.version.choose', { version: fullName })}
      triggerProps={{ className: style.versionButton }}
      trigger={
        <>
          <span>
            {name}
            <span className={style.engine}>{fullName.slice(name.length)}</span>
          </span>
          <ChevronDown size={18} aria-hidden="true" />
        </>
      }
    >
      <MenuChoice
        heading={t('transcript.version.heading')}
        options={options}
        value={value}
        onChange={choose}
      />
    </Menu>
  );
}
