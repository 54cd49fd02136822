import { expect, it } from 'vitest';
import { toLoggedError } from './logged-error.rules.ts';
import { toLoggedFields } from './logged-fields.rules.ts';

it.each([
  'auth.credentials_wrong',
  'processing.model_silent',
  'transcription.disk_full',
  'media.damaged',
  'database.damaged',
  'mail.auth_refused',
  'proxy.not_trusted',
  'ENOENT',
  'E2BIG',
  'EOAUTH2',
  'EENVELOPE',
  'ENOTFOUND',
  'EAI_AGAIN',
  'ERR_HTTP2_STREAM_ERROR',
  'ERR_JWT_EXPIRED',
  'UND_ERR_CONNECT_TIMEOUT',
  'HPE_INVALID_CONSTANT',
  'ABORT_ERR',
  'CERT_HAS_EXPIRED',
  'Z_DATA_ERROR',
  'SQLITE_BUSY',
  'SQLITE_IOERR_SHORT_READ',
  20,
  -2,
])('the code %s is logged', (code) => {
  expect(toLoggedFields({ code })).toEqual({ code });
  expect(toLoggedError(Object.assign(new Error('x'), { code }))).toMatchObject({ code });
});

it.each([
  '0791234567',
  '+41791234567',
  '1963-04-12',
  '756.1234.5678.97',
  'E0791234567',
  'ERR_0791234567',
  'petra.muster',
  'PETRA_MUSTER',
  'petra.muster.example.org',
  'Muster',
  'MUSTER',
  'ERIKA',
  'eyJhbGciOiJub25lIn0',
  41_791_234_567,
])('%s is no error code and is not logged', (code) => {
  expect(toLoggedFields({ code })).toEqual({ code: '[withheld]' });
  expect(toLoggedError(Object.assign(new Error('x'), { code }))).not.toHaveProperty('code');
});
