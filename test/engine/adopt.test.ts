import { readFileSync, readdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { adoptOrganization } from '../../cli/src/adopt/adopt.ts';
import { root } from '../support/repository-files.ts';
import { runSlipway } from '../support/cli.ts';
import { packageArchives } from '../support/package-archives.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { engine, type EngineFixture, startFixture, token } from './support/engine-fixture.ts';
import { everyResource } from './support/every-resource.ts';
// watchdog: 300 s

const Adopt = suite('slipway adopt');
const real = engine.found ? Adopt : skipWithReason(Adopt, engine.reason);
let fixture: EngineFixture;
let environment: { readonly [name: string]: string } = {};
let owner = '';

const adopt = (options: Parameters<typeof adoptOrganization>[1], folder: string) => adoptOrganization(folder, options, environment);
const textOf = (folder: string, file: string): string => readFileSync(join(folder, file), 'utf8');

Adopt.before(async () => {
  if (!engine.found) return;
  fixture = await startFixture({ settings: { edition: 'self-hosted', runStatusMilliseconds: 5 } });
  const answer = await fetch(`${fixture.address}/api/v2/me/collaborations`, { headers: { 'Ci-Token': token } });
  owner = ((await answer.json()) as readonly { readonly id: string }[])[0]!.id;
  environment = {
    SLIPWAY_WORKSPACES_ADDRESS: fixture.address,
    SLIPWAY_WORKSPACES_TOKEN: token,
    SLIPWAY_CI_ADDRESS: fixture.address,
    SLIPWAY_CI_TOKEN: token,
    HOME: temporaryFolder(),
  };
  await fixture.apply(
    `provider "slipway" {\n  ci = { address = "${fixture.address}", organization = "${owner}" }\n}\n${await everyResource(fixture, owner)}`,
  );
});
Adopt.after(() => fixture?.close());

/** Puts a configuration into the folder of the engine, in place of the former one, and plans it. */
const planFiles = async (files: { readonly [name: string]: string }): Promise<string> => {
  for (const name of readdirSync(fixture.folder)) if (/\.tf(\.json)?$|tfstate/.test(name)) rmSync(join(fixture.folder, name));
  for (const [name, text] of Object.entries(files)) writeFileSync(join(fixture.folder, name), text);
  return fixture.run(['plan', '-no-color', '-input=false']);
};
const countOf = (plan: string): string | undefined => /^Plan: .*$/m.exec(plan)?.[0];

real('HCL: the first plan imports everything and changes nothing', async () => {
  const folder = temporaryFolder();
  const said = await adopt({ hcl: true, organization: 'acme', ciOrganization: owner, ciProject: [`gh/acme/web`] }, folder);
  const files = Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.tf'))
      .map((name) => [name, textOf(folder, name)]),
  );
  assert.equal(Object.keys(files).sort(), ['ci-web.tf', 'imports.tf', 'main.tf', 'organization.tf', 'project-shop.tf', 'variables.tf']);
  const count = files['imports.tf']!.match(/^import \{/gm)!.length;
  assert.is(countOf(await planFiles(files)), `Plan: ${count} to import, 0 to add, 0 to change, 0 to destroy.`);
  assert.match(said, `Wrote ${count} objects to`);
  assert.match(said, 'ssh_key_other_value  The value of the SSH key "other".');
  assert.match(said, /\n\nWhat comes next:\n\n {2}cd \S+\n {2}slipway plan$/);
});
real('TypeScript: constructs, one file for each project; the first plan imports everything and changes nothing', async () => {
  const folder = temporaryFolder();
  writeFileSync(join(folder, 'package.json'), '{ "type": "module", "description": "ours" }');
  const packages = packageArchives();
  const said = await adopt({ organization: 'acme', ciOrganization: owner, ciProject: ['gh/acme/web'], packages }, folder);
  assert.match(said, /\n\nWhat comes next:\n\n {2}cd \S+\n {2}npm install\n {2}npx slipway plan$/);
  const { description, dependencies } = JSON.parse(textOf(folder, 'package.json').replaceAll(basename(packages), 'archives'));
  assert.equal(
    [description, dependencies['@slipway/cli'], dependencies['@slipway/constructs'], dependencies.cdktf, dependencies.tsx],
    ['ours', 'file:../archives/slipway-cli-0.1.0.tgz', 'file:../archives/slipway-constructs-0.1.0.tgz', '0.21.0', '4.23.15'],
  );
  symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
  assert.match(
    textOf(folder, 'project-shop.ts'),
    "export const shop = new Project(stack, 'shop', { name: 'shop', tags: { team: 'web' } });",
  );
  assert.match(textOf(folder, 'project-shop.ts'), "export const web = shop.workspace('web', ");
  const { code, stderr } = await runSlipway(['synth'], { folder });
  assert.is(code, 0, stderr);
  const text = textOf(folder, 'cdktf.out/stacks/acme/cdk.tf.json');
  const stack = JSON.parse(text) as { readonly terraform: object; readonly import: readonly unknown[] };
  const count = stack.import.length;
  // The folder of the engine has no backend: its state is removed before each plan.
  const terraform = { ...stack.terraform, backend: undefined };
  assert.is(
    countOf(await planFiles({ 'cdk.tf.json': JSON.stringify({ ...stack, terraform }) })),
    `Plan: ${count} to import, 0 to add, 0 to change, 0 to destroy.`,
  );
});
real('an estate of 300 objects of the hosted dialect is adopted whole', async () => {
  const made = await Promise.all(
    Array.from({ length: 60 }, async (_, at) => {
      const { body } = await fixture.api('POST', '/organizations/acme/workspaces', {
        data: { type: 'workspaces', attributes: { name: `service-${at}` } },
      });
      for (const key of ['region', 'stage', 'size', 'owner'])
        await fixture.api('POST', `/workspaces/${body.data.id}/vars`, {
          data: { type: 'vars', attributes: { key, value: `${key}-\${${at}}`, category: 'env', sensitive: key === 'owner' } },
        });
      return body.data.id as string;
    }),
  );
  assert.is(made.length, 60);
  const folder = temporaryFolder();
  const said = await adopt({ hcl: true, organization: 'acme', dialect: 'hosted' }, folder);
  const files = Object.fromEntries(
    readdirSync(folder)
      .filter((name) => name.endsWith('.tf'))
      .map((name) => [name, textOf(folder, name)]),
  );
  const count = files['imports.tf']!.match(/^import \{/gm)!.length;
  assert.ok(count > 300, String(count));
  assert.is(countOf(await planFiles(files)), `Plan: ${count} to import, 0 to add, 0 to change, 0 to destroy.`);
  assert.match(said, 'workspace_variable_service_59_owner_value  The value of the workspace variable "service 59 owner".');
});
Adopt.run();
