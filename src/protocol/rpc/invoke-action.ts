import { sentDiagnostic, sentDiagnostics } from '../diagnostics.ts';
import { diagnosticsAt } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { one, string } from '../protobuf/field.ts';
import { message } from '../protobuf/message.ts';
import { redact } from '../redact.ts';
import { receiveConfig } from '../values.ts';
import { served, streaming } from './rpc.ts';

const Progress = message({ message: string(1) });
const Completed = message({ diagnostics: diagnosticsAt(1) });

export const invokeAction = streaming('InvokeAction', { action_type: string(1), config: one(2, DynamicValue) }, {
  progress: one(1, Progress), completed: one(2, Completed),
}, async function* ({ action_type, config }, { provider, calling }) {
  const server = served(provider.actions, 'action', action_type);
  const waiting: string[] = [];
  let wake = (): void => {};
  let running = true;
  const progress = (text: string): void => { waiting.push(text); wake(); };
  const done = server.invoke(receiveConfig(config, server.schema), { signal: calling.signal, progress })
    .finally(() => { running = false; wake(); });
  // It is awaited below; until then a failure must not count as unhandled.
  done.catch(() => {});
  while (running || waiting.length > 0) {
    const text = waiting.shift();
    if (text !== undefined) yield { progress: { message: redact(text) } };
    else await new Promise<void>((resolve) => { wake = resolve; });
  }
  yield { completed: { diagnostics: sentDiagnostics(await done) } };
}, (fault) => ({ completed: { diagnostics: [sentDiagnostic(fault)] } }));
