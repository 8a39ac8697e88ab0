// watchdog: 120 s
/** Options of plan, deploy and destroy, in a folder of HCL that needs no service. */
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { engine } from '../engine/support/engine-fixture.ts';
import { type ProgramResult, runSlipway } from '../support/cli.ts';
import { skipWithReason } from '../support/skip.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const suiteOf = suite('options of plan, deploy and destroy');
const test = engine.found ? suiteOf : skipWithReason(suiteOf, engine.reason);
const folder = temporaryFolder({
  'main.tf': `variable "size" {}
variable "secret" {
  sensitive = true
}
resource "terraform_data" "kept" {
  input = var.size
}
resource "terraform_data" "other" {}
output "size" {
  value = terraform_data.kept.output
}
output "secret" {
  value     = var.secret
  sensitive = true
}
`,
  'values/dev.tfvars': 'size = "from the file"\nsecret = "hidden"\n',
});
const run = async (...args: readonly string[]): Promise<ProgramResult> => {
  const result = await runSlipway(args, { folder });
  assert.ok(result.code !== 1, result.stdout + result.stderr);
  return result;
};

test('of two values of a variable the later one counts, whether a file or the command line has it', async () => {
  await run('deploy', '--auto-approve', '--var-file', 'values/dev.tfvars', '--var', 'size=4');
  assert.is((await run('output')).stdout, 'secret = (sensitive)\nsize = "4"\n');
  await run('deploy', '--auto-approve', '--var', 'size=4', '--var-file', 'values/dev.tfvars', '--concurrency', '1');
  const [name] = folder.split('/').slice(-1);
  assert.equal(JSON.parse((await run('output', '--json')).stdout), { [name!]: { secret: 'hidden', size: 'from the file' } });
});
test('a plan of a destruction, and one of a part', async () => {
  const values = ['--var-file', 'values/dev.tfvars'];
  const all = await run('plan', '--destroy', '--detailed-exitcode', ...values);
  assert.is(all.code, 2);
  assert.match(all.stdout, 'Plan: 0 to add, 0 to change, 2 to destroy.');
  const part = await run('destroy', '--auto-approve', '--target', 'terraform_data.other', ...values);
  assert.match(part.stdout, ', 1 destroyed.');
  const { code, stdout } = await run('plan', '--detailed-exitcode', ...values);
  assert.is(code, 2);
  assert.match(stdout, /# terraform_data\.other will be created\n[^]*Plan: 1 to add, 0 to change, 0 to destroy\./);
});
test('a folder with a configuration in JSON is a stack, too', async () => {
  const json = temporaryFolder({ 'main.tf.json': '{"resource":{"terraform_data":{"one":{"input":"a"}}}}' });
  const { code, stdout } = await runSlipway(['plan'], { folder: json });
  assert.is(code, 0);
  assert.match(stdout, 'Plan: 1 to add, 0 to change, 0 to destroy.');
});

suiteOf.run();
