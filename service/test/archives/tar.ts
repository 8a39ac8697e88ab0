import { gzipSync } from 'node:zlib';

/** An entry of a tar archive, as an attacker writes it. */
export interface TarEntry {
  readonly name: string;
  readonly content?: string;
  readonly type?: string;
  readonly link?: string;
  readonly mode?: number;
  /** The size in the header, if it differs from the content's. */
  readonly size?: number;
}

/** A tar archive of these entries, with right checksums. */
export const buildTar = (...entries: readonly TarEntry[]): Buffer =>
  Buffer.concat([
    ...entries.map(({ name, content = '', type = '0', link = '', mode = 0o644, size = Buffer.byteLength(content) }) => {
      const header = Buffer.alloc(512);
      header.write(name, 0, 100);
      header.write(`${mode.toString(8).padStart(7, '0')}\0`, 100);
      header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
      header.write('        ', 148);
      header.write(type, 156);
      header.write(link, 157, 100);
      header.write('ustar\u000000', 257);
      const sum = header.reduce((total, byte) => total + byte, 0);
      header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
      const body = Buffer.alloc(Math.ceil(Buffer.byteLength(content) / 512) * 512);
      body.write(content);
      return Buffer.concat([header, body]);
    }),
    Buffer.alloc(1024),
  ]);

export const packTar = (...entries: readonly TarEntry[]): Buffer => gzipSync(buildTar(...entries));
