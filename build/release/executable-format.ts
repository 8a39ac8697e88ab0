/** What an executable is by its own headers: for which system and processor, and whether a script is inside. */
import { closeSync, openSync, readSync } from 'node:fs';

export interface ExecutableFormat {
  readonly container: 'ELF' | 'Mach-O' | 'PE';
  /** In the words of Node.js. */
  readonly cpu: 'x64' | 'arm64' | 'unknown';
  /** The bytes of the single executable's script and assets; undefined: a program without them. */
  readonly scriptBytes?: number;
  /** Mach-O only: whether there is a signature. It says nothing about whose. */
  readonly isSigned?: boolean;
}

type Read = (at: number, length: number) => Buffer;
interface Range {
  readonly at: number;
  readonly length: number;
}

const scriptName = 'NODE_SEA_BLOB';
const roundUp = (value: number): number => (value + 3) & ~3;
const nameAt = (bytes: Buffer, at: number, length: number): string => bytes.toString('latin1', at, at + length).replace(/\0[^]*$/, '');
/** `length` entries of one size. */
const tableOf = (read: Read, { at, length }: Range, entry: number): readonly Buffer[] => {
  const bytes = read(at, length * entry);
  return Array.from({ length }, (_, index) => bytes.subarray(index * entry, (index + 1) * entry));
};

/** A note of an ELF program header: its name and how long its content is. */
function findNote(read: Read, { at, length }: Range): number | undefined {
  for (let offset = at; offset + 12 <= at + length;) {
    const head = read(offset, 12);
    const [nameLength, contentLength] = [head.readUInt32LE(0), head.readUInt32LE(4)];
    if (nameAt(read(offset + 12, nameLength), 0, nameLength) === scriptName) return contentLength;
    offset += 12 + roundUp(nameLength) + roundUp(contentLength);
  }
  return undefined;
}

function readElf(read: Read): ExecutableFormat {
  const head = read(0, 64);
  const cpu = ({ 62: 'x64', 183: 'arm64' } as const)[head.readUInt16LE(18)] ?? 'unknown';
  const headers = tableOf(read, { at: Number(head.readBigUInt64LE(32)), length: head.readUInt16LE(56) }, head.readUInt16LE(54));
  const noteKind = 4;
  for (const header of headers.filter((one) => one.readUInt32LE(0) === noteKind)) {
    const scriptBytes = findNote(read, { at: Number(header.readBigUInt64LE(8)), length: Number(header.readBigUInt64LE(32)) });
    if (scriptBytes !== undefined) return { container: 'ELF', cpu, scriptBytes };
  }
  return { container: 'ELF', cpu };
}

/** A section of a 64-bit segment command. */
function findSection(command: Buffer, name: string): number | undefined {
  for (let at = 72; at + 80 <= command.length; at += 80)
    if (nameAt(command, at, 16) === name) return Number(command.readBigUInt64LE(at + 40));
  return undefined;
}

function readMachO(read: Read): ExecutableFormat {
  const head = read(0, 32);
  const cpu = ({ 0x01000007: 'x64', 0x0100000c: 'arm64' } as const)[head.readUInt32LE(4)] ?? 'unknown';
  const commands = read(32, head.readUInt32LE(20));
  const [segment, signature] = [0x19, 0x1d];
  let [scriptBytes, isSigned]: [number | undefined, boolean] = [undefined, false];
  for (let at = 0, left = head.readUInt32LE(16); left > 0; left--) {
    const command = commands.subarray(at, at + commands.readUInt32LE(at + 4));
    if (command.readUInt32LE(0) === segment && nameAt(command, 8, 16) === 'NODE_SEA') scriptBytes = findSection(command, `__${scriptName}`);
    if (command.readUInt32LE(0) === signature) isSigned = true;
    at += command.length;
  }
  return { container: 'Mach-O', cpu, isSigned, ...(scriptBytes === undefined ? {} : { scriptBytes }) };
}

/** The resource of this name in a table of resources: raw data by name, then by language. Positions are those of the table. */
function findResource(table: Buffer): number | undefined {
  const isFolder = 0x80000000;
  const entriesOf = (at: number): readonly (readonly [name: number, target: number])[] =>
    Array.from({ length: table.readUInt16LE(at + 12) + table.readUInt16LE(at + 14) }, (_, index) => {
      const entry = at + 16 + index * 8;
      return [table.readUInt32LE(entry), table.readUInt32LE(entry + 4)] as const;
    });
  const rawData = 10;
  const names = entriesOf(0).find(([kind]) => kind === rawData)?.[1];
  if (names === undefined) return undefined;
  const found = entriesOf(names & ~isFolder).find(([name]) => {
    if ((name & isFolder) === 0) return false;
    const at = name & ~isFolder;
    return table.toString('utf16le', at + 2, at + 2 + table.readUInt16LE(at) * 2) === scriptName;
  });
  const language = found && entriesOf(found[1] & ~isFolder)[0];
  return language && table.readUInt32LE(language[1] + 4);
}

function readPe(read: Read): ExecutableFormat {
  const at = read(60, 4).readUInt32LE();
  const head = read(at, 24);
  const cpu = ({ 0x8664: 'x64', 0xaa64: 'arm64' } as const)[head.readUInt16LE(4)] ?? 'unknown';
  const optional = read(at + 24, head.readUInt16LE(20));
  const address = optional.readUInt32LE(112 + 2 * 8);
  const sections = tableOf(read, { at: at + 24 + optional.length, length: head.readUInt16LE(6) }, 40);
  const section = sections.find((one) => {
    const start = one.readUInt32LE(12);
    return address >= start && address < start + one.readUInt32LE(8);
  });
  if (address === 0 || !section) return { container: 'PE', cpu };
  const offset = section.readUInt32LE(20) + address - section.readUInt32LE(12);
  const scriptBytes = findResource(read(offset, section.readUInt32LE(16)));
  return { container: 'PE', cpu, ...(scriptBytes === undefined ? {} : { scriptBytes }) };
}

/** Reads the headers of a file: 64-bit, least significant byte first, as all released platforms are. Throws: it is none of the three. */
export function readExecutableFormat(file: string): ExecutableFormat {
  const descriptor = openSync(file, 'r');
  try {
    const read: Read = (at, length) => {
      const bytes = Buffer.alloc(length);
      const size = readSync(descriptor, bytes, 0, length, at);
      if (size < length) throw new Error(`${file} ends inside of what its headers describe`);
      return bytes;
    };
    const magic = read(0, 4);
    if (magic.equals(Buffer.from('\x7fELF', 'latin1'))) return readElf(read);
    if (magic.readUInt32LE() === 0xfeedfacf) return readMachO(read);
    if (magic.toString('latin1', 0, 2) === 'MZ') return readPe(read);
    throw new Error(`${file} is no executable: it begins with ${magic.toString('hex')}`);
  } finally {
    closeSync(descriptor);
  }
}

const containers: { readonly [os: string]: ExecutableFormat['container'] } = { linux: 'ELF', darwin: 'Mach-O', win32: 'PE' };

/** Throws unless the file is a single executable for this system and processor. */
export function checkExecutable(file: string, { os, cpu }: { readonly os: string; readonly cpu: string }): ExecutableFormat {
  const format = readExecutableFormat(file);
  if (format.container !== containers[os] || format.cpu !== cpu)
    throw new Error(`${file} is ${format.container} for ${format.cpu}, not ${containers[os]} for ${cpu}`);
  if (!format.scriptBytes) throw new Error(`${file} is Node.js alone: nothing was put into it`);
  return format;
}
