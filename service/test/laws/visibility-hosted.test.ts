/** The law of `visibility.test.ts` in the dialect of the hosted service, whose documents have further members. */
// watchdog: 400 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { schedule } from '@slipway/test-support/scale';
import { hostedClient, judgeReads, judgeWrites, type Planted, plantWorld } from './visibility/planted.ts';

/** All in the long schedule. */
const callers = ['reader', 'project-administrator', 'organization'];

const law = suite<Planted>('what a caller cannot read is not named in the hosted dialect');
law.before(async (context) => {
  Object.assign(context, await plantWorld(schedule(callers, [])));
});
law.after(async ({ bench }) => {
  await bench.close();
});

law('it answers in the hosted dialect', async ({ bench, twins }) => {
  const { body } = await bench.request(`GET /workspaces/${twins.shown['workspace_id']}`, undefined, { headers: hostedClient });
  assert.is(typeof body.data.attributes['terraform-version'], 'string');
});

law('reads: the documents, what is included, counts of lists, errors', async (planted) => {
  assert.equal(await judgeReads(planted, hostedClient), []);
});

law('responses to writes, including refusals and deletions', async (planted) => {
  assert.equal(await judgeWrites(planted, hostedClient), []);
});

law.run();
