import { execFileSync, spawnSync } from 'node:child_process';
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { TerraformStack, Testing } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { Slipway } from '../../constructs/src/index.ts';
import { providerAddress } from '../../src/engine/address.ts';
import { runInit, runValidate } from '../../src/engine/engine-commands.ts';
import { dataSources, resources } from '../../declarations/src/resources/index.ts';
import { loadSeed } from '../../service/src/seed/index.ts';
import { engine } from '../engine/support/engine-fixture.ts';
import { root, readText } from '../support/repository-files.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const test = suite('examples');
const all = ['resources', 'data-sources'].flatMap((kind) =>
  readdirSync(join(root, 'examples', kind)).map((name) => `examples/${kind}/${name}`),
);
const examples = all.filter((file) => file.endsWith('.tf'));
const real = engine.found ? test : skipWithReason(test, engine.reason);

test('every resource and data source has one', () => {
  const wanted = [
    ...Object.keys(resources).flatMap((name) => [`examples/resources/${name}.tf`, `examples/resources/${name}.ts`]),
    ...Object.keys(dataSources).map((name) => `examples/data-sources/${name}.tf`),
  ];
  assert.equal(
    wanted.filter((file) => !existsSync(join(root, file))),
    [],
  );
  assert.equal(
    all.filter((file) => !wanted.includes(file)),
    [],
  );
});
test('each declares what it is an example of', () => {
  const silent = examples.filter((file) => {
    const [, kind, name] = /^examples\/([\w-]+)\/(\w+)\.tf$/.exec(file)!;
    return !readText(file).includes(`${kind === 'resources' ? 'resource' : 'data'} "slipway_${name}"`);
  });
  assert.equal(silent, []);
});
real('each is valid to the real engine', async () => {
  const provider = `terraform {\n  required_providers {\n    slipway = { source = "${providerAddress}" }\n  }\n}\n`;
  const module = (file: string) => file.replace(/^examples\/|\.tf$/g, '').replaceAll(/[/-]/g, '_');
  // Each a module of its own, so that one run judges them all.
  const folder = temporaryFolder({
    'main.tf': examples
      .map(
        (file) =>
          `module "${module(file)}" {\n  source = ` +
          `"./${module(file)}"\n${file.endsWith('/variable_set_variable.tf') ? '  database_password = "x"\n' : ''}}\n`,
      )
      .join(''),
    ...Object.fromEntries(
      examples.flatMap((file) => [
        [`${module(file)}/main.tf`, readText(file)],
        [`${module(file)}/provider.tf`, provider],
      ]),
    ),
  });
  const ready = await runInit(engine.found!, { folder });
  assert.is(ready.code, 0, ready.stderr);
  const { stdout } = await runValidate(engine.found!, { folder }, '-json');
  const { valid, diagnostics } = JSON.parse(stdout) as { valid: boolean; diagnostics: readonly unknown[] };
  assert.equal({ valid, diagnostics }, { valid: true, diagnostics: [] });
});
real('each is written as the engine formats it', () => {
  // OpenTofu warns on standard output of a CLI configuration that is not there.
  const env = { ...process.env, TF_CLI_CONFIG_FILE: undefined };
  assert.is(execFileSync(engine.found!.path, ['fmt', '-check', '-recursive', join(root, 'examples')], { encoding: 'utf8', env }), '');
});

test('those in TypeScript synthesize, with what they are examples of', async () => {
  for (const name of Object.keys(resources)) {
    for (const [what, example] of Object.entries(
      (await import(`../../examples/resources/${name}.ts`)) as { [what: string]: (scope: TerraformStack) => unknown },
    )) {
      const stack = new TerraformStack(Testing.app(), 'stack');
      new Slipway(stack);
      example(stack);
      const { resource } = JSON.parse(Testing.synth(stack, true)) as { resource: object };
      assert.ok(`slipway_${name}` in resource, `${what} of ${name}`);
    }
  }
});

const platform = join(root, 'examples', 'platform');

test("the platform's seed can be planted", () => {
  const { content } = loadSeed(join(platform, 'seed.yaml'));
  const idsOf = (entries: unknown) => (entries as readonly { readonly id: string }[]).map(({ id }) => id);
  assert.equal(
    content.organizations?.map(({ name, owners, registry_modules: modules, ...rest }) => ({
      name,
      owners,
      keys: idsOf((rest as Record<string, unknown>)['ssh_keys']),
      pools: idsOf((rest as Record<string, unknown>)['agent_pools']),
      modules: modules?.map(({ id, versions }) => [id, versions?.map(({ version }) => version)]),
    })),
    [
      {
        name: 'slipway',
        owners: ['owner'],
        keys: ['sshkey-modules'],
        pools: ['apool-inhouse'],
        modules: [['mod-bucket', ['1.0.0', '1.1.0']]],
      },
    ],
  );
});
test('the platform is whole', () => {
  const out = temporaryFolder();
  const { status, stderr } = spawnSync(process.execPath, ['--import', 'tsx', 'main.ts'], {
    cwd: platform,
    encoding: 'utf8',
    env: { ...process.env, CDKTF_OUTDIR: out },
  });
  assert.is(status, 0, stderr);
  const { resource } = JSON.parse(readFileSync(join(out, 'stacks', 'platform', 'cdk.tf.json'), 'utf8')) as {
    resource: { [type: string]: { [name: string]: any } };
  };
  assert.equal(Object.fromEntries(Object.entries(resource).map(([type, blocks]) => [type, Object.keys(blocks).length])), {
    slipway_project: 3,
    slipway_workspace: 4,
    slipway_remote_state_consumer: 5,
    slipway_workspace_ssh_key: 1,
    slipway_variable_set: 4,
    slipway_variable_set_variable: 6,
    slipway_variable_set_project: 2,
    slipway_variable_set_workspace: 1,
    slipway_no_code_module: 1,
    slipway_no_code_workspace: 1,
    slipway_ci_context: 1,
    slipway_ci_context_variable: 3,
    slipway_ci_context_restriction: 2,
    slipway_ci_project: 1,
    slipway_ci_project_variable: 1,
    slipway_ci_project_settings: 1,
    slipway_ci_checkout_key: 1,
    slipway_ci_pipeline_definition: 2,
    slipway_ci_trigger: 3,
    slipway_ci_policy_bundle: 1,
    slipway_ci_policy_settings: 1,
  });
  assert.equal(
    Object.values(resource['slipway_ci_context_variable']!).map(({ name, value, value_wo: sent }) => [name, value, sent]),
    [
      ['PGPASSWORD', undefined, '${var.database_password}'],
      ['PRODUCTION_WORKSPACE_ID', undefined, '${slipway_workspace.payments_project_workspace-payments-production_95BDB459.id}'],
      ['STAGING_WORKSPACE_ID', undefined, '${slipway_workspace.payments_project_workspace-payments-staging_5DC40EE9.id}'],
    ],
  );
  const sensitive = Object.values(resource['slipway_variable_set_variable']!).filter((one) => one.sensitive);
  assert.equal(
    sensitive.map(({ key, value, value_wo: sent }) => [key, value, sent]),
    [['PGPASSWORD', undefined, '${var.database_password}']],
  );
});
test.run();
