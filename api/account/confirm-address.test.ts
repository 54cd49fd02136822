import { expect, it } from 'vitest';
import { silentLog } from '#api/lib/log.ts';
import { buildUser, ownerOf } from '#api/testing/builders.ts';
import { testApp } from '#api/testing/test-app.ts';
import { MailError, type MailSender } from '#api/engines/mail/mail.ts';
import { putLink } from './account-link.store.ts';
import { createAddressConfirmation } from './confirm-address.ts';

it('lets all people of an organisation, who share one IP address, confirm on the same day', async () => {
  const { db, clock, deps } = await testApp();
  const parts = { db, clock, log: silentLog(), domains: deps.domains, publicUrl: 'http://localhost' };
  const confirmation = createAddressConfirmation({ ...parts, sender: null, local: null });
  for (let number = 0; number < 120; number++) {
    const owner = ownerOf(await buildUser(db, { email: `p${number}@example.org`, is_verified: 0 }));
    const link = { kind: 'confirm', owner, accountId: null, actor: owner.actor, isMailed: true } as const;
    const { secret } = await putLink(db, { ...link, email: `p${number}@example.org` }, clock.now());
    await confirmation.confirm(secret, { address: '1.2.3.4' });
  }
  expect(await db.selectFrom('user').select('id').where('is_verified', '=', 1).execute()).toHaveLength(120);
});

it('a letter that the mail server refuses leaves the link of the former letter as it is', async () => {
  const { db, clock, deps } = await testApp();
  const secrets: string[] = [];
  let isRefusing = false;
  const sender: MailSender = {
    from: 'noreply@example.org',
    async send({ recipients, text }) {
      if (isRefusing) throw new MailError('unreachable');
      secrets.push(/#([\w-]{43})/.exec(text)?.[1] ?? '');
      return { sent: [...recipients], failed: [] };
    },
    check: async () => {},
  };
  const parts = { db, clock, log: silentLog(), domains: deps.domains, publicUrl: 'http://localhost' };
  const confirmation = createAddressConfirmation({ ...parts, sender, local: null });
  const user = await buildUser(db, { email: 'p@example.org', is_verified: 0 });
  const ask = () => confirmation.ask(ownerOf(user), { languages: '' });
  await ask();
  await ask();
  isRefusing = true;
  await expect(ask()).rejects.toMatchObject({ code: 'share.mail_failed' });
  const confirm = (secret = '') => confirmation.confirm(secret, { address: '1.2.3.4' });
  await expect(confirm(secrets[0])).rejects.toMatchObject({ code: 'auth.link_expired' });
  await confirm(secrets[1]);
  expect(await db.selectFrom('user').select('is_verified').execute()).toEqual([{ is_verified: 1 }]);
});
