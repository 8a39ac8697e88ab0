import { gzip } from 'node:zlib';
import { promisify } from 'node:util';

export interface TarFile {
  readonly name: string;
  readonly text: string;
}

const blockBytes = 512;

const writeField = (header: Buffer, text: string, offset: number): void => {
  header.write(text, offset, 'latin1');
};

const writeHeader = (name: string, size: number, seconds: number): Buffer => {
  const header = Buffer.alloc(blockBytes);
  const octal = (value: number, digits: number): string => `${value.toString(8).padStart(digits, '0')}\0`;
  writeField(header, name, 0);
  writeField(header, octal(0o644, 7), 100);
  writeField(header, octal(0, 7), 108);
  writeField(header, octal(0, 7), 116);
  writeField(header, octal(size, 11), 124);
  writeField(header, octal(seconds, 11), 136);
  writeField(header, ' '.repeat(8), 148);
  writeField(header, '0', 156);
  writeField(header, 'ustar\u000000', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  writeField(header, `${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
};

const writeEntry = ({ name, text }: TarFile, seconds: number): readonly Buffer[] => {
  const content = Buffer.from(text);
  const padding = Buffer.alloc((blockBytes - (content.length % blockBytes)) % blockBytes);
  return [writeHeader(name, content.length, seconds), content, padding];
};

/** A gzipped tar archive of files with short names in ASCII. `at`: when they were written. */
export const writeTar = async (files: readonly TarFile[], at: Date): Promise<Buffer> => {
  const seconds = Math.floor(at.getTime() / 1000);
  const blocks = [...files.flatMap((file) => writeEntry(file, seconds)), Buffer.alloc(2 * blockBytes)];
  return promisify(gzip)(Buffer.concat(blocks));
};
