/** For any sequence of actions of some roles: a workspace gets into no state that none of them could have requested. */
// watchdog: 300 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { runs } from '@slipway/test-support/scale';
import { fc } from '@slipway/test-support/seed';
import { type Effect, type Role, allRoles } from './run-effects/roles.ts';
import { describeStep, performStep, type Step, steps } from './run-effects/steps.ts';
import { createWorld, observeEffects, subtractEffects } from './run-effects/world.ts';

const law = suite('effects of sequences of requests, by roles');

/** An owner starts and overrides runs beside the roles, and applies none. */
const ofOwner: readonly Effect[] = ['plan', 'override', 'end'];

const tryAll = async (acting: readonly Role[], attributes: object, sequence: readonly Step[]): Promise<readonly string[]> => {
  const world = await createWorld();
  try {
    const cell = await world.createCell(acting[0]!, attributes);
    const others = await Promise.all(acting.slice(1).map((role) => cell.addRole(role)));
    const before = await observeEffects(cell);
    for (const step of sequence) await performStep({ ...cell, asRole: [cell.asRole, ...others][step.actor % acting.length]! }, step);
    await cell.settle();
    return subtractEffects(await observeEffects(cell), before);
  } finally {
    await world.close();
  }
};

const some = (candidates: readonly Role[]): fc.Arbitrary<readonly Role[]> =>
  fc.uniqueArray(fc.constantFrom(...candidates), { minLength: 1, maxLength: 3, selector: ({ name }) => name });
const acting = fc.oneof(
  { weight: 3, arbitrary: some(allRoles.filter(({ reaches }) => reaches.length > 0 && !reaches.includes('apply'))) },
  { weight: 1, arbitrary: some(allRoles.filter(({ reaches }) => reaches.length > 0)) },
);
const workspace = fc.record({ 'auto-apply': fc.boolean(), 'auto-apply-run-trigger': fc.boolean() });

law('stay within what the roles reach', async () => {
  const sequence = fc.array(steps, { minLength: 2, maxLength: 14 });
  await fc.assert(
    fc.asyncProperty(acting, workspace, sequence, async (some, attributes, done) => {
      const reached = new Set<string>([...ofOwner, ...some.flatMap(({ reaches }) => reaches)]);
      // Who creates the workspace has chosen its settings.
      const seen = await tryAll(some, attributes, done);
      const beyond = seen.filter((effect) => !reached.has(effect));
      assert.equal(beyond, [], `${some.map(({ name }) => name).join(', ')}: ${done.map(describeStep).join('; ')}`);
    }),
    { numRuns: runs(30, 600) },
  );
});

law.run();
