import type { DomainConfig } from '#api/contract/domain.ts';
import { isMp3Bitrate, mp3SampleRates } from '#api/contract/mp3-format.ts';
import { isRecord } from './is-record.ts';

const isFormat = (value: unknown): boolean => {
  if (!isRecord(value)) return false;
  const { sample_rate: rate, bitrate } = value;
  return (mp3SampleRates as readonly unknown[]).includes(rate) && isMp3Bitrate(Number(rate), Number(bitrate));
};

/**
 * Returns the value if it is a configuration of a host that the page can use (`domainConfigSchema`), otherwise undefined. Every
 * screen asks this before it is shown, so it does not load the schemas.
 */
export function toDomainConfig(value: unknown): DomainConfig | undefined {
  if (!isRecord(value) || !isRecord(value['config']) || !Array.isArray(value['tags'])) return undefined;
  const { tags, config } = value as { tags: unknown[]; config: Record<string, unknown> };
  const isUsable =
    tags.every((tag) => typeof tag === 'string') &&
    Number.isInteger(config['max_upload_bytes']) &&
    isFormat(config['mp3']) &&
    typeof config['remote_dictation'] === 'boolean';
  return isUsable ? ({ tags, config } as unknown as DomainConfig) : undefined;
}
