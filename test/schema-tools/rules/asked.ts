import { compile, type Sources } from '../../../schema-tools/src/index.ts';
import type { Problem, Rule } from '../../../schema-tools/src/lint/rule.ts';

/** What a rule says of a value. */
export const checkRule = async (rule: Rule, schema: unknown, value: unknown, sources?: Sources): Promise<readonly Problem[]> =>
  [...rule.check({ compiled: await compile(schema, sources), value })];
