import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { findPolicySet } from '../../../src/ci/policies/policy-sets.ts';
import type { PolicyBundle } from '../../../src/ci/policies/policy-records.ts';
import { policyPathOf, replacePolicies, requestDecision, versionPolicy } from '../policies/policy-requests.ts';
import { startPipelineTest, type PipelineTest } from './support.ts';

const test = suite<{ here: PipelineTest }>('CI pipelines that policies judge');
test.before.each(async (context) => {
  context.here = await startPipelineTest();
  await context.here.ci(`PATCH ${policyPathOf(context.here, '/decision/settings')}`, { enabled: true });
});
test.after.each(async ({ here }) => {
  await here.close();
});

/** No job may use the image `evil`, whatever it is called by. */
const imagePolicy = `package org
policy_name["images"]
enable_hard["images"]
images[reason] { some name; input._compiled_.jobs[name].docker[_].image == "evil"; reason := sprintf("%s uses evil", [name]) }
`;
const hidden = `version: 2.1
executors: { e: { docker: [{ image: << pipeline.parameters.image >> }] } }
parameters: { image: { type: string, default: evil } }
jobs: { build: { executor: e, steps: [checkout] } }
`;

const run = async ({ ci, trigger, wait }: PipelineTest): Promise<any> => {
  const id = await trigger();
  await wait(100);
  return (await ci(`GET /pipeline/${id}`)).body;
};

test('policies see what a configuration compiles to', async ({ here }) => {
  await replacePolicies(here, { a: imagePolicy });
  await here.configureProject(hidden);
  const { state, errors } = await run(here);
  assert.equal(
    [state, errors],
    ['errored', [{ type: 'config', message: 'the policy rule images refuses this configuration: build uses evil' }]],
  );
});

test('a rule that fails softly is logged, and the pipeline runs; a hard one prevents it', async ({ here }) => {
  await here.configureProject(hidden);
  const judge = async (how: 'enable_rule' | 'enable_hard'): Promise<unknown> => {
    await replacePolicies(here, { a: versionPolicy('old', '3', how) });
    const { state, errors } = await run(here);
    const [decision] = (await here.ci(`GET ${policyPathOf(here, '/decision')}`)).body;
    return [decision.decision.status, state, errors];
  };
  assert.equal(await judge('enable_rule'), ['SOFT_FAIL', 'created', []]);
  const message = 'the policy rule old_version refuses this configuration: version is below 3';
  assert.equal(await judge('enable_hard'), ['HARD_FAIL', 'errored', [{ type: 'config', message }]]);
});

test('a configuration cannot say what it compiles to', async ({ here }) => {
  await replacePolicies(here, { a: imagePolicy });
  await here.configureProject(`${hidden}_compiled_: { jobs: {} }\n`);
  const { state, errors } = await run(here);
  assert.equal(
    [state, errors],
    [
      'errored',
      [
        {
          type: 'config',
          message: 'line 5, column 1 (/_compiled_): _compiled_ is reserved for the compiled configuration that policies receive',
        },
      ],
    ],
  );
});

test('a decision without a pipeline is made about what the text compiles to, not about what it says', async ({ here }) => {
  await replacePolicies(here, { a: imagePolicy });
  const failures = [{ rule: 'images', reason: 'build uses evil' }];
  assert.equal((await requestDecision(here, hidden)).hard_failures, failures);
  assert.equal((await requestDecision(here, `${hidden}_compiled_: { jobs: {} }\n`)).hard_failures, failures);
  assert.is((await requestDecision(here, '_compiled_: { jobs: { build: { docker: [{ image: evil }] } } }\n')).status, 'PASS');
});

test('a judgment that fails ends the pipeline with its error, whatever failed', async ({ here }) => {
  await replacePolicies(here, { a: imagePolicy });
  await here.store.write(async (tx) => {
    const set = (await findPolicySet(tx, here.org))!;
    const bundle = (await tx.get<PolicyBundle>('ci-policy-bundles', set.body.bundle!))!;
    await tx.update(bundle, { body: { documents: [{ ...bundle.body.documents[0], content: 7 }] } });
  });
  await here.configureProject(hidden);
  const { state, errors } = await run(here);
  assert.is(state, 'errored');
  assert.match(
    errors[0].message,
    /could not judge this configuration: This is a bug in Slipway; please report it: evaluating the policies failed: TypeError/,
  );
  assert.is(errors[0].message.includes('\n'), false, 'no stack');
});

test('a compiler that fails ends the pipeline with its error, whatever failed', async ({ here }) => {
  await here.configureProject({ length: 7 } as never);
  const { state, errors } = await run(here);
  assert.is(state, 'errored');
  assert.match(errors[0].message, /^This is a bug in Slipway; please report it: compiling the configuration failed: TypeError/);
});

test.run();
