import { FunctionError } from '../messages/diagnostic.ts';
import { DynamicValue } from '../messages/value.ts';
import { list, one, string } from '../protobuf/field.ts';
import { redact } from '../redact.ts';
import { ArgumentFault, type Diagnostic } from '../server.ts';
import { receive, send } from '../values.ts';
import { answering, served } from './rpc.ts';

export const callFunction = answering('CallFunction', { name: string(1), arguments: list(2, DynamicValue) }, {
  result: one(1, DynamicValue), error: one(2, FunctionError),
}, async ({ name, arguments: given }, { provider }) => {
  const called = served(provider.functions, 'function', name);
  const args = given.map((value, i) => {
    const parameter = called.parameters[i] ?? called.variadic;
    if (parameter === undefined) throw new ArgumentFault(i, `${name} takes ${called.parameters.length} arguments`);
    return receive(value, parameter.type);
  });
  try {
    const misfits: Diagnostic[] = [];
    const result = send(await called.call(args), called.returns, `the result of ${name}`, misfits);
    const [misfit] = misfits;
    return misfit === undefined ? { result } : { error: { text: `${misfit.summary}\n\n${misfit.detail}` } };
  } catch (fault) {
    if (fault instanceof ArgumentFault) return { error: { text: redact(fault.message), function_argument: fault.argument } };
    throw fault;
  }
}, ({ summary, detail }) => ({ error: { text: redact(`${summary}\n\n${detail}`) } }));
