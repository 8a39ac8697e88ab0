import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startEventTest, type EventTest } from '../code-host-events/support.ts';

const hooks = suite<{ here: EventTest; project: string; trigger: string; path: string }>('CI webhook triggers');
hooks.before.each(async (context) => {
  const here = (context.here = await startEventTest());
  const { id, definition } = await here.createTriggers('web');
  context.project = id;
  const made = await here.ci(`POST /projects/${id}/pipeline-definitions/${definition}/triggers`, {
    event_source: { provider: 'webhook', webhook: { sender: 'registry' } },
    event_name: 'image',
    checkout_ref: 'stable',
    config_ref: 'main',
  });
  context.trigger = made.body.id;
  const { url } = made.body.event_source.webhook;
  context.path = url.slice('http://slipway.test'.length);
});
hooks.after.each(async ({ here }) => {
  await here.close();
});

hooks(
  'whoever knows the address starts a pipeline, which can read what was sent',
  async ({ here: { send, pipelines, ci }, path, trigger }) => {
    const answer = await send(path, '{"image": {"tag": "v7", "layers": [{"size": 3}]}, "push": true}', {
      'content-type': 'application/json',
    });
    const [pipeline] = await pipelines();
    assert.equal(
      [answer.status, answer.body],
      [201, { id: pipeline.id, state: 'pending', number: 1, created_at: '2026-05-01T12:00:00.000Z' }],
    );
    assert.equal([pipeline.trigger.type, pipeline.trigger.actor.login, pipeline.vcs.branch], ['webhook', 'registry', 'stable']);
    const { body: values } = await ci(`GET /pipeline/${pipeline.id}/values`);
    assert.equal(Object.fromEntries(Object.entries(values).filter(([name]) => /^pipeline\.(trigger|trigger_parameters)\./.test(name))), {
      'pipeline.trigger.type': 'webhook',
      'pipeline.trigger.id': trigger,
      'pipeline.trigger.name': 'image',
      'pipeline.trigger_parameters.webhook.body': '{"image": {"tag": "v7", "layers": [{"size": 3}]}, "push": true}',
      'pipeline.trigger_parameters.webhook.body.image.tag': 'v7',
      'pipeline.trigger_parameters.webhook.body.image.layers.0.size': '3',
      'pipeline.trigger_parameters.webhook.body.push': 'true',
    });
  },
);

hooks('a configuration reads the body', async ({ here: { send, pipelines, ci, wait, store }, project, path }) => {
  const text =
    'version: 2.1\njobs:\n' +
    '  test: { docker: [{ image: "node:<< pipeline.trigger_parameters.webhook.body.tag >>" }], steps: [checkout] }\n' +
    'workflows:\n  all: { when: { equal: [webhook, << pipeline.trigger.type >>] }, jobs: [test] }\n';
  await store.write(async (tx) => {
    await tx.update((await tx.get('ci-configurations', `text-${project}`))!, { body: { text } });
  });
  await send(path, '{"tag": "22"}');
  await wait(100);
  const [{ id, state }] = await pipelines();
  assert.is(state, 'created');
  assert.match((await ci(`GET /pipeline/${id}/config`)).body.compiled, 'image: node:22');
});

hooks('a wrong secret, a wrong id and no secret look alike', async ({ here: { send, pipelines }, path, trigger }) => {
  const refusal = {
    status: 404,
    body: { message: 'a webhook with this id and secret was not found, or this token has no access to it' },
  };
  const [, secret] = path.split('=') as [string, string];
  for (const wrong of [
    `/hooks/${trigger}`,
    `/hooks/${trigger}?secret=`,
    `/hooks/${trigger}?secret=${secret}x`,
    `/hooks/${trigger}?secret=${secret.toLowerCase()}0`,
    `/hooks/aaaaaaaa-0000-4000-8000-000000000000?secret=${secret}`,
    `/hooks/x?secret=${secret}`,
  ])
    assert.equal(await send(wrong, '{}'), refusal);
  assert.equal(await pipelines(), []);
});

hooks('a disabled trigger starts nothing and says so', async ({ here: { send, ci, pipelines }, project, trigger, path }) => {
  await ci(`PATCH /projects/${project}/triggers/${trigger}`, { disabled: true });
  assert.equal(await send(path, '{}'), { status: 200, body: { message: 'No pipeline was started: the trigger is disabled.' } });
  assert.equal(await pipelines(), []);
});

hooks('any text is a body, within 256 KiB; a NUL is none', async ({ here: { send, pipelines, ci }, path }) => {
  assert.is((await send(path, 'done: v7 {', { 'content-type': 'text/plain' })).status, 201);
  const [{ id }] = await pipelines();
  assert.is((await ci(`GET /pipeline/${id}/values`)).body['pipeline.trigger_parameters.webhook.body'], 'done: v7 {');
  assert.is((await send(path, `"${'x'.repeat(256 * 1024)}"`)).status, 413);
  assert.equal(await send(path, 'a\0b'), { status: 400, body: { message: 'the body holds a NUL character' } });
  assert.is((await send(path, '')).status, 201);
});

hooks('a delivery with the same id starts one pipeline', async ({ here: { send, pipelines }, path }) => {
  const answers = await Promise.all(Array.from({ length: 5 }, () => send(path, '{}', { 'webhook-id': 'msg_1' })));
  assert.equal(answers.map(({ status }) => status).sort(), [200, 200, 200, 200, 201]);
  assert.is(new Set(answers.map(({ body }) => body.id)).size, 1);
  assert.is((await pipelines()).length, 1);
  assert.is((await send(path, '{}', { 'webhook-id': 'not an id' })).status, 400);
});

hooks('a delivery is remembered for seven days, and is a new one after that', async ({ here: { send, clock, pipelines }, path }) => {
  const tell = async (id: string): Promise<number> => (await send(path, '{}', { 'webhook-id': id })).status;
  assert.is(await tell('msg_1'), 201);
  clock.freeze(new Date('2026-05-08T12:00:00.000Z'));
  assert.equal([await tell('other_1'), await tell('msg_1')], [201, 200]);
  clock.freeze(new Date('2026-05-08T12:00:00.001Z'));
  assert.equal([await tell('other_2'), await tell('msg_1')], [201, 201]);
  assert.is((await pipelines()).length, 4);
});

hooks.run();
