import { expect, test } from 'vitest';
import { toMailError } from './smtp-fault.rules.ts';
import { parseSmtpUrl } from './smtp-url.rules.ts';

test.each([
  [
    'smtp://mail.example.org',
    { host: 'mail.example.org', port: 587, isSecure: false, starttls: 'offered', auth: null },
  ],
  ['smtps://mail.example.org', { port: 465, isSecure: true }],
  ['smtp://mail.example.org:25/', { port: 25 }],
  ['smtp://localhost:1025', { port: 1025, starttls: 'never' }],
  ['smtp://[::1]:1025', { host: '::1', starttls: 'never' }],
  [
    'smtp://petra%40example.org:p%3Aa%2Fs%40s@mail.example.org',
    { starttls: 'required', auth: { user: 'petra@example.org', password: 'p:a/s@s' } },
  ],
  ['smtp://a:b@127.0.0.1', { starttls: 'never', auth: { user: 'a', password: 'b' } }],
  ['smtp://mail.example.org?starttls=required', { starttls: 'required' }],
  ['smtp://a:b@mail.example.org?starttls=never', { starttls: 'never' }],
])('%s is a mail server', (text, expected) => {
  expect(parseSmtpUrl(text)).toMatchObject(expected);
});

test.each([
  'mail.example.org',
  'http://mail.example.org',
  'smtp://',
  'smtp:mail',
  'smtp://mail.example.org/inbox',
  'smtp://mail.example.org?pool=true',
  'smtp://mail.example.org?starttls=maybe',
  'smtp://u@mail.example.org',
  'smtp://u:%zz@mail.example.org',
  'smtp://mail.example.org:99999',
  'smtp://mail example.org',
  'smtp://a.ch#b',
])('%s is none', (text) => {
  expect(parseSmtpUrl(text)).toBeNull();
});

test.each([
  [{ code: 'EAUTH', responseCode: 535, command: 'AUTH PLAIN' }, false, 'auth'],
  [{ code: 'EENVELOPE', responseCode: 530, command: 'MAIL FROM' }, true, 'auth'],
  [{ code: 'ESOCKET', originalCode: 'DEPTH_ZERO_SELF_SIGNED_CERT', command: 'CONN' }, false, 'tls'],
  [{ code: 'ESOCKET', originalCode: 'ERR_TLS_CERT_ALTNAME_INVALID', command: 'CONN' }, false, 'tls'],
  [{ code: 'ESOCKET', originalCode: 'ECONNREFUSED', command: 'CONN' }, false, 'unreachable'],
  [{ code: 'EDNS', command: 'CONN' }, false, 'unreachable'],
  [{ code: 'ETIMEDOUT', command: 'CONN' }, true, 'broken'],
  [{ code: 'EENVELOPE', responseCode: 452, command: 'MAIL FROM' }, true, 'sender'],
  [{ code: 'EENVELOPE', responseCode: 552, command: 'MAIL FROM' }, true, 'too_large'],
  // For a recipient, 552 means a full mailbox.
  [{ code: 'EENVELOPE', responseCode: 552, command: 'RCPT TO' }, true, 'recipient'],
  [
    { code: 'EMESSAGE', responseCode: 554, response: '554 5.3.4 too big', command: 'DATA' },
    true,
    'too_large',
  ],
  [{ code: 'EMESSAGE', responseCode: 554, response: '554 5.7.1 spam', command: 'DATA' }, true, 'content'],
  [{ code: 'ECONNECTION', responseCode: 421, command: 'CONN' }, true, 'broken'],
])('%j (begun: %j) is %s', (failure, hasBegun, fault) => {
  expect(toMailError(failure, hasBegun)).toMatchObject({ fault });
});
