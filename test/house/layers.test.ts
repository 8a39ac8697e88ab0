import { posix } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { repositoryFiles, importsOf, isCode } from './repository-files.ts';

/** A module imports only from lines above its own; areas on one line do not know each other. docs/architecture.md shows the same lines. */
const lines: readonly (readonly string[])[] = [
  ['version'],
  ['declare', 'protocol', 'schema-tools', 'engine'],
  ['resources', 'derive', 'dialects', 'store', 'mesh'],
  ['deprecated'],
  ['plan', 'call', 'service'],
  ['apply', 'client'],
  ['provider'],
  ['cli', 'constructs', 'mesh-config'],
];
/** The first prefix that fits names the area. What a call is and how it fails is known to the layers that make calls; the transport is not. */
const areas: readonly (readonly [prefix: string, area: string])[] = [
  ['src/version.ts', 'version'],
  ['src/service/store/', 'store'],
  ...['line', 'errors', 'connection-words', 'service-words', 'secrets', 'call'].map((part) => [`src/client/${part}`, 'call'] as const),
  ['src/provider', 'provider'],
  ['schema-tools/src/', 'schema-tools'],
  ['constructs/src/', 'constructs'],
  ...[
    'declare',
    'protocol',
    'engine',
    'resources',
    'derive',
    'dialects',
    'deprecated',
    'plan',
    'service',
    'apply',
    'client',
    'cli',
    'mesh',
    'mesh-config',
  ].map((area) => [`src/${area}/`, area] as const),
];
const areaOf = (file: string) => areas.find(([prefix]) => file.startsWith(prefix))?.[1];
const lineOf = (area: string) => lines.findIndex((line) => line.includes(area));

/** What is wrong with `file` importing `target`, if something is. */
function wrong(file: string, target: string): string | undefined {
  const [from, to] = [areaOf(file), areaOf(target)];
  if (!from || !to || from === to) return undefined;
  if (from === 'mesh-config' && !['mesh', 'schema-tools', 'version'].includes(to))
    return `${file} imports ${target}: mesh-config stands on mesh and schema-tools alone`;
  if (lineOf(to) < lineOf(from)) return undefined;
  return `${file} (${from}) imports ${target} (${to}), which is not above it`;
}

const test = suite('layers');
const sources = repositoryFiles().filter((file) => isCode(file) && /^(src|schema-tools\/src|constructs\/src)\//.test(file));

test('every source file belongs to an area', () => {
  assert.equal(
    sources.filter((file) => areaOf(file) === undefined),
    [],
  );
});
test('imports only go up', () => {
  const found = sources.flatMap((file) =>
    importsOf(file)
      .filter((module) => module.startsWith('.'))
      .flatMap((module) => wrong(file, posix.join(posix.dirname(file), module)) ?? []),
  );
  assert.equal(found, []);
});
test('an import that goes down is found', () => {
  assert.is(
    wrong('src/declare/kind.ts', 'src/plan/plan-resource.ts'),
    'src/declare/kind.ts (declare) imports src/plan/plan-resource.ts (plan), which is not above it',
  );
  assert.is(
    wrong('src/derive/validate-config.ts', 'src/dialects/index.ts'),
    'src/derive/validate-config.ts (derive) imports src/dialects/index.ts (dialects), which is not above it',
  );
  assert.is(
    wrong('mesh-config/src/main.ts', 'src/engine/address.ts'),
    'mesh-config/src/main.ts imports src/engine/address.ts: mesh-config stands on mesh and schema-tools alone',
  );
  assert.is(wrong('src/plan/plan-resource.ts', 'src/declare/kind.ts'), undefined);
});
test('an import is found however it is written', () => {
  assert.equal(importsOf('test/house/fixtures/imports.ts'), ['node:fs', './a.ts', './b.ts', './c.ts', './d.ts', './e.ts']);
});
test.run();
