/** Returns the number of samples at 48 kHz in one Opus frame, by its configuration (RFC 6716 §3.1, table 2). */
function frameLength(config: number): number {
  if (config < 12) return [480, 960, 1_920, 2_880][config % 4]!;
  if (config < 16) return [480, 960][config % 2]!;
  return [120, 240, 480, 960][config % 4]!;
}

/** Returns the number of samples per channel at 48 kHz in a packet. */
export function opusPacketFrames(packet: Uint8Array): number {
  const toc = packet[0] ?? 0;
  const code = toc & 3;
  const count = code === 0 ? 1 : code === 3 ? (packet[1] ?? 0) & 63 : 2;
  return count * frameLength(toc >> 3);
}

/** Returns the pre-skip in samples at 48 kHz, from the identification header (RFC 7845 §5.1). */
export function opusPreSkip(header: AllowSharedBufferSource | undefined): number {
  if (!header || header.byteLength < 12) return 0;
  const view = ArrayBuffer.isView(header)
    ? new DataView(header.buffer, header.byteOffset, header.byteLength)
    : new DataView(header);
  return view.getUint16(10, true);
}
