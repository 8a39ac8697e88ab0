// watchdog: 60 s
import { join } from 'node:path';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { temporaryFolder } from '@slipway/test-support/temporary-folder';
import type { LintJob } from '../../src/lint/run/lint-job.ts';
import { jobQueue } from '../../src/lsp/job-queue.ts';

const test = suite('lsp job queue');
const folder = temporaryFolder({ 'slow.json': '{"pattern":"^(a+)+$"}', 'fine.json': '{"type":"string"}' });
const job = (name: string, schema: string, value: unknown): LintJob => ({
  file: join(folder, name),
  text: JSON.stringify(value),
  find: { schema: join(folder, schema) },
  judge: { file: name },
});
const endless = `${'a'.repeat(60)}!`;

test('many jobs of one slow file take one worker: another file does not wait', async () => {
  const queue = jobQueue(new URL('../../dist/slipway-lint-worker.cjs', import.meta.url), { timeout: 600_000 });
  const controller = new AbortController();
  try {
    const slow = Array.from({ length: 8 }, () => queue.run(job('slow.json', 'slow.json', endless), controller.signal));
    const result = await queue.run(job('other.json', 'fine.json', 5), controller.signal);
    assert.equal(
      result?.findings.map(({ message }) => message),
      ['expected a string; found a number'],
    );
    controller.abort();
    assert.equal(
      await Promise.all(slow),
      Array.from({ length: 8 }, () => undefined),
    );
  } finally {
    await queue.close();
  }
});

test.run();
