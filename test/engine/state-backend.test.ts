import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { existsSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout } from 'node:timers/promises';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engineEnvironment, runEngine } from '../../src/engine/run-engine.ts';
import { openService, type RunningService } from '../../service/src/start.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { engine, oneLine, token } from './support/engine-fixture.ts';
// watchdog: 120 s

const suiteOf = suite('a state in the service');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
let service: RunningService;
let folder: string;
let colleague: string;

const api = async (method: string, path: string, data?: object): Promise<any> => {
  const response = await fetch(`${service.address}/api/v2${path}`, {
    method,
    headers: { authorization: `Bearer ${token}`, 'content-type': 'application/vnd.api+json' },
    ...(data ? { body: JSON.stringify({ data }) } : {}),
  });
  const text = await response.text();
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${text}`);
  return text === '' ? undefined : JSON.parse(text);
};
/** Needs no provider but the one that is a part of the engine. */
const configuration = (resources: string): string => {
  const state = `${service.address}/api/v2/organizations/acme/workspaces/net/state`;
  return `terraform {\n  backend "http" {\n    address        = "${state}"\n    lock_address   = "${state}"
    unlock_address = "${state}"\n    retry_max      = 0\n  }\n}\n${resources}`;
};
const run = async (args: readonly string[], code = 0, password = token): Promise<string> => {
  const environment = { ...process.env, TF_HTTP_USERNAME: 'slipway', TF_HTTP_PASSWORD: password };
  const result = await runEngine(engine.found!, [...args, '-no-color'], { folder, environment });
  assert.is(result.code, code, `${args.join(' ')}: ${result.stdout}${result.stderr}`);
  return oneLine(result.stdout + result.stderr);
};
const write = (resources: string): void => {
  folder = temporaryFolder({ 'main.tf': configuration(resources) });
};
const versions = async (): Promise<readonly any[]> =>
  (await api('GET', '/state-versions?filter[organization][name]=acme&filter[workspace][name]=net')).data;

suiteOf.before(async () => {
  service = await openService({ store: 'memory', organization: 'acme', token, test: true });
  const workspace = (await api('POST', '/organizations/acme/workspaces', { type: 'workspaces', attributes: { name: 'net' } })).data.id;
  const team = (await api('POST', '/organizations/acme/teams', { type: 'teams', attributes: { name: 'docks' } })).data.id;
  colleague = (await api('POST', `/teams/${team}/authentication-token`)).data.attributes.token;
  const relationships = { team: { data: { type: 'teams', id: team } }, workspace: { data: { type: 'workspaces', id: workspace } } };
  await api('POST', '/team-workspaces', { type: 'team-workspaces', attributes: { access: 'admin' }, relationships });
});
suiteOf.after(async () => {
  await service?.close();
});

test('an apply writes versions of the workspace, which a plan of somebody else reads', async () => {
  write('resource "terraform_data" "a" {\n  input = "one"\n}\n');
  await run(['init']);
  await run(['apply', '-auto-approve']);
  assert.is(existsSync(join(folder, 'terraform.tfstate')), false);
  const [version, ...others] = await versions();
  assert.equal([version.attributes.serial, version.attributes['resource-count'], others], [1, 1, []]);
  const workspace = (await api('GET', '/organizations/acme/workspaces/net')).data;
  assert.equal([workspace.attributes.locked, workspace.attributes['resource-count']], [false, 1]);
  assert.match(await run(['plan', '-detailed-exitcode'], 0, colleague), 'No changes.');
});
test('who comes second is refused with the name of who holds the lock, and can force it', async () => {
  const { id } = (await api('GET', '/organizations/acme/workspaces/net')).data;
  await api('POST', `/workspaces/${id}/actions/lock`);
  const refused = await run(['apply', '-auto-approve'], 1, colleague);
  assert.match(refused, /(already )?locked/i);
  assert.match(refused, `${id} (held by User`);
  assert.match(await run(['force-unlock', '-force', id], 0, colleague), 'successfully unlocked');
  assert.is((await api('GET', `/workspaces/${id}`)).data.attributes.locked, false);
});
test('an engine that was killed leaves its lock; after force-unlock the apply is done, and an earlier state is restored', async () => {
  write(`resource "terraform_data" "b" {
  provisioner "local-exec" {
    command = "touch began; test -e fast || sleep 60"
  }
}
`);
  await run(['init']);
  const environment = { ...process.env, TF_HTTP_USERNAME: 'slipway', TF_HTTP_PASSWORD: token };
  const env = engineEnvironment({ folder, environment }) as NodeJS.ProcessEnv;
  // A group of its own: what the provisioner started ends with it.
  const applying = spawn(engine.found!.path, ['apply', '-auto-approve'], { cwd: folder, env, stdio: 'ignore', detached: true });
  const over = once(applying, 'close');
  const deadline = Date.now() + 30_000;
  while (!existsSync(join(folder, 'began')) && Date.now() < deadline) await setTimeout(20);
  const { attributes } = (await api('GET', '/organizations/acme/workspaces/net')).data;
  assert.match(attributes['locked-reason'], /^apply, /);
  process.kill(-applying.pid!, 'SIGKILL');
  await over;
  const refused = await run(['apply', '-auto-approve'], 1);
  const [, lock] = /ID=([0-9a-f-]{36}) \(held by User /.exec(refused) ?? [];
  assert.ok(lock, refused);
  await run(['force-unlock', '-force', lock!]);
  writeFileSync(join(folder, 'fast'), '');
  await run(['apply', '-auto-approve']);
  assert.match(await run(['state', 'list']), 'terraform_data.b');
  const id = (await api('GET', '/organizations/acme/workspaces/net')).data.id;
  await api('POST', `/workspaces/${id}/actions/lock`);
  const first = (await versions()).at(-1).id;
  const source = { data: { type: 'state-versions', id: first } };
  await api('PATCH', `/workspaces/${id}/state-versions`, { type: 'state-versions', relationships: { 'rollback-state-version': source } });
  await api('POST', `/workspaces/${id}/actions/unlock`);
  assert.is((await run(['state', 'list'])).trim(), 'terraform_data.a');
});
suiteOf.run();
