import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { CiTrigger } from '../../../src/ci/triggers/trigger-records.ts';
import { type CiTestService, statusAndMessage, startTime } from '../support.ts';
import { app, hook, hosted, startEach, type TriggerTest } from './support.ts';

const triggers = suite<TriggerTest>('CI triggers');
startEach(triggers);
const gone = (what: string) => `${what} was not found, or this token has no access to it`;

triggers('of a repository: made, read, listed, changed, deleted', async ({ here: { ci }, path, one }) => {
  const made = await ci(`POST ${path}`, { event_source: app('1'), event_preset: 'all-pushes', event_name: 'push' });
  const { id } = made.body;
  const document = {
    id,
    event_name: 'push',
    event_source: { provider: 'codehost_app', repo: { full_name: 'acme/1', external_id: '1' } },
    event_preset: 'all-pushes',
    checkout_ref: null,
    config_ref: null,
    disabled: false,
    created_at: startTime,
  };
  assert.equal([made.status, made.body], [200, document]);
  const read = await ci(`GET ${one(id)}`);
  assert.equal([read.status, read.body], [200, document]);
  const list = await ci(`GET ${path}`);
  assert.equal([list.status, list.body], [200, { items: [document] }]);
  const changed = await ci(`PATCH ${one(id)}`, { event_preset: 'only-tags', event_name: 'tag', disabled: true });
  assert.equal([changed.status, changed.body], [200, { ...document, event_preset: 'only-tags', event_name: 'tag', disabled: true }]);
  assert.equal((await ci(`PATCH ${one(id)}`, { disabled: false })).body, { ...document, event_preset: 'only-tags', event_name: 'tag' });
  assert.equal(statusAndMessage(await ci(`DELETE ${one(id)}`)), [200, 'Trigger deleted.']);
  for (const method of ['GET', 'DELETE'])
    assert.equal(statusAndMessage(await ci(`${method} ${one(id)}`)), [404, gone(`the trigger ${id}`)]);
});

triggers('of a webhook: its secret is in the first answer only', async ({ here: { ci, request: ask }, path, one }) => {
  const made = await ci(`POST ${path}`, {
    event_source: hook,
    event_name: 'image',
    checkout_ref: 'main',
    config_ref: 'v1',
    disabled: true,
  });
  const {
    id,
    event_source: {
      webhook: { url },
    },
  } = made.body;
  assert.match(url, new RegExp(`^http://slipway\\.test/hooks/${id}\\?secret=[A-Za-z0-9_-]{32}$`));
  const document = {
    id,
    event_name: 'image',
    event_preset: null,
    event_source: { provider: 'webhook', webhook: { url, sender: 'registry' } },
    checkout_ref: 'main',
    config_ref: 'v1',
    disabled: true,
    created_at: startTime,
  };
  assert.equal([made.status, made.body], [200, document]);
  const redacted = {
    ...document,
    event_source: { provider: 'webhook', webhook: { url: `http://slipway.test/hooks/${id}?secret=**REDACTED**`, sender: 'registry' } },
  };
  assert.equal((await ci(`GET ${one(id)}`)).body, redacted);
  assert.equal((await ci(`GET ${path}`)).body.items, [redacted]);
  assert.equal(
    (await ci(`PATCH ${one(id)}`, { event_source: { provider: 'webhook', webhook: { sender: 'other' } } })).body.event_source.webhook,
    { ...redacted.event_source.webhook, sender: 'other' },
  );
  await ask(`GET /hooks/x?secret=${url.split('=')[1]}`);
  assert.not.match(JSON.stringify((await ask('GET //_local/requests')).body), url.split('=')[1]);
});

triggers('the hosted profile: its words, no created_at in the first answer', async ({ here: { ci }, path, one }) => {
  const { body } = await ci(`POST ${path}`, {
    event_source: { provider: 'github_app', repo: { external_id: '1' } },
    event_preset: 'all-pushes',
  });
  assert.equal(body, {
    id: body.id,
    event_source: { provider: 'github_app', repo: { full_name: 'acme/1', external_id: '1' } },
    event_preset: 'all-pushes',
    event_name: null,
    checkout_ref: null,
    config_ref: null,
    disabled: false,
  });
  assert.equal((await ci(`GET ${one(body.id)}`, undefined, hosted)).body, { ...body, created_at: startTime });
});

const planted = ({ store }: CiTestService, project: string, definition: string, provider: CiTrigger['provider'], id: string) =>
  store.write((tx) =>
    tx.insert<CiTrigger>({
      id,
      kind: 'ci-triggers',
      scope: project,
      key: id,
      name: '',
      body: {
        definition,
        provider,
        repository: { externalId: '1', fullName: 'acme/1' },
        webhook: null,
        eventName: null,
        eventPreset: null,
        checkoutRef: null,
        configRef: null,
        disabled: false,
        createdAt: startTime,
      },
    }),
  );
triggers(
  "of other providers: the data center's are read, changed and deleted, schedules only listed",
  async ({ here: bench, project, path, one }) => {
    const [dc, schedule, definition] = [
      'aaaaaaaa-0000-4000-8000-000000000001',
      'aaaaaaaa-0000-4000-8000-000000000002',
      path.split('/')[4]!,
    ];
    await planted(bench, project, definition, 'codehost_dc', dc);
    await planted(bench, project, definition, 'schedule', schedule);
    const { ci } = bench;
    assert.equal(
      (await ci(`GET ${path}`)).body.items.map((each: any) => each.event_source.provider),
      ['codehost_dc', 'schedule'],
    );
    assert.is((await ci(`PATCH ${one(dc)}`, { disabled: true })).body.disabled, true);
    assert.equal(statusAndMessage(await ci(`PATCH ${one(dc)}`, { event_preset: 'all-pushes' })), [
      400,
      'event_preset: is for event_source.provider "codehost_app" only; this one\'s is "codehost_dc"',
    ]);
    assert.is((await ci(`GET ${one(dc)}`, undefined, hosted)).body.event_source.provider, 'bitbucket_dc');
    assert.is((await ci(`DELETE ${one(dc)}`)).status, 200);
    for (const method of ['GET', 'PATCH', 'DELETE'])
      assert.equal(
        statusAndMessage(await ci(`${method} ${one(schedule)}`, method === 'PATCH' ? {} : undefined)),
        [400, 'this is for triggers whose event_source.provider is codehost_app, codehost_dc, webhook; its is "schedule"'],
        method,
      );
  },
);

triggers('the hosted profile makes two kinds more', async ({ here: { ci }, path }) => {
  const post = async (body: object) => statusAndMessage(await ci(`POST ${path}`, body, hosted));
  const oauth = { provider: 'github_oauth', repo: { external_id: '1' } };
  assert.equal(await post({ event_source: { ...oauth, provider: 'github_server' }, event_preset: 'only-tags', disabled: true }), [
    200,
    undefined,
  ]);
  assert.equal(await post({ event_source: oauth, event_preset: 'all-pushes' }), [200, undefined]);
  assert.equal(await post({ event_source: oauth }), [
    400,
    'event_preset: is required with the provider "github_oauth": expected all-pushes or only-build-prs',
  ]);
  assert.equal(await post({ event_source: oauth, event_preset: 'only-tags' }), [
    400,
    'event_preset: is required with the provider "github_oauth": expected all-pushes or only-build-prs',
  ]);
  assert.equal(await post({ event_source: oauth, event_preset: 'only-build-prs', disabled: true }), [
    400,
    'disabled: can be set by an update only with the provider "github_oauth"',
  ]);
});

triggers('are made for definitions of the app only; what is not there is 404', async ({ here: { ci, store }, project, path, one }) => {
  const definition = path.split('/')[4]!;
  await store.write(async (tx) => {
    const record = (await tx.get<any>('ci-definitions', definition))!;
    await tx.update(record, { body: { ...record.body, configSource: { ...record.body.configSource, provider: 'codehost_dc' } } });
  });
  assert.equal(statusAndMessage(await ci(`POST ${path}`, { event_source: app('1') })), [
    400,
    'triggers are made for definitions whose config_source.provider is "codehost_app"; this one\'s is "codehost_dc"',
  ]);
  const other = 'aaaaaaaa-0000-4000-8000-000000000000';
  assert.equal(statusAndMessage(await ci(`GET /projects/${project}/pipeline-definitions/${other}/triggers`)), [
    404,
    gone(`the pipeline definition ${other}`),
  ]);
  assert.equal(statusAndMessage(await ci(`GET ${one(other)}`)), [404, gone(`the trigger ${other}`)]);
  assert.equal(statusAndMessage(await ci(`GET ${one('x')}`)), [400, 'trigger_id: expected a UUID, got "x"']);
  assert.is((await ci(`GET ${path}`, undefined, { token: 'stranger-token' })).status, 404);
});

triggers.run();
