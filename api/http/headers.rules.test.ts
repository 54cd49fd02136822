import { expect, it } from 'vitest';
import { contentSecurityPolicy, issuerOrigins } from './headers.rules.ts';

it('A policy holds the origin of an issuer, and nothing else that an issuer may say', () => {
  expect(contentSecurityPolicy(issuerOrigins('https://id.example:8443/realms/a/'))).toMatch(
    /form-action 'self' https:\/\/id\.example:8443$/,
  );
  expect(issuerOrigins("https://id.example/; script-src * 'unsafe-inline'")).toEqual(['https://id.example']);
  for (const issuer of ['data:text/html,x', 'javascript:1', 'file:///etc', '', '; script-src *'])
    expect(issuerOrigins(issuer)).toEqual([]);
});
