import type { ReadTransaction } from '../store/store.ts';
import type { LookupContext, RequestContext } from './route.ts';

/** The context of a handler whose route has the option `looksUp`, which its type does not show. Throws if the option is missing. */
export const requireLookUp = <V extends ReadTransaction>(ctx: RequestContext<V>): LookupContext<V> => {
  if ((ctx as Partial<LookupContext<V>>).lookUp === undefined) throw new Error('a route looks up without saying so: it needs `looksUp`');
  return ctx as LookupContext<V>;
};
