import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join, resolve } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { buildConstructs } from '../build.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const root = resolve(import.meta.dirname, '../..');
const test = suite('constructs package');
test.before(() => buildConstructs({ withTypes: true }));

/** A folder that finds the packages of this checkout. */
const project = (files: Readonly<Record<string, string>>): string => {
  const folder = temporaryFolder(files);
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  return folder;
};
const run = (folder: string, ...args: string[]): string => {
  const { status, stdout, stderr } = spawnSync(process.execPath, args, {
    cwd: folder,
    encoding: 'utf8',
    env: { ...process.env, CDKTF_OUTDIR: join(folder, 'out') },
  });
  assert.is(status, 0, `${stdout}${stderr}`);
  return stdout;
};

/** The synthesized configuration; what each engine notes about itself left out. */
const configuration = (folder: string): unknown =>
  JSON.parse(readFileSync(join(folder, 'out', 'stacks', 'platform', 'cdk.tf.json'), 'utf8'), (key, value: unknown) =>
    key === '//' || key === 'backend' ? undefined : value,
  );
const warned = (folder: string): unknown =>
  (JSON.parse(readFileSync(join(folder, 'out', 'manifest.json'), 'utf8')) as any).stacks.platform.annotations.map(
    ({ constructPath, message }: { constructPath: string; message: string }) => `${constructPath}: ${message}`,
  );

test('an app of cdktf and one of cdktn synthesize the same, and are warned of the same', () => {
  const files = Object.fromEntries(
    readdirSync(join(root, 'examples', 'platform'), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(ts|rego)$/.test(name))
      .map((name) => [name, readFileSync(join(root, 'examples/platform', name), 'utf8')]),
  );
  const forCdktn = Object.fromEntries(
    Object.entries(files).map(([name, source]) => [
      name,
      source.replaceAll("'cdktf'", "'cdktn'").replaceAll("'@slipway/constructs'", "'@slipway/constructs/cdktn'"),
    ]),
  );
  const [cdktf, cdktn] = [files, forCdktn].map((source) => {
    const folder = project({ ...source, 'package.json': '{ "type": "module" }' });
    run(folder, '--import', 'tsx', 'main.ts');
    return folder;
  }) as [string, string];
  assert.equal(configuration(cdktn), configuration(cdktf));
  assert.is(Object.keys((configuration(cdktf) as any).resource.slipway_workspace).length, 4);
  assert.is(Object.keys((configuration(cdktf) as any).resource.slipway_ci_trigger).length, 3);
  assert.equal(warned(cdktn), warned(cdktf));
  assert.equal(warned(cdktf), [
    'platform/delivery/project/workspace-monitoring: "operations" is deprecated: Use `execution_mode`: "remote" for true, ' +
      '"local" for false.',
  ]);
});
test('neither half loads the other engine', () => {
  const loaded = (entry: string) =>
    JSON.parse(
      run(
        root,
        '-e',
        `
    require('${entry}'); require('${entry}/gen/workspace');
    console.log(JSON.stringify(['cdktf', 'cdktn'].filter((name) => Object.keys(require.cache).some((file) => \
file.includes('/node_modules/' + name + '/lib/index.js')))))`,
      ),
    ) as unknown;
  assert.equal(loaded('@slipway/constructs'), ['cdktf']);
  assert.equal(loaded('@slipway/constructs/cdktn'), ['cdktn']);
});
test('what is exported is there, for CommonJS and for modules', () => {
  const names = [
    'CiContext',
    'CiOrganization',
    'CiPipelineDefinition',
    'CiPolicyBundle',
    'CiProject',
    'NoCodeModule',
    'NoCodeWorkspace',
    'Project',
    'Slipway',
    'VariableSet',
    'Workspace',
    'functions',
    'meta',
    'warnDeprecated',
  ];
  const required = createRequire(import.meta.url)('@slipway/constructs') as object;
  assert.equal(
    names.filter((name) => !(name in required)),
    [],
  );
  const imported = run(
    root,
    '--input-type=module',
    '-e',
    `import { ${names.join(', ')} } from '@slipway/constructs'; import { Workspace as L1 } from ` +
      `'@slipway/constructs/cdktn/gen/workspace'; console.log(Workspace.tfResourceType, L1.tfResourceType, typeof functions.isTagName)`,
  );
  assert.is(imported, 'slipway_workspace slipway_workspace function\n');
});
test('its types are those of the engine an app uses', () => {
  const source = (engine: 'cdktf' | 'cdktn', from: string) => `
import { App, TerraformStack } from '${engine}';
import { CiOrganization, type CiPreset, NoCodeModule, Project, Slipway, VariableSet, type Workspace, warnDeprecated } from '${from}';
import { DataSlipwayWorkspaces } from '${from}/gen/data-slipway-workspaces';
const stack = new TerraformStack(new App(), 's');
new Slipway(stack);
const web: Workspace = new Project(stack, 'p', { name: 'p' }).workspace('web', { executionMode: 'remote' }).tag('a', { b: 'c' });
new VariableSet(stack, 'v', { name: 'v' }).applyTo(web).env('A', 1, { sensitive: true });
new NoCodeModule(stack, 'm', { registryModuleId: 'mod-1' }).offer('region', ['eu']).workspace('w', { variables: { region: 'eu' } });
// @ts-expect-error a name is a text
web.tag(1);
const acme = new CiOrganization(stack, 'acme', { slug: 'gh/acme' });
const build = acme.project('web').pipeline({ name: 'build', repository: '101', config: '.ci/config.yml' }).on('all-pushes');
acme.context('deploy').variable('WORKSPACE_ID', web.id).restrictTo(acme.project('api'));
// @ts-expect-error no such preset
build.on('all-pulls');
// @ts-expect-error a webhook has a sender
build.on('webhook', { ref: 'main' });
// @ts-expect-error and says what to check out
build.on('webhook', { sender: 'shop' });
// @ts-expect-error an organization has an id or a slug
new CiOrganization(stack, 'none', {});
// @ts-expect-error that is a project of the other service
acme.context('api').restrictTo(new Project(stack, 'other', { name: 'other' }));
export const presets: readonly CiPreset[] = ['only-tags'];
export const names: string = new DataSlipwayWorkspaces(stack, 'd').workspaces.get(0).name;
warnDeprecated(stack);
`;
  const folder = project({
    'a.ts': source('cdktf', '@slipway/constructs'),
    'b.ts': source('cdktn', '@slipway/constructs/cdktn'),
    'tsconfig.json': JSON.stringify({
      compilerOptions: { target: 'ES2022', module: 'NodeNext', moduleResolution: 'NodeNext', strict: true, noEmit: true, types: ['node'] },
      files: ['a.ts', 'b.ts'],
    }),
  });
  run(folder, join(root, 'node_modules', 'typescript', 'bin', 'tsc'), '-p', '.');
});
test('the rules, with the evaluator and the compiled schemas and without a compiler of schemas, stay small', () => {
  for (const variant of ['cdktf', 'cdktn']) {
    const bytes = readFileSync(join(root, 'constructs', 'dist', variant, 'validation-errors.js'));
    assert.ok(bytes.length < 240 * 1024, `${variant}: ${bytes.length} bytes: what was imported that it does not need?`);
  }
});
test('it needs nothing but an engine of constructs, and Node for the files of policies', () => {
  const needed = new Set<string>();
  for (const variant of ['cdktf', 'cdktn']) {
    for (const file of readdirSync(join(root, 'constructs', 'dist', variant), { recursive: true, encoding: 'utf8' }).filter((name) =>
      name.endsWith('.js'),
    ))
      for (const [, module] of readFileSync(join(root, 'constructs', 'dist', variant, file), 'utf8').matchAll(
        /\brequire\("([^".][^"]*)"\)/g,
      ))
        needed.add(`${variant}: ${module}`);
  }
  assert.equal(
    [...needed].sort(),
    ['cdktf', 'cdktn'].flatMap((variant) => [
      `${variant}: ${variant}`,
      `${variant}: constructs`,
      `${variant}: node:fs`,
      `${variant}: node:path`,
    ]),
  );
});
test.run();
