import { recordedType } from './file-way.ts';
import type { CaptureFacts } from './permission.rules.ts';
import { hasTrackProcessor } from './track-way.ts';

type Policy = { allowsFeature(name: string): boolean };

/**
 * Returns whether the policy of the page allows the microphone; null if the browser does not report it. Only Chromium
 * reports it.
 */
function isAllowedByPolicy(): boolean | null {
  const has = document as Document & { permissionsPolicy?: Policy; featurePolicy?: Policy };
  const policy = has.permissionsPolicy ?? has.featurePolicy;
  return policy ? policy.allowsFeature('microphone') : null;
}

/** Returns the microphone permission; null if the browser cannot query it. */
export async function microphonePermission(): Promise<PermissionStatus | null> {
  try {
    return await navigator.permissions.query({ name: 'microphone' as PermissionName });
  } catch {
    return null;
  }
}

export async function captureFacts(): Promise<CaptureFacts> {
  return {
    isSecure: globalThis.isSecureContext,
    hasMediaDevices: typeof navigator.mediaDevices?.getUserMedia === 'function',
    hasCaptureWay: hasTrackProcessor() || typeof AudioWorkletNode === 'function' || recordedType() !== null,
    hasWorkers: typeof Worker === 'function',
    isAllowedByPolicy: isAllowedByPolicy(),
    permission: (await microphonePermission())?.state ?? null,
  };
}
