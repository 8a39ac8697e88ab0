import { symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { adoptOrganization } from '../../cli/src/adopt/adopt.ts';
import { openService, type RunningService } from '../../service/src/start.ts';
import { runSlipway } from '../support/cli.ts';
import { packageArchives } from '../support/package-archives.ts';
import { root } from '../support/repository-files.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { engine, token } from './support/engine-fixture.ts';
// watchdog: 180 s

const Names = suite('names that slipway adopt makes');
const real = engine.found ? Names : skipWithReason(Names, engine.reason);
let service: RunningService;
let environment: { readonly [name: string]: string } = {};

const create = async (path: string, type: string, attributes: object, relationships: object = {}): Promise<string> => {
  const response = await fetch(`${service.address}/api/v2/organizations/acme/${path}`, {
    method: 'POST',
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
    body: JSON.stringify({ data: { type, attributes, relationships } }),
  });
  const text = await response.text();
  assert.ok(response.ok, text);
  return (JSON.parse(text) as { data: { id: string } }).data.id;
};

Names.before(async () => {
  service = await openService({ store: 'memory', organization: 'acme', token });
  environment = {
    SLIPWAY_WORKSPACES_ADDRESS: service.address,
    SLIPWAY_WORKSPACES_TOKEN: token,
    SLIPWAY_WORKSPACES_ORGANIZATION: 'acme',
    HOME: temporaryFolder(),
    XDG_CONFIG_HOME: temporaryFolder(),
  };
  // Names that begin with a digit, are a word of the language, or become the same words. The workspaces inherit their execution mode.
  const project = await create('projects', 'projects', { name: '1st floor' });
  const within = { project: { data: { type: 'projects', id: project } } };
  await create('workspaces', 'workspaces', { name: '2048' }, within);
  await create('workspaces', 'workspaces', { name: 'count' });
  await create('workspaces', 'workspaces', { name: 'class' });
  await create('teams', 'teams', { name: '3rd-shift' });
  await create('teams', 'teams', { name: 'a.b' });
  await create('teams', 'teams', { name: 'a-b' });
  await create('varsets', 'varsets', { name: '4 regions', global: false });
  await create('agent-pools', 'agent-pools', { name: '5' });
  for (const email of ['1@example.com', 'A.B@Example.com', 'a-b@example.com', 'each+self@example.com'])
    await create('organization-memberships', 'organization-memberships', { email });
});
Names.after(() => service?.close());

for (const [what, hcl] of [
  ['HCL', true],
  ['TypeScript', false],
] as const)
  real(`${what}: the first plan takes every name, imports everything and changes nothing`, async () => {
    const folder = temporaryFolder({ 'package.json': '{ "type": "module" }' });
    const packages = hcl ? {} : { packages: packageArchives() };
    const said = await adoptOrganization(folder, { hcl, organization: 'acme', ...packages }, environment);
    // Besides the thirteen: the membership of the owner.
    assert.match(said, 'Wrote 14 objects to');
    if (!hcl) symlinkSync(join(root, 'node_modules'), join(folder, 'node_modules'));
    const { code, stdout, stderr } = await runSlipway(['plan'], { folder, environment });
    assert.is(code, 0, stderr);
    assert.is(/^.*Plan: .*$/m.exec(stdout)?.[0], 'Plan: 14 to import, 0 to add, 0 to change, 0 to destroy.');
  });
Names.run();
