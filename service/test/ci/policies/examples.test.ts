import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { compileBundle } from '../../../src/ci/policies/compile-bundle.ts';
import { decide } from '../../../src/ci/policies/decide.ts';

const test = suite('rego: policies as people write them');
const judge = (policies: Readonly<Record<string, string>>, configuration: string, metadata: Record<string, unknown> = {}) =>
  decide(compileBundle(policies), { input: parse(configuration, { merge: true }), metadata });

const version = `# The configuration must be of a recent version.
package org

policy_name["version"]

enable_hard["check_version"]

# A version that is no number cannot be compared.
check_version = reason {
	not is_number(input.version)
	reason := sprintf("version is %v, it should be a number", [type_name(input.version)])
} else = reason {
	input.version < 2.1
	reason := sprintf("version %v is below 2.1", [input.version])
}
`;
test('a recent version', () => {
  assert.equal(judge({ version }, 'version: 2.1'), {
    status: 'PASS',
    enabled_rules: ['check_version'],
    hard_failures: [],
    soft_failures: [],
  });
  assert.equal(judge({ version }, 'version: 2').hard_failures, [{ rule: 'check_version', reason: 'version 2 is below 2.1' }]);
  assert.equal(judge({ version }, 'version: "2.1"').hard_failures, [
    { rule: 'check_version', reason: 'version is string, it should be a number' },
  ]);
});

const images = `package org

import future.keywords

policy_name["images"]

enable_rule contains "trusted_images"

trusted := {"registry.example.com", "cimg"}

image_of(job) := [image | some image in [entry.image | entry := job.docker[_]]]

trusted_images contains reason if {
	some name, job in input.jobs
	some image in image_of(job)
	host := split(image, "/")[0]
	not host in trusted
	reason := sprintf("job %q uses the image %s, which is not of %s", [name, image, concat(" or ", trusted)])
}
`;
test('images of trusted places', () => {
  const configuration =
    'jobs:\n  build:\n    docker: [{ image: cimg/node:20 }, { image: "evil.io/x:1" }]\n  mac:\n' +
    '    macos: { xcode: 15 }\n  test:\n    docker: [{ image: "busybox" }]\n';
  assert.equal(judge({ images }, configuration).soft_failures, [
    { rule: 'trusted_images', reason: 'job "build" uses the image evil.io/x:1, which is not of cimg or registry.example.com' },
    { rule: 'trusted_images', reason: 'job "test" uses the image busybox, which is not of cimg or registry.example.com' },
  ]);
});

const commands = `package org
import rego.v1
policy_name contains "commands"
enable_rule contains "no_piped_scripts"
hard_fail contains "no_piped_scripts" if data.meta.vcs.branch == "main"

# Every run step, wherever it stands, in its short and its long form.
script_of(step) := step.run if is_string(step.run)
script_of(step) := step.run.command if is_object(step.run)

no_piped_scripts[path] := reason if {
	walk(input, [path_parts, step])
	script := script_of(step)
	regex.match(\`(curl|wget)[^|\\n]*\\|\\s*(ba)?sh\\b\`, script)
	path := concat("/", [sprintf("%v", [part]) | some part in path_parts])
	reason := sprintf("%s: pipes a download into a shell", [path])
}
`;
test('no downloads piped into a shell, hard on the main branch only', () => {
  const configuration =
    'jobs:\n  a:\n    steps:\n      - checkout\n      - run: curl -s https://x | bash\n' +
    '      - run: { name: fine, command: "curl x > y; sh y" }\n      - when:\n          steps:\n' +
    '            - run: { command: "wget -qO- x | sh" }\n';
  const failures = [
    { rule: 'no_piped_scripts', reason: 'jobs/a/steps/1: pipes a download into a shell' },
    { rule: 'no_piped_scripts', reason: 'jobs/a/steps/3/when/steps/0: pipes a download into a shell' },
  ];
  assert.equal(judge({ commands }, configuration, { vcs: { branch: 'dev' } }), {
    status: 'SOFT_FAIL',
    enabled_rules: ['no_piped_scripts'],
    hard_failures: [],
    soft_failures: failures,
  });
  assert.equal(judge({ commands }, configuration, { vcs: { branch: 'main' } }), {
    status: 'HARD_FAIL',
    enabled_rules: ['no_piped_scripts'],
    hard_failures: failures,
    soft_failures: [],
  });
});

const deploys = `package org
import future.keywords.in
import future.keywords.every
policy_name["deploys"]
enable_rule["deploys_wait"]
enable_rule["deploys_rest"] { data.meta.ssh_rerun }

# A job of a workflow is a name, or an object of one name.
entries[workflow] = jobs {
	some workflow
	input.workflows[workflow].jobs
	jobs := {name: object.get(options, "requires", []) | some job in input.workflows[workflow].jobs; is_object(job); some name, options in job}
}
deploys_wait[workflow] = reason {
	some workflow
	jobs := entries[workflow]
	deploying := [name | some name, requires in jobs; startswith(name, "deploy"); not approved(workflow, requires)]
	count(deploying) > 0
	reason := sprintf("%s: %s must require an approval", [workflow, concat(", ", sort(deploying))])
}
approved(workflow, requires) {
	some job in input.workflows[workflow].jobs
	some name, options in job
	options.type == "approval"
	name in requires
}
deploys_rest = "no deployment when rerun over ssh" { not every_quiet }
every_quiet { every workflow in input.workflows { every job in workflow.jobs { is_string(job) } } }
`;
test('deployments wait for an approval', () => {
  const configuration =
    'workflows:\n  good:\n    jobs: [test, { hold: { type: approval } }, { deploy: { requires: [hold] } }]\n  bad:\n' +
    '    jobs: [{ deploy-eu: { requires: [test] } }, { deploy-us: {} }, { lint: {} }]\n  plain:\n    jobs: [test]\n';
  assert.equal(judge({ deploys }, configuration), {
    status: 'SOFT_FAIL',
    enabled_rules: ['deploys_wait'],
    hard_failures: [],
    soft_failures: [{ rule: 'deploys_wait', reason: 'bad: deploy-eu, deploy-us must require an approval' }],
  });
  assert.equal(judge({ deploys }, 'workflows: { w: { jobs: [{ x: {} }] } }', { ssh_rerun: true }).soft_failures, [
    { rule: 'deploys_rest', reason: 'no deployment when rerun over ssh' },
  ]);
  assert.equal(judge({ deploys }, 'workflows: { w: { jobs: [x] } }', { ssh_rerun: true }).status, 'PASS');
});
test('all of them at once', () => {
  const decision = judge(
    { 'v.rego': version, 'i.rego': images, 'c.rego': commands, 'd.rego': deploys },
    'version: 2\njobs: { a: { docker: [{ image: me/x }] } }',
    { vcs: { branch: 'main' } },
  );
  assert.equal(decision, {
    status: 'HARD_FAIL',
    enabled_rules: ['check_version', 'deploys_wait', 'no_piped_scripts', 'trusted_images'],
    hard_failures: [{ rule: 'check_version', reason: 'version 2 is below 2.1' }],
    soft_failures: [{ rule: 'trusted_images', reason: 'job "a" uses the image me/x, which is not of cimg or registry.example.com' }],
  });
});
test.run();
