import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { compileBundle } from '../../../src/ci/policies/compile-bundle.ts';
import { decide } from '../../../src/ci/policies/decide.ts';
import { query, toJson } from '@slipway/rego';
import { evaluateText, compileErrorOf } from './policy-modules.ts';

const test = suite('rego: the library for configurations');
/** The reasons of one soft rule that a call of the library gives. */
const reasons = (call: string, input: unknown, metadata: Record<string, unknown> = {}, family = 'ci') =>
  decide(compileBundle({ 'a.rego': `package org\nimport data.${family}.config\npolicy_name["a"]\nenable_rule["r"]\nr = config.${call}` }), {
    input,
    metadata,
  }).soft_failures.map(({ reason }) => reason);
const value = (name: string, input: unknown) => {
  const answer = query(
    compileBundle({ 'a.rego': `package org\nimport data.ci.config\npolicy_name["a"]\np = config.${name}` }),
    'data.org.p',
    { input },
  );
  return answer.value === undefined ? undefined : toJson(answer.value);
};
const orbs = { orbs: { docker: 'circleci/docker@2.0.3', own: 'us/own@1.0.0', inline: { jobs: {} } } };
const workflows = {
  main: { jobs: ['lint', { build: { context: 'aws' } }] },
  nightly: { jobs: [{ deploy: { context: ['aws', 'gcp'] } }] },
  version: 2,
};

test('the jobs of all workflows, by name', () => {
  assert.equal(value('jobs', { workflows }), ['build', 'deploy', 'lint']);
  assert.equal(value('jobs', {}), []);
});
test('required jobs', () => {
  assert.equal(reasons('require_jobs(["lint", "deploy"])', { workflows }), []);
  assert.equal(reasons('require_jobs(["lint", "scan", "audit"])', { workflows }), ['audit job is required', 'scan job is required']);
});
test('orbs by name, with their version; those written in place are none', () => {
  assert.equal(value('orbs', orbs), { 'circleci/docker': '2.0.3', 'us/own': '1.0.0' });
  assert.equal(value('orbs', {}), {});
});
test('required orbs', () => {
  assert.equal(reasons('require_orbs(["us/own"])', orbs), []);
  assert.equal(reasons('require_orbs(["us/own", "snyk/snyk"])', orbs), ['snyk/snyk orb is required']);
  assert.equal(reasons('require_orbs_version(["us/own@1.0.0", "circleci/docker@2.0.0"])', orbs), ['circleci/docker@2.0.0 orb is required']);
});
test('banned orbs, and the only ones allowed', () => {
  assert.equal(reasons('ban_orbs(["us/own", "them/theirs"])', orbs), ['us/own orb is not allowed in the configuration']);
  assert.equal(reasons('ban_orbs_version(["us/own@1.0.0", "circleci/docker@1.0.0"])', orbs), [
    'us/own@1.0.0 orb is not allowed in the configuration',
  ]);
  assert.equal(reasons('orbs_allowlist({"us/own"})', orbs), ['circleci/docker orb is not allowed in the configuration']);
});
test('an orb whose name or version is a parameter may be any orb', () => {
  const why = (orb: string) => `${orb} orb is not allowed in the configuration: a parameter decides which one it is`;
  const version = 'us/own@<< pipeline.parameters.v >>';
  for (const orb of ['<< pipeline.parameters.orb >>', 'us/<<pipeline.parameters.name>>@1.0.0', '<< pipeline.parameters.orb >>@1.0.0']) {
    const input = { orbs: { x: orb } };
    assert.equal(reasons('ban_orbs(["us/own"])', input), [why(orb)]);
    assert.equal(reasons('ban_orbs_version(["us/own@1.0.0"])', input), [why(orb)]);
    assert.equal(reasons('orbs_allowlist({"us/own"})', input).length, 1);
  }
  assert.equal(reasons('ban_orbs_version(["us/own@1.0.0"])', { orbs: { x: version } }), [why(version)]);
  assert.equal(reasons('ban_orbs_version(["us/other@1.0.0"])', { orbs: { x: version } }), []);
  assert.equal(reasons('ban_orbs(["us/own"])', { orbs: { x: version } }), ['us/own orb is not allowed in the configuration']);
});
test('an orb without a version is banned like any other', () => {
  assert.equal(reasons('ban_orbs(["us/own"])', { orbs: { x: 'us/own' } }), ['us/own orb is not allowed in the configuration']);
});
test('under its public name it speaks the public words', () => {
  assert.equal(reasons('ban_orbs(["us/own"])', orbs, {}, 'circleci'), ['us/own orb is not allowed in CircleCI configuration']);
});
test('resource classes kept for some projects', () => {
  const jobs = { lint: { resource_class: 'medium' }, test: { resource_class: 'large' }, build: { resource_class: 'small' }, docs: {} };
  const call = 'resource_class_by_project({"large": {"A"}, "medium": {"B"}})';
  assert.equal(reasons(call, { jobs }, { project_id: 'B' }), [
    'project is not allowed to use resource_class "large" declared in job "test"',
  ]);
  assert.equal(reasons(call, { jobs: {}, _compiled_: { jobs } }, { project_id: 'A' }), [
    'project is not allowed to use resource_class "medium" declared in job "lint"',
  ]);
});
test('contexts blocked for some projects', () => {
  const call = 'contexts_blocked_by_project_ids(["p1", "p2"], ["gcp", "aws"])';
  assert.equal(reasons(call, { workflows }, { project_id: 'p1' }), [
    'main.build: uses context value(s) in blocklist for project: aws',
    'nightly.deploy: uses context value(s) in blocklist for project: aws, gcp',
  ]);
  assert.equal(reasons(call, { workflows }, { project_id: 'other' }), []);
});
test('the only contexts allowed to some projects', () => {
  assert.equal(reasons('contexts_allowed_by_project_ids("p1", "aws")', { workflows }, { project_id: 'p1' }), [
    'nightly.deploy: uses context value(s) not in allowlist for project: gcp',
  ]);
});
test('contexts reserved to some projects', () => {
  assert.equal(reasons('contexts_reserved_by_project_ids("p1", ["gcp"])', { workflows }, { project_id: 'x' }), [
    'nightly.deploy: uses context value(s) reserved to other projects: gcp',
  ]);
  assert.equal(reasons('contexts_reserved_by_project_ids("p1", ["gcp"])', { workflows }, { project_id: 'p1' }), []);
});
test('contexts reserved to branches', () => {
  const only = (branches: unknown) => ({
    workflows: {
      w: {
        jobs: [
          { publish: { context: 'secret', filters: branches === undefined ? null : { branches: { only: branches } } } },
          { test: { context: 'open' } },
        ],
      },
    },
  });
  const call = 'contexts_reserved_by_branches(["main", "master"], ["secret"])';
  assert.equal(reasons(call, only('main')), []);
  assert.equal(reasons(call, only(['main', 'dev'])), ['w.publish: uses context value(s): secret - that cannot be used with branches: dev']);
  assert.equal(reasons(call, only(undefined)), [
    'w.publish: uses context value(s): secret - that must be limited to branches: main, master',
  ]);
});
test('small tools', () => {
  const tool = (written: string) => evaluateText(`import data.ci.utils\np := utils.${written}`);
  assert.equal(tool('to_array(1)'), [1]);
  assert.equal(tool('to_array([1])'), [1]);
  assert.equal(tool('to_array({1})'), [[1]]);
  assert.equal(tool('to_set([2, 1])'), [1, 2]);
  assert.equal(tool('to_set("a")'), ['a']);
  assert.equal(tool('to_set({"a"})'), ['a']);
  assert.is(tool('get_element_name("lint")'), 'lint');
  assert.is(tool('get_element_name({"lint": {}})'), 'lint');
  assert.is(tool('get_element_name({"a": 1, "b": 2})'), undefined);
  assert.equal(tool('get_element_types(["a", {"b": 1}, "c"])'), ['object', 'string']);
  assert.equal(
    [
      tool('is_parameterized_expression("x<< parameters.a-b >>")'),
      tool('is_parameterized_expression("<<pipeline.git.branch>>")'),
      tool('is_parameterized_expression("plain")'),
    ],
    [true, true, false],
  );
});
test('it is there without an import when its full path is used, and only then', () => {
  assert.equal(evaluateText('p := data.circleci.utils.to_array(1)'), [1]);
  assert.equal(evaluateText('p := data.ci.config.jobs', { input: { workflows } }), ['build', 'deploy', 'lint']);
  assert.equal(evaluateText('p := [data.ci.config.jobs, data.ci.own]', { input: { workflows }, data: { ci: { own: 1 } } }), [
    ['build', 'deploy', 'lint'],
    1,
  ]);
  // As in Open Policy Agent: given data that is no object hides what packages below it have.
  assert.equal(evaluateText('p := data.ci', { data: { ci: 5 } }), 5);
  assert.equal(evaluateText('p := data.circle', { data: { circle: 5 } }), 5);
});
test('what it does not have is refused by name', () => {
  assert.is(
    compileErrorOf('import data.ci.config\np := config.orbs_allow_types(["certified"])'),
    'compile a.rego:3:6: undefined function data.ci.config.orbs_allow_types',
  );
});
test.run();
