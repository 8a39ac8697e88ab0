import { type Fn, Refusal } from '../declare/index.ts';
import { ArgumentFault, type FunctionServer } from '../protocol/server.ts';

export const functionServer = (of: Fn): FunctionServer => ({
  summary: of.summary, description: of.doc, returns: of.returns.type,
  parameters: of.parameters.map(({ name, kind, doc }) => ({ name, type: kind.type, description: doc })),
  call: (args) => {
    try { return of.call(...(args as never[])); } catch (error) {
      throw error instanceof Refusal ? new ArgumentFault(error.argument, error.message) : error;
    }
  },
});
