import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startScheduledPipelines } from '../../../src/ci/schedules/start-scheduled-pipelines.ts';
import { advancePipelines } from '../../../src/ci/pipelines/advance-pipelines.ts';
import { createAdjustableClock } from '../../../src/http/clock.ts';
import { defaultSettings } from '../../../src/http/settings.ts';
import { statusAndMessage } from '../support.ts';
import { startEventTest, type EventTest } from '../code-host-events/support.ts';

const schedules = suite<{ here: EventTest; slug: string; list: string }>('CI schedules');
schedules.before.each(async (context) => {
  context.here = await startEventTest();
  context.slug = (await context.here.createTriggers('web')).slug;
  context.list = `/project/${context.slug}/schedule`;
});
schedules.after.each(async ({ here }) => {
  await here.close();
});

const nightly = {
  name: 'nightly',
  timetable: { 'per-hour': 1, 'hours-of-day': [13], 'days-of-week': ['FRI', 'SAT'] },
  'attribution-actor': 'current',
  parameters: { branch: 'main', deep: true },
};
/** The clock stands there, and what is due is started; how many pipelines that were. */
const at = async ({ store, clock }: EventTest, time: string): Promise<number> => {
  clock.freeze(new Date(time));
  return startScheduledPipelines(store, clock, defaultSettings);
};

schedules('made, read, listed, changed, deleted', async ({ here: { ci }, slug, list }) => {
  const made = await ci(`POST ${list}`, nightly);
  const { id, actor } = made.body;
  const document = {
    id,
    name: 'nightly',
    description: '',
    timetable: nightly.timetable,
    parameters: { branch: 'main', deep: true },
    'project-slug': slug,
    actor: { id: actor.id, login: 'olivia', name: 'olivia' },
    'created-at': '2026-05-01T12:00:00.000Z',
    'updated-at': '2026-05-01T12:00:00.000Z',
  };
  assert.equal([made.status, made.body], [201, document]);
  assert.equal((await ci(`GET /schedule/${id}`)).body, document);
  assert.equal((await ci(`GET ${list}`)).body, { items: [document], next_page_token: null });
  assert.equal(statusAndMessage(await ci(`POST ${list}`, nightly)), [409, 'the project has a schedule "nightly" already']);
  const changed = await ci(`PATCH /schedule/${id}`, { description: 'at night', 'attribution-actor': 'system' });
  assert.equal(
    [changed.status, changed.body],
    [
      200,
      {
        ...document,
        description: 'at night',
        actor: { id: '00000000-0000-0000-0000-000000000000', login: 'system-actor', name: 'Scheduled' },
      },
    ],
  );
  for (const token of ['stranger-token'])
    for (const method of ['GET', 'PATCH', 'DELETE'])
      assert.equal(statusAndMessage(await ci(`${method} /schedule/${id}`, method === 'PATCH' ? {} : undefined, { token })), [
        404,
        `the schedule ${id} was not found, or this token has no access to it`,
      ]);
  assert.equal(statusAndMessage(await ci(`DELETE /schedule/${id}`)), [200, 'Schedule deleted.']);
  assert.is((await ci(`GET /schedule/${id}`)).status, 404);
});

schedules('what does not fit', async ({ here: { ci }, list }) => {
  const post = async (change: object) => statusAndMessage(await ci(`POST ${list}`, { ...nightly, ...change }));
  assert.equal(await post({ parameters: {} }), [400, 'parameters: expected either branch or tag among them']);
  assert.equal(await post({ parameters: { branch: 'a', tag: 'b' } }), [400, 'parameters: expected either branch or tag among them']);
  assert.equal(await post({ 'attribution-actor': 'me' }), [400, 'attribution-actor: expected current or system, got "me"']);
  assert.match((await post({ timetable: { 'per-hour': 0 } }))[1], /^timetable: expected an object: per-hour \(1 to 60\)/);
});

schedules("a pipeline starts at its minute, once, with the schedule's branch, parameters and actor", async ({ here, list }) => {
  const { ci, pipelines } = here;
  const { id } = (await ci(`POST ${list}`, nightly)).body;
  assert.equal(
    [
      await at(here, '2026-05-01T12:59:59.999Z'),
      await at(here, '2026-05-01T13:00:00.000Z'),
      await at(here, '2026-05-01T13:00:30.000Z'),
      await at(here, '2026-05-01T14:00:00.000Z'),
    ],
    [0, 1, 0, 0],
  );
  const [pipeline] = await pipelines();
  assert.equal(
    [pipeline.trigger, pipeline.vcs.branch, pipeline.trigger_parameters],
    [
      { type: 'scheduled_pipeline', received_at: '2026-05-01T13:00:00.000Z', actor: { login: 'olivia', avatar_url: null } },
      'main',
      { deep: 'true' },
    ],
  );
  const { body } = await ci(`GET /pipeline/${pipeline.id}/values`);
  assert.equal(
    [body['pipeline.schedule.id'], body['pipeline.schedule.name'], body['pipeline.trigger_source'], body['pipeline.parameters.branch']],
    [id, 'nightly', 'scheduled_pipeline', undefined],
  );
});

schedules('what was missed is made up for once; a new timetable counts from now on', async ({ here, list }) => {
  const { ci, pipelines } = here;
  const { id } = (await ci(`POST ${list}`, nightly)).body;
  assert.equal([await at(here, '2026-08-03T09:00:00.000Z'), await at(here, '2026-08-03T09:01:00.000Z')], [1, 0]);
  await ci(`PATCH /schedule/${id}`, { timetable: { 'per-hour': 60, 'hours-of-day': [8, 9], 'days-of-week': ['MON'] } });
  assert.equal([await at(here, '2026-08-03T09:01:30.000Z'), await at(here, '2026-08-03T09:02:00.000Z')], [0, 1]);
  assert.is((await pipelines()).length, 2);
});

schedules('a clock that goes back starts nothing twice', async ({ here, list }) => {
  await here.ci(`POST ${list}`, nightly);
  assert.equal(
    [
      await at(here, '2026-05-01T13:00:00.000Z'),
      await at(here, '2026-05-01T12:00:00.000Z'),
      await at(here, '2026-05-01T13:00:00.000Z'),
      await at(here, '2026-05-02T13:00:00.000Z'),
    ],
    [1, 0, 0, 1],
  );
});

schedules('of ten that look at once, one starts it', async ({ here, list }) => {
  await here.ci(`POST ${list}`, nightly);
  const clocks = Array.from({ length: 10 }, (_, index) => {
    const clock = createAdjustableClock();
    clock.freeze(new Date(Date.parse('2026-05-01T13:00:00.000Z') + index));
    return clock;
  });
  const started = await Promise.all(clocks.map((clock) => startScheduledPipelines(here.store, clock, defaultSettings)));
  assert.is(
    started.reduce((sum, one) => sum + one, 0),
    1,
  );
  assert.is((await here.pipelines()).length, 1);
});

schedules('pipelines of a user who has left the organization do not start; those of nobody do', async ({ here, list, slug }) => {
  const hers = { ...nightly, parameters: { branch: 'main' } };
  await here.giveRole((await here.ci(`GET /project/${slug}`)).body.id, 'admin');
  await here.ci(`POST ${list}`, hers, { token: 'mia-token' });
  await here.ci(`POST ${list}`, { ...hers, name: 'of nobody', 'attribution-actor': 'system' });
  const errors = async (time: string): Promise<unknown> => {
    await at(here, time);
    here.clock.advance(100);
    await advancePipelines(here.store, here.clock, defaultSettings);
    return (await here.pipelines())
      .slice(-2)
      .map(({ state, trigger, errors: all }: any) => [trigger.actor.login, state, all])
      .sort();
  };
  assert.equal(await errors('2026-05-01T13:00:00.000Z'), [
    ['mia', 'created', []],
    ['system-actor', 'created', []],
  ]);
  await here.store.write(async (tx) => {
    for (const { from, to } of await tx.listLinks('organization-members', {
      to: (await tx.list({ kind: 'users', scope: '', keys: ['mia'] })).records[0]!.id,
    }))
      await tx.unlink('organization-members', from, to);
  });
  assert.equal(await errors('2026-05-02T13:00:00.000Z'), [
    ['mia', 'errored', [{ type: 'permission', message: 'mia, whose schedule this is, may not start pipelines here any more' }]],
    ['system-actor', 'created', []],
  ]);
});

schedules('with its project a schedule is gone', async ({ here, slug, list }) => {
  await here.ci(`POST ${list}`, nightly);
  await here.ci(`DELETE /project/${slug}`);
  assert.is(await at(here, '2026-05-01T13:00:00.000Z'), 0);
  assert.equal(await here.store.read((view) => view.count({ kind: 'ci-schedules' })), 0);
});

schedules.run();
