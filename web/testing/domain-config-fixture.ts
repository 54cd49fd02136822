import { effectiveTags, type DomainConfig } from '#api/contract/domain.ts';
import { limits } from '#api/contract/limits.ts';

/** For tests: returns the answer of a host with these tags, or of one without a list of tags. */
export const domainConfigFixture = (
  tags: readonly string[] | null = null,
  change: Partial<DomainConfig['config']> = {},
): DomainConfig => ({
  tags: [...effectiveTags(tags)],
  config: {
    max_upload_bytes: limits.maxUploadBytes,
    mp3: { sample_rate: 24_000, bitrate: 64 },
    remote_dictation: false,
    ...change,
  },
});
