// watchdog: 120 s
import { readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { engine, type EngineFixture, startFixture, token } from './support/engine-fixture.ts';

const FormerNames = suite('former names of attributes under the real engine');
const real = engine.found ? FormerNames : skipWithReason(FormerNames, engine.reason);
let fixture: EngineFixture;
const owner = '00000000-0000-4000-8000-0000000000ac';

if (engine.found) {
  FormerNames.before(async () => {
    fixture = await startFixture();
    await fixture.control('POST', '/reset', { empty: true });
    await fixture.control('POST', '/seed', {
      users: [{ name: 'ada', token }],
      organizations: [{ name: 'acme', owners: ['ada'], ci: { id: owner } }],
    });
  });
  FormerNames.after(async () => {
    await fixture.close();
  });
}

interface StateFile {
  serial: number;
  resources: { instances: { schema_version: number; attributes: { [name: string]: unknown } }[] }[];
}
interface Diagnosed {
  readonly severity: string;
  readonly summary: string;
  readonly detail: string;
  readonly address: string;
  readonly snippet?: { readonly code: string };
}

const former = (more = '') => `
resource "slipway_project" "p" {
  name     = "payments"
  tags     = { env = "prod" }
  tags_own = "some"
}
resource "slipway_workspace" "w" {
  name          = "web"
  tags          = { env = "prod" }
  tags_own      = "some"
  tag_names     = ["eu"]
  tag_names_own = "some"
}
resource "slipway_ci_policy_settings" "s" {
  owner_id = "${owner}"
  enabled  = true
}
${more}`;
const today = (more = '') =>
  former(more)
    .replaceAll(/  tags_own( *)= "some"/g, '  ignore_additional_tags = true')
    .replace('tag_names_own = "some"', 'ignore_additional_tag_names = true')
    .replace('owner_id', 'organization_id');
const kept = () =>
  ['slipway_project.p', 'slipway_workspace.w', 'slipway_ci_policy_settings.s']
    .map((address) => {
      const { ignore_additional_tags, tags_own, ignore_additional_tag_names, tag_names_own, organization_id, owner_id } =
        fixture.state(address);
      return { ignore_additional_tags, tags_own, ignore_additional_tag_names, tag_names_own, organization_id, owner_id };
    })
    .map((state) => JSON.stringify(state));

const both = [
  '{"ignore_additional_tags":true,"tags_own":"some"}',
  '{"ignore_additional_tags":true,"tags_own":"some","ignore_additional_tag_names":true,"tag_names_own":"some"}',
  `{"organization_id":"${owner}","owner_id":"${owner}"}`,
];

real('a configuration under former names is applied, and reported by validate', async () => {
  await fixture.apply(former());
  assert.equal(kept(), both);
  assert.equal(await fixture.plannedChanges(), []);
  const { diagnostics } = JSON.parse(await fixture.run(['validate', '-json'])) as { diagnostics: readonly Diagnosed[] };
  assert.equal(diagnostics.map(({ severity, summary, detail, address }) => `${severity} ${address}: ${summary}: ${detail}`).sort(), [
    'warning slipway_ci_policy_settings.s: "owner_id" is deprecated: Use `organization_id`.',
    'warning slipway_project.p: "tags_own" is deprecated: Use `ignore_additional_tags`: false for "all", true for "some".',
    'warning slipway_workspace.w: "tag_names_own" is deprecated: Use `ignore_additional_tag_names`: false for "all", true for "some".',
    'warning slipway_workspace.w: "tags_own" is deprecated: Use `ignore_additional_tags`: false for "all", true for "some".',
  ]);
});

real('a move to the new names, and back, is no difference and no other state', async () => {
  const attributes = () =>
    (JSON.parse(fixture.stateText()) as StateFile).resources.flatMap(({ instances }) => instances.map((one) => one.attributes));
  await fixture.run(['apply', '-refresh-only', '-auto-approve', '-no-color']);
  const before = attributes();
  assert.equal(await fixture.plannedChanges(today()), []);
  await fixture.apply(today());
  assert.equal(kept(), both);
  assert.equal(attributes(), before);
  assert.equal(await fixture.plannedChanges(former()), []);
});

real('a reference to either name has its value', async () => {
  await fixture.apply(today('output "old" { value = [slipway_ci_policy_settings.s.owner_id, slipway_workspace.w.tags_own] }'));
  assert.match(await fixture.run(['output', '-json', 'old']), `["${owner}","some"]`);
  // Not left to the next `apply -refresh-only`: Terraform 1.15 cannot apply one that removes an output, also of `terraform_data`.
  await fixture.apply(today());
});

real('a state of the version before, which knows former names only, is read without a difference', async () => {
  const file = join(fixture.folder, 'terraform.tfstate');
  const state = JSON.parse(readFileSync(file, 'utf8')) as StateFile;
  state.serial++;
  for (const { instances } of state.resources)
    for (const instance of instances) {
      instance.schema_version = 0;
      for (const name of ['ignore_additional_tags', 'ignore_additional_tag_names', 'organization_id']) delete instance.attributes[name];
    }
  writeFileSync(file, JSON.stringify(state));
  assert.equal(await fixture.plannedChanges(former()), []);
  assert.equal(await fixture.plannedChanges(today()), []);
  await fixture.run(['apply', '-refresh-only', '-auto-approve', '-no-color']);
  await fixture.apply(today());
  assert.equal(kept(), both);
});

real('a change under either name is the same change', async () => {
  const all = today().replaceAll('ignore_additional_tags = true', 'ignore_additional_tags = false');
  assert.equal([...(await fixture.plannedChanges(all))].sort(), ['update slipway_project.p', 'update slipway_workspace.w']);
  const formerAll = former()
    .replaceAll(/tags_own( *)= "some"/g, 'tags_own = "all"')
    .replace('tag_names_own = "all"', 'tag_names_own = "some"');
  assert.equal([...(await fixture.plannedChanges(formerAll))].sort(), ['update slipway_project.p', 'update slipway_workspace.w']);
  const other = '00000000-0000-4000-8000-0000000000ad';
  assert.equal(await fixture.plannedChanges(today().replace(owner, other)), ['delete/create slipway_ci_policy_settings.s']);
  assert.equal(await fixture.plannedChanges(former().replace(owner, other)), ['delete/create slipway_ci_policy_settings.s']);
});

real('both names together are an error at the former one; neither is an error at the new one', async () => {
  const faults = async (hcl: string) => {
    fixture.write(hcl);
    const { diagnostics } = JSON.parse(await fixture.run(['validate', '-json'], 1)) as { diagnostics: readonly Diagnosed[] };
    return diagnostics
      .filter(({ severity }) => severity === 'error')
      .map(({ summary, detail, snippet }) => [summary, detail, snippet?.code.trim()]);
  };
  const settings = (lines: string) => `resource "slipway_ci_policy_settings" "s" {\n${lines}\n  enabled = true\n}\n`;
  assert.equal(await faults(settings(`  organization_id = "${owner}"\n  owner_id = "${owner}"`)), [
    [
      '"owner_id" cannot be set together with "organization_id"',
      '`owner_id` is the former name of `organization_id`. Remove the line `owner_id = …`.',
      `owner_id = "${owner}"`,
    ],
  ]);
  assert.equal(await faults(settings('')), [
    [
      'Missing "organization_id"',
      'It is required: The organization, by its ID. Write `organization_id = …`, a UUID such as 0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11.',
      'resource "slipway_ci_policy_settings" "s" {',
    ],
  ]);
});

real('a configuration generated for an import has the new names alone', async () => {
  await fixture.apply(today());
  await fixture.run(['state', 'rm', 'slipway_ci_policy_settings.s']);
  fixture.write(`import {\n  to = slipway_ci_policy_settings.s\n  id = "${owner}/config"\n}\n`);
  await fixture.run(['plan', '-no-color', '-generate-config-out=generated.tf'], 0);
  const generated = readFileSync(join(fixture.folder, 'generated.tf'), 'utf8');
  assert.match(generated, `organization_id = "${owner}"`);
  assert.not.match(generated, 'owner_id');
});

real('data sources and the provider block: former names are taken', async () => {
  writeFileSync(join(fixture.folder, 'generated.tf'), '');
  await fixture.apply(`
provider "slipway" {
  ci = { profile = "neutral" }
}
data "slipway_ci_policy_settings" "old" {
  owner_id = "${owner}"
  context  = "config"
}
data "slipway_ci_policy_settings" "new" {
  organization_id = "${owner}"
  context         = "config"
}
output "same" { value = data.slipway_ci_policy_settings.old == data.slipway_ci_policy_settings.new }
`);
  assert.match(await fixture.run(['output', '-json', 'same']), 'true');
});

FormerNames.run();
