import { statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { markPlan, readPlanMark } from '../src/app/plan-file.ts';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';

const test = suite('saved plans');
/** The shortest archive: its end, without a file. Its first bytes are those of a file in a real one. */
const archive = Buffer.concat([Buffer.from('PK\x03\x04some files'), Buffer.from('504b0506', 'hex'), Buffer.alloc(18)]);

test('say in the comment of their archive which stack they are of, and only their owner may read them', () => {
  const file = join(temporaryFolder(), 'base.plan');
  writeFileSync(file, archive, { mode: 0o644 });
  markPlan(file, { stack: 'base', folder: join(process.cwd(), 'cdktf.out/stacks/base') });
  assert.equal(readPlanMark(file), { stack: 'base', folder: 'cdktf.out/stacks/base' });
  assert.is(statSync(file).mode & 0o777, 0o600);
});
test('what is no archive is no saved plan; a plan without a stack is refused with what to do', () => {
  const folder = temporaryFolder({ base: 'text', 'PK.txt': 'PK' });
  assert.equal([folder, join(folder, 'base'), join(folder, 'PK.txt'), join(folder, 'missing')].map(readPlanMark), [
    undefined,
    undefined,
    undefined,
    undefined,
  ]);
  const file = join(folder, 'engine.plan');
  writeFileSync(file, archive);
  assert.throws(() => readPlanMark(file), /does not say which stack it is of\. Save plans by `slipway plan STACK --out .*engine\.plan`\.$/);
  writeFileSync(file, Buffer.concat([archive, Buffer.from('slipway plan {"stack":1}')]));
  assert.throws(() => readPlanMark(file), /does not say which stack it is of/);
});
test('an encrypted plan is not marked', () => {
  const file = join(temporaryFolder(), 'p');
  writeFileSync(file, '{"encrypted_data":"AAAA","encryption_version":"v0"}');
  assert.throws(() => markPlan(file, { stack: 'base', folder: '.' }), /is not a plain archive/);
});
test.run();
