import { beforeEach, describe, expect, it, vi } from 'vitest';
import { ApiError } from '#web/lib/api-error.ts';
import { whenPrepared } from './when-prepared.ts';

const preparing = new ApiError('player.preparing', 409);

describe('audio that is being prepared', () => {
  beforeEach(() => {
    vi.useFakeTimers();
    return () => vi.useRealTimers();
  });

  it('is requested again until the server has it', async () => {
    const ask = vi
      .fn<() => Promise<string>>()
      .mockRejectedValueOnce(preparing)
      .mockRejectedValueOnce(preparing);
    ask.mockResolvedValue('/media/x');
    const asking = whenPrepared(ask, new AbortController().signal);
    await vi.advanceTimersByTimeAsync(10_000);
    expect(await asking).toBe('/media/x');
    expect(ask).toHaveBeenCalledTimes(3);
  });

  it('is not requested again after an abort or another error', async () => {
    const controller = new AbortController();
    const ask = vi.fn<() => Promise<string>>().mockRejectedValue(preparing);
    const asking = whenPrepared(ask, controller.signal).catch(String);
    await vi.advanceTimersByTimeAsync(3_000);
    controller.abort(new Error('gone'));
    expect(await asking).toContain('gone');
    await vi.advanceTimersByTimeAsync(10_000);
    expect(ask).toHaveBeenCalledTimes(2);
    const other = new ApiError('player.no_audio', 404);
    await expect(whenPrepared(() => Promise.reject(other), controller.signal)).rejects.toBe(other);
  });
});
