/** The parts of executing a run that need no engine. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { countPlannedChanges } from '../../../src/service/workspaces/runs/engine/count-changes.ts';
import { selectEngine, type InstalledEngine } from '../../../src/service/workspaces/runs/engine/installed-engines.ts';
import { listEnvironment, renderLiteral, renderVariablesFile } from '../../../src/service/workspaces/runs/engine/render-variables.ts';
import { listFolders } from '../../../src/service/workspaces/runs/engine/run-environment.ts';
import { unpackConfiguration } from '../../../src/service/workspaces/runs/engine/unpack-archive.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const test = suite('parts of executing a run');

const pack = (folder: string): Buffer => execFileSync('tar', ['-C', folder, '-czf', '-', '.']);

test('an archive is unpacked with its links and modes; links that only together leave the folder are refused', async () => {
  const source = temporaryFolder({ 'modules/a/main.tf': 'a', 'run.sh': '#!/bin/sh\n' });
  execFileSync('chmod', ['755', join(source, 'run.sh')]);
  symlinkSync('modules/a', join(source, 'linked'));
  const target = join(temporaryFolder(), 'unpacked');
  await unpackConfiguration(target, pack(source));
  assert.is(readFileSync(join(target, 'linked/main.tf'), 'utf8'), 'a');
  assert.is(statSync(join(target, 'run.sh')).mode & 0o777, 0o700);

  const hostile = temporaryFolder({ 'main.tf': '' });
  symlinkSync('.', join(hostile, 'here'));
  symlinkSync('here/..', join(hostile, 'out'));
  let message = '';
  await unpackConfiguration(join(temporaryFolder(), 'unpacked'), pack(hostile)).catch((error: { errors: { detail: string }[] }) => {
    message = error.errors[0]!.detail;
  });
  assert.is(message, 'the archive has a link that leaves its folder: "out"');
});

test('a working directory never leads out of the configuration', () => {
  assert.is(listFolders('/r', 'a/b').work, '/r/source/a/b');
  assert.is(listFolders('/r', '../../etc').work, '/r/source/etc');
  assert.is(listFolders('/r', '/').work, '/r/source/');
});

test('texts are literals in which nothing is evaluated; expressions stand as they are; the environment has names only', () => {
  assert.is(renderLiteral('a"b\\c\n${x}%{y}$z'), '"a\\"b\\\\c\\n$${x}%%{y}$z"');
  const of = (key: string, value: string, category: 'infra' | 'env', isExpression = false) => ({
    key,
    value,
    category,
    isExpression,
    isSensitive: false,
  });
  const all = [of('a', 'x', 'infra'), of('b', '[1]', 'infra', true), of('C', 'y', 'env'), of('no name', 'z', 'env')];
  assert.is(renderVariablesFile(all), 'a = "x"\nb = [1]\n');
  assert.equal(listEnvironment(all), { C: 'y' });
});

test('the engine of a version, a constraint or the newest; the program of the caller first; what is missing is named', () => {
  const installed: readonly InstalledEngine[] = [
    { program: 'terraform', version: '1.9.8', file: '/t9' },
    { program: 'terraform', version: '1.11.4', file: '/t11' },
    { program: 'tofu', version: '1.9.8', file: '/o9' },
    { program: 'tofu', version: '1.10.0', file: '/o10' },
  ];
  const pick = (wanted: string, preferred?: 'terraform' | 'tofu') => selectEngine(installed, wanted, preferred).file;
  assert.equal(
    [pick('1.9.8'), pick('1.9.8', 'tofu'), pick('latest'), pick('~> 1.9.0'), pick('1.10.0')],
    ['/t9', '/o9', '/t11', '/t9', '/o10'],
  );
  assert.throws(
    () => pick('1.4.7'),
    /^No engine 1\.4\.7 is installed where this run is executed\. Installed: terraform 1\.9\.8, terraform 1\.11\.4, tofu 1\.9\.8, /,
  );
  assert.throws(() => selectEngine([], '1.4.7'), /None is installed\./);
});

test('a replacement is an addition and a destruction; reading and forgetting change nothing', () => {
  const change = (actions: readonly string[], more = {}) => ({ change: { actions, ...more } });
  const resource_changes = [
    change(['create']),
    change(['delete', 'create']),
    change(['update'], { importing: { id: 'x' } }),
    change(['read']),
    change(['forget']),
    change(['no-op']),
  ];
  assert.equal(countPlannedChanges({ resource_changes }), { additions: 2, changes: 1, destructions: 1, imports: 1 });
});

test.run();
