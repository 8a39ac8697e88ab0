import type { ApplyContext } from '../apply/apply-operation.ts';

/**
 * The context of a create: once its first write is asked for, a stop of the engine no longer cancels what follows, or an object that exists
 * would be left half made and tainted. A create that still waits for its turn is not begun.
 */
export const createContext = (context: ApplyContext, abandoned: AbortSignal): ApplyContext => {
  let begun = false;
  const { client } = context;
  return {
    ...context,
    get signal() {
      return begun ? abandoned : context.signal;
    },
    client: {
      ...client,
      call: (request) => {
        begun ||= request.effect !== 'read';
        return client.call(request);
      },
    },
  };
};
