import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { pluginServices } from '../../protocol/go-plugin/services.ts';
import type { GrpcCall } from '../../protocol/grpc/server.ts';

const test = suite('Shutdown of a plugin');

test('ends the process when its answer has left, and not before', async () => {
  const steps: string[] = [];
  const listeners: (() => void)[] = [];
  const call = { whenClosed: (listener: () => void) => void listeners.push(listener) } as unknown as GrpcCall;
  const method = pluginServices(() => void steps.push('end'))['/plugin.GRPCController/Shutdown']!;
  assert.ok('unary' in method);
  if ('unary' in method) assert.is((await method.unary(Buffer.alloc(0), call)).length, 0);
  steps.push('answered');
  for (const listener of listeners) listener();
  assert.equal(steps, ['answered', 'end']);
});

test.run();
