/**
 * Huffman codes of layer III (ISO/IEC 11172-3 table B.7) by table number; 32 and 33 are tables A and B for quadruples.
 * Each code is written as three characters: x and y in base 16 (for quadruples: 0, and the four bits as one digit), and
 * the length of the code in base 36. Codes are in ascending bit order.
 */
const codes: Record<number, string> = {
  1: '113013102001',
  2: '226026125215205113013103001',
  3: '226026125215205103112012002',
  5: '338238327316137037307227126216026206113013103001',
  6: '337037236326306135315225025124214204013112103003',
  7:
    '55a45a54a53a359449259529158518059349508439339248428147417407048238328038137317307227126215026206114' +
    '013103001',
  8:
    '55b54b45a53935a44a259529059158518349439509339248428148417048408238328138318038308226026206124214112' +
    '013103002',
  9:
    '559459358538549059448258528158517347437508048247427337407146416236326135315036306225025124214204113' +
    '013103003',
  10:
    '77b67b76b57b75b66b47a74a56a65a37a73a46a55b54b63a27972964a07a70962945a35a06953a44a17871836926925a52a' +
    '15951934a43a168618608059509249429339049148418408238328038137317307227126216026206114013103001',
  11:
    '77a67a76a75a66a47a74a57b55b56a65a37973946945a54a35a53a278728649079717178708368638608449259529059158' +
    '627268068167617518348508439339248428148418048408237327136316037307226215124025205113013103002',
  12:
    '77a67a769579759669479749659568378739559278728468648178718079709368638458548448069059267627617168608' +
    '358538258528157517347437508048247427147336416236326407037306135315225124214025205004113013103',
  13:
    'fejfcjfdiedhffgefgdfgeegcfgdegbfgfbgcegdcgafhe9hecfddffagcdgbefebf9fff9feafbdfdbf8fff8fccfaeg9eg8ef' +
    '7fg7egf7edaeadfbcfcbff6f6fee8e5fe9ded9ef5ee7eacebbe4fef4ecafe6ff3e3fd8ded8e2fdf2d6ee9ce0fdc9e5eeabd' +
    '7ded7e4edc8ed6e3edb9d9beaae1fcf1cf0cbade5de4d8cd6dde3de2c2ed0ed1ece1ce0d5ddd5d7cdc7d4dd8bdb8dd4d9ad' +
    'a9d6cdc6c3dcd3d7bd2dcd2c1dcb7c5cdc5d99d7adc3ca7d97d4bcd1b0dcd0c8aca8c4ccc4c6bcb6c3cb2cbc2b5bbb5c89c' +
    '1cbc1b98c0ccc0bb4c6aca6c79c3bbb3b88c5ac2bba5c69ca4b78c87c94b77c76cb2a1bab1a0bbb0b96b4ab3aba3b59b95b' +
    '2aaa2a1aaa1a0ab68ba0a86b49b93a39b58b85b67b29a92a57b75b38a83a66b47b74b56b65b73b19991909a90a48a84a72a' +
    '46b64b28982918937a27a17971955a07a70a36a63a45a54a26a62a35a81808980916961906960953a44a259529059158518' +
    '349439509249429339148417048408238328137317037307227126216026206114014103001',
  15:
    'ffdefdfeddfdeecfddcfdfcddededdbfdfbccedecdddcafcfacbecebccdcdcc9fcf9ceacbdcdbc8fcf8cccc9ece9c7fcf7c' +
    'adcdacbcc6fcaed0fdcbbf6b8ece8c5fc9dcf5b7ebe7bacbcabbbbd9c8dc4fbf4b3fbf3bd8be6b2fbf2b6ecf0c1fbf1b9cb' +
    'c9b5ebabbbabe5b7dbd7b4ebe4b8cbc8b3eb6dbd6be3b9bbb9b2ebaabe2b1ebe1b0ece0c5dbd5b7cbc7b4db8bbd4ab8b9ab' +
    'a9b6cbc6b3dbd3ad2a2db0db1da7bab7ad1a5cbd0bc5a8aaa8a4cac4a6bab6a99b0cb3cac3a7aaa7aa6ac0b0bbc292ca5ba' +
    'b5a1ca89a98ac1a4bab4a6aa3ba79ab3997a88a2ba5aab29a5a1bab19b0a69a96a4aaa4a78a87a3aaa395999592a9a291a9' +
    'a190aaa0a68986949994939993977a09a589859299679769929918199909489849579759389839669479288828188818749' +
    '089809569659379739469278728648178558718079709368638458548268628168069609358617538448257527157517058' +
    '508347437247427337416147047236326407037136316306225125215025205113014104003',
  16:
    'efbfebdfbfdbcfbfcbbfbfbbafafab9fbf9bf8b8fa7faf7a6faf6aff85faf5a4f9f49f39f093facegechddhdefe9feagd9g' +
    'eeeedfebfbeecdedcfdbfaeecceadfdaf7efacfcaec9f7df5eebddf282f90f91f8f189edbcecbe8eee8e9dee7ebbe8ded8e' +
    '6eee6d9cdabebaee5ed7e4ede4e8cec8d3ed6ddd6e9beb9eaaee1dd4db8ea9e7bdb7ed0ee3c0ede0d5ddd5d7cdc7d4dd8bd' +
    '9ad6cdc6d3dd5cdc5d0dc8ada8d99d4cdb6d7ad3cc5bd89d1ccc0c98d79de2b2ec1ecd3c2dcd2cd1c3bc97d88d1dbc4c6bc' +
    'c3ca7c2cbc2cb5cc1c0cc4bcb4c6aca6cb3b5aca5c2bbb2b1bbb1b0bcb0c69c96c4aca4c78c87ca3b3ac59c2ab95c68ca1b' +
    '86c77c94b49c57c67ba2a1aa0aba0b39b93b58b85b29a92a76b09b19a91a90b48b84b75b38b83b66b28b82a47b74b18a81a' +
    '80a08b56b37a73a65b46b27a72a64b55b07a17971970a36a63a45a54a26a62916961906a60a53935a44a259529518159059' +
    '349439509249429339148418049409238328137317038308227126216026206114014103001',
  24:
    'ef8fe8df8fd8cf8fc8bf8fb8fa7af89f8f97f878f87f8f776f7f675f7f574f7f473f7f372f7f27f171f8f080f9eebdebedb' +
    'cebecbddbbebebbcdbdcbaebeabbdbdbbccb9ebe9badbdabbcbcbb8ebe8b9dbd9b7ebe7bacbff4cabbbb8dbd8b0ece0c0db' +
    'e6a6eb9cbc9a5eabaae5aabb7dbd7ae4a8cac8a4eb2eb3ea6dad6ae3a9bab9aaaae2a1eae1a5dad5a7cac7a4da8bab8ad4a' +
    '9aaa9a6cac6a3dad3a2dad2a1da7bab7ad1a5cac5a8aaa8a99a4cac4a6bab6ad0b0cb3cac3a7aaa7a2cac2a5bab5a1ca89a' +
    '98ac1a4bac0b0bb3bab0b0ab1aab496aaa6a79a97aa0b09b90ab398892ba5aab29a5a1bab1a69a969a494aa78a8793a9a39' +
    '5999592a9a29a19689869779499949399939589859299679769929199919489849579759389839669289829189479749819' +
    '08a80a56965917907a70a738379279728468648558718368638458548268628168618069609358538448258528158059509' +
    '517348438247427337147417048408237327136316037307226125215026206114014104004',
  32: '0b60f60d60e60760560950650350a50c5024014044084001',
  33: '0f40e40d40c40b40a4094084074064054044034024014004',
};

const codesOf = (table: number) => (table < 16 || table > 31 ? table : table < 24 ? 16 : 24);

/** Number of bits that are read and added to a value of 15 (linbits), for each table from 16 on. */
const linbits = [1, 2, 3, 4, 6, 8, 10, 13, 4, 5, 6, 7, 8, 9, 11, 13];

const firstBits = 8;

/**
 * Returns the lookup table of a code table, indexed by the next eight bits of the stream. An entry is the code's
 * length, x from bit 8 on, and y from bit 16 on. With bit 31 set, it is a reference for longer codes: the number of
 * further bits and, from bit 8 on, the index of the entries for them.
 */
function lookupOf(text: string): Uint32Array {
  let entries = new Uint32Array(1 << firstBits);
  let code = 0;
  for (let at = 0; at < text.length; at += 3) {
    const [x, y] = [Number.parseInt(text[at]!, 16), Number.parseInt(text[at + 1]!, 16)];
    const bits = Number.parseInt(text[at + 2]!, 36);
    const entry = (bits | (x << 8) | (y << 16)) >>> 0;
    // `code` is the code as a binary fraction: the next code is larger by 2 to the power of −length.
    const first = Math.floor(code * 2 ** firstBits);
    if (bits <= firstBits) entries.fill(entry, first, first + 2 ** (firstBits - bits));
    else {
      if (entries[first] === 0) {
        const more = moreBits(text, at, first, code);
        entries[first] = (0x80000000 | (entries.length << 8) | more) >>> 0;
        const longer = new Uint32Array(entries.length + (1 << more));
        longer.set(entries);
        entries = longer;
      }
      const more = entries[first]! & 31;
      const from = ((entries[first]! >>> 8) & 0x7fffff) + (code * 2 ** firstBits - first) * 2 ** more;
      entries.fill(entry, from, from + 2 ** (firstBits + more - bits));
    }
    code += 2 ** -bits;
  }
  return entries;
}

/** Returns by how many bits the longest code that begins with the eight bits `first` is longer than eight bits. */
function moreBits(text: string, from: number, first: number, start: number): number {
  let code = start;
  let longest = 0;
  for (let at = from; at < text.length && Math.floor(code * 2 ** firstBits) === first; at += 3) {
    const bits = Number.parseInt(text[at + 2]!, 36);
    longest = Math.max(longest, bits);
    code += 2 ** -bits;
  }
  return longest - firstBits;
}

/**
 * Returns the lookup tables in one array. For each table number, `index` has the index of its lookup table and its
 * number of linbits (−1 for a table that codes only zeros).
 */
export function layHuffman(): { lookups: Uint32Array; index: Int32Array } {
  const starts = new Map<number, number>();
  const parts: Uint32Array[] = [];
  let length = 0;
  for (const [table, text] of Object.entries(codes)) {
    const lookup = lookupOf(text);
    starts.set(Number(table), length);
    parts.push(lookup);
    length += lookup.length;
  }
  const lookups = new Uint32Array(length);
  let at = 0;
  for (const part of parts) {
    lookups.set(part, at);
    at += part.length;
  }
  const index = new Int32Array(34 * 2);
  for (let table = 0; table < 34; table++) {
    const start = starts.get(codesOf(table));
    index[2 * table] = start ?? 0;
    index[2 * table + 1] = start === undefined ? -1 : (linbits[table - 16] ?? 0);
  }
  return { lookups, index };
}
