// A small photograph of a stop as a PNG: sky, ground, and the grain of a cheap camera, so that nothing is left to compress.
import { crc32 } from './crc32.mjs';
import { deflateSync } from 'node:zlib';

function chunk(type, data) {
  const body = Buffer.concat([Buffer.from(type, 'latin1'), data]);
  const [length, check] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  check.writeUInt32BE(crc32(body));
  return Buffer.concat([length, body, check]);
}

export function picture(draw, side) {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(side, 0);
  header.writeUInt32BE(side, 4);
  header.set([8, 2, 0, 0, 0], 8); // eight bits each of red, green and blue
  const horizon = side / 2 + draw.upTo(side / 4);
  const rows = Array.from({ length: side }, (_, y) => {
    const tone = y < horizon ? [120, 160, 200] : [90, 110, 70];
    const pixels = Array.from({ length: side }, () => tone.map((t) => t + draw.upTo(48))).flat();
    return Buffer.from([0, ...pixels]);
  });
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a]);
  const data = deflateSync(Buffer.concat(rows), { level: 9 });
  return Buffer.concat([signature, chunk('IHDR', header), chunk('IDAT', data), chunk('IEND', Buffer.alloc(0))]);
}
