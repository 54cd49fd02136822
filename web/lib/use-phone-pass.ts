import { useSyncExternalStore } from 'react';
import { type PhonePass, phonePass } from './phone-pass.ts';

/** Returns the pairing that this phone has joined without a sign-in; null if there is none. */
export const usePhonePass = (): PhonePass | null => useSyncExternalStore(phonePass.subscribe, phonePass.read);
