import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { skipWithReason } from '../support/skip.ts';
import { engine, type EngineFixture, startFixture } from './support/engine-fixture.ts';

const Functions = suite('provider functions under the real engine');
const real = engine.found ? Functions : skipWithReason(Functions, engine.reason);
let fixture: EngineFixture;

if (engine.found) {
  Functions.before(async () => {
    fixture = await startFixture();
  });
  Functions.after(async () => {
    await fixture.close();
  });
}

const value = async (expression: string): Promise<unknown> => {
  await fixture.apply(`output "it" { value = provider::slipway::${expression} }`);
  return JSON.parse(await fixture.run(['output', '-json', 'it']));
};

real("effective_variables: nearer wins, the workspace's own over sets, priority over all", async () => {
  const sets = `[
    { name = "org",  scope = "organization", priority = false, variables = { A = "org", B = "org", C = "org", D = "org" } },
    { name = "prj",  scope = "project",      priority = null,  variables = { B = "prj", C = "prj" } },
    { name = "law",  scope = "organization", priority = true,  variables = { D = "law" } },
    { name = "ws-b", scope = "workspace",    priority = false, variables = { C = "ws-b", E = "ws-b" } },
    { name = "ws-a", scope = "workspace",    priority = false, variables = { E = "ws-a" } },
  ]`;
  assert.equal(await value(`effective_variables(${sets}, { C = "own", D = "own" })`), {
    A: { from: 'org', value: 'org' },
    B: { from: 'prj', value: 'prj' },
    C: { from: 'workspace', value: 'own' },
    D: { from: 'law', value: 'law' },
    E: { from: 'ws-a', value: 'ws-a' },
  });
});

real('effective_variables refuses a scope that is none, at its argument', async () => {
  const text = await fixture.applyFails(
    'output "it" { value = provider::slipway::effective_variables([{ name = "x", scope = ' +
      '"galaxy", priority = null, variables = {} }], {}) }',
  );
  assert.match(text, 'a scope is "organization", "project" or "workspace", not "galaxy"');
});

real('trigger_matches reads globs from the root', async () => {
  assert.is(await value('trigger_matches(["/modules/**/*.tf"], "modules/vpc/main.tf")'), true);
  assert.is(await value('trigger_matches(["modules/*.tf"], "modules/vpc/main.tf")'), false);
  assert.is(await value('trigger_matches(["**/*"], ".github/x.yml")'), true);
});

real('names and tags are checked', async () => {
  assert.is(await value('is_workspace_name("web_1-eu")'), true);
  assert.is(await value('is_workspace_name("web 1")'), false);
  assert.is(await value('is_tag_key("hc:x")'), false);
  assert.is(await value('is_tag_key("env")'), true);
  assert.is(await value('is_tag_value("")'), true);
  assert.is(await value('is_tag_name("team:web")'), true);
});

Functions.run();
