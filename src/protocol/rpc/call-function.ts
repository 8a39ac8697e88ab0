import { FunctionError } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { repeatedField, messageField, stringField } from '../protobuf/field.ts';
import { redact } from '../../redaction/redact.ts';
import { FunctionArgumentError, type Diagnostic } from '../provider-server.ts';
import { decodeDynamicValue, encodeDynamicValue } from '../values.ts';
import { unaryRpc, serverFor } from './rpc.ts';

export const callFunction = unaryRpc(
  'CallFunction',
  { name: stringField(1), arguments: repeatedField(2, DynamicValue) },
  {
    result: messageField(1, DynamicValue),
    error: messageField(2, FunctionError),
  },
  async ({ name, arguments: input }, { provider }) => {
    const called = serverFor(provider.functions, 'function', name);
    const args = input.map((value, i) => {
      const parameter = called.parameters[i] ?? called.variadic;
      if (parameter === undefined) throw new FunctionArgumentError(i, `${name} takes ${called.parameters.length} arguments`);
      return decodeDynamicValue(value, parameter.type);
    });
    try {
      const mismatches: Diagnostic[] = [];
      const result = encodeDynamicValue(await called.call(args), called.returns, `the result of ${name}`, mismatches);
      const [mismatch] = mismatches;
      return mismatch === undefined ? { result } : { error: { text: redact(`${mismatch.summary}\n\n${mismatch.detail}`, 20_000) } };
    } catch (error) {
      if (error instanceof FunctionArgumentError)
        return { error: { text: redact(error.message, 20_000), function_argument: error.argument } };
      throw error;
    }
  },
  ({ summary, detail }) => ({ error: { text: redact(`${summary}\n\n${detail}`, 20_000) } }),
);
