import { expect, it } from 'vitest';
import { kindOf } from './kind.rules.ts';

it('A file counts by its address first, so that a script of an engine and an answer of the API are no script', () => {
  expect(kindOf('/assets/main-1a2b.js', 'text/javascript; charset=utf-8')).toBe('script');
  expect(kindOf('/engines/ort-1.30.0/ort-wasm-simd-threaded.mjs', 'text/javascript')).toBe('wasm');
  expect(kindOf('/engines/silero-0.0.31/silero_vad_v5.onnx', 'application/octet-stream')).toBe('model');
  expect(kindOf('/models/00ff?part=1', 'application/octet-stream')).toBe('model');
  expect(kindOf('/oidc/auth?client_id=page', 'text/html')).toBe('api');
  expect(kindOf('/library/1', 'text/html; charset=utf-8')).toBe('page');
  expect(kindOf('/assets/source-sans.woff2', 'font/woff2')).toBe('font');
  expect(kindOf('/icon.svg', 'image/svg+xml')).toBe('other');
});
