import { as, expectOnly, json, newSession, statusOf, tally, type Attack } from '../attack.ts';

export const attack: Attack = {
  name: 'rows without end: uploads, settings, sign-ins',
  async run(target) {
    const token = await target.person();
    const session = await newSession(target, token);
    const metadata = `session_id ${btoa(session)},file_name ${btoa('a.mp3')}`;
    const begin = () =>
      statusOf(
        fetch(`${target.url}/api/v1/uploads`, {
          method: 'POST',
          headers: {
            ...as(token),
            'tus-resumable': '1.0.0',
            'upload-length': '10',
            'upload-metadata': metadata,
          },
        }),
      );
    const uploads = await Promise.all(Array.from({ length: 200 }, begin));
    if (uploads.filter((status) => status === 201).length > 20)
      throw new Error(`let through: ${tally(uploads)}`);
    const settings = await statusOf(
      fetch(`${target.url}/api/v1/sessions/${session}`, {
        method: 'PATCH',
        headers: { ...json, ...as(token) },
        body: JSON.stringify({ settings: { a: 'x'.repeat(900_000) } }),
      }),
    );
    const query = new URLSearchParams({
      client_id: 'wortlaut',
      response_type: 'code',
      scope: 'openid',
      state: 'x'.repeat(6_000),
      redirect_uri: `${target.url}/auth/callback`,
      code_challenge_method: 'S256',
      code_challenge: 'E9Melhoa2OwvFrEMTJguCHaoeK1t8URWbuGJSstw-cM',
    });
    const states = await Promise.all(
      Array.from({ length: 100 }, () =>
        statusOf(fetch(`${target.url}/oidc/auth?${query.toString()}`, { redirect: 'manual' })),
      ),
    );
    const others = expectOnly([settings, ...states], [413, 400]);
    return `uploads ${tally(uploads)}; ${others}`;
  },
};
