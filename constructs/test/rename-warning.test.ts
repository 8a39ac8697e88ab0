import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { App, TerraformStack } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CiProject, NoCodeModule, Project, Slipway, Workspace } from '../src/index.ts';

const test = suite('renames');
let outdir = '';
test.before.each(() => {
  outdir = mkdtempSync(join(tmpdir(), 'slipway-renames-'));
});
test.after.each(() => rmSync(outdir, { recursive: true }));

/** The warnings of a synthesis into the folder of this test. */
const warningsOf = (build: (stack: TerraformStack) => void): readonly string[] => {
  const app = new App({ outdir, stackTraces: false });
  const stack = new TerraformStack(app, 'stack');
  new Slipway(stack);
  build(stack);
  app.synth();
  return stack.node
    .findAll()
    .flatMap(({ node }) => node.metadata.filter(({ type }) => type === '@cdktf/warn').map(({ data }) => `${node.path}: ${String(data)}`));
};
const advice = (id: string) =>
  `It is new, and "${id}" beside it is gone since the last synthesis: a deploy destroys the old object and creates this one. If it was ` +
  `renamed, keep its identity: \`{ id: "${id}" }\`.`;

const project = (stack: TerraformStack) => new Project(stack, 'p', { name: 'payments' });
const module = (stack: TerraformStack) => new NoCodeModule(stack, 'm', { registryModuleId: 'mod-1' });
const pipeline = { repository: '1', config: 'ci.yml' };
/** Everything that is named by what it is called and that the service can rename. */
const named: { readonly [what: string]: readonly [string, (stack: TerraformStack, name: string, id?: string) => unknown] } = {
  'a workspace of a project': ['stack/p/workspace-b', (stack, name, id) => project(stack).workspace(name, id ? { id } : {})],
  'a set of a project': ['stack/p/variables-b', (stack, name, id) => project(stack).variableSet(name, id ? { id } : {})],
  'a set of a workspace': [
    'stack/w/variables-b',
    (stack, name, id) => new Workspace(stack, 'w', { name: 'w' }).variableSet(name, id ? { id } : {}),
  ],
  'a variable of a set': [
    'stack/p/variables-s/env-b',
    (stack, name, id) =>
      project(stack)
        .variableSet('s')
        .env(name, '1', id ? { id } : {}),
  ],
  'a no-code workspace': ['stack/m/workspace-b', (stack, name, id) => module(stack).workspace(name, id ? { id } : {})],
  'a webhook of a pipeline definition, whose secret address would change': [
    'stack/c/pipeline-p/on-webhook-b',
    (stack, name, id) =>
      new CiProject(stack, 'c', { name: 'c' })
        .pipeline({ name: 'p', ...pipeline })
        .on('webhook', { sender: name, ref: 'main', ...(id ? { id: `webhook-${id}` } : {}) }),
  ],
  'a pipeline definition': [
    'stack/c/pipeline-b',
    (stack, name, id) => new CiProject(stack, 'c', { name: 'c' }).pipeline({ name, ...pipeline, ...(id ? { id } : {}) }),
  ],
};

for (const [what, [path, declare]] of Object.entries(named)) {
  test(`${what} that gets another name is warned about, and with its former id it stays where it is`, () => {
    assert.equal(
      warningsOf((stack) => declare(stack, 'a')),
      [],
    );
    assert.equal(
      warningsOf((stack) => declare(stack, 'b', 'a')),
      [],
    );
    assert.equal(
      warningsOf((stack) => declare(stack, 'b')),
      [`${path}: ${advice(path.includes('/on-webhook-') ? 'webhook-a' : 'a')}`],
    );
    assert.equal(
      warningsOf((stack) => declare(stack, 'b')),
      [],
    );
  });
}
test('adding a sibling, and only removing one, is not a rename', () => {
  assert.equal(
    warningsOf((stack) => project(stack).workspace('a')),
    [],
  );
  assert.equal(
    warningsOf((stack) => {
      const p = project(stack);
      p.workspace('a');
      p.workspace('b');
    }),
    [],
  );
  assert.equal(
    warningsOf((stack) => project(stack).workspace('b')),
    [],
  );
  assert.equal(
    warningsOf((stack) => project(stack).variableSet('a')),
    [],
  );
});
test.run();
