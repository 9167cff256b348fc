/** Pictures as browsers write them, read for their pixels and written smaller. */

import { crc32, deflateSync, inflateSync } from "node:zlib";

/** Pixels of a PNG with 8 bits and no interlacing, as browsers write them. */
export function decode(file) {
  const width = file.readUInt32BE(16);
  const height = file.readUInt32BE(20);
  const channels = file[25] === 6 ? 4 : 3;
  const pieces = [];
  for (let at = 8; at < file.length; ) {
    const length = file.readUInt32BE(at);
    if (file.toString("latin1", at + 4, at + 8) === "IDAT") pieces.push(file.subarray(at + 8, at + 8 + length));
    at += 12 + length;
  }
  const raw = inflateSync(Buffer.concat(pieces));
  const line = width * channels;
  const rows = Buffer.alloc(line * height);
  for (let y = 0; y < height; y++) {
    const filter = raw[y * (line + 1)];
    for (let x = 0; x < line; x++) {
      const left = x >= channels ? rows[y * line + x - channels] : 0;
      const above = y > 0 ? rows[(y - 1) * line + x] : 0;
      const corner = x >= channels && y > 0 ? rows[(y - 1) * line + x - channels] : 0;
      const guess = [0, left, above, (left + above) >> 1, paeth(left, above, corner)][filter];
      rows[y * line + x] = raw[y * (line + 1) + 1 + x] + guess;
    }
  }
  const data = Buffer.alloc(4 * width * height, 255);
  for (let i = 0; i < width * height; i++) rows.copy(data, 4 * i, channels * i, channels * i + 3);
  return { width, height, data };
}

function paeth(a, b, c) {
  const [pa, pb, pc] = [Math.abs(b - c), Math.abs(a - c), Math.abs(a + b - 2 * c)];
  return pa <= pb && pa <= pc ? a : pb <= pc ? b : c;
}

/** A PNG of pixels that are opaque: each line filtered by its neighbours, packed as small as it goes. */
export function encode({ width, height, data }) {
  const line = 3 * width;
  const rows = Buffer.alloc(line * height);
  for (let i = 0; i < width * height; i++) data.copy(rows, 3 * i, 4 * i, 4 * i + 3);
  const raw = Buffer.alloc((line + 1) * height);
  const tries = [0, 1, 2, 4].map((filter) => ({ filter, row: Buffer.alloc(line), cost: 0 }));
  for (let y = 0; y < height; y++) {
    for (const one of tries) {
      one.cost = 0;
      for (let x = 0; x < line; x++) {
        const left = x >= 3 ? rows[y * line + x - 3] : 0;
        const above = y > 0 ? rows[(y - 1) * line + x] : 0;
        const corner = x >= 3 && y > 0 ? rows[(y - 1) * line + x - 3] : 0;
        const guess = [0, left, above, 0, paeth(left, above, corner)][one.filter];
        const rest = (rows[y * line + x] - guess) & 255;
        one.row[x] = rest;
        one.cost += Math.min(rest, 256 - rest);
      }
    }
    const best = tries.reduce((a, b) => (b.cost < a.cost ? b : a));
    raw[y * (line + 1)] = best.filter;
    best.row.copy(raw, y * (line + 1) + 1);
  }
  const head = Buffer.alloc(13);
  head.writeUInt32BE(width, 0);
  head.writeUInt32BE(height, 4);
  head.set([8, 2, 0, 0, 0], 8);
  const chunk = (name, content) => {
    const body = Buffer.concat([Buffer.from(name, "latin1"), content]);
    const ends = [Buffer.alloc(4), Buffer.alloc(4)];
    ends[0].writeUInt32BE(content.length);
    ends[1].writeUInt32BE(crc32(body));
    return Buffer.concat([ends[0], body, ends[1]]);
  };
  const mark = Buffer.from([137, 80, 78, 71, 13, 10, 26, 10]);
  const packed = deflateSync(raw, { level: 9, memLevel: 9 });
  return Buffer.concat([mark, chunk("IHDR", head), chunk("IDAT", packed), chunk("IEND", Buffer.alloc(0))]);
}
