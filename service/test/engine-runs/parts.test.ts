/** The parts of executing a run that need no engine. */
import { execFileSync } from 'node:child_process';
import { readFileSync, statSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findCallingEngine } from '../../src/workspaces/calling-engine.ts';
import { createPlanDocuments } from '../../src/workspaces/runs/plan-documents/create-plan-documents.ts';
import { preparePlanDocuments } from '../../src/workspaces/runs/plan-documents/prepare-plan-documents.ts';
import { countPlannedChanges } from '../../src/workspaces/runs/engine/count-changes.ts';
import { findChosenProgram, selectEngine, type InstalledEngine } from '../../src/workspaces/runs/engine/installed-engines.ts';
import { needsInitialization } from '../../src/workspaces/runs/engine/initialization.ts';
import { findSchemas, keepSchemas, toSchemaKey } from '../../src/workspaces/runs/engine/schema-cache.ts';
import { listEnvironment, renderLiteral, renderVariablesFile } from '../../src/workspaces/runs/engine/render-variables.ts';
import { openPhaseLog } from '../../src/workspaces/runs/engine/phase-log.ts';
import { listFolders } from '../../src/workspaces/runs/engine/run-environment.ts';
import { unpackConfiguration } from '../../src/workspaces/runs/engine/unpack-archive.ts';
import { appendLog, measureLog, readLog } from '../../src/workspaces/runs/run-log.ts';
import { createMasks } from '../../src/runner/mask/output-mask.ts';
import { openSqlite } from '../../src/store/sqlite/open-sqlite.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

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
  const pick = (wanted: string, preferred?: 'terraform' | 'tofu') => selectEngine(installed, wanted, { preferred }).file;
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

test('the variable SLIPWAY_ENGINE of a workspace chooses the program, whoever started the run', () => {
  const installed: readonly InstalledEngine[] = [
    { program: 'terraform', version: '1.11.4', file: '/t11' },
    { program: 'tofu', version: '1.10.0', file: '/o10' },
  ];
  const pick = (value: string, wanted: string) =>
    selectEngine(installed, wanted, { chosen: findChosenProgram({ SLIPWAY_ENGINE: value }), preferred: 'terraform' }).file;
  assert.equal([pick('tofu', 'latest'), pick('terraform', 'latest')], ['/o10', '/t11']);
  assert.is(findChosenProgram({ PATH: '/bin' }), undefined);
  assert.throws(
    () => pick('tofu', '1.11.4'),
    /^No tofu 1\.11\.4 is installed where this run is executed\. Installed: terraform 1\.11\.4, tofu 1\.10\.0\./,
  );
  assert.throws(
    () => pick('opentofu', 'latest'),
    /^The environment variable SLIPWAY_ENGINE of this workspace is neither "terraform" nor "tofu"\. Set it to one of these,/,
  );
});

test('an engine is known by its headers: its program, its block, and whether it renders structured logs', () => {
  const of = (headers: { readonly [name: string]: string }) => {
    const found = findCallingEngine({ header: (name: string) => headers[name] });
    return found && [found.program, found.source, found.rendersStructured];
  };
  const cloud = { 'x-terraform-integration': 'cloud', 'user-agent': 'go-tfe' };
  assert.equal(of({ 'user-agent': 'go-tfe' }), undefined);
  assert.equal(of({ ...cloud, 'terraform-version': '1.11.4' }), ['terraform', 'terraform+cloud', true]);
  assert.equal(of({ ...cloud, 'terraform-version': '1.3.10' }), ['terraform', 'terraform+cloud', false]);
  assert.equal(of({ 'terraform-version': '1.15.9', 'user-agent': 'go-tfe' }), ['terraform', 'terraform', false]);
  const tofu = { 'user-agent': 'OpenTofu/1.12.6 (+https://opentofu.org)', 'terraform-version': '1.12.6' };
  assert.equal(of(tofu), ['tofu', 'terraform', false]);
  assert.equal(of({ ...cloud, ...tofu }), ['tofu', 'terraform+cloud', true]);
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

test('nothing is initialized where nothing can need it: no backend, module, foreign provider, or setting of the engine', async () => {
  const builtin = 'resource "terraform_data" "a" {}\nvariable "x" {}\noutput "o" { value = terraform_data.a.id }\n';
  const provider = (name: string) => Buffer.from(JSON.stringify({ resources: [{ provider: `provider["${name}"]` }] }));
  const needs = (files: { readonly [name: string]: string }, state?: Buffer, key = 'TF_VAR_x') => {
    const variables = [{ key, value: '1', category: 'env' as const, isExpression: false, isSensitive: false }];
    return needsInitialization(temporaryFolder(files), { variables, state }, '~o.tf');
  };
  assert.equal(
    await Promise.all([
      needs({ 'main.tf': '' }),
      needs(
        { 'main.tf': builtin, '~o.tf': 'terraform { backend "local" {} }', 'notes.md': 'module' },
        provider('terraform.io/builtin/terraform'),
      ),
      needs({ 'main.tf': builtin }, provider('providers.example/acme/null')),
      needs({ 'main.tf': builtin }, undefined, 'TF_CLI_ARGS_plan'),
      needs({ 'main.tf': 'terraform {\n  cloud {}\n}' }),
      needs({ 'main.tf': 'module"m"{source="./m"}' }),
      needs({ 'main.tf': builtin, 'x.tofu': 'resource "null_resource" "a" {}' }),
      needs({ 'main.tf.json': '{"\\u006dodule": {}}' }),
      needs({ 'main.tf': builtin, '.terraform/terraform.tfstate': '{}' }),
    ]),
    [false, false, true, true, true, true, true, true, true],
  );
});

test('schemas are kept by engine and lock file, and found where they have all providers that a plan names', () => {
  const key = toSchemaKey('/bin/terraform 1.11.4', null);
  assert.is(findSchemas(key, []), undefined);
  const text = '{"format_version":"1.0","provider_schemas":{"terraform.io/builtin/terraform":{"provider":{}}}}';
  keepSchemas(key, text);
  assert.is(findSchemas(key, ['terraform.io/builtin/terraform']), text);
  assert.is(findSchemas(key, ['terraform.io/builtin/terraform', 'providers.example/acme/null']), undefined);
  assert.is(findSchemas(toSchemaKey('/bin/terraform 1.11.4', 'lock'), []), undefined);
});

test('the documents of a large plan are made beside the event loop, and are those that it would make; secrets are hidden', async () => {
  const change = (at: number) => ({
    provider_name: 'p',
    change: { actions: ['create'], before: null, after: { text: `${at} ${'x'.repeat(200)} hunter22` }, after_sensitive: {} },
  });
  const json = JSON.stringify({ format_version: '1.2', resource_changes: Array.from({ length: 5000 }, (_, at) => change(at)) });
  const texts = { json, schemas: '{"format_version":"1.0"}', secrets: [{ text: 'hunter22' }], secretVariables: [] };
  let turns = 0;
  const timer = setInterval(() => (turns += 1), 1);
  const made = await preparePlanDocuments(texts);
  clearInterval(timer);
  assert.ok(turns > 2, `${turns} turns of the event loop`);
  assert.is(made.counts.additions, 5000);
  assert.is(made.documents.json, json);
  assert.not.match(made.documents.redacted, /hunter22/);
  assert.equal(made, createPlanDocuments(texts));
});

test('a log that is longer than the service keeps ends with what the service says itself, masked', async () => {
  const store = openSqlite({ memory: true });
  const address = { workspace: 'ws-1', phase: 'apply-1' };
  const log = openPhaseLog((text) => store.write((tx) => appendLog(tx, address, text)), createMasks([{ text: 'hunter2' }]));
  const megabyte = Buffer.alloc(1024 * 1024, 'x');
  for (let written = 0; written < 34; written++) await log.write(megabyte);
  log.addClosingMessage('The run took longer than 1 min; hunter2.\n');
  const rest = await log.end();
  await store.write((tx) => appendLog(tx, address, rest, true));
  const size = await store.read((view) => measureLog(view, address));
  const end = Buffer.from(await store.read((view) => readLog(view, address, { offset: size - 100, limit: 100 }))).toString();
  assert.is(end.replace(/^x+/, ''), '\nThe log is longer than the service keeps.\nThe run took longer than 1 min; ****.\n\u0003');
  assert.ok(size < 33 * 1024 * 1024, `${size} bytes`);
  await store.close();
});

test.run();
