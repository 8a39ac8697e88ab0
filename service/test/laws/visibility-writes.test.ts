/** The law of `visibility.test.ts` for requests that write: their responses, including refusals and deletions. */
// watchdog: 400 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { judgeWrites, type Planted, plantWorld } from './visibility/planted.ts';

const law = suite<Planted>('what a caller cannot read is not named in answers to writes');
law.before(async (context) => {
  Object.assign(context, await plantWorld());
});
law.after(async ({ bench }) => {
  await bench.close();
});

law('responses to writes, including refusals and deletions', async (planted) => {
  assert.equal(await judgeWrites(planted), []);
});

law.run();
