/**
 * Transports by which a browser reaches an authenticator (WebAuthn, `AuthenticatorTransport`). This file has no schemas,
 * so that the page of the sign-in does not load zod.
 */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
