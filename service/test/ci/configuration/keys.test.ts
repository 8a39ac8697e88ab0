import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { parse } from 'yaml';
import { checkConfiguration } from '../../../src/ci/configuration/check-configuration.ts';
import { listConfigurationKeys } from '../../../src/ci/configuration/index.ts';

const test = suite('pipeline configuration: every key');
const named = 'name: n, when: always';

/** A configuration with every key of the language, the deprecated ones among them. */
const whole = `
version: 2.1
setup: true
experimental: {}
parameters: { p: { type: enum, description: d, default: a, enum: [a] } }
orbs: { o: { commands: {}, executors: {}, jobs: {}, orbs: {} } }
commands: { c: { description: d, parameters: {}, steps: [] } }
executors:
  e:
    description: d
    parameters: {}
    docker:
      - { image: i, name: n, entrypoint: [e], command: c, user: u, environment: { A: 1 }, auth: { username: u }, aws_auth: { a: b } }
    resource_class: r
    shell: s
    working_directory: w
    environment: [A=1]
  m: { machine: { image: i, docker_layer_caching: true, shell: s, resource_class: r, enabled: true } }
  x: { macos: { xcode: "15" } }
jobs:
  j:
    type: build
    description: d
    parameters: {}
    executor: { name: e }
    docker: [{ image: i, name: n, entrypoint: [e], command: c, user: u, environment: { A: 1 }, auth: { a: b }, aws_auth: { a: b } }]
    machine: { image: i, docker_layer_caching: true, shell: s, resource_class: r, enabled: true }
    macos: { xcode: "15" }
    resource_class: r
    shell: s
    working_directory: w
    environment: { A: 1 }
    parallelism: 2
    branches: { only: main }
    ip_ranges: true
    circleci_ip_ranges: true
    retention: { caches: 1d }
    plan_name: p
    allow_ssh: true
    steps:
      - run: &run
          command: c
          shell: s
          environment: { A: 1 }
          background: true
          working_directory: w
          no_output_timeout: 1m
          max_auto_reruns: 1
          auto_rerun_delay: 1s
          name: n
          when: always
      - deploy: *run
      - checkout: { path: p, method: full, depth: 1, ${named} }
      - setup_remote_docker: { version: v, docker_layer_caching: true, reusable: true, exclusive: true, ${named} }
      - add_ssh_keys: { fingerprints: [f], ${named} }
      - save_cache: { paths: [p], key: k, ${named} }
      - restore_cache: { key: k, keys: [k], ${named} }
      - store_artifacts: { path: p, destination: d, ${named} }
      - store_artifacts: { path: p, prefix: d }
      - store_test_results: { path: p, ${named} }
      - persist_to_workspace: { root: r, paths: [p], ${named} }
      - attach_workspace: { at: a, ${named} }
      - when: { condition: { and: [{ or: [{ not: true }] }, { equal: [1, 1] }, { matches: { pattern: a, value: a } }] }, steps: [] }
      - unless: { condition: true, steps: [] }
      - steps: []
workflows:
  version: 2
  w:
    when: true
    unless: false
    max_auto_reruns: 1
    triggers: [{ schedule: { cron: "0 0 * * *", filters: { branches: { only: main, ignore: dev } } } }]
    jobs:
      - j:
          name: n
          type: approval
          requires: []
          context: [c]
          filters: { branches: { only: main, ignore: dev }, tags: { only: v, ignore: x } }
          matrix: { parameters: { p: [1] }, exclude: [{ p: 1 }], alias: a }
          pre-steps: []
          post-steps: []
          serial-group: g
          override-with: o
`;

const countKey = (key: string): number => (whole.match(new RegExp(`(^|[\\s{[])${key}:`, 'gm')) ?? []).length;

test('each key of the language stands in this configuration, and the schema takes it', async () => {
  assert.equal((await checkConfiguration(parse(whole))).faults, []);
  const keys = listConfigurationKeys();
  assert.equal(
    keys.filter(({ key }) => countKey(key) === 0),
    [],
  );
  assert.equal(
    keys.filter(({ element }) => element === 'logic').map(({ key }) => key),
    ['and', 'or', 'not', 'equal', 'matches'],
  );
  // A key that is added to the language is added above, too.
  assert.is(keys.length, 185);
});

test('each key with a boolean also takes an expression', async () => {
  const places: string[] = [];
  const withTags = (value: any, path: string): any => {
    if (typeof value === 'boolean') {
      places.push(path);
      return '<< pipeline.parameters.flag >>';
    }
    if (Array.isArray(value)) return value.map((item, at) => withTags(item, `${path}/${at}`));
    if (typeof value !== 'object' || value === null) return value;
    return Object.fromEntries(Object.entries(value).map(([name, inner]) => [name, withTags(inner, `${path}/${name}`)]));
  };
  const { faults } = await checkConfiguration(withTags(parse(whole), ''));
  assert.equal(faults, []);
  assert.ok(places.includes('/setup') && places.includes('/jobs/j/machine/enabled') && places.includes('/jobs/j/steps/0/run/background'));
});

test('each deprecated key warns, with what to write instead', async () => {
  const { deprecations } = await checkConfiguration(parse(whole));
  assert.equal(deprecations.map(({ pointer }) => pointer).sort(), [
    '/executors/m/machine/enabled',
    '/experimental',
    '/jobs/j/branches',
    '/jobs/j/machine/enabled',
    '/jobs/j/steps/1/deploy',
    '/jobs/j/steps/8/store_artifacts/prefix',
    '/workflows/version',
    '/workflows/w/triggers',
  ]);
  assert.is(
    deprecations.every(({ message }) => message.length > 10),
    true,
  );
});

test('a key that an element does not have is refused', async () => {
  for (const [text, pointer] of [
    ['executors: { e: { docker: [{ image: i, odd: 1 }] } }', '/executors/e/docker/0/odd'],
    ['executors: { e: { machine: { odd: 1 } } }', '/executors/e/machine/odd'],
    ['jobs: { j: { odd: 1 } }', '/jobs/j/odd'],
    ['commands: { c: { steps: [], odd: 1 } }', '/commands/c/odd'],
    ['commands: { c: { steps: [run: { command: c, odd: 1 }] } }', '/commands/c/steps/0/run/odd'],
    ['workflows: { w: { jobs: [a], odd: 1 } }', '/workflows/w/odd'],
    ['parameters: { p: { type: string, odd: 1 } }', '/parameters/p/odd'],
  ] as const)
    assert.equal(
      (await checkConfiguration(parse(`version: 2.1\n${text}\n`))).faults.map((fault) => fault.pointer),
      [pointer],
    );
});

test.run();
