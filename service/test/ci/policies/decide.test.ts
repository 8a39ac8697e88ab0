import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileBundle } from '../../../src/ci/policies/compile-bundle.ts';
import { decide } from '../../../src/ci/policies/decide.ts';
import { bundleErrorOf } from './policy-modules.ts';

const test = suite('policy decisions');
const judged = (text: string, input: unknown = {}, metadata?: Record<string, unknown>) =>
  decide(compileBundle({ 'a.rego': `package org\npolicy_name["a"]\n${text}` }), { input, ...(metadata ? { metadata } : {}) });
const nothing = { enabled_rules: [], hard_failures: [], soft_failures: [] };

test('no policies pass, and say why', () => {
  assert.equal(decide(compileBundle({}), { input: {} }), { status: 'PASS', ...nothing, reason: 'there are no policies' });
});
test('policies that enable nothing pass, too', () => {
  assert.equal(judged('rule := "always"'), { status: 'PASS', ...nothing, reason: 'no rule is enabled' });
  assert.equal(judged('hard_fail["rule"]\nrule := "always"'), { status: 'PASS', ...nothing, reason: 'no rule is enabled' });
});
test('a rule that is enabled and has no value is not violated', () => {
  assert.equal(judged('enable_rule["r"]\nr = "why" { input.version < 2 }', { version: 2.1 }), {
    status: 'PASS',
    enabled_rules: ['r'],
    hard_failures: [],
    soft_failures: [],
  });
  assert.equal(judged('enable_rule["absent"]'), { status: 'PASS', enabled_rules: ['absent'], hard_failures: [], soft_failures: [] });
});
test('one that has a reason fails softly', () => {
  assert.equal(judged('enable_rule["r"]\nr = "version is too low" { input.version < 2.1 }', { version: 2 }), {
    status: 'SOFT_FAIL',
    enabled_rules: ['r'],
    hard_failures: [],
    soft_failures: [{ rule: 'r', reason: 'version is too low' }],
  });
});
test('hard_fail makes it hard, in a set or an array', () => {
  const hard = { status: 'HARD_FAIL', enabled_rules: ['r'], hard_failures: [{ rule: 'r', reason: 'why' }], soft_failures: [] };
  assert.equal(judged('enable_rule["r"]\nhard_fail["r"]\nr := "why"'), hard);
  assert.equal(judged('enable_rule contains "r"\nhard_fail contains "r" if input.strict\nr := "why"', { strict: true }), hard);
  assert.equal(judged('enable_rule := ["r"]\nhard_fail := ["r"]\nr := "why"'), hard);
});
test('enable_hard is both at once; what is enabled twice is reported once', () => {
  const hard = { status: 'HARD_FAIL', enabled_rules: ['r'], hard_failures: [{ rule: 'r', reason: 'why' }], soft_failures: [] };
  assert.equal(judged('enable_hard["r"]\nr := "why"'), hard);
  assert.equal(judged('enable_rule["r"]\nenable_hard["r"]\nr := "why"'), hard);
  assert.equal(judged('enable_hard contains "r" if true\nr := "why"'), hard);
});
test('reasons in a set, an array or an object, sorted', () => {
  const soft = {
    status: 'SOFT_FAIL',
    enabled_rules: ['r'],
    hard_failures: [],
    soft_failures: [
      { rule: 'r', reason: 'one' },
      { rule: 'r', reason: 'two' },
    ],
  };
  assert.equal(judged('enable_rule["r"]\nr contains "two"\nr contains "one"'), soft);
  assert.equal(judged('enable_rule["r"]\nr[reason] { reason := ["two", "one"][_] }'), soft);
  assert.equal(judged('enable_rule["r"]\nr := ["two", "one"]'), soft);
  assert.equal(judged('enable_rule["r"]\nr := {"a": "two", "b": "one"}'), soft);
});
test('what is not text is no reason', () => {
  assert.equal(judged('enable_rule["r"]\nr := true').status, 'PASS');
  assert.equal(judged('enable_rule["r"]\nr := 5').status, 'PASS');
  assert.equal(judged('enable_rule["r"]\nr := [1, "one", true]').soft_failures, [{ rule: 'r', reason: 'one' }]);
  assert.equal(judged('enable_rule["r"]\nr contains 1').status, 'PASS');
  assert.equal(judged('enable_rule["r"]\nr := {}').status, 'PASS');
});
test('soft and hard together are hard; all are reported, in order', () => {
  assert.equal(judged('enable_rule["z"]\nenable_rule["m"]\nenable_hard["a"]\nz := "1"\nm := "2"\na contains "4"\na contains "3"'), {
    status: 'HARD_FAIL',
    enabled_rules: ['a', 'm', 'z'],
    hard_failures: [
      { rule: 'a', reason: '3' },
      { rule: 'a', reason: '4' },
    ],
    soft_failures: [
      { rule: 'm', reason: '2' },
      { rule: 'z', reason: '1' },
    ],
  });
});
test('metadata is data.meta', () => {
  const text = 'enable_rule["r"] { data.meta.vcs.branch == "main" }\nr := sprintf("%s builds", [data.meta.project_id])';
  assert.equal(judged(text, {}, { project_id: 'p1', vcs: { branch: 'main' } }).soft_failures, [{ rule: 'r', reason: 'p1 builds' }]);
  assert.equal(judged(text, {}, { project_id: 'p1', vcs: { branch: 'dev' } }).status, 'PASS');
  assert.equal(judged(text).status, 'PASS');
});
test('policies of several files judge together', () => {
  const bundle = compileBundle({
    'one.rego': 'package org\npolicy_name["one"]\nenable_rule["a"]\na := name',
    'two.rego': 'package org\npolicy_name["two"]\nname := "shared"\nhard_fail["a"]',
  });
  assert.equal(decide(bundle, { input: {} }).hard_failures, [{ rule: 'a', reason: 'shared' }]);
});
test('what cannot be evaluated is an error with its place', () => {
  assert.equal(judged('rule := "yes"\nrule := "no"'), {
    status: 'ERROR',
    ...nothing,
    reason: 'a.rego:4:1: complete rules must not produce multiple outputs',
  });
  assert.equal(judged('enable_rule := "all"'), { status: 'ERROR', ...nothing, reason: 'enable_rule is not a set of rule names' });
  assert.equal(
    decide(compileBundle({ 'a.rego': 'package org\npolicy_name["a"]\nx := [1 | some i in numbers.range(1, 1000)]' }), {
      input: {},
      limits: { steps: 100 },
    }),
    { status: 'ERROR', ...nothing, reason: 'a.rego:3:11: the evaluation takes more than 100 steps' },
  );
  assert.equal(judged('', new Date(0)), { status: 'ERROR', ...nothing, reason: 'JSON has no word for [object Date]' });
});
test('each policy is known by its name, with the hash of its text', () => {
  assert.equal(compileBundle({ 'x/a.rego': 'package org\npolicy_name["a"]\n' }).policies, [
    {
      name: 'a',
      file: 'x/a.rego',
      content: 'package org\npolicy_name["a"]\n',
      hash: '0956f05da1e2cf418515ba7624bd7f1003137d00474993e74a9b59d5bbf8a2cb',
    },
  ]);
  assert.equal(
    compileBundle({ b: 'package org\npolicy_name["two"]', a: 'package org\npolicy_name contains "one"' }).policies.map(({ name }) => name),
    ['one', 'two'],
  );
});
test('what a policy needs besides rules', () => {
  const name = (text: string) => bundleErrorOf({ 'a.rego': text });
  assert.is(name('package org'), 'compile a.rego:1:1: a policy begins with `policy_name["…"]`, and this file has no rules');
  assert.is(name('package org\nrule := 1\npolicy_name["a"]'), 'compile a.rego:2:1: the first rule of a policy is policy_name, not rule');
  assert.is(name('package org\npolicy_name := "a"'), 'compile a.rego:2:1: policy_name is declared as `policy_name["…"]`, without a body');
  assert.is(
    name('package org\npolicy_name["a"] { true }'),
    'compile a.rego:2:1: policy_name is declared as `policy_name["…"]`, without a body',
  );
  assert.is(
    name('package org\npolicy_name[x] { x := "a" }'),
    'compile a.rego:2:1: policy_name is declared as `policy_name["…"]`, without a body',
  );
  assert.is(name('package org\npolicy_name[3.5]'), 'compile a.rego:2:13: policy_name is a literal string');
  assert.is(name('package org\npolicy_name[""]'), 'compile a.rego:2:13: policy_name has 1 to 80 letters, digits and underscores');
  assert.is(name('package org\npolicy_name["a b"]'), 'compile a.rego:2:13: policy_name has 1 to 80 letters, digits and underscores');
  assert.is(
    name(`package org\npolicy_name["${'a'.repeat(81)}"]`),
    'compile a.rego:2:13: policy_name has 1 to 80 letters, digits and underscores',
  );
  assert.is(name(`package org\npolicy_name["${'a'.repeat(80)}"]`), 'no error');
  assert.is(name('package org\npolicy_name["a"]\npolicy_name["b"]'), 'compile a.rego:3:1: policy_name is declared twice in this file');
  assert.is(name('package other\npolicy_name["a"]'), 'compile a.rego:1:1: the package of a policy is org, not other');
  assert.is(name('package ci.config\npolicy_name["a"]'), 'compile a.rego:1:1: the package ci.config is reserved');
  assert.is(
    bundleErrorOf({ 'a.rego': 'package org\npolicy_name["n"]', 'b.rego': 'package org\n\npolicy_name["n"]' }),
    'compile b.rego:3:1: policy "n" is declared in a.rego too',
  );
});
test('data.meta.branch is refused: the branch is data.meta.vcs.branch', () => {
  assert.is(
    bundleErrorOf({ 'a.rego': 'package org\nimport data.meta\npolicy_name["a"]\nr { meta.branch == "main" }' }),
    'compile a.rego:4:5: invalid use of data.meta.branch: the branch is data.meta.vcs.branch',
  );
});
test.run();
