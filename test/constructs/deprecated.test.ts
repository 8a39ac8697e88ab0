import { App, TerraformStack } from 'cdktf';
import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CiContextRestriction } from '../../constructs/src/generated/ci-context-restriction.ts';
import { Workspace as Generated } from '../../constructs/src/generated/workspace.ts';
import { CiContext, Slipway, warnDeprecated, Workspace } from '../../constructs/src/index.ts';
import { makeProvider } from '../../src/provider/provider.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';
import { synthesisWarnings } from '../../constructs/test/support/synth.ts';

const test = suite('warnDeprecated');
const message = '"operations" is deprecated: Use `execution_mode`: "remote" for true, "local" for false.';

test('what is deprecated is warned about where it is said, in L2, L1 and overrides', () => {
  assert.equal(
    synthesisWarnings((stack) => {
      new Slipway(stack);
      new Workspace(stack, 'two', { name: 'two', operations: false });
      new Generated(stack, 'one', { name: 'one', operations: true });
      new Workspace(stack, 'over', { name: 'over' }).addOverride('operations', true);
      new Workspace(stack, 'fine', { name: 'fine', executionMode: 'remote' });
      warnDeprecated(stack);
    }),
    [`stack/two: ${message}`, `stack/one: ${message}`, `stack/over: ${message}`],
  );
});
test('a field of the CI service that is going away is warned about as well', () => {
  assert.equal(
    synthesisWarnings((stack) => {
      new Slipway(stack);
      new CiContextRestriction(stack, 'old', {
        contextId: '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11',
        projectId: '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a12',
      });
      new CiContext(stack, 'deploy', { name: 'deploy' }).restrictTo({ project: '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a12' });
      warnDeprecated(stack);
    }),
    ['stack/old: "project_id" is deprecated: Use `restriction_type = "project"` with `restriction_value`.'],
  );
});
test('nothing is warned about unless asked for', () => {
  assert.equal(
    synthesisWarnings((stack) => {
      new Slipway(stack);
      new Workspace(stack, 'two', { name: 'two', operations: false });
    }),
    [],
  );
});
test("the words are the plan's", async () => {
  const provider = makeProvider({ version: '0', environment: {}, log: () => {} });
  const [warning] = await provider.resources['slipway_workspace']!.validate({ name: 'two', operations: false }, { writeOnlyAllowed: true });
  assert.is(`${warning?.summary}: ${warning?.detail}`, message);
});
test('an app is asked whole: stacks made before and after, each place once', () => {
  const outdir = temporaryFolder();
  const app = new App({ outdir });
  const make = (name: string) => {
    const stack = new TerraformStack(app, name);
    new Slipway(stack);
    new Workspace(stack, 'web', { name: 'web', operations: true });
  };
  make('before');
  warnDeprecated(app);
  warnDeprecated(app);
  make('after');
  app.synth();
  const { stacks } = JSON.parse(readFileSync(join(outdir, 'manifest.json'), 'utf8')) as {
    stacks: { [name: string]: { annotations: { constructPath: string; message: string }[] } };
  };
  assert.equal(
    Object.values(stacks).flatMap(({ annotations }) => annotations.map((one) => `${one.constructPath}: ${one.message}`)),
    [`after/web: ${message}`, `before/web: ${message}`],
  );
});
test.run();
