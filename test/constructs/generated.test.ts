import { execFileSync, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TerraformStack, Testing } from 'cdktf';
import { tsImport } from 'tsx/esm/api';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findStaleFiles, generateCurrentFiles } from '../../constructs/generate/current-files.ts';
import { generateFiles } from '../../constructs/generate/generate-files.ts';
import { providerSchemaJson, providersSchemaText } from '../../constructs/generate/schema-json.ts';
import { type ConstructMeta as Published, functions, meta, Slipway } from '../../constructs/src/index.ts';
import { VariableSetVariable } from '../../constructs/src/generated/variable-set-variable.ts';
import type { ConstructMeta } from '../../declarations/src/derive/index.ts';
import { providerAddress } from '../../src/engine/address.ts';
import { renderCliConfiguration } from '../../src/engine/cli-configuration.ts';
import { mirrorFolder } from '../../src/engine/package-root.ts';
import { makeProvider } from '../../src/provider/provider.ts';
import { version } from '../../declarations/src/version.ts';
import { engine } from '../engine/support/engine-fixture.ts';
import { root, readText } from '../support/repository-files.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { fixture, fixtureProvider } from './support/fixture.ts';
import { withMessage } from '../support/with-message.ts';

const test = suite('generated constructs');
const provider = makeProvider({ version, environment: {}, log: () => {} });
const workspace = readText('constructs/src/generated/workspace.ts');
const variable = readText('constructs/src/generated/variable-set-variable.ts');

test('they are current, or `npm run generate:constructs` was forgotten', async () => {
  const files = await generateCurrentFiles();
  assert.equal(findStaleFiles(files), []);
  const [first, second] = [...files.keys()] as [string, string];
  const folder = temporaryFolder({ ...Object.fromEntries(files), [first]: 'another text', 'besides.ts': '' });
  rmSync(join(folder, second));
  assert.equal(findStaleFiles(files, folder), [first, second, 'besides.ts'].sort());
});
test("they compile under the house's rules, L2, generator and examples with them", () => {
  const { status, stdout } = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-p', 'constructs'], {
    cwd: root,
    encoding: 'utf8',
  });
  assert.is(status, 0, stdout);
});
test('no registry is named, and no parameter declares a property', () => {
  assert.not.match(workspace, /Registry|terraform\.(io|local)/);
  assert.not.match(workspace, /constructor\(protected/);
});
test('a deprecated attribute says what to write instead, where it is written and where it is read', () => {
  const doc = '@deprecated Use `execution_mode`: "remote" for true, "local" for false.';
  assert.match(workspace, `   * ${doc}\n   */\n  readonly operations?: boolean | cdktf.IResolvable;`);
  assert.match(workspace, `   * ${doc}\n   */\n  public get operations() {`);
});
test('a class says what it is, and its rules', () => {
  assert.match(
    variable,
    '/**\n * One variable of a variable set.\n *\n * `slipway_variable_set_variable`\n *\n * Rules:\n' +
      ' * - `value_wo` cannot be set together with `value`.\n */\nexport class VariableSetVariable',
  );
});
test('a write-only attribute cannot be referred to', () => {
  const stack = new TerraformStack(Testing.app(), 'stack');
  new Slipway(stack);
  const made = new VariableSetVariable(stack, 'v', { variableSetId: 'varset-1', key: 'A', category: 'env', valueWo: 'x' });
  const read: () => never = () => made.valueWo;
  assert.throws(read, withMessage('value_wo is write-only: it is never stored, so nothing can refer to it.'));
  assert.is(made.valueWoInput, 'x');
});
test("functions are called by the provider's name", () => {
  const stack = new TerraformStack(Testing.app(), 'stack');
  new Slipway(stack);
  const made = new VariableSetVariable(stack, 'v', { variableSetId: 'varset-1', key: 'A', category: 'env' });
  made.addOverride('hcl', functions.triggerMatches(['/a/**/*'], 'a/b.tf'));
  made.addOverride('description', functions.isTagName(made.key));
  const { hcl, description } = (JSON.parse(Testing.synth(stack)) as any).resource.slipway_variable_set_variable.v;
  assert.is(hcl, '${provider::slipway::trigger_matches(["/a/**/*"], "a/b.tf")}');
  assert.is(description, '${provider::slipway::is_tag_name(slipway_variable_set_variable.v.key)}');
});
test('aspects find the facts of every thing', () => {
  const facts: { readonly [type: string]: ConstructMeta } = meta;
  const published: { readonly [type: string]: Published } = facts;
  assert.equal(published['slipway_workspace']?.attributes['operations'], {
    mode: 'optional',
    filled: true,
    type: 'true or false',
    deprecated: 'Use `execution_mode`: "remote" for true, "local" for false.',
    doc: 'Whether runs happen remotely. The service decides unless set.',
  });
  assert.is(published['slipway_variable_set_variable']?.attributes['value_wo']?.writeOnly, true);
  assert.is(published['data.slipway_workspaces']?.doc, 'The workspaces of an organization that meet every filter.');
});
test('two runs write the same bytes, ephemerals, functions and nested deprecations among them', async () => {
  const once = await generateFiles('terraform.local/slipway/slipway', 'slipway', fixture, fixtureProvider);
  assert.equal([...(await generateFiles('terraform.local/slipway/slipway', 'slipway', fixture, fixtureProvider))], [...once]);
  assert.equal([...once.keys()], ['ephemeral-slipway-token.ts', 'functions.ts', 'meta.ts', 'note.ts', 'provider.ts']);
  assert.match(once.get('note.ts')!, '/**\n * A note.\n *\n * `slipway_note`\n *\n * @deprecated Use `slipway_page`.\n */');
  assert.match(
    once.get('note.ts')!,
    '  /** Its lines. */\n  readonly lines?: string;\n  /**\n   * Its text.\n   * @deprecated Use `lines`.\n' +
      '   */\n  readonly text?: string;',
  );
  assert.match(
    once.get('functions.ts')!,
    '* @deprecated Use `fold`.\n */\nexport const join = (separator: string, ...parts: readonly (string)[]): string =>\n' +
      "  cdktf.Token.asString(cdktf.call('provider::slipway::join', [separator, ...parts]));",
  );
});
test('an ephemeral resource is written in a block of its own and read from it', async () => {
  const files = await generateFiles('terraform.local/slipway/slipway', 'slipway', fixture, fixtureProvider);
  // Below this folder, so that it imports the same engine of constructs as this file.
  const folder = temporaryFolder();
  const sources = join(root, 'constructs', 'src');
  mkdirSync(join(folder, 'generated'));
  writeFileSync(
    join(folder, 'generated', 'token.ts'),
    files
      .get('ephemeral-slipway-token.ts')!
      .replaceAll("'../", `'${sources}/`)
      .replaceAll("from 'cdktf'", `from '${join(root, 'node_modules/cdktf/lib/index.js')}'`)
      .replaceAll("from 'constructs'", `from '${join(root, 'node_modules/constructs/lib/index.js')}'`),
  );
  const { EphemeralSlipwayToken } = await tsImport(join(folder, 'generated', 'token.ts'), import.meta.url);
  const stack = new TerraformStack(Testing.app(), 'stack');
  new Slipway(stack);
  const token = new EphemeralSlipwayToken(stack, 't', { scope: 'all' });
  new VariableSetVariable(stack, 'v', { variableSetId: 'varset-1', key: 'A', category: 'env', valueWo: token.secret });
  const { ephemeral, resource, data } = JSON.parse(Testing.synth(stack, true)) as any;
  assert.is(data, undefined);
  assert.is(ephemeral.slipway_token.t.scope, 'all');
  assert.is(resource.slipway_variable_set_variable.v.value_wo, '${ephemeral.slipway_token.t.secret}');
});

const real =
  engine.found?.name === 'terraform'
    ? test
    : skipWithReason(test, engine.found ? 'OpenTofu spells its schema with members of its own' : engine.reason);
real('the schema they are made from is what the real engine says, byte for byte', () => {
  const [major = 0, minor = 0] = engine.found!.version.split('.').map(Number);
  const folder = temporaryFolder({
    'main.tf': `terraform {\n  required_providers {\n    slipway = { source = "${providerAddress}" }\n  }\n}\n`,
    rc: renderCliConfiguration(mirrorFolder()),
  });
  const run = (...args: string[]) =>
    execFileSync(engine.found!.path, args, {
      cwd: folder,
      encoding: 'utf8',
      env: { ...process.env, TF_CLI_CONFIG_FILE: join(folder, 'rc'), CHECKPOINT_DISABLE: '1' },
    });
  run('init', '-no-color');
  const schema = run('providers', 'schema', '-json');
  const ours = providersSchemaText(providerAddress, providerSchemaJson(provider));
  if (major === 1 && minor === 11) assert.is(ours, schema);
  // Newer engines print more of a provider (identities, actions, list resources, texts of deprecations); what both print is the same.
  const isOfBoth = (name: string, value: unknown) => (name === 'deprecation_message' && typeof value === 'string' ? undefined : value);
  const [a, b] = [ours, schema].map((one) => (JSON.parse(one, isOfBoth) as any).provider_schemas[providerAddress]);
  assert.equal(a, Object.fromEntries(Object.keys(a).map((key) => [key, b[key]])));
});
test.run();
