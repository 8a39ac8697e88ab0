// watchdog: 120 s
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { stageConstructs } from '../../build/packages/stage-packages.ts';
import { adoptEveryResource } from '../engine/support/adopt-every-resource.ts';
import { engine } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const suiteOf = suite('the app that `slipway adopt` writes');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
const root = resolve(import.meta.dirname, '../..');

const link = (target: string, place: string): void => {
  mkdirSync(dirname(place), { recursive: true });
  symlinkSync(target, place);
};
/** What the compiler says, and its exit code. */
const compile = (folder: string): { readonly status: number | null; readonly text: string } => {
  const { status, stdout, stderr } = spawnSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), '-p', folder], {
    encoding: 'utf8',
  });
  return { status, text: stdout + stderr };
};
const compilerOptions = {
  target: 'ES2023',
  module: 'NodeNext',
  strict: true,
  noUncheckedIndexedAccess: true,
  noEmit: true,
  allowImportingTsExtensions: true,
  skipLibCheck: true,
  types: ['node'],
};

test('passes the compiler with strict settings, against the constructs as they are published', async () => {
  const folder = temporaryFolder({ 'package.json': '{ "type": "module" }' });
  const modules = join(folder, 'node_modules');
  mkdirSync(join(modules, '@slipway'), { recursive: true });
  await stageConstructs(join(modules, '@slipway'));
  for (const name of ['cdktf', 'constructs', '@types/node']) link(join(root, 'node_modules', name), join(modules, name));
  await adoptEveryResource(folder);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions, include: ['*.ts'] }));
  assert.equal(compile(folder), { status: 0, text: '' });
  // The types are read: what no workspace has is an error.
  const file = join(folder, 'project-shop.ts');
  writeFileSync(file, readFileSync(file, 'utf8').replace("shop.workspace('web', {", "shop.workspace('web', { nonsense: 1,"));
  const { status, text } = compile(folder);
  assert.is(status, 1);
  assert.match(text, /project-shop\.ts\(15,44\): error TS2353: .*'nonsense' does not exist in type/);
});

suiteOf.run();
