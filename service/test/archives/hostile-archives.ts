import { gzipSync } from 'node:zlib';
import { buildTar, packTar } from './tar.ts';

/** An archive, and what each route says to it; undefined: it is taken. */
export interface HostileArchive {
  readonly name: string;
  readonly refusal: string | undefined;
  build(): Buffer;
}

/** An entry without content. */
const block = buildTar({ name: 'a' }).subarray(0, 512);

const main = { name: 'main.tf', content: '# a' };
/** The header of a link that leaves the folder, as a text. */
const linkOut = buildTar({ name: 'out', type: '2', link: '/etc' }).toString('latin1', 0, 512);
const folderUp = { name: 'up', type: '2', link: '..' };

export const hostileArchives: readonly HostileArchive[] = [
  {
    name: 'files, a folder with the bit for its group, a link inside',
    refusal: undefined,
    build: () => packTar(main, { name: 'a/', type: '5', mode: 0o2755 }, { name: 'a/b', type: '2', link: '../main.tf' }),
  },
  {
    name: 'the same file twice, of which the last counts',
    refusal: undefined,
    build: () => packTar(main, { name: 'main.tf', content: '# b' }),
  },
  {
    name: 'no gzip',
    refusal: 'the content is not a gzipped tar archive: it cannot be decompressed',
    build: () => Buffer.concat([Buffer.from([0x1f, 0x8b, 9]), Buffer.alloc(60)]),
  },
  {
    name: 'no tar',
    refusal: 'the content is not a tar archive: a header has a wrong checksum',
    build: () => gzipSync(Buffer.alloc(1024, 'a')),
  },
  {
    name: 'an absolute path',
    refusal: 'the archive has an entry outside of its folder: "/etc/cron.d/a"',
    build: () => packTar(main, { name: '/etc/cron.d/a' }),
  },
  { name: '..', refusal: 'the archive has an entry outside of its folder: "a/../../b"', build: () => packTar(main, { name: 'a/../../b' }) },
  {
    name: 'a symbolic link out',
    refusal: 'the archive has a link that leaves its folder: "a"',
    build: () => packTar(main, { name: 'a', type: '2', link: '../../etc/passwd' }),
  },
  {
    name: 'an absolute symbolic link',
    refusal: 'the archive has a link that leaves its folder: "a"',
    build: () => packTar(main, { name: 'a', type: '2', link: '/etc/passwd' }),
  },
  {
    name: 'a link to a folder, and a file through it',
    refusal: 'the archive has "a" as a folder and as a link',
    build: () => packTar({ name: 'b/', type: '5' }, { name: 'a', type: '2', link: 'b' }, { name: 'a/c' }),
  },
  {
    name: 'links that lead out together',
    refusal: 'the archive has a link that leaves its folder: "out"',
    build: () => packTar({ name: 'a/up', type: '2', link: '..' }, { name: 'out', type: '2', link: 'a/up/../x' }),
  },
  { name: 'a link upwards', refusal: 'the archive has a link that leaves its folder: "up"', build: () => packTar(main, folderUp) },
  {
    name: 'a hard link out',
    refusal: 'the archive has a link that leaves its folder: "a"',
    build: () => packTar(main, { name: 'a', type: '1', link: '/etc/passwd' }),
  },
  {
    name: 'a hard link to what is not there',
    refusal: 'the archive has a hard link to a file that is not in it before: "a"',
    build: () => packTar(main, { name: 'a', type: '1', link: 'passwd' }),
  },
  {
    name: 'a character device',
    refusal: 'the archive has an entry that is no file, folder or link: "null"',
    build: () => packTar(main, { name: 'null', type: '3' }),
  },
  {
    name: 'a block device',
    refusal: 'the archive has an entry that is no file, folder or link: "sda"',
    build: () => packTar(main, { name: 'sda', type: '4' }),
  },
  {
    name: 'a named pipe',
    refusal: 'the archive has an entry that is no file, folder or link: "pipe"',
    build: () => packTar(main, { name: 'pipe', type: '6' }),
  },
  {
    name: 'a file and a link of one name',
    refusal: 'the archive has "main.tf" as a link and as something else',
    build: () => packTar(main, { name: 'main.tf', type: '2', link: 'a' }),
  },
  {
    name: 'a line break in a name',
    refusal: 'the archive has a name with a control character: "a\\nb"',
    build: () => packTar(main, { name: 'a\nb' }),
  },
  {
    name: 'an escape sequence in a name',
    refusal: 'the archive has a name with a control character: "\\u001b[2J"',
    build: () => packTar(main, { name: '\u001b[2J' }),
  },
  {
    name: 'NUL in a name',
    refusal: 'the archive has an entry outside of its folder: "a\\u0000b"',
    build: () => packTar({ name: 'pax', type: 'x', content: '12 path=a\0b\n' }, { name: 'a' }),
  },
  {
    name: 'a line break in a name of attributes',
    refusal: 'the archive has a name with a control character: "a\\nb"',
    build: () => packTar({ name: 'pax', type: 'x', content: '12 path=a\nb\n' }, { name: 'c' }),
  },
  {
    name: 'a line of another attribute that looks like a name',
    refusal: undefined,
    build: () => packTar(main, { name: 'pax', type: 'x', content: '27 comment=a\n13 path=../b\n\n' }, { name: 'c' }),
  },
  {
    name: 'attributes with a size, and content that looks like an entry',
    refusal: undefined,
    build: () => packTar(main, { name: 'pax', type: 'x', content: '12 size=512\n' }, { name: 'a', content: linkOut, size: 0 }),
  },
  {
    name: 'attributes without a size, and an entry that looks like content',
    refusal: 'the archive has a link that leaves its folder: "out"',
    build: () => packTar(main, { name: 'pax', type: 'x', content: '10 size=0\n' }, { name: 'a', content: linkOut }),
  },
  {
    name: 'attributes with a size beyond the limit',
    refusal: 'an entry of the archive has more than 268435456 bytes',
    build: () => packTar({ name: 'pax', type: 'x', content: '18 size=268435457\n' }, { name: 'a' }),
  },
  ...[
    '99 path=a\n',
    '11 path=a\n',
    '8 path=a\n',
    '9 path=ab',
    '0 path=a\n',
    'path=a\n',
    ' 10 path=a\n',
    '7 path\n',
    '6 =a\n ',
    '9 size=-1\n',
    '9'.repeat(100),
  ].map((content) => ({
    name: `attributes that are none: ${JSON.stringify(content.slice(0, 20))}`,
    refusal: 'the archive has attributes of an entry that cannot be read',
    build: () => packTar({ name: 'pax', type: 'x', content }, { name: 'a' }),
  })),
  {
    name: 'attributes twice',
    refusal: 'the archive gives the attributes of an entry twice',
    build: () => packTar({ name: 'pax', type: 'x', content: '10 path=a\n' }, { name: 'long', type: 'L', content: '../b' }, { name: 'c' }),
  },
  {
    name: 'attributes of all entries',
    refusal: undefined,
    build: () => packTar({ name: 'pax_global_header', type: 'g', content: '13 comment=a\n' }, main),
  },
  {
    name: 'a path for all entries',
    refusal: 'the archive gives a path, a link or a size to all of its entries',
    build: () => packTar({ name: 'pax_global_header', type: 'g', content: '10 path=a\n' }, main),
  },
  {
    name: 'a sparse file',
    refusal: 'the archive has a sparse file: "a"',
    build: () => packTar(main, { name: 'pax', type: 'x', content: '22 GNU.sparse.major=1\n' }, { name: 'a' }),
  },
  {
    name: 'a file for its user',
    refusal: 'the archive has a file that runs as its user or group: "sh"',
    build: () => packTar(main, { name: 'sh', mode: 0o4755 }),
  },
  {
    name: 'a file for its group',
    refusal: 'the archive has a file that runs as its user or group: "sh"',
    build: () => packTar(main, { name: 'sh', mode: 0o2755 }),
  },
  {
    name: 'truncated',
    refusal: 'the archive ends in the middle of an entry',
    build: () => gzipSync(buildTar({ name: 'a', content: 'hello' }).subarray(0, 514)),
  },
  {
    name: 'more than it may have when it is unpacked',
    refusal: 'an entry of the archive has more than 268435456 bytes',
    build: () => gzipSync(buildTar({ name: 'a', size: 268_435_457 })),
  },
  {
    name: 'too many entries',
    refusal: 'the archive has more than 100000 entries',
    build: () => gzipSync(Buffer.concat([...Array.from({ length: 100_001 }, () => block), Buffer.alloc(1024)])),
  },
];
