import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { chooseGroupSize, groupFiles } from './runner/groups.ts';

const test = suite('test files of one process');
const many = (folder: string, count: number): string[] =>
  Array.from({ length: count }, (_, index) => `${folder}/${String(index).padStart(2, '0')}.test.ts`);

test('neighbors run together, folders stay whole', () => {
  const files = [
    ...many('test/service/ci', 35),
    ...many('test/service/access', 4),
    ...many('test/engine', 2),
    ...many('test/service/http', 3),
  ];
  assert.equal(
    groupFiles(files, () => false, 40).map((group) => [group.length, group[0]]),
    [
      [2, 'test/engine/00.test.ts'],
      [39, 'test/service/access/00.test.ts'],
      [3, 'test/service/http/00.test.ts'],
    ],
  );
});
test('small areas of a package run together, packages stay apart', () => {
  const files = [...many('test/plan', 3), ...many('test/cli', 30), ...many('test/apply', 1), ...many('rego/test', 2)];
  assert.equal(
    groupFiles(files, () => false).map((group) => [group.length, group[0]]),
    [
      [2, 'rego/test/00.test.ts'],
      [34, 'test/apply/00.test.ts'],
    ],
  );
});
test('a folder of many files is divided', () => {
  assert.equal(
    groupFiles(many('test/service/ci', 190), () => false).map((group) => group.length),
    [80, 80, 30],
  );
});
test('few files are divided among the workers', () => {
  assert.equal(
    [550, 60, 40, 12, 1].map((count) => chooseGroupSize(count, 3)),
    [80, 20, 14, 6, 6],
  );
  assert.equal(
    groupFiles(many('test/service/ci', 12), () => false, chooseGroupSize(12, 3)).map((group) => group.length),
    [6, 6],
  );
});
test('who asks for it runs alone, and nobody is lost', () => {
  const files = many('test/service', 5);
  const groups = groupFiles(files, (file) => file.endsWith('02.test.ts'));
  assert.equal(
    groups.map((group) => group.length),
    [4, 1],
  );
  assert.equal(groups.flat().toSorted(), files);
});
test.run();
