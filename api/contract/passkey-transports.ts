/**
 * Transports by which a browser reaches an authenticator (WebAuthn, `AuthenticatorTransport`). They stand apart from
 * the schemas, which the sign-in does not load.
 */
export const passkeyTransports = ['ble', 'cable', 'hybrid', 'internal', 'nfc', 'smart-card', 'usb'] as const;
