import { kinds } from '../kinds/kinds.ts';
import { builtinSchemas } from '../schemas/builtin-schemas.ts';
import type { Schema } from '../schemas/schema-builders.ts';
import { listSchemaFacts } from '../schemas/schema-facts.ts';
import { describedRules, type DescribedRule } from './described/index.ts';

/** A demand of schemas, with the kinds and paths that have it. */
export interface SchemaDemand {
  readonly kinds: readonly string[];
  readonly fields: readonly string[];
  readonly demand: string;
}
/** Everything that validation demands of documents: by rules, and by schemas. */
export interface RuleTable {
  readonly described: readonly DescribedRule[];
  readonly demands: readonly SchemaDemand[];
}

/** Groups kinds that share a schema, and then fields with the same rule. */
export function listRules(): RuleTable {
  const kindsOfSchema = new Map<Schema, string[]>();
  for (const { collection, kind } of kinds) {
    const schema = builtinSchemas[collection];
    if (schema) kindsOfSchema.set(schema, [...(kindsOfSchema.get(schema) ?? []), kind]);
  }
  const demands = [...kindsOfSchema].flatMap(([schema, own]) => {
    const fields = new Map<string, string[]>();
    for (const { path, demand } of listSchemaFacts(schema))
      fields.set(demand, [...(fields.get(demand) ?? []), path.replace(/^spec\./, '')]);
    return [...fields].map(([demand, paths]) => ({ kinds: own, fields: paths, demand }));
  });
  return { described: describedRules, demands };
}
