// A ZIP archive of stored files: all that an XLSX needs.

const TABLE = Uint32Array.from({ length: 256 }, (_, byte) => {
  let sum = byte;
  for (let bit = 0; bit < 8; bit++) sum = sum & 1 ? (sum >>> 1) ^ 0xedb88320 : sum >>> 1;
  return sum;
});

export function crc32(bytes: Uint8Array): number {
  let sum = 0xffffffff;
  for (const byte of bytes) sum = TABLE[(sum ^ byte) & 255]! ^ (sum >>> 8);
  return (sum ^ 0xffffffff) >>> 0;
}

/** The 1st of January 1980, midnight: archives of the same files are the same bytes. */
const MOMENT = 0x00210000;

export function zip(files: Record<string, string>): Uint8Array<ArrayBuffer> {
  const coder = new TextEncoder();
  const parts: Uint8Array[] = [];
  const directory: Uint8Array[] = [];
  let offset = 0;
  for (const [path, text] of Object.entries(files)) {
    const name = coder.encode(path);
    const body = coder.encode(text);
    // version, flags (UTF-8 names), method (stored), moment, checksum, sizes, length of the name, no extra field
    const facts = numbers([20, 2], [0x0800, 2], [0, 2], [MOMENT, 4], [crc32(body), 4], [body.length, 4], [body.length, 4], [name.length, 2], [0, 2]);
    const local = joined([numbers([0x04034b50, 4]), facts, name, body]);
    directory.push(joined([numbers([0x02014b50, 4], [20, 2]), facts, numbers([0, 2], [0, 2], [0, 2], [0, 4], [offset, 4]), name]));
    parts.push(local);
    offset += local.length;
  }
  const index = joined(directory);
  const count = directory.length;
  const end = numbers([0x06054b50, 4], [0, 2], [0, 2], [count, 2], [count, 2], [index.length, 4], [offset, 4], [0, 2]);
  return joined([...parts, index, end]);
}

/** Numbers in little-endian order, each with its number of bytes. */
function numbers(...fields: [value: number, bytes: number][]): Uint8Array {
  return Uint8Array.from(fields.flatMap(([value, bytes]) => Array.from({ length: bytes }, (_, n) => (value >>> (8 * n)) & 255)));
}

function joined(parts: Uint8Array[]): Uint8Array<ArrayBuffer> {
  const whole = new Uint8Array(parts.reduce((sum, part) => sum + part.length, 0));
  let at = 0;
  for (const part of parts) {
    whole.set(part, at);
    at += part.length;
  }
  return whole;
}
