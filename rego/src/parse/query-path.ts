import { PolicyError, RegoQueryError } from '../errors.ts';
import type { Term } from '../syntax/index.ts';
import type { RegoValue } from '../values/index.ts';
import { peek, type Cursor } from './cursor.ts';
import { parseOperand } from './terms.ts';
import { tokenize } from './tokens.ts';

function parsePathTerm(text: string): Term | undefined {
  try {
    const cursor: Cursor = { file: 'query', tokens: tokenize('query', text), index: 0, depth: 0, isStrict: false, keywords: new Set() };
    const term = parseOperand(cursor);
    return peek(cursor).kind === 'end' ? term : undefined;
  } catch (error) {
    if (error instanceof PolicyError) return undefined;
    throw error;
  }
}

/**
 * The steps below `data` of a path such as `data.app["my-package"].deny` or `data.app.list[0]`.
 * @throws RegoQueryError for anything else: another root, a variable in brackets, a call, an operator.
 */
export function parseQueryPath(text: string): readonly RegoValue[] {
  const term = parsePathTerm(text);
  const [head, path] = term?.term === 'reference' ? [term.head, term.path] : [term, []];
  const steps = path.flatMap((step) => (step.term === 'scalar' ? [step.value] : []));
  if (head?.term !== 'name' || head.name !== 'data' || steps.length < path.length)
    throw new RegoQueryError(`The query ${text} is not a path of the form data.app.deny or data.app["my-package"].deny.`);
  return steps;
}
