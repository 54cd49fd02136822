import { as, newSession, statusOf, tally, type Attack } from '../attack.ts';

/** Quota of a person. The probe starts its server with `QUOTA_GB=0.02`. */
const quotaBytes = 20_000_000;
const partBytes = 8_000_000;

export const attack: Attack = {
  name: 'twelve parts at once against the quota',
  async run(target) {
    const token = await target.person();
    const session = await newSession(target, token);
    const tus = { ...as(token), 'tus-resumable': '1.0.0' };
    const metadata = `session_id ${btoa(session)},file_name ${btoa('a.mp3')}`;
    const begin = async () => {
      const headers = { ...tus, 'upload-defer-length': '1', 'upload-metadata': metadata };
      const answer = await fetch(`${target.url}/api/v1/uploads`, { method: 'POST', headers });
      return answer.headers.get('location')!;
    };
    const paths = await Promise.all(Array.from({ length: 12 }, begin));
    const statuses = await Promise.all(
      paths.map((path) =>
        statusOf(
          fetch(target.url + path, {
            method: 'PATCH',
            headers: { ...tus, 'upload-offset': '0', 'content-type': 'application/offset+octet-stream' },
            body: new Uint8Array(partBytes),
          }),
        ),
      ),
    );
    if (statuses.filter((status) => status === 204).length * partBytes > quotaBytes)
      throw new Error(`let through: ${tally(statuses)}`);
    await Promise.all(paths.map((path) => fetch(target.url + path, { method: 'DELETE', headers: tus })));
    return tally(statuses);
  },
};
