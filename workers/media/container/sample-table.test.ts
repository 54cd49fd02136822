import * as fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { findMoov } from '#wasm/mp4/boxes.ts';
import { readAacTrack } from '#wasm/mp4/sample-table.ts';
import { aacMp4, otherTrack, packetsTo, type Mp4Plan } from '#workers/testing/aac-mp4.ts';
import { box, u32 } from '#workers/testing/mp4.ts';

const packets = packetsTo(12);
const plan: Mp4Plan = { packets, chunks: [5, 5, 2] };

async function track(part: Partial<Mp4Plan> = {}, fileBytes?: number) {
  const file = aacMp4({ ...plan, ...part });
  const moov = (await findMoov(file))!;
  return readAacTrack(moov, fileBytes ?? file.size, part.brand === 'qt  ');
}

const set = (type: string, at: number, value: number): Partial<Mp4Plan> => ({
  change: { [type]: (body) => body.toSpliced(at, 4, ...u32(value)) },
});

describe('the table of samples of an mp4', () => {
  it('tells the octets of each packet, where the chunks lie and what is in them', async () => {
    const found = (await track({ gapBytes: 9 }))!;
    expect([...found.table.sizes]).toEqual(packets.map(({ length }) => length));
    expect([...found.table.firstSamples]).toEqual([0, 5, 10, 12]);
    const [first, second] = found.table.chunksAt;
    const octets = packets.slice(0, 5).reduce((sum, { length }) => sum + length, 0);
    expect(second! - first!).toBe(octets + 9);
    expect(found).toMatchObject({ sampleRate: 48_000, channels: 1, frames: 12 * 1_024, hasVideo: false });
  });

  it('may give one size for all packets, and places beyond 4 GiB', async () => {
    const same = await track({
      packets: packetsTo(12, 40),
      change: { stsz: () => u32(0, 40, 12) },
    });
    expect([...same!.table.sizes]).toEqual(Array<number>(12).fill(40));
    const far = await track({ is64: true, change: { co64: () => u32(0, 3, 2, 5, 2, 900, 3, 1) } }, 2 ** 35);
    expect([...far!.table.chunksAt]).toEqual([2 ** 33 + 5, 2 ** 33 + 900, 3 * 2 ** 32 + 1]);
  });

  it('tells when packets begin, however long each takes by the clock of a recorder', async () => {
    const found = await track({ change: { stts: () => u32(0, 3, 2, 1_030, 9, 1_024, 1, 700) } });
    expect([...found!.times]).toEqual(
      [0, 1, 2]
        .map((i) => i * 1_030)
        .concat(
          Array.from({ length: 9 }, (_, i) => 2_060 + (i + 1) * 1_024),
          2_060 + 9 * 1_024 + 700,
        ),
    );
    expect(found!.frames).toBe(2_060 + 9 * 1_024 + 700);
  });

  it('is read behind the longer sound entry of QuickTime, with its descriptor one box deeper', async () => {
    const quickTime: Partial<Mp4Plan> = {
      brand: 'qt  ',
      change: {
        mp4a: (body) => {
          const longer = body.toSpliced(8, 2, 0, 1);
          const inner = [
            ...box(
              'frma',
              [...'mp4a'].map((c) => c.charCodeAt(0)),
            ),
            ...body.slice(28),
          ];
          return [...longer.slice(0, 28), ...u32(1_024, 0, 0, 2), ...box('wave', inner, u32(8, 0))];
        },
      },
    };
    expect(await track(quickTime)).toMatchObject({ sampleRate: 48_000, channels: 1 });
    expect(await track({ ...quickTime, brand: 'isom' })).toBeNull();
  });

  it('tells of pictures that move, and of no others', async () => {
    const text = otherTrack('text', 'text');
    const film = otherTrack('vide', 'avc1');
    expect(await track({ more: text })).toMatchObject({ hasVideo: false });
    expect(await track({ more: film })).toMatchObject({ hasVideo: true });
    expect(await track({ more: otherTrack('vide', 'jpeg') })).toBeNull();
    const chapters = otherTrack('text', 'text', box('tref', box('chap', u32(2))));
    expect(await track({ more: [...film, ...chapters] })).toBeNull();
  });

  it.each<[string, Partial<Mp4Plan>]>([
    ['more sizes than the table holds', set('stsz', 8, 4_000_000_000)],
    ['one size, and more packets than the file has octets', { change: { stsz: () => u32(0, 40, 2e9) } }],
    ['fewer sizes than the chunks hold', set('stsz', 8, 11)],
    ['a packet of no octets', set('stsz', 12, 0)],
    ['a packet of 2 GiB', set('stsz', 12, 2 ** 31)],
    ['more places than the table holds', set('stco', 4, 2 ** 31)],
    ['a first place beyond the file', set('stco', 8, 1e9)],
    ['more runs of chunks than the table holds', set('stsc', 4, 2 ** 30)],
    ['runs that begin with the second chunk', set('stsc', 8, 2)],
    ['runs that go back', set('stsc', 20, 1)],
    ['runs beyond the last chunk', set('stsc', 32, 2 ** 31)],
    ['chunks of 4 billion packets', set('stsc', 12, 2 ** 32 - 1)],
    ['chunks of none', set('stsc', 12, 0)],
    ['a second format', set('stsc', 16, 2)],
    ['two entries', set('stsd', 4, 2)],
    ['packets that take no time', set('stts', 12, 0)],
    ['times beyond 24 hours', set('stts', 12, 2 ** 31)],
    ['times of more packets', set('stts', 8, 2 ** 32 - 1)],
    ['times of fewer packets', set('stts', 8, 11)],
    ['another clock', set('mdhd', 12, 90_000)],
    ['fragments', { more: box('mvex', box('trex', u32(0, 1, 1, 1_024, 0, 0))) }],
    ['an entry of another coder', { change: { mp4a: (body) => body.slice(0, 28) } }],
    ['no table of places', { change: { stbl: (body) => body.slice(0, 60) } }],
    ['a doubled rate', { config: [0x11, 0x88, 0x56, 0xe5, 0x80] }],
  ])('is not for us with %s', async (_name, part) => {
    expect(await track(part)).toBeNull();
  });

  it('that is damaged anywhere is refused or read, in finite time', async () => {
    const file = aacMp4(plan);
    const whole = (await findMoov(file))!;
    const damage = fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { minLength: 1, maxLength: 6 });
    const isWholeOrNone = fc.property(damage, (octets) => {
      const moov = whole.slice();
      for (const [at, octet] of octets) moov[at] = octet;
      const table = readAacTrack(moov, file.size, false)?.table;
      return !table || table.firstSamples.at(-1) === table.sizes.length;
    });
    expect(fc.check(isWholeOrNone, { numRuns: 2_000 })).toMatchObject({ failed: false });
  });
});
