import { readdirSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { Token, TerraformVariable } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { DataSlipwayWorkspace } from '../src/generated/data-slipway-workspace.ts';
import { EphemeralSlipwayCiUsageExportDownload } from '../src/generated/ephemeral-slipway-ci-usage-export-download.ts';
import { Workspace as GeneratedWorkspace } from '../src/generated/workspace.ts';
import { Slipway, Workspace } from '../src/index.ts';
import { isDeclared } from '../src/validation-errors.ts';
import { synthesisErrors } from './support/synth.ts';

const root = resolve(import.meta.dirname, '../..');
const test = suite('rules at synthesis');
const of = (config: object) =>
  synthesisErrors((stack) => {
    new Slipway(stack);
    new Workspace(stack, 'web', { name: 'web', ...config });
  });

test("a rule between attributes is reported with the construct's path, in the plan's words", () => {
  assert.equal(of({ executionMode: 'agent' }), [
    '[stack/web] Missing "agent_pool_id". `agent_pool_id` is required when `execution_mode` is "agent". Set `agent_pool_id`, ' +
      'or change `execution_mode`.',
  ]);
  assert.equal(of({ executionMode: 'local', agentPoolId: 'apool-1' }), [
    '[stack/web] "agent_pool_id" does not fit what else is set. `agent_pool_id` cannot be set when `execution_mode` is ' +
      '"remote" or "local". Remove `agent_pool_id`, or change `execution_mode`.',
  ]);
  assert.equal(of({ executionMode: 'remote', operations: true }), [
    '[stack/web] "operations" does not fit what else is set. `operations` cannot be set together with `execution_mode`: the ' +
      'first is the old spelling of the second. Remove `operations`, or change `execution_mode`.',
  ]);
  assert.equal(of({ vcsRepo: { identifier: 'org/repo' } }), [
    '[stack/web] Missing "vcs_repo.oauth_token_id". One of `vcs_repo.oauth_token_id` or ' +
      '`vcs_repo.codehost_app_installation_id` is required when `vcs_repo` is set. Set `vcs_repo.oauth_token_id`, or change `vcs_repo`.',
  ]);
});
test('a value of the wrong kind is reported', () => {
  assert.equal(of({ name: 'no spaces' }), [
    '[stack/web] Wrong value for "name". Expected a workspace name: 1 to 90 letters, digits, - and _; given "no spaces".',
  ]);
  assert.equal(of({ autoDestroyActivityDuration: '0d' }), [
    '[stack/web] Wrong value for "auto_destroy_activity_duration". Expected a duration of at most four digits and d or h, ' +
      'such as 14d; given "0d".',
  ]);
  assert.equal(of({ executionMode: 'remot' }), [
    '[stack/web] Wrong value for "execution_mode". Expected one of "remote", "local", "agent"; given "remot". Write ' +
      '`execution_mode = "remote"`.',
  ]);
});
test('generated constructs and data sources are validated as well', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new GeneratedWorkspace(stack, 'web', { name: 'web', executionMode: 'agent' });
      new DataSlipwayWorkspace(stack, 'both', { id: 'ws-1', name: 'web' });
    }),
    [
      '[stack/web] Missing "agent_pool_id". `agent_pool_id` is required when `execution_mode` is "agent". Set ' +
        '`agent_pool_id`, or change `execution_mode`.',
      '[stack/both] "name" does not fit what else is set. Exactly one of `id` and `name` must be set. Change `name`, or change `id`.',
    ],
  );
});
test('an ephemeral resource is validated as well', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new EphemeralSlipwayCiUsageExportDownload(stack, 'report', {
        organizationId: 'acme',
        id: '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11',
        timeout: 7201,
      });
    }),
    [
      '[stack/report] Wrong value for "organization_id". Expected a UUID such as 0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11; given "acme".',
      '[stack/report] Wrong value for "timeout". Expected a whole number from 0 to 7200; given 7201.',
    ],
  );
});
test('what only the engine learns breaks nothing', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      const variable = new TerraformVariable(stack, 'v', {});
      new Workspace(stack, 'a', {
        name: variable.stringValue,
        executionMode: 'agent',
        agentPoolId: variable.stringValue,
        autoApply: variable.booleanValue,
        triggerPatterns: variable.listValue,
      });
      new Workspace(stack, 'b', {
        name: `web-${variable.stringValue} x`,
        executionMode: '${var.v}',
        agentPoolId: 'apool-1',
        tags: Token.asStringMap(variable.value),
      });
      new Workspace(stack, 'c', { name: 'c', tags: { [variable.stringValue]: 'prod' } });
    }),
    [],
  );
});
test("an override is judged too, and the engine's own arguments are not", () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      const web = new Workspace(stack, 'web', { name: 'web', lifecycle: { preventDestroy: true }, count: 2, dependsOn: [] });
      web.addOverride('execution_mode', 'agent');
    }),
    [
      '[stack/web] Missing "agent_pool_id". `agent_pool_id` is required when `execution_mode` is "agent". Set ' +
        '`agent_pool_id`, or change `execution_mode`.',
    ],
  );
});
test('every generated construct has its declaration in the package', () => {
  const names = readdirSync(join(root, 'constructs', 'src', 'generated'))
    .filter((name) => !['functions.ts', 'meta.ts', 'provider.ts'].includes(name))
    .map((name) => name.replace('.ts', ''));
  const missing = names.filter((name) => {
    const [, kind, rest] = /^(data|ephemeral)-slipway-(.+)$/.exec(name) ?? [];
    return !isDeclared(
      kind === 'data' ? 'data source' : kind === 'ephemeral' ? 'ephemeral' : 'resource',
      `slipway_${(rest ?? name).replaceAll('-', '_')}`,
    );
  });
  assert.equal(missing, []);
  assert.ok(names.length >= 29, `only ${names.length} generated constructs`);
});
test.run();
