import { expect, test } from 'vitest';
import { browserHint, type CaptureFacts, captureCodeOf, captureObstacle } from './permission.rules.ts';

const able: CaptureFacts = {
  isSecure: true,
  hasMediaDevices: true,
  hasCaptureWay: true,
  hasWorkers: true,
  isAllowedByPolicy: true,
  permission: 'prompt',
};

test('The most basic reason why nothing can be recorded is told first', () => {
  expect(captureObstacle({ ...able, isSecure: false, hasMediaDevices: false })).toBe('capture.insecure');
  expect(captureObstacle({ ...able, hasMediaDevices: false })).toBe('capture.unsupported');
  expect(captureObstacle({ ...able, hasCaptureWay: false })).toBe('capture.unsupported');
  expect(captureObstacle({ ...able, isAllowedByPolicy: false })).toBe('capture.blocked');
  expect(captureObstacle({ ...able, isAllowedByPolicy: null })).toBeNull();
  expect(captureObstacle(able)).toBeNull();
});

const failed = (name: string, message = '') => new DOMException(message, name);

test.each([
  [failed('NotAllowedError', 'Permission denied'), 'denied', 'capture.denied'],
  [failed('NotAllowedError', 'Permission dismissed'), 'prompt', 'capture.dismissed'],
  [failed('NotAllowedError', 'The request is not allowed'), 'prompt', 'capture.dismissed'],
  [failed('NotAllowedError', 'Permission denied by system'), 'prompt', 'capture.denied'],
  [failed('NotAllowedError'), null, 'capture.denied'],
  [failed('SecurityError'), null, 'capture.blocked'],
  [failed('NotFoundError'), 'granted', 'capture.no_device'],
  [failed('OverconstrainedError'), 'granted', 'capture.no_device'],
  [failed('NotReadableError'), 'granted', 'capture.busy'],
  [failed('AbortError'), 'granted', 'capture.busy'],
  [new TypeError('x'), 'granted', 'capture.failed'],
  ['x', 'granted', 'capture.failed'],
] as const)('%s with permission %s is %s', (error, permission, code) => {
  expect(captureCodeOf(error, { permission })).toBe(code);
});

test('Browsers are told apart by what they can do', () => {
  const none = { hasClientHints: false, hasMozStyle: false, hasAppleFonts: false };
  expect(browserHint({ ...none, hasClientHints: true })).toBe('chromium');
  expect(browserHint({ ...none, hasMozStyle: true })).toBe('firefox');
  expect(browserHint({ ...none, hasAppleFonts: true })).toBe('safari');
  expect(browserHint(none)).toBe('other');
});
