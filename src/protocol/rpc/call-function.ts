import { FunctionError } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { repeatedField, messageField, stringField } from '../protobuf/field.ts';
import { redact } from '../redact.ts';
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
  async ({ name, arguments: given }, { provider }) => {
    const called = serverFor(provider.functions, 'function', name);
    const args = given.map((value, i) => {
      const parameter = called.parameters[i] ?? called.variadic;
      if (parameter === undefined) throw new FunctionArgumentError(i, `${name} takes ${called.parameters.length} arguments`);
      return decodeDynamicValue(value, parameter.type);
    });
    try {
      const misfits: Diagnostic[] = [];
      const result = encodeDynamicValue(await called.call(args), called.returns, `the result of ${name}`, misfits);
      const [misfit] = misfits;
      return misfit === undefined ? { result } : { error: { text: `${misfit.summary}\n\n${misfit.detail}` } };
    } catch (fault) {
      if (fault instanceof FunctionArgumentError) return { error: { text: redact(fault.message), function_argument: fault.argument } };
      throw fault;
    }
  },
  ({ summary, detail }) => ({ error: { text: redact(`${summary}\n\n${detail}`) } }),
);
