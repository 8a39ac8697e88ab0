import { encodeDiagnostic, encodeDiagnostics } from '../diagnostics.ts';
import { diagnosticsField } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { messageField, stringField } from '../protobuf/field.ts';
import { defineMessage } from '../protobuf/message.ts';
import { redact } from '../../redaction/redact.ts';
import { receiveProtocolConfig } from '../values.ts';
import { serverFor, streamingRpc } from './rpc.ts';

const Progress = defineMessage({ message: stringField(1) });
const Completed = defineMessage({ diagnostics: diagnosticsField(1) });

export const invokeAction = streamingRpc(
  'InvokeAction',
  { action_type: stringField(1), config: messageField(2, DynamicValue) },
  {
    progress: messageField(1, Progress),
    completed: messageField(2, Completed),
  },
  async function* ({ action_type, config }, { provider, call }) {
    const server = serverFor(provider.actions, 'action', action_type);
    const waiting: string[] = [];
    let wake = (): void => {};
    let running = true;
    const progress = (text: string): void => {
      waiting.push(text);
      wake();
    };
    const done = server.invoke(receiveProtocolConfig(config, server.schema), { signal: call.signal, progress }).finally(() => {
      running = false;
      wake();
    });
    // It is awaited below; this prevents an unhandled rejection until then.
    done.catch(() => {});
    while (running || waiting.length > 0) {
      const text = waiting.shift();
      if (text !== undefined) yield { progress: { message: redact(text, 2_000) } };
      else
        await new Promise<void>((resolve) => {
          wake = resolve;
        });
    }
    yield { completed: { diagnostics: encodeDiagnostics(await done) } };
  },
  (error) => ({ completed: { diagnostics: [encodeDiagnostic(error)] } }),
);
