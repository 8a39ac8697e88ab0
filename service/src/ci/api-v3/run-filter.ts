import type { Expression, ExpressionValue } from '../configuration/expression/index.ts';
import { isTruthy } from '../configuration/is-truthy.ts';
import { invalidRequest } from '../requests/read-request.ts';
import type { Run } from './find-runs.ts';
import { runStatus } from './phase.ts';

/** The values that the filter of a search can use, by their names in the filter. */
const values: { readonly [name: string]: (run: Run) => ExpressionValue } = {
  'pipeline.git.branch': ({ pipeline }) => pipeline.body.vcs.branch ?? undefined,
  'pipeline.git.tag': ({ pipeline }) => pipeline.body.vcs.tag ?? undefined,
  'pipeline.git.revision': ({ pipeline }) => pipeline.body.vcs.revision ?? undefined,
  'pipeline.id': ({ pipeline }) => pipeline.id,
  'pipeline.number': ({ pipeline }) => pipeline.body.number,
  'pipeline.status': ({ pipeline, statuses }) => runStatus(pipeline.body.state, statuses),
  'pipeline.trigger_source': ({ pipeline }) => pipeline.body.trigger.type,
};

const refuseFilter = (detail: string) => invalidRequest({ detail, pointer: '/filter' });

/** Expressions have patterns, and with them a quarter of a megabyte: loaded with the first filter. */
const loadExpressions = () => import('../configuration/expression/index.ts');

const parse = async (text: string): Promise<Expression> => {
  const { ExpressionFault, parseExpression } = await loadExpressions();
  try {
    return parseExpression(text);
  } catch (error) {
    if (!(error instanceof ExpressionFault)) throw error;
    throw refuseFilter(`is not a valid expression: ${error.message}`);
  }
};

/** Parses a filter such as `pipeline.git.branch == "main" and pipeline.status == "failed"`. Throws 400 for an unknown name. */
export const parseRunFilter = async (text: string): Promise<(run: Run) => boolean> => {
  if (text.trim() === '') return () => true;
  const expression = await parse(text);
  const { ExpressionFault } = await loadExpressions();
  const unknown = expression.names.find((name) => !Object.hasOwn(values, name));
  if (unknown !== undefined)
    throw refuseFilter(`"${unknown.slice(0, 60)}" is not a value of a run; expected ${Object.keys(values).join(', ')}`);
  return (run) => {
    try {
      return isTruthy(expression.evaluate((name) => values[name]!(run)));
    } catch (error) {
      if (!(error instanceof ExpressionFault)) throw error;
      throw refuseFilter(`cannot be evaluated: ${error.message}`);
    }
  };
};
