import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { isBlockingDecision, evaluatePipelinePolicies, saveDecision } from '../../../src/ci/policies/evaluate-configuration.ts';
import { newId } from '../../../src/store/new-id.ts';
import { defaultSettings } from '../../../src/http/settings.ts';
import { startCiService, type CiTestService } from '../support.ts';
import { policyPathOf, replacePolicies, versionPolicy } from './policy-requests.ts';

const pipelines = suite<{ here: CiTestService }>('CI policies before a pipeline');
pipelines.before.each(async (context) => {
  context.here = await startCiService();
});
pipelines.after.each(async (context) => {
  await context.here.close();
});

const judge = async ({ store, clock, org }: CiTestService, text: string, at_: { now(): Date } = clock) => {
  const judgment = await evaluatePipelinePolicies((work) => store.read(work), { clock: at_, settings: defaultSettings }, org, {
    text,
    metadata: { build_number: 1, vcs: { branch: 'main' } },
  });
  return (
    judgment && {
      id: (await store.write((tx) => saveDecision({ tx, newId }, judgment))).id,
      decision: judgment.decision,
      blocks: isBlockingDecision(judgment),
    }
  );
};
const logs = async (bench: CiTestService) => (await bench.ci(`GET ${policyPathOf(bench, '/decision')}`)).body;

pipelines('unless the settings say so, nothing is judged and nothing logged', async ({ here: bench }) => {
  await replacePolicies(bench, { a: versionPolicy('a', '2', 'enable_hard') });
  assert.is(await judge(bench, 'version: 1'), undefined);
  await bench.ci(`PATCH ${policyPathOf(bench, '/decision/settings')}`, { enabled: true });
  assert.is((await judge(bench, 'version: 1'))!.blocks, true);
  await bench.ci(`PATCH ${policyPathOf(bench, '/decision/settings')}`, { enabled: false });
  assert.is(await judge(bench, 'version: 1'), undefined);
  assert.is((await logs(bench)).length, 1);
});

pipelines('a hard failure blocks, a soft one and none do not; each is logged', async ({ here: bench }) => {
  await bench.ci(`PATCH ${policyPathOf(bench, '/decision/settings')}`, { enabled: true });
  assert.equal(await judge(bench, 'version: 1').then((one) => [one!.decision.status, one!.blocks]), ['PASS', false], 'no policies');
  await replacePolicies(bench, { a: versionPolicy('hard', '2', 'enable_hard'), b: versionPolicy('soft', '3') });
  const all = [];
  for (const text of ['version: 3', 'version: 2', 'version: 1']) {
    bench.clock.advance(1000);
    all.push((await judge(bench, text))!);
  }
  assert.equal(
    all.map(({ decision, blocks }) => [decision.status, blocks]),
    [
      ['PASS', false],
      ['SOFT_FAIL', false],
      ['HARD_FAIL', true],
    ],
  );
  assert.equal(
    (await logs(bench)).slice(0, 3).map(({ id }: any) => id),
    all.map(({ id }) => id).reverse(),
  );
  assert.equal((await logs(bench))[0].metadata, { build_number: 1, vcs: { branch: 'main' } });
});

pipelines("the time it took is the clock's", async ({ here: bench }) => {
  await bench.ci(`PATCH ${policyPathOf(bench, '/decision/settings')}`, { enabled: true });
  let now = Date.UTC(2026, 4, 1, 12);
  const clock = {
    now: () => {
      const time = new Date(now);
      now += 7;
      return time;
    },
  };
  await judge(bench, 'version: 1', clock);
  const [{ created_at: at_, time_taken_ms: taken }] = await logs(bench);
  assert.equal([at_, taken], ['2026-05-01T12:00:00.000Z', 7]);
});

pipelines('what cannot be judged does not start', async ({ here: bench }) => {
  await bench.ci(`PATCH ${policyPathOf(bench, '/decision/settings')}`, { enabled: true });
  await replacePolicies(bench, { 'a.rego': 'package org\npolicy_name["a"]\nx := 1\nx := 2\n' });
  const outcome = async (text: string) => {
    const one = (await judge(bench, text))!;
    return [one.blocks, one.decision.status, one.decision.reason];
  };
  assert.equal(await outcome('version: 1'), [true, 'ERROR', 'a.rego:4:1: complete rules must not produce multiple outputs']);
  assert.equal(await outcome('a: [1'), [
    true,
    'ERROR',
    'the configuration is not valid YAML: line 1, ' +
      'column 6: flow sequence in block collection must be sufficiently indented and end with a ]',
  ]);
  assert.equal(await outcome('#'.repeat(1_048_577)), [
    true,
    'ERROR',
    'the configuration has 1048577 characters; a configuration has at most 1048576',
  ]);
});

pipelines('a bundle that was replaced while it judged is kept for its decision', async ({ here: bench }) => {
  await bench.ci(`PATCH ${policyPathOf(bench, '/decision/settings')}`, { enabled: true });
  await replacePolicies(bench, { a: versionPolicy('first', '2', 'enable_hard') });
  const judgment = (await evaluatePipelinePolicies(
    (work) => bench.store.read(work),
    { clock: bench.clock, settings: defaultSettings },
    bench.org,
    { text: 'version: 1', metadata: {} },
  ))!;
  await replacePolicies(bench, { a: versionPolicy('second', '2', 'enable_hard') });
  await bench.store.write((tx) => saveDecision({ tx, newId }, judgment));
  const [{ id, policies }] = await logs(bench);
  assert.equal(Object.keys(policies), ['first']);
  assert.equal(Object.keys((await bench.ci(`GET ${policyPathOf(bench, `/decision/${id}/policy-bundle`)}`)).body), ['first']);
  assert.equal(Object.keys((await bench.ci(`GET ${policyPathOf(bench, '/policy-bundle')}`)).body), ['second']);
});

pipelines.run();
