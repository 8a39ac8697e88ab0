import { AnnotationsPlugin, compile, getSchema, interpret } from '@hyperjump/json-schema/experimental';
import { registerSchema, unregisterSchema } from '@hyperjump/json-schema/draft-2020-12';
import { fromJs } from '@hyperjump/json-schema/instance/experimental';

/** What hyperjump, which knows the specification, says: valid or not, and the annotations of a valid instance as `pointer=value`. */
export interface Told { readonly valid: boolean; readonly found: readonly string[] }

let count = 0;

/** A schema compiled by hyperjump, for many instances. */
export const oracle = async (schema: unknown, keyword: string): Promise<(instance: unknown) => Told> => {
  const uri = `https://oracle.example/${count += 1}`;
  registerSchema(structuredClone(schema) as never, uri, 'https://json-schema.org/draft/2020-12/schema');
  const compiled = await compile(await getSchema(uri));
  unregisterSchema(uri);
  return (instance) => {
    const plugin = new AnnotationsPlugin();
    const { valid } = interpret(compiled, fromJs(instance as never), { outputFormat: 'FLAG', plugins: [plugin] } as never);
    const hits = plugin.annotations.filter((hit) => (hit.keyword as string) === `https://json-schema.org/keyword/${keyword}` && !hit.instanceLocation.includes('*'));
    return { valid, found: valid ? hits.map((hit) => `${hit.instanceLocation.replace(/^#/, '')}=${JSON.stringify(hit.annotation)}`).sort() : [] };
  };
};
