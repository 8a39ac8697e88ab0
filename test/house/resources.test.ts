import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { dataSources, ephemerals, resources } from '../../declarations/src/resources/index.ts';
import { repositoryFiles, root, readText } from '../support/repository-files.ts';

/** What a file declares, as written in it: `export const x = resource('workspace', …`. */
const declared = (folder: string, forms: RegExp): readonly { readonly file: string; readonly name: string }[] =>
  readdirSync(join(root, folder))
    .filter((file) => file.endsWith('.ts'))
    .flatMap((file) =>
      [
        ...readText(`${folder}/${file}`).matchAll(new RegExp(`^export const \\w+(?:: \\w+)? = (?:${forms.source})\\('([a-z_]+)'`, 'gm')),
      ].map(([, name]) => ({ file, name: name! })),
    );

const test = suite('resources');
const folder = 'declarations/src/resources/workspaces';
const found = declared(folder, /resource|attachment|exclusiveList/);
const sources = declared(`${folder}/data`, /listDataSource|lookupDataSource|dataSource/);
const files = new Set(repositoryFiles());
const missing = (paths: readonly string[]) => paths.filter((path) => !files.has(path));

test('all of the workspace service are found', () => {
  assert.equal(found.map(({ name }) => name).sort(), [
    'agent_pool',
    'agent_token',
    'data_retention_policy',
    'no_code_module',
    'no_code_workspace',
    'notification_configuration',
    'oauth_client',
    'organization_membership',
    'organization_settings',
    'project',
    'registry_module',
    'remote_state_consumer',
    'remote_state_consumers',
    'run_trigger',
    'ssh_key',
    'team',
    'team_member',
    'team_project_access',
    'team_token',
    'team_workspace_access',
    'variable_set',
    'variable_set_project',
    'variable_set_variable',
    'variable_set_workspace',
    'workspace',
    'workspace_lock',
    'workspace_ssh_key',
    'workspace_tag',
    'workspace_tag_binding',
    'workspace_variable',
  ]);
});
test('a file declares one resource and has its name', () => {
  assert.equal(
    found.filter(({ file, name }) => file !== `${name.replaceAll('_', '-')}.ts`),
    [],
  );
});
test('every resource is listed', () => {
  const index = readText(`${folder}/index.ts`);
  assert.equal(
    found.filter(({ file }) => !index.includes(`'./${file}'`)),
    [],
  );
});
test('every resource has a test of its bytes', () => {
  assert.equal(missing(found.map(({ file }) => `test/resources/${file.replace('.ts', '.test.ts')}`)), []);
});
test('every resource is driven by a real engine, in a test of its own or in the story of an organization', () => {
  const story = readText('test/engine/resources/organization.test.ts');
  const others = found.filter(({ name }) => !story.includes(`resource "slipway_${name}"`) || name === 'workspace' || name === 'project');
  assert.equal(missing(others.map(({ file }) => `test/engine/resources/${file.replace('.ts', '.test.ts')}`)), []);
});
test('no attribute has a name that the engine keeps for itself', () => {
  const reserved = ['count', 'for_each', 'provider', 'depends_on', 'lifecycle', 'connection', 'provisioner'];
  const blocks = [...Object.values(resources), ...Object.values(dataSources), ...Object.values(ephemerals)];
  assert.equal(
    blocks.flatMap(({ name, attributes }) => Object.keys(attributes).flatMap((one) => (reserved.includes(one) ? `${name}.${one}` : []))),
    [],
  );
});
test('every resource and data source has a reference page', () => {
  assert.equal(
    missing([...found.map(({ name }) => `docs/resources/${name}.md`), ...sources.map(({ name }) => `docs/data-sources/${name}.md`)]),
    [],
  );
});
test('every data source is listed', () => {
  const index = readText(`${folder}/data/index.ts`);
  assert.ok(sources.length > 0);
  assert.equal(
    sources.filter(({ file }) => !index.includes(`'./${file}'`)),
    [],
  );
});
test('every ephemeral resource is in a file of its name, listed, opened by a real engine, and has a reference page and an example', () => {
  const opened = declared(`${folder}/ephemerals`, /ephemeral/);
  const [index, story] = [readText(`${folder}/ephemerals/index.ts`), readText('test/engine/ephemerals.test.ts')];
  assert.equal(
    opened.map(({ name }) => name),
    ['agent_token', 'organization_token', 'team_token', 'workspace_outputs'],
  );
  assert.equal(
    opened.filter(
      ({ file, name }) =>
        file !== `${name.replaceAll('_', '-')}.ts` || !index.includes(`'./${file}'`) || !story.includes(`ephemeral "slipway_${name}"`),
    ),
    [],
  );
  assert.equal(
    missing(opened.flatMap(({ name }) => [`docs/ephemeral-resources/${name}.md`, `examples/ephemeral-resources/${name}.tf`])),
    [],
  );
});
/** The CI service's. */
const ciFolder = 'declarations/src/resources/ci';
const ciFound = declared(ciFolder, /resource|attachment|exclusiveList/);
const ciOpened = declared(`${ciFolder}/ephemerals`, /ephemeral/);

test('all of the CI service are found, one in a file of its name, and listed', () => {
  assert.equal(ciFound.map(({ name }) => name).sort(), [
    'ci_checkout_key',
    'ci_context',
    'ci_context_restriction',
    'ci_context_variable',
    'ci_organization',
    'ci_pipeline_definition',
    'ci_policy_bundle',
    'ci_policy_settings',
    'ci_project',
    'ci_project_settings',
    'ci_project_variable',
    'ci_runner_resource_class',
    'ci_runner_token',
    'ci_schedule',
    'ci_trigger',
    'ci_usage_export',
    'ci_webhook',
  ]);
  assert.equal(
    ciFound.filter(({ file, name }) => `ci-${file}` !== `${name.replaceAll('_', '-')}.ts`),
    [],
  );
  assert.equal(
    ciFound.filter(({ file }) => !readText(`${ciFolder}/index.ts`).includes(`'./${file}'`)),
    [],
  );
});
test('every resource of the CI service is driven by a real engine, and so is what it opens', () => {
  const story = ['ci', 'ci-usage-export'].map((name) => readText(`test/engine/resources/${name}.test.ts`)).join('\n');
  assert.equal(
    ciFound.filter(({ name }) => !story.includes(`resource "slipway_${name}"`)).map(({ name }) => name),
    [],
  );
  assert.equal(
    ciOpened.filter(({ name }) => !story.includes(`ephemeral "slipway_${name}"`)).map(({ name }) => name),
    [],
  );
});
test('every ephemeral resource of the CI service is in a file of its name, listed, and has a reference page and an example', () => {
  assert.equal(
    ciOpened.map(({ name }) => name),
    ['ci_usage_export_download'],
  );
  assert.equal(
    ciOpened.filter(
      ({ file, name }) =>
        `ci-${file}` !== `${name.replaceAll('_', '-')}.ts` || !readText(`${ciFolder}/ephemerals/index.ts`).includes(`'./${file}'`),
    ),
    [],
  );
  assert.equal(
    missing(ciOpened.flatMap(({ name }) => [`docs/ephemeral-resources/${name}.md`, `examples/ephemeral-resources/${name}.tf`])),
    [],
  );
});
test('every resource of the CI service has a test of its bytes and a reference page', () => {
  assert.equal(
    missing(ciFound.flatMap(({ file, name }) => [`test/resources/ci/${file.replace('.ts', '.test.ts')}`, `docs/resources/${name}.md`])),
    [],
  );
});
test.run();
