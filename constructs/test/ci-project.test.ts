import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CiProject, Slipway } from '../src/index.ts';
import { CiProject as Generated } from '../src/generated/ci-project.ts';
import { synthesizedBlocks, exactSynthesizedBlocks, synthesisErrors, synthesisWarnings } from './support/synth.ts';
import { withMessage } from '@slipway/test-support/with-message';

const test = suite('CI project construct');
const slug = '${slipway_ci_project.web.slug}';

test('it has the same address as the generated construct', () => {
  for (const Project of [CiProject, Generated])
    assert.equal(
      exactSynthesizedBlocks((stack) => {
        new Slipway(stack);
        new Project(stack, 'web', { name: 'web', organization: 'gh/acme' });
      }),
      { 'slipway_ci_project.web': { name: 'web', organization: 'gh/acme' } },
    );
});
test('variables, settings and keys are its own, by its slug and its provider', () => {
  assert.equal(
    exactSynthesizedBlocks((stack) => {
      new Slipway(stack);
      const other = new Slipway(stack, 'other', { alias: 'other' });
      const web = new CiProject(stack, 'web', { name: 'web', provider: other })
        .variable('LEVEL', 'debug')
        .settings({ autocancelBuilds: true, disableSsh: false, prOnlyBranchOverrides: ['main'] });
      web.checkoutKey();
      web.checkoutKey('user-key');
    }),
    {
      'slipway_ci_project.web': { name: 'web', provider: 'slipway.other' },
      'slipway_ci_project_variable.web_variable-LEVEL_9F387674': {
        project_slug: slug,
        name: 'LEVEL',
        value_wo: 'debug',
        provider: 'slipway.other',
      },
      'slipway_ci_project_settings.web_settings_2816EBC4': {
        project_slug: slug,
        autocancel_builds: true,
        disable_ssh: false,
        pr_only_branch_overrides: ['main'],
        provider: 'slipway.other',
      },
      'slipway_ci_checkout_key.web_checkout-deploy-key_3C53188A': { project_slug: slug, type: 'deploy-key', provider: 'slipway.other' },
      'slipway_ci_checkout_key.web_checkout-user-key_C1D0C286': { project_slug: slug, type: 'user-key', provider: 'slipway.other' },
    },
  );
});
test('what there is one of is said once', () => {
  const twice = (say: (web: CiProject) => void) => () =>
    synthesizedBlocks((stack) => {
      const web = new CiProject(stack, 'web', { name: 'web' });
      say(web);
      say(web);
    });
  assert.throws(
    twice((web) => web.settings({ oss: true })),
    withMessage('[stack/web] has settings already. Declare it once.'),
  );
  assert.throws(
    twice((web) => web.checkoutKey()),
    withMessage('[stack/web] has a deploy-key already. Declare it once.'),
  );
  assert.throws(
    twice((web) => web.variable('A', '1')),
    withMessage('[stack/web] has the variable "A" already. Declare it once.'),
  );
});
test('settings without a setting are reported at synthesis', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new CiProject(stack, 'web', { name: 'web' }).settings({});
    }),
    [
      '[stack/web/settings] Missing "autocancel_builds". At least one of `autocancel_builds`, `build_fork_prs`, ' +
        '`build_prs_only`, `disable_ssh`, `forks_receive_secret_env_vars`, `oss`, `set_vcs_status`, `setup_workflows`, ' +
        '`write_settings_requires_admin` and `pr_only_branch_overrides` must be set. Set `autocancel_builds`.',
    ],
  );
});
test('an invalid organization is reported at synthesis', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new CiProject(stack, 'web', { name: 'web', organization: 'acme' });
    }),
    ['[stack/web] Wrong value for "organization". Expected the UUID of an organization, or its slug: provider/organization; given "acme".'],
  );
});
test('a secret of a project that is written in the code is warned about', () => {
  assert.equal(
    synthesisWarnings((stack) => {
      new Slipway(stack);
      new CiProject(stack, 'web', { name: 'web' }).variable('TOKEN', 'hunter2', { sensitive: true });
    }),
    [
      'stack/web/variable-TOKEN: The value of the sensitive variable "TOKEN" is written in the code, and so in cdk.tf.json. ' +
        'Pass a sensitive TerraformVariable, or an attribute of another resource.',
    ],
  );
});
test.run();
