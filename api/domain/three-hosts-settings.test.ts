import { describe, expect, it } from 'vitest';
import type { DomainConfig } from '#api/contract/domain.ts';
import { hostNames, threeHosts, type HostName } from '#api/testing/three-hosts.ts';

describe('three hosts of one server', () => {
  it('have settings of their own, and those of the environment where their row has none', async () => {
    const { hosts } = await threeHosts();
    const configOf = async (name: HostName) =>
      (await (await hosts[name].call('/api/v1/domain-config')).json()) as DomainConfig;
    const [a, b, c] = await Promise.all(hostNames.map(configOf));
    expect([a, b, c].map((each) => [each!.config.max_upload_bytes, each!.config.mp3.sample_rate])).toEqual([
      [150_000_000, 24_000],
      [2_000_000, 16_000],
      [3_000_000, 48_000],
    ]);
    expect([a, b].map((each) => each!.tags.includes('dictation'))).toEqual([true, true]);
    expect(c!.tags).toEqual(['share']);
    expect(b!.config.links).toEqual({ chat_app: 'https://chat.b.example', support_desk: null });
    expect(c!.config.links).toEqual({ chat_app: null, support_desk: null });
  });

  it('keep content and audio as long as their own row says, and count against their own quota', async () => {
    const { hosts } = await threeHosts();
    const days = async (name: HostName) => {
      const detail = await hosts[name].call(`/api/v1/sessions/${hosts[name].sessionId}`);
      const { date, audio_until } = (await detail.json()) as { date: string; audio_until: string };
      return Math.round((Date.parse(audio_until) - Date.parse(date)) / 86_400_000);
    };
    const kept = await Promise.all(hostNames.map(days));
    expect(kept.map((count, index) => Math.abs(count - [30, 10, 90][index]!) <= 1)).toEqual([
      true,
      true,
      true,
    ]);
    const quotas = hostNames.map(async (name) => {
      const me = (await (await hosts[name].call('/api/auth/me')).json()) as {
        userDb: { quota: { limit_bytes: number } | null };
      };
      return me.userDb.quota?.limit_bytes ?? null;
    });
    expect(await Promise.all(quotas)).toEqual([null, 20_000_000, null]);
  });
});
