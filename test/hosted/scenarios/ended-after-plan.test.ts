/** Runs that end between their plan and their apply: the engine that follows them shows the plan, whatever ended them. */
// watchdog: 300 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { token } from '../../engine/support/engine-fixture.ts';
import { document } from '../../../service/test/documents.ts';
import { defineScenarios, engines, type Folder, initialize, readWorkspace, startScenarios } from './support.ts';

const suiteOf = suite('runs that end after their plan, as an engine shows them');
const here = engines.some(({ found }) => found) ? await startScenarios() : undefined;
suiteOf.after(() => here?.close());

const configuration = 'resource "terraform_data" "a" { input = "hello" }\n';
const policy = `package shop
deny contains message if {
  some change in input.plan.resource_changes
  message := sprintf("%s is not allowed", [change.address])
}
`;
const commands = [
  ['plan', '-no-color'],
  ['plan', '-no-color', '-out=saved'],
  ['apply', '-no-color'],
  ['apply', '-no-color', '-auto-approve'],
] as const;
const planned = ['# terraform_data.a will be created', 'Plan: 1 to add, 0 to change, 0 to destroy.'];

const post = async (path: string, body: unknown): Promise<any> => (await here!.request('POST', path, body)).data;

/** A set with one policy, which every plan violates, for one workspace. */
const enforce = async (workspace: string): Promise<void> => {
  const { id } = await readWorkspace(here!, workspace);
  const rule = { name: workspace, kind: 'opa', query: 'data.shop.deny', 'enforcement-level': 'mandatory' };
  const made = await post('/organizations/acme/policies', document('policies', rule));
  const headers = { authorization: `Bearer ${token}`, 'content-type': 'application/octet-stream' };
  const address = `${here!.service.address}/api/v2/policies/${made.id}/upload`;
  assert.is((await fetch(address, { method: 'PUT', headers, body: policy })).status, 200);
  const related = {
    workspaces: { data: [{ type: 'workspaces', id }] },
    policies: { data: [{ type: 'policies', id: made.id }] },
  };
  await post('/organizations/acme/policy-sets', document('policy-sets', { name: workspace, kind: 'opa' }, related));
};

const showsPlan = async (folder: Folder, command: readonly string[]): Promise<void> => {
  const { code, text } = await folder.run(command);
  assert.is(code, 1, text);
  for (const words of [...planned, 'Policy set 1']) assert.match(text, words, `${command.join(' ')}: ${text}`);
};

defineScenarios(suiteOf, here !== undefined)(
  0,
  'a mandatory policy fails: plan, -out, apply, -auto-approve',
  async (engine, way, workspace) => {
    await Promise.all(
      commands.map(async (command, index) => {
        const name = `${workspace}-${index}`;
        const folder = await initialize(here!, engine, way, name, configuration);
        await enforce(name);
        await showsPlan(folder, command);
      }),
    );
  },
);

suiteOf.run();
