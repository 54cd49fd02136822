import { useTranslation } from 'react-i18next';
import type { HelpTopic, HelpWords } from '#web/i18n/help-words.ts';
import { fill } from '#web/i18n/late-words.ts';
import { useDomainConfig } from '#web/lib/domain-config.ts';
import { formatBytes } from '#web/lib/format.ts';
import { Notice } from '#web/ui/notice.tsx';

/** Facts about this host, for the topics that depend on them. Shows nothing until the host is known. */
export function HostFacts({ topic, words }: { topic: HelpTopic; words: HelpWords['page'] }) {
  const { i18n } = useTranslation();
  const config = useDomainConfig().data?.config;
  if (!config) return null;
  const { retention, max_upload_bytes: maxBytes } = config;
  const text =
    topic === 'upload'
      ? fill(words.largest, { size: formatBytes(maxBytes, i18n.language) })
      : topic === 'retention' && retention
        ? fill(words.periods, { days: retention.audio_days, months: retention.content_months })
        : null;
  return text ? (
    <Notice kind="info">
      <p>{text}</p>
    </Notice>
  ) : null;
}
