// watchdog: 300 s
import { basename } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../engine/support/engine-fixture.ts';
import { skipWithReason } from '../support/skip.ts';
import { openPageShell, pageBlocks } from './support/page-shell.ts';

const test = suite('the first blocks of the task pages, from an empty folder');
const withEngine = engine.found ? test : skipWithReason(test, engine.reason);

/** Saves the first block of each language as a file, runs the first commands of a page; what each printed. */
const follow = async (page: string, count: number, files: Readonly<Record<string, string>> = {}): Promise<readonly string[]> => {
  const shell = await openPageShell();
  const isTofu = engine.found && basename(engine.found.path) === 'tofu';
  try {
    for (const [language, name] of Object.entries(files)) shell.save(name, pageBlocks(page, language)[0]!.text);
    const printed: string[] = [];
    for (const { text } of pageBlocks(page, 'sh').slice(0, count))
      printed.push(await shell.run(isTofu ? text.replace(/\bterraform (?=init|apply)/g, 'tofu ') : text));
    return printed;
  } finally {
    shell.close();
  }
};

test('docs/team-service.md: a token for the team, and a backup that is restored', async () => {
  const [, login, created, backup, restored] = await follow('docs/team-service.md', 5);
  assert.match(login!, 'Logged in to http://127.0.0.1:4000 as owner, organization slipway');
  assert.match(created!, /slipway-[\w-]{43}/);
  assert.match(backup!, 'team.backup');
  assert.match(restored!, 'restored');
});
test('docs/ci-service.md: a job that is executed, and its artifact', async () => {
  const [, started, ended, artifacts] = await follow('docs/ci-service.md', 4, { yaml: 'seed.yaml' });
  assert.match(started!, /"number": ?1\b/);
  assert.match(ended!, /"status": ?"success"/);
  assert.match(artifacts!, /"path": ?"result\.txt"/);
});
withEngine('docs/hosted.md: an organization is managed in the hosted dialect', async () => {
  const [, , deployed] = await follow('docs/hosted.md', 3, { hcl: 'main.tf' });
  assert.match(deployed!, 'Apply complete! Resources: 2 added');
});
test('docs/control.md: a request that fails, the journal that shows it, a clock that moves', async () => {
  const [, , statuses, journal, reset] = await follow('docs/control.md', 5);
  assert.is(statuses, '503 200 ');
  assert.match(journal!, /"total":2,.*"status":503,.*"fault":"fault-1".*"status":200,/);
  assert.match(reset!, /^{"now":"[^"]+"}/);
});
test('docs/workspace-service.md: a run that goes through its statuses until it is applied', async () => {
  const [, started, , applied] = await follow('docs/workspace-service.md', 4, { yaml: 'seed.yaml' });
  assert.match(started!, /"status":"pending"/);
  assert.match(applied!, /run-\w+ .*\bapplied\b/);
});
withEngine('docs/agents.md: a run that is executed by an agent', async () => {
  const [, , , applied] = await follow('docs/agents.md', 4, { yaml: 'seed.yaml', hcl: 'main.tf' });
  assert.match(applied!, 'greeting = "hello"');
});
test('docs/pipelines.md: a configuration that is compiled with a parameter', async () => {
  const [compiled] = await follow('docs/pipelines.md', 1, { yaml: 'config.yml' });
  assert.match(compiled!, '- image: cimg/node:24.0\n');
});
test('schema-tools/docs/lint.md: a deprecated field that is found and renamed', async () => {
  const [found, fixed] = await follow('schema-tools/docs/lint.md', 2, { json: 'app.schema.json', yaml: 'app.yaml' });
  assert.match(found!, /^app\.yaml:2:1: warning: deprecated: /m);
  assert.match(fixed!, 'Fixed 1 finding.');
});
test('docs/moves.md: a configuration of a public provider that is rewritten', async () => {
  const [diff] = await follow('docs/moves.md', 1, { hcl: 'main.tf' });
  assert.match(diff!, '\n+resource "slipway_project" "payments" {\n');
  assert.match(diff!, '\n+  from = tfe_project.payments\n+  to   = slipway_project.payments\n');
});

test.run();
