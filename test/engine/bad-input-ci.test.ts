// watchdog: 240 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { engine, oneLine, type EngineFixture, startFixture } from './support/engine-fixture.ts';

const Bad = suite('bad input of the CI service under the real engine');
const real = engine.found ? Bad : skipWithReason(Bad, engine.reason);
let fixture: EngineFixture;
let owner = '';
const uuid = '33333333-3333-4333-8333-333333333333';

if (engine.found) {
  Bad.before(async () => {
    fixture = await startFixture({}, {}, { random: () => 0, deadline: 1500 });
    owner = (await fixture.api('GET', '/me/collaborations')).body[0].id;
  });
  Bad.after(async () => {
    await fixture.close();
  });
}

const provider = (members = ''): string =>
  `provider "slipway" {\n  ci = { organization = "${owner}"${members === '' ? '' : `, ${members}`} }\n}\n`;
const resource = (type: string, members: string): string =>
  `resource "slipway_ci_${type}" "x" {\n  ${members.split('; ').join('\n  ')}\n}\n`;
const planFails = async (hcl: string): Promise<string> => {
  fixture.write(provider() + hcl);
  return oneLine(await fixture.run(['plan', '-no-color'], 1));
};
const trigger = (members: string): string => resource('trigger', `project_id = "${uuid}"; pipeline_definition_id = "${uuid}"; ${members}`);

const wrong: readonly (readonly [what: string, hcl: () => string, at: string, words: string])[] = [
  [
    'a preset that there is not',
    () => trigger('event_source_provider = "codehost_app"; event_source_repo_external_id = "1"; event_preset = "all"'),
    'event_preset = "all"',
    'all-pushes',
  ],
  [
    'a preset of a webhook',
    () =>
      trigger(
        'event_source_provider = "webhook"; event_source_webhook_sender = "shop"; event_name = "o"; ' +
          'checkout_ref = "main"; config_ref = "main"; event_preset = "only-tags"',
      ),
    'event_preset = "only-tags"',
    '`event_preset` cannot be set',
  ],
  [
    'a webhook without refs',
    () => trigger('event_source_provider = "webhook"; event_source_webhook_sender = "shop"; event_name = "o"'),
    'resource "slipway_ci_trigger" "x"',
    '`checkout_ref` is required when `event_source_provider` is "webhook"',
  ],
  [
    'a provider that triggers are not made with',
    () => trigger('event_source_provider = "gitlab"'),
    'event_source_provider = "gitlab"',
    'codehost_app',
  ],
  [
    'an expression that is none',
    () =>
      resource(
        'context_restriction',
        `context_id = "${uuid}"; restriction_type = "expression"; restriction_value = "pipeline.git.branch =="`,
      ),
    'restriction_value = "pipeline.git.branch =="',
    'must be a well-formed expression',
  ],
  [
    'a kind of restriction that there is not',
    () => resource('context_restriction', `context_id = "${uuid}"; restriction_type = "team"; restriction_value = "x"`),
    'restriction_type = "team"',
    'project',
  ],
  [
    'a name of a variable that no shell takes',
    () => resource('context_variable', `context_id = "${uuid}"; name = "a-b"; value = "x"`),
    'name = "a-b"',
    'letters',
  ],
  [
    'an export that is too long',
    () =>
      resource(
        'usage_export',
        'organization_id = "33333333-3333-4333-8333-333333333333"; start = "2026-01-01T00:00:00Z"; end = "2026-03-01T00:00:00Z"',
      ),
    'end = "2026-03-01T00:00:00Z"',
    '31 days',
  ],
];
for (const [what, hcl, at, words] of wrong)
  real(`${what}: the plan tells the line, what was expected, and asks nothing`, async () => {
    await fixture.control('DELETE', '/requests');
    const text = await planFails(hcl());
    assert.ok(text.includes(at), `${at} is not in ${text}`);
    assert.ok(text.includes(words), `${words} is not in ${text}`);
    assert.not.match(text, /please report|at .*\.ts:|stack/i);
    assert.equal((await fixture.control('GET', '/requests?method=POST')).entries, []);
  });

const context = resource('context', 'name = "deploy"');
real('a service that is not there is told as the CI service, with its own setting', async () => {
  const text = await fixture.applyFails(`${provider('address = "http://127.0.0.1:9"')}${context}`);
  assert.match(text, 'The CI service could not be reached');
  assert.match(text, 'SLIPWAY_CI_ADDRESS');
  assert.not.match(text, /SLIPWAY_WORKSPACES|workspace service/);
});
real('a wrong token is told without the token', async () => {
  const text = await fixture.applyFails(`${provider('token = "wrong-token-xyz"')}${context}`);
  assert.match(text, 'answered 401');
  assert.match(text, 'SLIPWAY_CI_TOKEN');
  assert.not.match(text, /wrong-token-xyz/);
});
real('what the service refuses is told as its own words', async () => {
  const text = await fixture.applyFails(
    `${provider()}${trigger('event_source_provider = "codehost_app"; event_source_repo_external_id = "1"; event_preset = "only-tags"')}`,
  );
  assert.match(text, 'Could not create the CI trigger');
  assert.match(text, 'answered 404');
  assert.match(text, `the project ${uuid} was not found`);
  assert.not.match(text, /please report/i);
});
real("an answer that is none is the service's, not the configuration's", async () => {
  await fixture.control('POST', '/faults', { fault: 'malformed', service: 'ci', times: 100 });
  const text = await fixture.applyFails(`${provider()}${context}`);
  await fixture.control('DELETE', '/faults');
  assert.match(text, /JSON/);
  assert.match(text, 'CI service');
});
Bad.run();
