import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { startScheduledPipelines } from '../../../src/ci/schedules/start-scheduled-pipelines.ts';
import { defaultSettings } from '../../../src/http/settings.ts';
import { startPipelineTest, type PipelineTest } from '../pipelines/support.ts';

const contexts = suite<{ here: PipelineTest }>('CI contexts that jobs name');
contexts.before.each(async (context) => {
  context.here = await startPipelineTest({ settings: { ciStatusMilliseconds: 0 } });
});
contexts.after.each(async (context) => {
  await context.here.close();
});

const text = `version: 2.1
jobs: { a: { docker: [{ image: x }], steps: [checkout] } }
workflows: { all: { jobs: [a: { context: keys }] } }
`;
/** Status of the workflow and the job, and the job's message. */
const end = async ({ trigger, wait, statuses, ci, store }: PipelineTest, body: object, token?: string): Promise<any> => {
  const id = token ? (await ci('POST /project/gh/acme/web/pipeline', body, { token })).body.id : await trigger(body);
  await wait(0);
  const [status, { a }] = (await statuses(id)).all;
  const job = (await store.read((view) => view.list<any>({ kind: 'ci-jobs' }))).records.at(-1)!.body;
  return [status, a, job.messages.map(({ message }: any) => message)[0]];
};
const good = ['success', 'success', undefined];

contexts('a missing expression context denies everyone', async ({ here }) => {
  await here.configureProject(text);
  assert.equal(await end(here, {}), ['unauthorized', 'unauthorized', 'there is no context keys']);
  await here.context('keys');
  assert.equal(await end(here, {}), good);
});

contexts('of the type project: every other project is refused', async ({ here }) => {
  const web = await here.configureProject(text);
  const [keys, other] = [await here.context('keys'), (await here.project('other')).id];
  await here.ci(`POST /context/${keys}/restrictions`, { restriction_type: 'project', restriction_value: other });
  assert.equal(await end(here, {}), ['unauthorized', 'unauthorized', 'the context keys is not for this project']);
  await here.ci(`POST /context/${keys}/restrictions`, { restriction_type: 'project', restriction_value: web });
  assert.equal(await end(here, {}), good);
});

contexts('of the type expression: it holds for the pipeline', async ({ here }) => {
  await here.configureProject(text);
  await here.ci(`POST /context/${await here.context('keys')}/restrictions`, {
    restriction_type: 'expression',
    restriction_value: 'pipeline.git.branch == "main"',
  });
  assert.equal(await end(here, { branch: 'next' }), [
    'unauthorized',
    'unauthorized',
    'the context keys is for pipelines where pipeline.git.branch == "main"',
  ]);
  assert.equal(await end(here, { branch: 'main' }), good);
});

contexts('of the type group: the person who started the pipeline must be in it', async ({ here }) => {
  const { ci, context, configureProject: configured, org } = here;
  await configured(text);
  const keys = await context('keys');
  const groups = (await ci(`GET /organizations/${org}/groups`)).body.items;
  const restrict = (name: string) =>
    ci(`POST /context/${keys}/restrictions`, {
      restriction_type: 'group',
      restriction_value: groups.find((one: any) => one.name === name).id,
    });
  await restrict('ops');
  assert.equal(await end(here, {}, 'acme-token'), [
    'unauthorized',
    'unauthorized',
    'the context keys is not for whoever this job runs for',
  ]);
  assert.equal(await end(here, {}, 'mia-token'), good);
  // Owners are in every group.
  assert.equal(await end(here, {}), good);
  await restrict('All members');
  assert.equal(await end(here, {}, 'acme-token'), good);
});

contexts('after an approval a job runs for who approved: outside of the group it is unauthorized, inside it runs', async ({ here }) => {
  const { ci, wait, statuses } = here;
  await here.configureProject(`version: 2.1
jobs: { a: { docker: [{ image: x }], steps: [checkout] } }
workflows: { all: { jobs: [hold: { type: approval }, a: { context: keys, requires: [hold] }] } }
`);
  const keys = await here.context('keys');
  const { items } = (await ci(`GET /organizations/${here.org}/groups`)).body;
  const ops = items.find(({ name }: any) => name === 'ops').id;
  await ci(`POST /context/${keys}/restrictions`, { restriction_type: 'group', restriction_value: ops });
  const approved = async (starter: string, approver: string): Promise<string> => {
    const { id } = (await ci('POST /project/gh/acme/web/pipeline', {}, { token: starter })).body;
    await wait(0);
    const [workflow] = (await ci(`GET /pipeline/${id}/workflow`)).body.items;
    const hold = (await ci(`GET /workflow/${workflow.id}/job`)).body.items.find(({ name }: any) => name === 'hold');
    assert.is((await ci(`POST /workflow/${workflow.id}/approve/${hold.id}`, undefined, { token: approver })).status, 202);
    await wait(0);
    return (await statuses(id)).all[1].a;
  };
  // mia is in the group; the organization's token is not; the owner is exempt.
  assert.is(await approved('mia-token', 'acme-token'), 'unauthorized');
  assert.is(await approved('acme-token', 'mia-token'), 'success');
  assert.is(await approved('acme-token', 'owner-token'), 'success');
  assert.is(await approved('mia-token', 'mia-token'), 'success');
});

contexts('a schedule of the system is in no group, one of a member is in theirs', async ({ here }) => {
  const { ci, wait, statuses } = here;
  const project = await here.configureProject(text);
  await here.giveRole(project, 'admin');
  const keys = await here.context('keys');
  const { items } = (await ci(`GET /organizations/${here.org}/groups`)).body;
  const ops = items.find(({ name }: any) => name === 'ops').id;
  await ci(`POST /context/${keys}/restrictions`, { restriction_type: 'group', restriction_value: ops });
  for (const [actor, hour] of [
    ['system', 13],
    ['current', 14],
  ] as const) {
    const timetable = { 'per-hour': 1, 'hours-of-day': [hour], 'days-of-week': ['FRI'] };
    const schedule = { name: actor, timetable, 'attribution-actor': actor, parameters: { branch: 'main' } };
    assert.is((await ci('POST /project/gh/acme/web/schedule', schedule, { token: 'mia-token' })).status, 201);
  }
  const endAtNextHour = async (): Promise<string> => {
    await wait(3_600_000);
    assert.is(await startScheduledPipelines(here.store, here.clock, { ...defaultSettings, ciStatusMilliseconds: 0 }), 1);
    await wait(0);
    const [{ id }] = (await ci('GET /project/gh/acme/web/pipeline')).body.items;
    return (await statuses(id)).all[0];
  };
  assert.is(await endAtNextHour(), 'unauthorized');
  assert.is(await endAtNextHour(), 'success');
});

contexts('without its last restriction a context is open; without its last group it is for owners alone', async ({ here }) => {
  await here.configureProject(text);
  const [keys, other] = [await here.context('keys'), (await here.project('other')).id];
  const path = `/context/${keys}/restrictions`;
  const restrict = async (type: string, value: string): Promise<string> =>
    (await here.ci(`POST ${path}`, { restriction_type: type, restriction_value: value })).body.id;
  for (const [type, value] of [
    ['project', other],
    ['expression', 'pipeline.git.branch == "next"'],
  ] as const) {
    const id = await restrict(type, value);
    assert.is((await end(here, { branch: 'main' }))[0], 'unauthorized', `${type}: owners, too`);
    await here.ci(`DELETE ${path}/${id}`);
    assert.equal(await end(here, { branch: 'main' }, 'mia-token'), good, type);
  }
  const hosted = { token: null, headers: { 'circle-token': 'owner-token' } };
  assert.is((await here.ci(`DELETE ${path}/${here.org}`, undefined, hosted)).status, 200, 'the group of all members');
  assert.is((await end(here, {}, 'mia-token'))[0], 'unauthorized');
  assert.equal(await end(here, {}), good, 'an owner');
});

contexts('law: deleting the object of a restriction makes the context available to nobody', async ({ here }) => {
  await here.configureProject(text);
  const deletions: {
    readonly [type: string]: () => Promise<readonly [value: string, remove: () => Promise<{ readonly status: number }>]>;
  } = {
    project: async () => {
      const other = await here.project('other');
      return [other.id, () => here.ci(`DELETE /project/${other.slug}`)];
    },
    group: async () => {
      const { items } = (await here.ci(`GET /organizations/${here.org}/groups`)).body;
      const team = (await here.store.read((view) => view.getByKey('teams', 'acme', 'ops')))!.id;
      return [items.find(({ name }: any) => name === 'ops').id, () => here.request(`DELETE /teams/${team}`)];
    },
  };
  for (const [type, prepare] of Object.entries(deletions)) {
    const keys = await here.context('keys');
    const [value, remove] = await prepare();
    await here.ci(`POST /context/${keys}/restrictions`, { restriction_type: type, restriction_value: value });
    assert.is((await end(here, {}, 'acme-token'))[0], 'unauthorized', type);
    assert.ok((await remove()).status < 300, type);
    assert.is((await end(here, {}, 'acme-token'))[0], 'unauthorized', `${type}, deleted`);
    await here.ci(`DELETE /context/${keys}`);
  }
});

contexts.run();
