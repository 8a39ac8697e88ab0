import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isNotFound } from '../../src/client/contract/errors.ts';
import { openServiceClient } from '../../src/client/open-service-client.ts';
import { workspacesClient } from '../../src/client/operations/workspaces-client.ts';
import { type RunningService, openService } from '../../service/src/start.ts';
import { routes } from '../../service/src/workspaces/index.ts';
import { skipWithReason } from '../support/skip.ts';
import { collectAll, rejectionOf } from '../../src/test/client/support/client.ts';

const Embedded = suite('client against the embedded service');

let service: RunningService;
const token = 'embedded-token-of-this-test';
const line = () => openServiceClient({ service: 'workspaces', address: service.address, token, organization: 'acme' });
const client = () => workspacesClient(line());
Embedded.before(async () => {
  service = await openService({ store: 'memory', organization: 'acme', token });
});
Embedded.after(async () => {
  await service.close();
});

Embedded('a variable set lives: made with variables, shown, changed, listed, deleted', async () => {
  const { variableSets } = client();
  const made = await variableSets.create('acme', {
    name: 'aws',
    description: 'keys',
    variables: [{ key: 'region', value: 'eu', category: 'infra' }],
  });
  assert.match(made.id, /^varset-/);
  assert.is(made.name, 'aws');
  assert.equal(
    (await variableSets.show(made.id, { include: ['vars'] })).variables?.map(({ key, value, category }) => ({ key, value, category })),
    [{ key: 'region', value: 'eu', category: 'infra' }],
  );
  assert.is((await variableSets.update(made.id, { priority: true })).priority, true);
  assert.is((await variableSets.replace(made.id, { name: 'aws', description: 'other' })).description, 'other');
  const variable = await variableSets.addVariable(made.id, { key: 'TOKEN', value: 'hidden-value', category: 'env', sensitive: true });
  assert.is((await variableSets.updateVariable(made.id, variable.id, { value: 'another-value' })).description, null);
  const [region] = (await variableSets.show(made.id, { include: ['vars'] })).variables ?? [];
  assert.is((await variableSets.updateVariable(made.id, region!.id, { description: 'of the cloud' })).description, 'of the cloud');
  assert.equal((await collectAll(variableSets.listVariables(made.id))).map(({ key }) => key).sort(), ['TOKEN', 'region']);
  await variableSets.deleteVariable(made.id, variable.id);
  assert.equal(
    (await collectAll(variableSets.listForOrganization('acme', { name: 'aw' }))).map(({ id, var_count }) => ({ id, var_count })),
    [{ id: made.id, var_count: 1 }],
  );
  await variableSets.delete(made.id);
  assert.ok(isNotFound(await rejectionOf(variableSets.show(made.id))));
});

/** A test of rows that the service may not serve yet. */
const served = (...rows: readonly string[]) => {
  const missing = rows.filter((row) => !routes.some((route) => route.endpoint === row));
  return missing.length === 0 ? Embedded : skipWithReason(Embedded, `the embedded service has no ${missing.join(', ')}`);
};
const consumers = '/workspaces/{workspace_id}/relationships/remote-state-consumers';
const flatTags = '/workspaces/{workspace_id}/relationships/tags';

Embedded('a workspace lives: made, found by name, tied to a set, locked, deleted', async () => {
  const { workspaces, variableSets } = client();
  const app = await workspaces.create('acme', { name: 'app', description: 'first', tags: { env: 'prod' } });
  await workspaces.create('acme', { name: 'other' });
  assert.is((await workspaces.showByName('acme', 'app')).id, app.id);
  assert.is((await workspaces.update(app.id, { description: null })).description, null);
  assert.is((await workspaces.updateByName('acme', 'app', { auto_apply: true })).auto_apply, true);
  assert.equal(
    (await collectAll(workspaces.list('acme', { tags: { env: 'prod' } }))).map(({ name }) => name),
    ['app'],
  );
  const set = await variableSets.create('acme', { name: 'tied' });
  await variableSets.applyToWorkspaces(set.id, [app.id]);
  assert.equal(
    (await collectAll(variableSets.listForWorkspace(app.id))).map(({ name }) => name),
    ['tied'],
  );
  await variableSets.removeFromWorkspaces(set.id, [app.id]);
  assert.is((await workspaces.lock(app.id, { reason: 'work' })).locked_reason, 'work');
  assert.match((await rejectionOf(workspaces.lock(app.id))).message, /answered 409/);
  assert.is((await workspaces.unlock(app.id)).locked, false);
  await workspaces.safeDelete(app.id);
  await workspaces.forceDeleteByName('acme', 'other');
  assert.equal(await collectAll(workspaces.list('acme')), []);
});

served(
  'GET /workspaces/{workspace_id}/tag-bindings',
  'GET /workspaces/{workspace_id}/effective-tag-bindings',
  `POST ${flatTags}`,
)("a workspace's tags are bound, added, deleted and listed", async () => {
  const { workspaces, tags, tagBindings } = client();
  const { id } = await workspaces.create('acme', { name: 'tagged', tags: { env: 'prod' } });
  assert.equal(
    (await collectAll(tagBindings.list(id))).map(({ key, value }) => ({ key, value })),
    [{ key: 'env', value: 'prod' }],
  );
  assert.equal(
    (await collectAll(tagBindings.listEffective(id))).map(({ key, inherited_from }) => ({ key, inherited_from })),
    [{ key: 'env', inherited_from: null }],
  );
  await tags.add(id, ['eu', 'blue']);
  await tags.delete(id, ['blue', 'never-there']);
  assert.equal(
    (await collectAll(tags.list(id))).map(({ name }) => name),
    ['eu'],
  );
  await workspaces.forceDelete(id);
});

served(
  `GET ${consumers}`,
  `PATCH ${consumers}`,
  `POST ${consumers}`,
  `DELETE ${consumers}`,
)('remote state consumers are added, listed, deleted and replaced', async () => {
  const { workspaces, remoteStateConsumers } = client();
  const [owner, reader] = [
    await workspaces.create('acme', { name: 'owner', global_remote_state: false }),
    await workspaces.create('acme', { name: 'reader' }),
  ];
  await remoteStateConsumers.add(owner.id, [reader.id]);
  assert.equal(
    (await collectAll(remoteStateConsumers.list(owner.id))).map(({ name }) => name),
    ['reader'],
  );
  await remoteStateConsumers.delete(owner.id, [reader.id]);
  assert.equal(await collectAll(remoteStateConsumers.list(owner.id)), []);
  await remoteStateConsumers.replace(owner.id, [reader.id]);
  assert.equal(
    (await collectAll(remoteStateConsumers.list(owner.id))).map(({ id }) => id),
    [reader.id],
  );
  await Promise.all([workspaces.forceDelete(owner.id), workspaces.forceDelete(reader.id)]);
});

Embedded('250 sets are listed to the end', async () => {
  const { variableSets } = client();
  await Promise.all(Array.from({ length: 250 }, (_, index) => variableSets.create('acme', { name: `many-${index}` })));
  assert.is((await collectAll(variableSets.listForOrganization('acme', { name: 'many-' }))).length, 250);
});

Embedded('a wrong token is reported by the setting that holds it', async () => {
  const error = await rejectionOf(
    workspacesClient(openServiceClient({ service: 'workspaces', address: service.address, token: 'not-a-token-of-it' })).workspaces.show(
      'ws-1',
    ),
  );
  assert.match(error.message, /answered 401/);
});

Embedded('a service that takes 50 requests a second answers 200 at once without a visible refusal', async () => {
  const strict = await openService({ store: 'memory', organization: 'acme', token, settings: { rateLimit: 50 } });
  const hurried = openServiceClient({ service: 'workspaces', address: strict.address, token });
  const statuses = await Promise.all(
    Array.from(
      { length: 200 },
      async () => (await hurried.call({ method: 'GET', effect: 'read', path: '/organizations/acme/varsets' })).status,
    ),
  );
  assert.is(statuses.filter((status) => status === 200).length, 200);
  await strict.close();
});

Embedded.run();
