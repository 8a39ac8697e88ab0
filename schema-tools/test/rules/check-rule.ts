import { compile, type Sources } from '../../src/index.ts';
import type { Problem, Rule } from '../../src/lint/rule.ts';

/** The findings of a rule on a value. */
export const checkRule = async (rule: Rule, schema: unknown, value: unknown, sources?: Sources): Promise<readonly Problem[]> => [
  ...rule.check({ compiled: await compile(schema, sources), value }),
];
