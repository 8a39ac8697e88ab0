const blockBytes = 512;

const createHeader = (name: string, size: number): Buffer => {
  const header = Buffer.alloc(blockBytes);
  header.write(name, 0);
  header.write('0000644\0', 100);
  header.write(`${size.toString(8).padStart(11, '0')}\0`, 124);
  header.write(' '.repeat(8), 148);
  header.write('0', 156);
  header.write('ustar\0', 257);
  const sum = header.reduce((total, byte) => total + byte, 0);
  header.write(`${sum.toString(8).padStart(6, '0')}\0 `, 148);
  return header;
};

/** A tar archive of files with these texts. */
export const createTar = (files: { readonly [path: string]: string }): Buffer =>
  Buffer.concat([
    ...Object.entries(files).flatMap(([path, text]) => {
      const content = Buffer.from(text);
      return [createHeader(path, content.length), content, Buffer.alloc((blockBytes - (content.length % blockBytes)) % blockBytes)];
    }),
    Buffer.alloc(2 * blockBytes),
  ]);
