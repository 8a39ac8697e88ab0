import { type ProviderFunction, ArgumentError } from '@slipway/declarations/declare';
import { FunctionArgumentError, type FunctionServer } from '../protocol/provider-server.ts';

const rethrow = (error: unknown): never => {
  throw error instanceof ArgumentError ? new FunctionArgumentError(error.argument, error.message) : error;
};

export const functionServer = (of: ProviderFunction): FunctionServer => ({
  summary: of.summary,
  description: of.doc,
  returns: of.returns.type,
  parameters: of.parameters.map(({ name, kind, doc }) => ({ name, type: kind.type, description: doc })),
  call: (args) => {
    try {
      const result = of.call(...(args as never[]));
      return result instanceof Promise ? result.catch(rethrow) : result;
    } catch (error) {
      return rethrow(error);
    }
  },
});
