import { expect, onTestFinished, test, vi } from 'vitest';
import { createMutedReturn } from './muted-return.ts';

function open(isHidden = false) {
  vi.useFakeTimers();
  const microphone = { isMuted: false };
  let show = () => {};
  let listeners = 0;
  const reopen = vi.fn<() => Promise<void>>(async () => {
    microphone.isMuted = false;
  });
  const page = {
    isHidden: () => isHidden,
    onVisibility(listener: () => void) {
      show = listener;
      listeners += 1;
      return () => void (listeners -= 1);
    },
  };
  const muted = createMutedReturn({ page, afterMs: 2_000, isMuted: () => microphone.isMuted, reopen });
  onTestFinished(() => {
    muted[Symbol.dispose]();
    vi.useRealTimers();
    expect(listeners).toBe(0);
  });
  return { muted, microphone, reopen, show: () => show() };
}

test('A microphone that is still muted a while after the page is shown is opened again', () => {
  const { microphone, reopen, show } = open();
  microphone.isMuted = true;
  show();
  vi.advanceTimersByTime(1_999);
  expect(reopen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reopen).toHaveBeenCalledOnce();
});

test('A microphone that the browser unmutes in time is left alone', () => {
  const { microphone, reopen, show } = open();
  microphone.isMuted = true;
  show();
  vi.advanceTimersByTime(1_000);
  microphone.isMuted = false;
  vi.advanceTimersByTime(10_000);
  expect(reopen).not.toHaveBeenCalled();
});

test('A hidden page does not open a microphone', () => {
  const { microphone, reopen, show } = open(true);
  microphone.isMuted = true;
  show();
  vi.advanceTimersByTime(10_000);
  expect(reopen).not.toHaveBeenCalled();
});

test('Nothing is opened after the recording is closed', () => {
  const { muted, microphone, reopen, show } = open();
  microphone.isMuted = true;
  show();
  muted[Symbol.dispose]();
  vi.advanceTimersByTime(10_000);
  expect(reopen).not.toHaveBeenCalled();
});
