import { badRequest } from './problem.ts';
import type { RequestContext } from './route.ts';

/** A query parameter that is one of these words; undefined: not sent, or empty. Throws 400 for any other. */
export const optionalEnumParameter = <W extends string>(
  ctx: Pick<RequestContext, 'query'>,
  name: string,
  words: readonly W[],
): W | undefined => {
  const text = ctx.query.get(name);
  if (text === null || text === '') return undefined;
  const word = words.find((one) => one === text);
  if (word === undefined) throw badRequest(`${name} is ${JSON.stringify(text.slice(0, 60))}; expected ${words.join(', ')}`, name);
  return word;
};
