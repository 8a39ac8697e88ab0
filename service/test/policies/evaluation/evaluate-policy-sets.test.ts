import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { evaluateInWorker } from '../../../src/workspaces/policies/evaluation/evaluate-in-worker.ts';
import { evaluatePolicySets, type PolicySetInput } from '../../../src/workspaces/policies/evaluation/evaluate-policy-sets.ts';

const test = suite('policies in Rego on a plan');

const plan = JSON.stringify({
  resource_changes: [
    { address: 'harbor_buoy.red', change: { actions: ['create'], after: { lit: false } } },
    { address: 'harbor_buoy.green', change: { actions: ['create'], after: { lit: true } } },
  ],
});
const run = { id: 'run-1', workspace: { name: 'web' } };
const dark = `package harbor
import rego.v1
deny contains message if {
  some change in input.plan.resource_changes
  not change.change.after.lit
  message := sprintf("%s is dark in %s", [change.address, input.run.workspace.name])
}
`;
const oneOf = (text: string, query: string | null, level = 'mandatory'): PolicySetInput => ({
  name: 'rules',
  description: null,
  overridable: false,
  toolVersion: 'embedded',
  files: { 'one.rego': text },
  policies: [{ name: 'one', description: 'd', query, level, modules: ['one.rego'] }],
});
const noSecrets = { secrets: [], secretVariables: [] };
const evaluate = (set: PolicySetInput) => evaluatePolicySets({ sets: [set], plan, run, now: 0n, ...noSecrets })[0]!;
const judge = (text: string, query: string | null = 'data.harbor.deny') => {
  const [result] = evaluate(oneOf(text, query)).results;
  return [result!.status, result!.output];
};

test('a violated policy fails with what its query gives, by its level', () => {
  assert.equal(evaluate(oneOf(dark, 'data.harbor.deny')), {
    name: 'rules',
    description: null,
    overridable: false,
    toolVersion: 'embedded',
    error: null,
    warnings: [],
    counts: { 'advisory-failed': 0, 'mandatory-failed': 1, passed: 0, errored: 0 },
    results: [
      {
        enforcement_level: 'mandatory',
        query: 'data.harbor.deny',
        policy_name: 'one',
        description: 'd',
        status: 'failed',
        output: ['harbor_buoy.red is dark in web'],
      },
    ],
  });
  assert.equal(evaluate(oneOf(dark, 'data.harbor.deny', 'advisory')).counts, {
    'advisory-failed': 1,
    'mandatory-failed': 0,
    passed: 0,
    errored: 0,
  });
});
test('an empty array or set, false and a rule without a value pass; true fails', () => {
  const header = 'package harbor\n';
  assert.equal(judge(`${header}deny["x"] { false }`), ['passed', []]);
  assert.equal(judge(`${header}deny := []`), ['passed', []]);
  assert.equal(judge(`${header}deny := false`), ['passed', []]);
  assert.equal(judge(`${header}deny { input.plan.absent }`), ['passed', []]);
  assert.equal(judge(`${header}deny { input.plan.resource_changes }`), ['failed', [true]]);
  assert.equal(judge(`${header}deny := ["a", {"b": 1}]`), ['failed', ['a', { b: 1 }]]);
});
test('a policy that cannot be evaluated is errored, with the reason', () => {
  assert.equal(judge('package harbor\ndeny {'), ['errored', ['one.rego:2:7: expected a value, found the end of the file']]);
  assert.equal(judge(dark, 'data.harbour.deny'), ['errored', ['the policy has no rule data.harbour.deny']]);
  assert.equal(judge(dark, 'count(data.harbor.deny)'), [
    'errored',
    ['the query "count(data.harbor.deny)" is not a path of the form data.harbor.deny'],
  ]);
  assert.equal(judge('package harbor\ndeny := "no"'), ['errored', ['the query data.harbor.deny gives neither an array nor a set']]);
  assert.equal(judge(dark, null), ['errored', ['the policy has no query']]);
});
test('of a long output the first entries are kept, with a warning', () => {
  const set = evaluate(oneOf('package harbor\ndeny := numbers.range(1, 250)', 'data.harbor.deny'));
  assert.is(set.results[0]!.output.length, 100);
  assert.equal(set.warnings, ['the output of the policy one has 250 entries; the first 100 are kept']);
});
test('what a policy says has no secret of the run: neither a leaf of a variable, nor what its expression results in', () => {
  const quoting = 'package harbor\ndeny := [x | x := input.plan.variables.db.value[_]]';
  const secrets = { secrets: [{ text: '{ a = "hunter2-a", b = 7394615 }', isExpression: true }], secretVariables: ['db'] };
  const db = { value: ['x hunter2-a', 7394615, 'computed-value', { 'hunter2-a': ['aHVudGVyMi1h'] }, true, 12] };
  const [set] = evaluatePolicySets({
    sets: [oneOf(quoting, 'data.harbor.deny')],
    plan: JSON.stringify({ variables: { db } }),
    run,
    now: 0n,
    ...secrets,
  });
  assert.equal(set!.results[0]!.output, ['****', 'REDACTED', '****', { '****': ['****'] }, true, 12]);
});
test('a policy that never ends is given up, in a thread of its own', async () => {
  const endless = 'package harbor\ndeny := [x | x := numbers.range(1, 1000000)[_]; y := numbers.range(1, 1000000)[_]; x == y]';
  const [result] = (await evaluateInWorker({ sets: [oneOf(endless, 'data.harbor.deny')], plan, run, now: 0n, ...noSecrets }))!;
  assert.is(result!.counts.errored, 1);
});

test.run();
