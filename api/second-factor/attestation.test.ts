import { expect, it, vi } from 'vitest';
import { createSoftPasskey } from '#api/testing/soft-passkey.ts';
import { readAttestation } from './passkeys.ts';

const place = { origin: 'https://wort.example', rpId: 'wort.example' };
const challenge = 'challenge';

/**
 * A new passkey of the format `android-key`. Its certificate is signed by a root of somebody's own, and names `http://10.0.0.1/` as the
 * place of its revocation list. It holds until 2120.
 */
const withCertificates = [
  'o2NmbXRrYW5kcm9pZC1rZXlnYXR0U3RtdKNjYWxnJmNzaWdBAGN4NWOCWQF5MIIBdTCCARqgAwIBAgIBAjAKBggqhkjOPQQDAjAMMQowCAYDVQ',
  'QDEwFyMCAXDTIwMDEwMTAwMDAwMFoYDzIxMjAwMTAxMDAwMDAwWjAMMQowCAYDVQQDEwFsMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAEIm9G',
  '3XOSHFkIwAczGF9sGDOhBrMG1vSTt7HSQUPA4Uzl4jhbf8wQzqnHJjCTw9p-',
  'bwGNvAGSlDdjE2g2_3yMTqNrMGkwRAYKKwYBBAHWeQIBEQQ2MDQCAWQKAQACAQEKAQAEIE6kZvfl-sLAi9KJxeHB3K16YNrr6xw8NHU98orLEn',
  'hmBAAwADAAMCEGA1UdHwQaMBgwFqAUoBKGEGh0dHA6Ly8xMC4wLjAuMS8wCgYIKoZIzj0EAwIDSQAwRgIhAJgK0Jt0XAYLrfXWmsj0hdU2REtw',
  'gcak057ZJkQnfXC-AiEAkEUH__jEx82I9fGK0KMGELMcX6Pjx7vJMruw69JJOy9ZAQ8wggELMIGxoAMCAQICAQEwCgYIKoZIzj0EAwIwDDEKMA',
  'gGA1UEAxMBcjAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAwMFowDDEKMAgGA1UEAxMBcjBZMBMGByqGSM49AgEGCCqGSM49AwEHA0IA',
  'BMk6P39oghUEwnyGQvZcQJid_ZDa--NwiR2nK6c7OnrM-JgfqQ4ITo8NBxnM8TPedA-GsPVoEii9rcT6omyrVSqjAjAAMAoGCCqGSM49BAMCA0',
  'kAMEYCIQCn2TqV8VNM3sl4SY5K-qF0ajUF4OZqWTFzpHO7h8jfIwIhAP4QRg9gUjFRP4H8UavB4e8-bDEJOqyyMIfl-cvDf6iuaGF1dGhEYXRh',
  'WQCUhtX6p4aeTzAGtC1zInQ5TYMzhSmSx03NV6prpDTGVtRBAAAAAAAAAAAAAAAAAAAAAAAAAAAAEAEBAQEBAQEBAQEBAQEBAQGlAQIDJiABIV',
  'ggIm9G3XOSHFkIwAczGF9sGDOhBrMG1vSTt7HSQUPA4UwiWCDl4jhbf8wQzqnHJjCTw9p-bwGNvAGSlDdjE2g2_3yMTg',
].join('');

it('a new passkey makes the server fetch no address that a certificate names', async () => {
  const fetched = vi.spyOn(globalThis, 'fetch').mockRejectedValue(new Error('no network'));
  const made = await readAttestation(
    {
      id: 'AQEBAQEBAQEBAQEBAQEBAQ',
      client_data: Buffer.from(
        JSON.stringify({ type: 'webauthn.create', challenge, origin: place.origin, crossOrigin: false }),
      ).toString('base64url'),
      attestation: withCertificates,
      transports: [],
    },
    challenge,
    place,
  );
  expect(made).toBeNull();
  expect(fetched).not.toHaveBeenCalled();
  const plain = createSoftPasskey(place.origin);
  expect(await readAttestation(plain.attest(challenge), challenge, place)).toMatchObject({ id: plain.id });
  fetched.mockRestore();
});
