import { chmodSync, existsSync, readdirSync, readFileSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { adoptFromHcl } from '../../src/adopt/from-hcl/adopt-from-hcl.ts';
import { CliError } from '../../src/cli-error.ts';
import { runSlipway } from '@slipway/test-support/cli';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('slipway adopt --from-hcl: files');

const main = 'provider "tfe" {}\nresource "tfe_team" "a" {}\nresource "tfe_team_token" "t" {}\n';
const diff = `--- a/main.tf
+++ b/main.tf
@@ -1,3 +1,9 @@
 provider "tfe" {}
-resource "tfe_team" "a" {}
+
+provider "slipway" {
+  workspaces = {
+    dialect = "hosted"
+  }
+}
+resource "slipway_team" "a" {}
 resource "tfe_team_token" "t" {}
--- /dev/null
+++ b/slipway_moves.tf
@@ -0,0 +1,13 @@
+terraform {
+  required_providers {
+    slipway = {
+      source  = "terraform.local/slipway/slipway"
+      version = "0.1.0"
+    }
+  }
+}
+
+moved {
+  from = tfe_team.a
+  to   = slipway_team.a
+}
`;
const refusal = (work: () => unknown): string => {
  try {
    work();
  } catch (error) {
    if (error instanceof CliError) return error.message;
    throw error;
  }
  return 'no refusal';
};

test('--dry-run prints the difference and writes nothing', async () => {
  const folder = temporaryFolder({ 'main.tf': main });
  const { code, stdout } = await runSlipway(['adopt', '--from-hcl', '--dry-run', '.'], { folder });
  assert.is(code, 0);
  assert.is(
    stdout,
    `${diff}
Would rewrite 2 files of this folder, with 1 moved block.

Left to do by hand:
  main.tf:9  tfe_team_token.t: write resource "slipway_team_token" by hand: what it takes and returns differs
`,
  );
  assert.equal(readdirSync(folder), ['main.tf']);
  assert.is(readFileSync(join(folder, 'main.tf'), 'utf8'), main);
});
test('--json tells files, moves and what is left; a second run has nothing to do', () => {
  const folder = temporaryFolder({ 'main.tf': main, 'notes.txt': 'tfe_team.a', '.terraform/x.tf': main });
  chmodSync(join(folder, 'main.tf'), 0o640);
  const remarks = [
    {
      file: 'main.tf',
      line: 9,
      subject: 'tfe_team_token.t',
      reason: 'write resource "slipway_team_token" by hand: what it takes and returns differs',
    },
  ];
  assert.equal(JSON.parse(adoptFromHcl(folder, { json: true })), {
    dryRun: false,
    files: ['main.tf', 'slipway_moves.tf'],
    moves: [{ from: 'tfe_team.a', to: 'slipway_team.a' }],
    remarks,
  });
  assert.equal(readdirSync(folder).sort(), ['.terraform', 'main.tf', 'notes.txt', 'slipway_moves.tf']);
  assert.is(statSync(join(folder, 'main.tf')).mode & 0o777, 0o640);
  assert.equal(JSON.parse(adoptFromHcl(folder, { json: true, dryRun: true })), { dryRun: true, files: [], moves: [], remarks, diff: '' });
});
test('a file that cannot be read changes none', () => {
  const folder = temporaryFolder({ 'a.tf': 'resource "tfe_team" "a" {}\n', 'b.tf': 'locals {\n  a = "\n}\n' });
  assert.is(
    refusal(() => adoptFromHcl(folder, {})),
    'b.tf:2: a string ends in another line. No file was changed.',
  );
  assert.is(readFileSync(join(folder, 'a.tf'), 'utf8'), 'resource "tfe_team" "a" {}\n');
});
test('a file that cannot be written changes none', () => {
  const folder = temporaryFolder({ 'main.tf': main, 'slipway_moves.tf.slipway-new/x': '' });
  assert.match(
    refusal(() => adoptFromHcl(folder, {})),
    /^No file was changed: EISDIR/,
  );
  assert.is(readFileSync(join(folder, 'main.tf'), 'utf8'), main);
  assert.not.ok(existsSync(join(folder, 'main.tf.slipway-new')));
});
test('configurations in JSON are refused by name if they have what would be rewritten', () => {
  const folder = temporaryFolder({ 'main.tf': main, 'a.tf.json': '{"resource":{"tfe_team":{"a":{}}}}', 'b.tf.json': '{"locals":{}}' });
  assert.is(
    refusal(() => adoptFromHcl(folder, {})),
    'a.tf.json: configurations in JSON are not rewritten. Write them in HCL first.',
  );
  assert.is(readFileSync(join(folder, 'main.tf'), 'utf8'), main);
});
test('what is no folder, and options that belong together', async () => {
  assert.match(
    refusal(() => adoptFromHcl('/nowhere/at/all', {})),
    '/nowhere/at/all is no folder.',
  );
  const { code, stderr } = await runSlipway(['adopt', '--dry-run', '.'], { folder: temporaryFolder() });
  assert.is(code, 2);
  assert.match(stderr, '--dry-run and --json belong to --from-hcl.');
});

test.run();
