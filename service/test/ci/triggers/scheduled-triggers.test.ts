import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startScheduledPipelines } from '../../../src/ci/schedules/start-scheduled-pipelines.ts';
import { defaultSettings } from '../../../src/http/settings.ts';
import { statusAndMessage, startTime, type CiTestService } from '../support.ts';
import { hosted, startEach, type TriggerTest } from './support.ts';

const triggers = suite<TriggerTest>('CI schedule triggers');
startEach(triggers);

const daily = {
  event_source: { provider: 'schedule', schedule: { cron_expression: '5 13 * * *', attribution_actor: 'system' } },
  event_name: 'nightly',
  checkout_ref: 'main',
  config_ref: 'main',
};
/** The clock stands there, and what is due is started; how many pipelines that were. */
const at = async ({ store, clock }: CiTestService, time: string): Promise<number> => {
  clock.freeze(new Date(time));
  return startScheduledPipelines(store, clock, defaultSettings);
};

triggers('made, read, changed, deleted; parameters are as they were sent', async ({ here: { ci }, path, one }) => {
  const parameters = { color: 'red', loud: true, times: 3 };
  const made = await ci(`POST ${path}`, { ...daily, parameters }, hosted);
  const { id } = made.body;
  const document = {
    id,
    event_name: 'nightly',
    created_at: startTime,
    event_source: {
      provider: 'schedule',
      schedule: {
        cron_expression: '5 13 * * *',
        attribution_actor: { id: '00000000-0000-0000-0000-000000000000', login: 'system-actor' },
      },
    },
    event_preset: null,
    checkout_ref: 'main',
    config_ref: 'main',
    disabled: false,
    parameters,
  };
  assert.equal([made.status, made.body], [200, document]);
  assert.equal((await ci(`GET ${one(id)}`, undefined, hosted)).body, document);
  const same = await ci(`PATCH ${one(id)}`, { event_source: document.event_source, parameters }, hosted);
  assert.equal([same.status, same.body], [200, document], 'values as they were read');
  const mine = await ci(`PATCH ${one(id)}`, { event_source: { schedule: { attribution_actor: 'current' } } }, hosted);
  assert.equal(
    [mine.body.event_source.schedule.attribution_actor.login, 'parameters' in mine.body],
    ['olivia', false],
    'parameters that are not repeated are dropped',
  );
  assert.equal(statusAndMessage(await ci(`DELETE ${one(id)}`, undefined, hosted)), [200, 'Trigger deleted.']);
});

triggers('it fires at its minute, once, and not while it is disabled', async ({ here, path, one, project }) => {
  const { ci } = here;
  const { id } = (await ci(`POST ${path}`, { ...daily, parameters: { deep: true } }, hosted)).body;
  assert.is(await at(here, '2026-05-01T13:04:59.000Z'), 0);
  assert.is(await at(here, '2026-05-01T13:05:00.000Z'), 1);
  assert.is(await at(here, '2026-05-01T13:05:30.000Z'), 0);
  const { items } = (await ci('GET /pipeline', undefined, hosted)).body;
  assert.equal(
    items.map(({ trigger: { type, actor }, trigger_parameters: parameters }: any) => [type, actor.login, parameters]),
    [['scheduled_pipeline', 'system-actor', { deep: 'true' }]],
  );
  const { body: values } = await ci(`GET /pipeline/${items[0].id}/values`, undefined, hosted);
  assert.equal(
    [values['pipeline.project.id'], values['pipeline.trigger.id'], values['pipeline.trigger.name'], values['pipeline.git.branch']],
    [project, id, 'nightly', 'main'],
  );
  await ci(`PATCH ${one(id)}`, { disabled: true }, hosted);
  assert.is(await at(here, '2026-05-02T13:05:00.000Z'), 0);
  await at(here, '2026-05-02T14:00:00.000Z');
  await ci(`PATCH ${one(id)}`, { disabled: false }, hosted);
  assert.is(await at(here, '2026-05-02T14:00:00.000Z'), 0, 'what was missed while it was disabled is not made up for');
  assert.is(await at(here, '2026-05-03T13:05:00.000Z'), 1);
  await ci(`DELETE ${one(id)}`, undefined, hosted);
  assert.is(await at(here, '2026-05-04T13:05:00.000Z'), 0);
});

triggers('it ends with its definition, and with its project', async ({ here, path, project }) => {
  const { ci } = here;
  const [definition] = /pipeline-definitions\/[^/]+/.exec(path)!;
  await ci(`POST ${path}`, daily, hosted);
  await ci(`DELETE /projects/${project}/${definition}`);
  assert.is(await at(here, '2026-05-01T13:05:00.000Z'), 0);
  const other = (await here.project('other')).id;
  await ci(`POST /projects/${other}/pipeline-definitions/${await here.definition(other)}/triggers`, daily, hosted);
  const slug = (await ci('GET /pipeline', undefined, hosted)).status === 200 ? other : '';
  assert.is((await ci(`DELETE /project/${slug}`, undefined, hosted)).status, 200);
  assert.is(await at(here, '2026-05-02T13:05:00.000Z'), 0);
  assert.equal(await here.store.read((view) => view.listLinks('ci-scheduled-triggers', { from: 'all' })), []);
});

triggers('what does not fit is 400', async ({ here: { ci }, path, one }) => {
  const post = async (change: object) => statusAndMessage(await ci(`POST ${path}`, { ...daily, ...change }, hosted));
  const cron = (cron_expression: unknown) => ({
    event_source: { provider: 'schedule', schedule: { cron_expression, attribution_actor: 'system' } },
  });
  const expected =
    'event_source.schedule.cron_expression: expected a cron expression of five fields (minute, hour, day of the month, month, ' +
    'day of the week), such as 5 4 * * 1-5, got';
  assert.equal(await post(cron('@daily')), [400, `${expected} "@daily"`]);
  assert.equal(await post(cron('60 * * * *')), [400, `${expected} "60 * * * *"`]);
  assert.equal(await post({ checkout_ref: undefined }), [400, "checkout_ref: is required: a schedule's event has no branch or tag"]);
  assert.equal(await post({ event_source: { provider: 'schedule' } }), [
    400,
    'event_source.schedule: is required with the provider "schedule"',
  ]);
  assert.equal(await post({ parameters: { deep: {} } }), [
    400,
    'parameters: expected strings, whole numbers and booleans; "deep" is another thing',
  ]);
  const webhook = { event_source: { provider: 'webhook', webhook: { sender: 'x' } } };
  assert.equal(await post({ ...webhook, parameters: {} }), [
    400,
    'parameters: is for event_source.provider "schedule" only; this one\'s is "webhook"',
  ]);
  const { id } = (await ci(`POST ${path}`, daily, hosted)).body;
  assert.equal(statusAndMessage(await ci(`PATCH ${one(id)}`, { event_source: { provider: 'webhook' } }, hosted)), [
    400,
    'event_source.provider: cannot be changed; it is "schedule"',
  ]);
  assert.equal(
    statusAndMessage(await ci(`POST ${path}`, daily)),
    [400, 'event_source.schedule: is not a known member; expected provider, repo, webhook'],
    'the specification has no such event source',
  );
});

triggers('refs may have spaces where the hosted service looks at them later', async ({ here: { ci }, path, one }) => {
  const webhook = { event_source: { provider: 'webhook', webhook: { sender: 'x' } }, checkout_ref: 'some ref', config_ref: 'main' };
  const made = await ci(`POST ${path}`, webhook, hosted);
  assert.equal([made.status, made.body.checkout_ref], [200, 'some ref']);
  const { url } = made.body.event_source.webhook;
  const patch = async (address: string) =>
    statusAndMessage(await ci(`PATCH ${one(made.body.id)}`, { event_source: { webhook: { url: address, sender: 'y' } } }, hosted));
  assert.equal(await patch(url), [200, undefined]);
  assert.equal(await patch(url.replace(/=.*/, '=**REDACTED**')), [200, undefined], 'as it was read');
  assert.equal(await patch(url.replace(/=.*/, '=other')), [
    400,
    'event_source.webhook.url: cannot be changed; send the address that was read, or omit it',
  ]);
});
triggers.run();
