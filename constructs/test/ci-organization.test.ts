import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { TerraformVariable } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CiOrganization, CiPolicyBundle, Slipway } from '../src/index.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import { synthesizedBlocks, synthesisErrors } from './support/synth.ts';
import { withMessage } from '@slipway/test-support/with-message';

const test = suite('CI organization construct');
const uuid = '0190a5c4-7b1e-7cc3-9d3e-1f0e6f0c2a11';
const policy = 'package org\n\npolicy_name["images"]\n';
const lookedUp =
  '${zipmap(data.slipway_ci_collaborations.acme_mine.collaborations[*].slug, ' +
  'data.slipway_ci_collaborations.acme_mine.collaborations[*].id)["gh/acme"]}';

test('what is made in it is named by what it is called and belongs to it', () => {
  const made = (of: { readonly id: string } | { readonly slug: string }) =>
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      const acme = new CiOrganization(stack, 'acme', of);
      acme.context('deploy', { ownerType: 'organization' });
      acme.project('web');
    });
  assert.equal(made({ slug: 'gh/acme' }), {
    'slipway_ci_context.acme_context-deploy': { name: 'deploy', organization: 'gh/acme', owner_type: 'organization' },
    'slipway_ci_project.acme_project-web': { name: 'web', organization: 'gh/acme' },
  });
  assert.equal(made({ id: uuid }), {
    'slipway_ci_context.acme_context-deploy': { name: 'deploy', organization: uuid, owner_type: 'organization' },
    'slipway_ci_project.acme_project-web': { name: 'web', organization: uuid },
  });
});
test('its id is looked up where its slug is known, once, and only for who needs it', () => {
  const made = synthesizedBlocks((stack) => {
    new Slipway(stack);
    const acme = new CiOrganization(stack, 'acme', { slug: 'gh/acme' });
    acme.usage({ start: '2026-01-01T00:00:00Z', end: '2026-01-31T00:00:00Z' });
    acme.usage({ start: '2026-02-01T00:00:00Z', end: '2026-02-28T00:00:00Z', sharedWith: [uuid] });
  });
  assert.equal(made, {
    'data.slipway_ci_collaborations.acme_mine': {
      lifecycle: {
        postcondition: [
          {
            condition: '${contains(self.collaborations[*].slug, "gh/acme")}',
            error_message:
              'There is no organization gh/acme among those of the user whose token asks: ${join(", ", ' +
              'self.collaborations[*].slug)}. Write its slug as it stands there, or its id.',
          },
        ],
      },
    },
    'slipway_ci_usage_export.acme_usage-2026-01-01T000000Z-2026-01-31T000000Z': {
      organization_id: lookedUp,
      start: '2026-01-01T00:00:00Z',
      end: '2026-01-31T00:00:00Z',
    },
    'slipway_ci_usage_export.acme_usage-2026-02-01T000000Z-2026-02-28T000000Z': {
      organization_id: lookedUp,
      start: '2026-02-01T00:00:00Z',
      end: '2026-02-28T00:00:00Z',
      shared_org_ids: [uuid],
    },
  });
});
test('a slug that only the engine knows is looked up as well', () => {
  const made = synthesizedBlocks((stack) => {
    new Slipway(stack);
    new CiOrganization(stack, 'acme', { slug: new TerraformVariable(stack, 'slug', {}).stringValue }).usage({
      start: '2026-01-01T00:00:00Z',
      end: '2026-01-31T00:00:00Z',
    });
  });
  assert.match(String(Object.values(made)[0]?.['organization_id']), '[var.slug]}');
});
test('an export of more than 31 days is reported at synthesis', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new CiOrganization(stack, 'acme', { id: uuid }).usage({ start: '2026-01-01T00:00:00Z', end: '2026-03-01T00:00:00Z' });
    }),
    [
      '[stack/acme/usage-2026-01-01T00:00:00Z-2026-03-01T00:00:00Z] "end" does not fit what else is set. `end` must come ' +
        'after `start`, at most 31 days later. Change `end`, or change `start`.',
    ],
  );
});
test('an organization without a name is reported at synthesis', () => {
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new CiOrganization(stack, 'acme', {} as never);
    }),
    ['[stack/acme] Give the `id` of the organization or its `slug`: one of them.'],
  );
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new CiOrganization(stack, 'acme', { id: uuid, slug: 'gh/acme' } as never);
    }),
    ['[stack/acme] Give the `id` of the organization or its `slug`: one of them.'],
  );
});
test('its policies are the files of a folder and of those below it, by their paths, and are enforced once they are there', () => {
  const folder = temporaryFolder({ 'images.rego': policy, 'images_test.rego': 'package org\n', 'notes.md': 'not one' });
  mkdirSync(join(folder, 'teams'));
  writeFileSync(join(folder, 'teams', 'web.rego'), 'package org\n');
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      const acme = new CiOrganization(stack, 'acme', { id: uuid });
      acme.policies(folder).enforce();
      acme.policies(folder, { context: 'trial' }).enforce(false);
    }),
    {
      'slipway_ci_policy_bundle.acme_policies': {
        organization_id: uuid,
        policies: { 'images.rego': policy, 'teams/web.rego': 'package org\n' },
      },
      'slipway_ci_policy_settings.acme_policies_settings': {
        organization_id: uuid,
        enabled: true,
        depends_on: ['slipway_ci_policy_bundle.acme_policies'],
      },
      'slipway_ci_policy_bundle.acme_policies-trial': {
        organization_id: uuid,
        context: 'trial',
        policies: { 'images.rego': policy, 'teams/web.rego': 'package org\n' },
      },
      'slipway_ci_policy_settings.acme_policies-trial_settings': {
        organization_id: uuid,
        context: 'trial',
        enabled: false,
        depends_on: ['slipway_ci_policy_bundle.acme_policies-trial'],
      },
    },
  );
});
test('what the engine would take for a template is written so that it arrives as it is', () => {
  const folder = temporaryFolder({ 'a.rego': 'sprintf("${x} %{y} $x 100%", [])' });
  assert.equal(
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      new CiOrganization(stack, 'acme', { id: uuid }).policies(folder);
    })['slipway_ci_policy_bundle.acme_policies']!['policies'],
    { 'a.rego': 'sprintf("$${x} %%{y} $x 100%", [])' },
  );
});
test('a folder that holds no policies, or more than the service takes, is refused where it is named', () => {
  const folder = temporaryFolder({ 'notes.md': 'not one' });
  const of = (path: string) => () =>
    synthesizedBlocks((stack) => {
      new Slipway(stack);
      new CiOrganization(stack, 'acme', { id: uuid }).policies(path);
    });
  assert.throws(
    of(folder),
    withMessage(
      `[stack/acme/policies] ${folder} holds no *.rego file. An empty bundle takes every policy away; if that is meant, write ` +
        `\`policies: {}\`.`,
    ),
  );
  assert.throws(
    of(join(folder, 'policies')),
    withMessage(`[stack/acme/policies] The folder of the policies, ${join(folder, 'policies')}, is not there.`),
  );
  assert.throws(
    of(join(folder, 'notes.md')),
    withMessage(`[stack/acme/policies] The folder of the policies, ${join(folder, 'notes.md')}, is no folder.`),
  );
  writeFileSync(join(folder, 'a.rego'), Buffer.from([0x70, 0xff, 0xfe]));
  assert.throws(of(folder), withMessage(`[stack/acme/policies] ${join(folder, 'a.rego')} is no UTF-8 text.`));
  writeFileSync(join(folder, 'a.rego'), 'ä'.repeat(1_310_718));
  assert.throws(
    of(folder),
    withMessage(`[stack/acme/policies] The policies in ${folder} have 2621442 bytes; the service takes 2621440 at most.`),
  );
  writeFileSync(join(folder, 'a.rego'), 'ä'.repeat(1_310_717));
  of(folder)();
});
test('policies and whether they are enforced are said once, as a folder or as texts', () => {
  const folder = temporaryFolder({ 'images.rego': policy });
  assert.throws(
    () =>
      synthesizedBlocks((stack) => {
        const acme = new CiOrganization(stack, 'acme', { id: uuid });
        acme.policies(folder);
        acme.policies(folder);
      }),
    withMessage('[stack/acme] has policies already. They are replaced whole: put all of them in one folder.'),
  );
  assert.throws(
    () =>
      synthesizedBlocks((stack) => {
        new CiOrganization(stack, 'acme', { id: uuid }).policies(folder).enforce().enforce(false);
      }),
    withMessage('[stack/acme/policies] already sets whether it is enforced. Set it once.'),
  );
  assert.equal(
    synthesisErrors((stack) => {
      new Slipway(stack);
      new CiPolicyBundle(stack, 'both', { organizationId: uuid, folder, policies: {} });
      new CiPolicyBundle(stack, 'neither', { organizationId: uuid });
    }),
    [
      '[stack/both] Give `folder` or `policies`, not both.',
      '[stack/neither] Give the `folder` of the policies, or the `policies` themselves.',
    ],
  );
});
test.run();
