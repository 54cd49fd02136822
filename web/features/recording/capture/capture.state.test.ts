import { expect, onTestFinished, test } from 'vitest';
import { eventually } from '#wasm/testing/eventually.ts';
import { type CaptureEvent, createCapture } from './capture.state.ts';
import { CaptureError } from './permission.rules.ts';
import { createFakeDevices, createFakeCaptures } from './capture-doubles.ts';
import { noOptions } from '#web/features/recording/state/recording.rules.ts';

const both = [
  { id: 'default', label: 'Internes Mikrofon' },
  { id: 'usb', label: 'USB Mikrofon' },
];

function open({ remembered = null as string | null, fallbackAfterMs = 600_000 } = {}) {
  const captures = createFakeCaptures();
  const devices = createFakeDevices(both, remembered);
  const events: CaptureEvent[] = [];
  const attached: number[] = [];
  const capture = createCapture({
    openCapture: captures.openCapture,
    devices,
    async attach(_pcm, sampleRate) {
      attached.push(sampleRate);
    },
    fallbackAfterMs,
    onEvent: (event) => events.push(event),
  });
  onTestFinished(() => capture[Symbol.dispose]());
  const heard = () => events.filter((event) => event.type === 'connected');
  return { captures, devices, events, attached, capture, heard };
}

test('The last choice is heard again, and the recorder gets its sound', async () => {
  const { capture, heard, attached } = open({ remembered: 'usb' });
  await capture.open(noOptions);
  expect(heard()).toEqual([
    { type: 'connected', microphone: expect.objectContaining({ id: 'usb' }), isSwitched: false },
  ]);
  expect(attached).toEqual([48_000]);
});

test('A remembered microphone that is not there gives way to the default one', async () => {
  const { capture, devices } = open({ remembered: 'gone' });
  devices.list = async () => [];
  await capture.open(noOptions);
  expect(capture.microphone()?.id).toBe('default');
});

test('A microphone that is plugged in again goes on by itself', async () => {
  const { capture, devices, captures, heard } = open({ remembered: 'usb' });
  await capture.open(noOptions);
  captures.latest().pullOut();
  expect(capture.microphone()).toBeNull();
  devices.change([both[0]!]);
  devices.change(both);
  await eventually(() => expect(capture.microphone()?.id).toBe('usb'));
  expect(heard().at(-1)).toMatchObject({ isSwitched: false });
});

test('The default that has become another device is said to be another one', async () => {
  const { capture, devices, captures, heard } = open();
  await capture.open(noOptions);
  captures.microphones['default'] = 'Kopfhörer';
  captures.latest().pullOut();
  devices.change(both);
  await eventually(() => expect(heard()).toHaveLength(2));
  expect(heard().at(-1)).toMatchObject({ isSwitched: true, microphone: { label: 'Kopfhörer' } });
});

test('Where nothing can be fallen back on, the next device that comes is taken', async () => {
  const { capture, devices, captures } = open({ remembered: 'usb', fallbackAfterMs: 1 });
  await capture.open(noOptions);
  captures.failures.push(new CaptureError('capture.no_device'));
  captures.latest().pullOut();
  await eventually(() => expect(captures.failures).toHaveLength(0));
  expect(capture.microphone()).toBeNull();
  devices.change([{ id: 'other', label: 'Anderes' }]);
  await eventually(() => expect(capture.microphone()?.id).toBe('default'));
});

test('The last of several quick choices is the one that is heard', async () => {
  const { capture, devices } = open();
  await capture.open(noOptions);
  await Promise.all([capture.choose('usb'), capture.choose('default'), capture.choose('usb')]);
  expect(capture.microphone()?.id).toBe('usb');
  expect(devices.remembered()).toBe('usb');
});

test('What a capture tells after it was closed is not told on', async () => {
  const { capture, captures, events } = open();
  await capture.open(noOptions);
  const former = captures.latest();
  capture.close();
  expect(former.isOpen).toBe(false);
  const count = events.length;
  former.emit({ type: 'ended' });
  former.emit({ type: 'muted', isMuted: true });
  expect(events).toHaveLength(count);
});
