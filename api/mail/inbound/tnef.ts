/** What Outlook hides in `winmail.dat` (MS-OXTNEF): the text, and the files by their names. */
export interface TnefContent {
  text: string | undefined;
  files: { name: string; content: Uint8Array }[];
}

const signature = 0x22_3e_9f_78;
const levels = [1, 2];
const attributes = {
  body: 0x80_0c,
  attachmentTitle: 0x80_10,
  attachmentData: 0x80_0f,
  newAttachment: 0x90_02,
} as const;

/** Undefined where it is not TNEF, or cut or changed on its way: its checksums say so. */
export function readTnef(content: Uint8Array): TnefContent | undefined {
  const data = Buffer.from(content.buffer, content.byteOffset, content.byteLength);
  if (data.length < 6 || data.readUInt32LE(0) !== signature) return undefined;
  const result: TnefContent = { text: undefined, files: [] };
  let current: { name?: string; content?: Uint8Array } = {};
  const keep = () => {
    if (current.content !== undefined) result.files.push({ name: current.name ?? 'file', content: current.content });
    current = {};
  };
  for (let position = 6; position < data.length;) {
    if (position + 9 > data.length) return undefined;
    const level = data.readUInt8(position);
    const id = data.readUInt32LE(position + 1) & 0xff_ff;
    const length = data.readUInt32LE(position + 5);
    const end = position + 9 + length;
    if (!levels.includes(level) || end + 2 > data.length) return undefined;
    const value = data.subarray(position + 9, end);
    if (checksum(value) !== data.readUInt16LE(end)) return undefined;
    position = end + 2;
    if (level === 1) {
      if (id === attributes.body) result.text = textOf(value);
    } else if (id === attributes.newAttachment) keep();
    else if (id === attributes.attachmentTitle) current.name = textOf(value);
    else if (id === attributes.attachmentData) current.content = value;
  }
  keep();
  return result;
}

// In the code page of the sender, which is Windows' Western one here; closed by a zero byte.
const textOf = (value: Buffer) => new TextDecoder('windows-1252').decode(value).split('\0')[0] ?? '';

function checksum(value: Buffer): number {
  let sum = 0;
  for (const byte of value) sum = (sum + byte) & 0xff_ff;
  return sum;
}
