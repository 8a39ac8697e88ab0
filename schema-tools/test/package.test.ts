// watchdog: 90 s
import { spawnSync } from 'node:child_process';
import { cpSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildPackage } from '../build.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const root = resolve(import.meta.dirname, '../..');
const test = suite('schema-tools package');

const installed: { folder: string } = { folder: '' };
/** A project of somebody else, with the package and what it says it depends on, and nothing more. */
test.before(async () => {
  const made = await buildPackage();
  installed.folder = temporaryFolder({
    'package.json': '{"type":"module"}',
    'app.js': `
import { compile, deprecations } from '@slipway/schema-tools';
import { load } from '@slipway/schema-tools/load';
import { decode, judgeSource, readSource, reports } from '@slipway/schema-tools/lint';
import { admissionWarnings } from '@slipway/schema-tools/admission';
const schema = await compile({ properties: { old: { deprecated: true, 'x-deprecation-message': 'Write \`new\`.' } } });
const source = await readSource(decode(new TextEncoder().encode('old: 1')).text, 'yaml');
const findings = judgeSource(source, [{ document: 0, pointer: '', compiled: schema }], { file: 'a.yaml' });
console.log(deprecations(schema, { old: 1 })[0].message, typeof load, \
reports.github(findings, { version: '1', files: [] }).trim(), admissionWarnings(schema, { object: { old: 1 } })[0]);
`,
    'app.ts': `
import { compile, type Deprecation, deprecations } from '@slipway/schema-tools';
import { load, type Packed } from '@slipway/schema-tools/load';
import { type Finding, fix, reports } from '@slipway/schema-tools/lint';
import { admissionWarnings } from '@slipway/schema-tools/admission';
const found: readonly Deprecation[] = deprecations(await compile(true), 1);
// @ts-expect-error a pointer is a text
export const wrong: number = found[0]!.pointer;
export const text: string = reports.json([] as Finding[], { version: '1', files: [] });
export const more = [load({} as Packed), fix, admissionWarnings];
`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: { target: 'ES2022', module: 'NodeNext', moduleResolution: 'NodeNext', strict: true, noEmit: true, types: [] },
      files: ['app.ts'],
    }),
    's.json': '{"properties":{"old":{"deprecated":true}}}',
    'a.json': '{"old":1}',
  });
  const { dependencies } = JSON.parse(readFileSync(join(made, 'package.json'), 'utf8')) as {
    readonly dependencies: Readonly<Record<string, string>>;
  };
  for (const name of Object.keys(dependencies)) {
    mkdirSync(dirname(join(installed.folder, 'node_modules', name)), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), join(installed.folder, 'node_modules', name));
  }
  cpSync(made, join(installed.folder, 'node_modules/@slipway/schema-tools'), { recursive: true });
});
const run = (...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, { cwd: installed.folder, encoding: 'utf8' });
  assert.is(status, 0, `${stdout}${stderr}`);
  return stdout;
};

test('everything that it exports works in plain JavaScript', () => {
  assert.is(
    run('app.js'),
    'Write `new`. function ::warning file=a.yaml,line=1,col=1,endLine=1,endColumn=4,title=deprecated::Write `new`. old is ' +
      'deprecated: Write `new`.\n',
  );
});
test('it has types, whole', () => {
  run(join(root, 'node_modules/typescript/bin/tsc'), '-p', '.');
});
test('its program runs, with and without workers', () => {
  const program = 'node_modules/@slipway/schema-tools/bin/slipway-lint.mjs';
  assert.is(
    run(program, '--schema', 's.json', '--format', 'github', 'a.json'),
    '::warning file=a.json,line=1,col=2,endLine=1,endColumn=7,title=deprecated::`old` is deprecated.\n',
  );
  assert.match(run(program, '--schema', 's.json', '--fix', 'a.json'), 'Found 1 warning in 1 file.');
});
test('no source of this house is in it', () => {
  const files = readdirSync(join(installed.folder, 'node_modules/@slipway/schema-tools'), { recursive: true, encoding: 'utf8' });
  assert.equal(
    files.filter((file) => file.endsWith('.ts') && !file.endsWith('.d.ts')),
    [],
  );
});
test.run();
