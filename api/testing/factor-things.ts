import type { NewPasskey, NewTotp } from '#api/contract/second-factor.ts';
import type { Db } from '#api/db/open.ts';
import { putPasskey, putRecoveryCodes } from '#api/second-factor/factor.store.ts';
import { hashOfCode } from '#api/second-factor/recovery-code.rules.ts';
import { createSoftPasskey } from './soft-passkey.ts';
import { petra } from './test-browser.ts';

type World = { db: Db; url: string; owner: { id: string; access: string }; left: { id: string } };

/**
 * Builds what the routes of the second factor name: an app and a passkey that the owner is adding, and recovery codes. The person who
 * has signed out has a second factor. The owner has none yet, so that they sign in with their password.
 */
export async function buildFactorThings({ db, url, owner, left }: World) {
  const begin = async (what: string): Promise<unknown> => {
    const response = await fetch(`${url}/api/v1/user/second-factor/${what}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${owner.access}`, 'content-type': 'application/json' },
      body: JSON.stringify({ password: petra.password }),
    });
    return response.json();
  };
  const accountOf = async (id: string): Promise<string> =>
    (await db.selectFrom('user').select('sub').where('id', '=', id).executeTakeFirstOrThrow()).sub;

  const newTotp = (await begin('totp')) as NewTotp;
  const { challenge } = (await begin('passkeys')) as NewPasskey;
  // As if a factor had been proved: when this is confirmed, the app is on already.
  await db
    .updateTable('account_pending')
    .set({ value: '{"isProved":true}' })
    .where('id', '=', challenge)
    .execute();
  const recoveryCodes = ['aaaa-aaaa-aaaa-aaaa', 'bbbb-bbbb-bbbb-bbbb'] as const;
  await putRecoveryCodes(db, await accountOf(owner.id), recoveryCodes.map(hashOfCode));
  const foreign = { id: 'fremd', public_key: 'AA', counter: 0, transports: '[]', name: 'Telefon' };
  await putPasskey(db, { ...foreign, account_id: await accountOf(left.id), rp_id: 'localhost' }, Date.now());
  return { newTotp, newPasskey: createSoftPasskey(url).attest(challenge), recoveryCodes };
}
