import { expect, test } from 'vitest';
import { isLoopback, toDevices, wantedDevice } from './devices.rules.ts';

const info = (deviceId: string, label: string, kind: MediaDeviceKind = 'audioinput') => ({
  deviceId,
  label,
  kind,
});

test('Microphones are listed by name, other devices and the entry for calls are not', () => {
  const list = [
    info('default', 'Default - Mikrofon'),
    info('communications', 'Communications - Mikrofon'),
    info('a', 'Mikrofon'),
    info('b', 'Lautsprecher', 'audiooutput'),
    info('c', 'Kamera', 'videoinput'),
  ];
  expect(toDevices(list)).toEqual([
    { id: 'default', label: 'Default - Mikrofon' },
    { id: 'a', label: 'Mikrofon' },
  ]);
});

test('Before permission nothing has a name, so there is nothing to choose', () => {
  expect(toDevices([info('', '')])).toEqual([]);
});

test('The last choice counts while it is there', () => {
  const devices = [{ id: 'a', label: 'A' }];
  expect(wantedDevice(devices, 'a')).toBe('a');
  expect(wantedDevice(devices, 'gone')).toBeNull();
  expect(wantedDevice(devices, null)).toBeNull();
});

test.each([
  'Monitor of Built-in Audio Analog Stereo',
  'Monitor von Internes Audio Analog Stereo',
  'Moniteur de Audio interne Stéréo analogique',
  'Stereo Mix (Realtek(R) Audio)',
  'Stereomix (Realtek High Definition Audio)',
  'Mixage stéréo (Realtek Audio)',
  'CABLE Output (VB-Audio Virtual Cable)',
  'VoiceMeeter Output (VB-Audio VoiceMeeter VAIO)',
  'BlackHole 2ch (Virtual)',
  'Soundflower (2ch)',
  'What U Hear (Sound Blaster)',
  'ZoomAudioDevice (Virtual)',
  'Loopback Audio',
])('%s hears no room', (label) => {
  expect(isLoopback(label)).toBe(true);
});

test.each([
  'Mikrofon (Jabra SPEAK 510 USB)',
  'MacBook Pro Microphone (Built-in)',
  'Internes Audio Analog Stereo',
  'USB Monitor Microphone',
  'Microphone (NVIDIA Broadcast)',
  'Stereo Microphone (Zoom H2n)',
  'Line In (Cable Creations USB)',
  'Fake Default Audio Input',
  'Jabra Link 370',
])('%s is a microphone', (label) => {
  expect(isLoopback(label)).toBe(false);
});
