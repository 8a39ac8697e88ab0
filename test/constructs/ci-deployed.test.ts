// watchdog: 180 s
import { TerraformStack, TerraformVariable, Testing } from 'cdktf';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { CiOrganization, Slipway } from '../../constructs/src/index.ts';
import { engine, oneLine, type EngineFixture, startFixture, token } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

/** What only the engine can check of these constructs. */
const Deployed = suite('CI constructs under the real engine');
const real = engine.found ? Deployed : skipWithReason(Deployed, engine.reason);
let story: EngineFixture;
let organization: { readonly id: string; readonly slug: string };

const stackOf = (build: (stack: TerraformStack) => void): object => {
  const stack = new TerraformStack(Testing.app(), 'stack');
  new Slipway(stack);
  build(stack);
  return JSON.parse(Testing.synth(stack, true)) as object;
};
const ci = async (path: string): Promise<any> => (await fetch(`${story.address}/api/v2${path}`, { headers: { 'Ci-Token': token } })).json();
const apply = () => story.run(['apply', '-auto-approve', '-no-color']);

if (engine.found) {
  Deployed.before(async () => {
    story = await startFixture();
    [organization] = await ci('/me/collaborations');
  });
  Deployed.after(() => story.close());
}

real('what the engine would take for a template arrives as it stands in the file', async () => {
  const policy = 'package org\n\n# ${one} %{two} $${three} %%{four} $$${five} $ % $$ %% "six" \\n\npolicy_name["odd"]\n';
  const folder = temporaryFolder({ 'odd.rego': policy });
  story.writeJson(
    stackOf((stack) => {
      new CiOrganization(stack, 'acme', { id: organization.id }).policies(folder);
    }),
  );
  await apply();
  assert.is((await ci(`/owner/${organization.id}/context/config/policy-bundle`))['odd'][0].content, policy);
  assert.equal(await story.plannedChanges(), []);
});
real('a slug that the engine learns from a variable is looked up', async () => {
  story.writeJson(
    stackOf((stack) => {
      const slug = new TerraformVariable(stack, 'slug', { default: organization.slug }).stringValue;
      new CiOrganization(stack, 'acme', { slug }).policies(temporaryFolder({ 'a.rego': 'package org\n\npolicy_name["a"]\n' })).enforce();
    }),
  );
  await apply();
  assert.equal(await ci(`/owner/${organization.id}/context/config/decision/settings`), { enabled: true });
  assert.equal(await story.plannedChanges(), []);
});
real("a slug that is nobody's is told with those there are, by the plan", async () => {
  story.writeJson(
    stackOf((stack) => {
      new CiOrganization(stack, 'acme', { slug: 'gh/nobody' }).usage({ start: '2026-01-01T00:00:00Z', end: '2026-01-31T00:00:00Z' });
    }),
  );
  assert.match(
    oneLine(await story.run(['plan', '-no-color'], 1)),
    `There is no organization gh/nobody among those of the user whose token asks: ${organization.slug}. Write its slug as it ` +
      `stands there, or its id.`,
  );
});
real('the address of a webhook is known after the apply, with its secret', async () => {
  story.writeJson(
    stackOf((stack) => {
      new CiOrganization(stack, 'acme', { slug: organization.slug })
        .project('web')
        .pipeline({ name: 'build', repository: '1', config: 'c.yml' })
        .trigger('webhook', { sender: 'shop', ref: 'main' })
        .overrideLogicalId('hook');
    }),
  );
  await apply();
  assert.match(story.state('slipway_ci_trigger.hook')['event_source_webhook_url'], /\/hooks\/[0-9a-f-]{36}\?secret=[\w-]{32}$/);
  assert.equal(await story.plannedChanges(), []);
});
Deployed.run();
