import { type HostileContent, stateContents } from './uploads.ts';

/** Bytes: nearly what an export, and what a seed may have. */
const [exportSize, seedSize] = [32 * 1024 * 1024 - 1024, 2 * 1024 * 1024 - 1024];
const header = '{"slipway":"export","schema":5}';

const rowOf = (index: number, kind: string, body: string): string =>
  `{"seq":${index + 1},"id":"x${index}","kind":"${kind}","scope":"","key":"x${index}","name":"x","folded":"x","version":1,"body":${body}}`;
const fill = (start: string, item: (index: number) => string, separator: string, end: string, size: number): Buffer<ArrayBuffer> => {
  const items: string[] = [];
  let length = start.length + end.length;
  for (let text = item(0); length + text.length + separator.length < size; text = item(items.length)) {
    length += text.length + separator.length;
    items.push(text);
  }
  return Buffer.from(start + items.join(separator) + end);
};
const linesOf = (kind: string, body: string, size = exportSize): Buffer<ArrayBuffer> =>
  fill(`${header}\n`, (index) => `{"table":"records","row":${rowOf(index, kind, body)}}`, '\n', '\n', size);
const lineOf = (kind: string, body: string): Buffer<ArrayBuffer> =>
  Buffer.from(`${header}\n{"table":"records","row":${rowOf(0, kind, body)}}\n`);

/** For `PUT /_local/state`. */
export const exportContents: readonly HostileContent[] = [
  { name: '100,000 small rows', status: 200, build: () => linesOf('k', '{"a":1}') },
  { name: '9,000 rows', status: 200, build: () => linesOf('k', `{"a":"${'x'.repeat(3500)}"}`) },
  { name: '4 MB of rows', status: 200, isAlways: true, build: () => linesOf('k', '{"a":[1,2,3]}', 4 * 1024 * 1024) },
  {
    name: '9,000 variables, all to be sealed',
    status: 200,
    build: () => linesOf('vars', `{"sensitive":false,"value":"${'x'.repeat(3500)}"}`),
  },
  {
    name: 'one document',
    status: 200,
    build: () => fill(`${header.slice(0, -1)},"tables":{"records":[`, (index) => rowOf(index, 'k', '{"a":1}'), ',', ']}}', exportSize),
  },
  { name: 'a row of 4 MB', status: 200, build: () => lineOf('state-readings', `{"text":null,"x":"${'x'.repeat(4_000_000)}"}`) },
  { name: 'a row of 90,000 values', status: 200, build: () => lineOf('state-readings', `{"text":null,"x":[${'1,'.repeat(90_000)}1]}`) },
  { name: 'a row of 32 MB', status: 413, isAlways: true, build: () => lineOf('k', `"${'x'.repeat(exportSize - 1000)}"`) },
  { name: 'a row of 200,000 values', status: 413, build: () => lineOf('k', `[${'[],'.repeat(200_000)}[]]`) },
  { name: '16 million empty lines', status: 200, build: () => Buffer.from(header + '\n'.repeat(exportSize - 100)) },
  ...stateContents
    .filter(({ name }) => /lists|of \[|no JSON/.test(name))
    .map((content) => ({ ...content, status: /lists/.test(content.name) ? 413 : 400 })),
];

/** For `POST /_local/seed`. */
export const seedContents: readonly HostileContent[] = [
  { name: '2 MB of [', status: 422, build: () => Buffer.alloc(seedSize, '[') },
  { name: '2 MB of lists in YAML', status: 422, build: () => Buffer.from(`organizations:\n${'- - - -\n'.repeat(seedSize / 8)}`) },
  { name: '10,000 members', status: 422, isAlways: true, build: () => fill('', (index) => `k${index}: 1`, '\n', '\n', 110_000) },
  {
    name: 'aliases of aliases',
    status: 422,
    build: () => {
      const letters = [...'abcdefghi'];
      const lists = letters.slice(1).map((letter, index) => `${letter}: &${letter} [${`*${letters[index]},`.repeat(9)}]`);
      return Buffer.from(`a: &a [${'x,'.repeat(400)}]\n${lists.join('\n')}\n`);
    },
  },
  {
    name: 'ten organizations with 300 projects each, in YAML',
    status: 201,
    isAlways: true,
    build: () => {
      const projects = Array.from({ length: 300 }, (_, index) => `      - name: p${index}\n`).join('');
      const organizations = Array.from({ length: 10 }, (_, index) => `  - name: o${index}\n    owners: [ann]\n    projects:\n${projects}`);
      return Buffer.from(`users: [{ name: ann }]\norganizations:\n${organizations.join('')}`);
    },
  },
  {
    name: 'a name that is there twice, behind 2 MB of comment',
    status: 422,
    build: () => Buffer.from(`${'# comment\n'.repeat(seedSize / 10 - 100)}organizations:\n  - name: one\n  - name: one\n`),
  },
];
