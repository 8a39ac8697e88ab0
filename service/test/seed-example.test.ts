/** The example of docs/seed.md, word for word. */
import { readFileSync } from 'node:fs';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { applySeed, parseSeed } from '../src/seed/index.ts';
import { routes } from '../src/workspaces/index.ts';
import { createTestService } from './support.ts';
import { serviceListeners } from '../src/service.ts';

const example = suite('the fixed objects of docs/seed.md');

example('are created with their IDs, times and content', async () => {
  const { store, clock, request, close } = await createTestService();
  const page = readFileSync(new URL('../../docs/seed.md', import.meta.url), 'utf8');
  const [, source] = /## Set fixed IDs and times[\s\S]*?```yaml\n([\s\S]*?)```/.exec(page)!;
  await store.clear();
  await applySeed(store, parseSeed('seed.yaml', source!), { clock, settings: {}, listeners: serviceListeners, routes });
  const read = async (path: string) => (await request(`GET ${path}`, undefined, { token: 'ann-token' })).body.data;
  const organization = (await read('/organizations/port')).attributes;
  assert.equal(
    [organization['external-id'], organization['created-at'], organization['session-timeout']],
    ['org-port', '2025-01-01T00:00:00.000Z', 60],
  );
  const project = (await read('/projects/prj-harbor')).attributes;
  assert.equal([project['created-at'], project['updated-at']], ['2025-01-03T00:00:00.000Z', '2025-01-04T00:00:00.000Z']);
  const invitation = await read('/organization-memberships/ou-bob');
  assert.equal(
    [invitation.attributes.status, invitation.attributes['created-at'], invitation.relationships.teams.data],
    ['invited', '2025-01-02T00:00:00.000Z', [{ id: 'team-crew', type: 'teams' }]],
  );
  assert.is((await read('/teams/team-crew')).attributes['organization-access']['manage-workspaces'], true);
  const pool = await read('/agent-pools/apool-north');
  assert.equal(pool.relationships['allowed-projects'].data, [{ id: 'prj-harbor', type: 'projects' }]);
  const set = await read('/policy-sets/polset-rules');
  assert.equal(
    [set.attributes['created-at'], set.relationships.policies.data, set.relationships.workspaces.data],
    ['2025-01-05T00:00:00.000Z', [{ id: 'pol-small', type: 'policies' }], [{ id: 'ws-pier', type: 'workspaces' }]],
  );
  assert.is((await read('/policy-sets/polset-rules/parameters/var-limit')).attributes.value, '7');
  const workspace = await read('/workspaces/ws-pier');
  const { attributes, relationships } = workspace;
  assert.equal(
    [attributes['engine-version'], attributes['auto-apply'], attributes['created-at'], attributes.locked],
    ['1.9.8', true, '2025-02-01T00:00:00.000Z', false],
  );
  assert.is(relationships['ssh-key'].data.id, 'sshkey-deploy');
  assert.is(relationships['current-state-version'].data.id, 'sv-first');
  assert.is((await read('/workspaces/ws-pier/vars/var-region')).attributes.category, 'infra');
  const state = (await read('/state-versions/sv-first')).attributes;
  assert.equal([state.serial, state['created-at'], state.status], [3, '2025-02-02T00:00:00.000Z', 'finalized']);
  const run = (await read('/runs/run-one')).attributes;
  const version = (await read('/configuration-versions/cv-first')).attributes;
  assert.equal([version.status, version['status-timestamps']], ['uploaded', { 'uploaded-at': '2025-02-02T00:00:00.000Z' }]);
  assert.is((await read('/runs/run-one/configuration-version')).id, 'cv-first');
  assert.equal([run.message, run['created-at']], ['deeper', '2025-02-03T00:00:00.000Z']);
  assert.equal((await read('/notification-configurations/nc-mail')).attributes['email-addresses'], ['a@port.example']);
  assert.equal((await read('/workspaces/ws-pier/tasks/wstask-scan')).attributes.stages, ['pre_plan']);
  await close();
});

example.run();
