import { expect, onTestFinished, test, vi } from 'vitest';
import { createMutedReturn } from './muted-return.ts';

function open() {
  vi.useFakeTimers();
  const microphone = { isMuted: false };
  let isHidden = false;
  let change = () => {};
  let listeners = 0;
  const reopen = vi.fn<() => Promise<void>>(async () => {});
  const page = {
    isHidden: () => isHidden,
    onVisibility(listener: () => void) {
      change = listener;
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
  const setHidden = (is: boolean) => {
    isHidden = is;
    change();
  };
  return { muted, microphone, reopen, hide: () => setHidden(true), show: () => setHidden(false) };
}

test('A microphone that was muted behind the page, and still is a while after, is opened again once', () => {
  const { microphone, reopen, hide, show } = open();
  hide();
  microphone.isMuted = true;
  show();
  vi.advanceTimersByTime(1_999);
  expect(reopen).not.toHaveBeenCalled();
  vi.advanceTimersByTime(1);
  expect(reopen).toHaveBeenCalledOnce();
  hide();
  show();
  vi.advanceTimersByTime(10_000);
  expect(reopen).toHaveBeenCalledOnce();
});

test('A microphone that the browser unmutes in time is left alone', () => {
  const { microphone, reopen, hide, show } = open();
  hide();
  microphone.isMuted = true;
  show();
  vi.advanceTimersByTime(1_000);
  microphone.isMuted = false;
  vi.advanceTimersByTime(10_000);
  expect(reopen).not.toHaveBeenCalled();
});

test('A microphone that was muted in front of the page stays muted', () => {
  const { microphone, reopen, hide, show } = open();
  microphone.isMuted = true;
  hide();
  show();
  vi.advanceTimersByTime(10_000);
  expect(reopen).not.toHaveBeenCalled();
});

test('A page that is hidden again does not open a microphone', () => {
  const { microphone, reopen, hide, show } = open();
  hide();
  microphone.isMuted = true;
  show();
  hide();
  vi.advanceTimersByTime(10_000);
  expect(reopen).not.toHaveBeenCalled();
});

test('Nothing is opened after the recording is closed', () => {
  const { muted, microphone, reopen, hide, show } = open();
  hide();
  microphone.isMuted = true;
  show();
  muted[Symbol.dispose]();
  vi.advanceTimersByTime(10_000);
  expect(reopen).not.toHaveBeenCalled();
});
