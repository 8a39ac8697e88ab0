// watchdog: 90 s
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import type { KubernetesError } from '../../src/kubernetes-client/kubernetes-error.ts';
import { createFailureLog } from '../../src/kubernetes/failure-log.ts';
import { createRecordingScope } from '../mcp/start-mcp-source.ts';

const test = suite('mesh-config failure log of a cluster');

test('the same trouble is reported once, and again when a watch has been sound in between', () => {
  const log = createRecordingScope(),
    failures = createFailureLog(log);
  const failure = (path: string, status: number) =>
    ({ message: `${path} ${status}`, status, reason: 'Some', retryAfter: 0 }) as KubernetesError;
  for (const [path, status] of [
    ['/a', 500],
    ['/a', 500],
    ['/b', 500],
    ['/a', 503],
  ] as const)
    failures.logFailure(failure(path, status), path);
  failures.reset('/a');
  for (const path of ['/a', '/b']) failures.logFailure(failure(path, 500), path);
  assert.equal(log.lines, ['error /a 500', 'debug /a 500', 'error /b 500', 'error /a 503', 'error /a 500', 'debug /b 500']);
});
test.run();
