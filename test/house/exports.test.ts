import { posix } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { readText, repositoryFiles, importsOf, isCode } from '../support/repository-files.ts';
import { packageFolders, packageName } from './imports.ts';

const test = suite('exports of packages');

/** Packages of which others of this repository import parts; what the rest exports is for everyone, as the service itself is. */
const internal = ['declarations', 'src', 'service', 'rego', 'mesh-config'];
const folders = Object.values(packageFolders);
const packageOf = (file: string): string => file.split('/')[0]!;

interface Manifest {
  readonly exports?: Readonly<Record<string, unknown>>;
  readonly dependencies?: Readonly<Record<string, string>>;
}
const readManifest = (folder: string): Manifest => JSON.parse(readText(`${folder}/package.json`)) as Manifest;
const exportsOf = (folder: string): readonly string[] => Object.keys(readManifest(folder).exports ?? {});

const files = repositoryFiles().filter((file) => isCode(file) && !file.includes('/fixtures/'));
const packageFiles = files.filter((file) => folders.includes(packageOf(file)));
const isTest = (file: string): boolean => /(^|\/)test\//.test(file);
/** Each import of a package of this repository, as `folder` and `./subpath`. */
const crossings = files.flatMap((file) =>
  importsOf(file).flatMap((specifier) => {
    const name = packageName(specifier);
    const folder = packageFolders[name];
    return folder === undefined ? [] : [{ file, folder, subpath: `.${specifier.slice(name.length)}` }];
  }),
);

test('no package exports all of its files', () => {
  const patterns = folders.flatMap((folder) => exportsOf(folder).filter((key) => key.includes('*') && folder !== 'constructs'));
  assert.equal(patterns, []);
});
test('what a package exports, code outside of it imports that is not a test', () => {
  const imported = new Set(crossings.filter(({ file }) => !isTest(file)).map(({ folder, subpath }) => `${folder} ${subpath}`));
  const unused = internal.flatMap((folder) =>
    exportsOf(folder)
      .filter((key) => !imported.has(`${folder} ${key}`) && `${folder} ${key}` !== 'service .')
      .map((key) => `${folder} ${key}`),
  );
  assert.equal(unused, []);
});
test('what is imported of a package, it exports', () => {
  const missing = crossings
    .filter(({ folder, subpath }) => folder !== 'constructs' && !exportsOf(folder).includes(subpath))
    .map(({ file, folder, subpath }) => `${file}: ${folder} ${subpath}`);
  assert.equal(missing, []);
});
test('a package, its tests included, reaches into no other one by a path', () => {
  const paths = packageFiles.flatMap((file) =>
    importsOf(file)
      .filter((specifier) => specifier.startsWith('.'))
      .map((specifier) => posix.join(posix.dirname(file), specifier))
      .filter((target) => folders.includes(packageOf(target)) && packageOf(target) !== packageOf(file))
      .map((target) => `${file}: ${target}`),
  );
  assert.equal(paths, []);
});
test('the README of a package says what each of its exports is for', () => {
  const named = (folder: string): readonly string[] =>
    [...readText(`${folder}/README.md`).matchAll(/^\| `([^`]+)` \| .{10,} \|$/gm)].map(([, specifier]) => specifier!);
  for (const [name, folder] of Object.entries(packageFolders)) {
    if (!['declarations', 'src', 'service', 'mesh-config'].includes(folder)) continue;
    assert.equal(
      named(folder).toSorted(),
      exportsOf(folder)
        .map((key) => `${name}${key.slice(1)}`)
        .toSorted(),
    );
  }
});
/** They hold the text of files that are written for users. */
const templates = ['cli/src/init/template-files.ts', 'cli/src/adopt/render-typescript.ts'];
test('a package depends on the packages that its code imports, and on no others', () => {
  const wrong = internal.concat('cli').flatMap((folder) => {
    const own = packageFiles.filter((file) => packageOf(file) === folder && !isTest(file) && !templates.includes(file));
    // A type of the bundler needs no bundler.
    const imported = new Set(
      own
        .flatMap(importsOf)
        .filter((one) => !/^(?:\.|node:|esbuild$)/.test(one))
        .map(packageName),
    );
    const named = Object.keys(readManifest(folder).dependencies ?? {});
    const isLoaded = (name: string): boolean => imported.has(name) || own.some((file) => readText(file).includes(`('${name}')`));
    return [
      ...[...imported].filter((one) => !named.includes(one)).map((one) => `${folder} lacks ${one}`),
      ...named.filter((one) => !isLoaded(one)).map((one) => `${folder} does not import ${one}`),
    ];
  });
  assert.equal(wrong, []);
});
test.run();
