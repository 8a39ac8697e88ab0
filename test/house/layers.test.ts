import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { packageArrows, roomsOf, type Room } from './architecture-page.ts';
import { importCircles, ownImports, packageFolders, sourceFiles, type Import } from './imports.ts';
import { importsOf } from '../support/repository-files.ts';

const sources = sourceFiles();
const imports = ownImports(sources);

/** The pictures inside of packages: docs/architecture.md is what is held against the imports. */
const pictures = [
  { name: 'declarations', folder: 'declarations/src/', rooms: roomsOf('declarations', 'declarations/src/') },
  { name: 'provider', folder: 'src/', rooms: roomsOf('provider', 'src/') },
  { name: 'service', folder: 'service/src/', rooms: roomsOf('service', 'service/src/') },
  { name: 'mesh-config', folder: 'mesh-config/src/', rooms: roomsOf('mesh-config', 'mesh-config/src/') },
];

/** Recursion of a subject itself: a grammar's terms and statements, an evaluator's rules and bodies. Each is named by its first file. */
const recursions: readonly string[] = [
  'rego/src/check/check-body.ts',
  'rego/src/evaluate/body.ts',
  'rego/src/parse/collections.ts',
  'rego/src/resolve/body.ts',
  'rego/src/syntax/statements.ts',
  'declarations/src/declare/attribute.ts',
  'service/src/ci/configuration/elements/bind-arguments.ts',
  'declarations/src/declare/attribute.ts',
  'service/src/ci/configuration/elements/bind-arguments.ts',
];

const packageOf = (path: string): string => path.split('/')[0]!;
const roomOf = (rooms: readonly Room[], file: string): Room | undefined =>
  rooms
    .filter(({ path }) => file === path || (path.endsWith('/') && file.startsWith(path)))
    .sort((a, b) => b.path.length - a.path.length)[0];

function upward(rooms: readonly Room[], { file, target }: Import): readonly string[] {
  const [from, to] = [roomOf(rooms, file), roomOf(rooms, target)];
  return !from || !to || from === to || to.floor < from.floor
    ? []
    : [`${file} (${from.path}, floor ${from.floor}) imports ${target} (${to.path}, floor ${to.floor})`];
}

const test = suite('packages and layers');

test('the arrows of the picture of packages are the imports between packages', () => {
  const found = imports
    .map(({ file, target }) => [packageOf(file), packageOf(target)])
    .filter(([from, to]) => from !== to)
    .map(([from, to]) => `${from} -> ${to}`);
  assert.equal([...new Set(found)].sort(), packageArrows());
});
test('a package is imported by its name, through its exports', () => {
  const folders = Object.values(packageFolders);
  const isAround = ({ file, specifier, target }: Import) =>
    specifier.startsWith('.') && folders.includes(packageOf(target)) && packageOf(file) !== packageOf(target);
  assert.equal(
    imports.filter(isAround).map(({ file, target }) => `${file} imports ${target}`),
    [],
  );
});
for (const { name, folder, rooms } of pictures) {
  test(`${name}: every source file stands in a room of the picture`, () => {
    assert.equal(
      sources.filter((file) => file.startsWith(folder) && !roomOf(rooms, file)),
      [],
    );
  });
  test(`${name}: every room of the picture is there`, () => {
    assert.equal(
      rooms.filter(({ path }) => !sources.some((file) => file === path || file.startsWith(path))),
      [],
    );
  });
  test(`${name}: a room imports only from floors below its own`, () => {
    assert.equal(
      imports.flatMap((one) => upward(rooms, one)),
      [],
    );
  });
}
test('an import that goes up, or aside, is found', () => {
  const rooms: readonly Room[] = [
    { path: 'src/a/', floor: 1 },
    { path: 'src/b/', floor: 2 },
    { path: 'src/c/', floor: 2 },
  ];
  const check = (file: string, target: string) => upward(rooms, { file, target, specifier: '' });
  assert.equal(check('src/a/x.ts', 'src/b/y.ts'), ['src/a/x.ts (src/a/, floor 1) imports src/b/y.ts (src/b/, floor 2)']);
  assert.equal(check('src/b/x.ts', 'src/c/y.ts'), ['src/b/x.ts (src/b/, floor 2) imports src/c/y.ts (src/c/, floor 2)']);
  assert.equal(check('src/b/x.ts', 'src/a/y.ts'), []);
});
test('files import each other in circles only where their subject is recursive', () => {
  assert.equal(
    importCircles(imports).filter(([first]) => !recursions.includes(first!)),
    [],
  );
});
test('every recursion that is listed is one', () => {
  const circles = importCircles(imports).map(([first]) => first!);
  assert.equal(
    recursions.filter((first) => !circles.includes(first)),
    [],
  );
});
test('a circle is found, and two files that share a third are none', () => {
  const circles = (...arrows: readonly (readonly [string, string])[]) =>
    importCircles(arrows.map(([file, target]) => ({ file, target, specifier: '' })));
  assert.equal(circles(['a', 'b'], ['b', 'c'], ['c', 'a'], ['d', 'a']), [['a', 'b', 'c']]);
  assert.equal(circles(['a', 'c'], ['b', 'c']), []);
});
test('an import is found however it is written', () => {
  assert.equal(importsOf('test/house/fixtures/imports.ts'), ['node:fs', './a.ts', './b.ts', './c.ts', './d.ts', './e.ts']);
});
test.run();
