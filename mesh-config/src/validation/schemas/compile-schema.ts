import { compile } from '@slipway/schema-tools';
import { type SchemaAst, astOf } from '@slipway/schema-tools/compiled';
import { SchemaError } from '@slipway/schema-tools/load';
import { useLinearPatterns } from './linear-patterns.ts';

/** A schema to compile: data, to another thread and back. */
export interface CompileJob {
  readonly schema: unknown;
  readonly referencedSchemas?: Readonly<Record<string, unknown>>;
  readonly uri?: string;
}
export type CompileResult =
  | { readonly compiled: SchemaAst }
  /** `pointer`: RFC 6901, into the schema; absent where no place is known. */
  | { readonly fault: string; readonly pointer?: string };

const defaultUri = 'schema:///';
const pointerOf = (location: string, uri: string): string | undefined => {
  const [base, fragment = ''] = location.split('#', 2) as [string, string?];
  if (base !== uri) return undefined;
  try {
    return decodeURI(fragment);
  } catch {
    return fragment;
  }
};

/** Compiles one schema. Never rejects for what is in it. */
export const compileSchema = async ({ schema, referencedSchemas: others = {}, uri = defaultUri }: CompileJob): Promise<CompileResult> => {
  try {
    const compiled = astOf(await compile(schema, { uri, schemas: others }));
    if (compiled.interpreter) return { fault: 'it uses a keyword of a vocabulary that is not evaluated here' };
    useLinearPatterns(compiled);
    return { compiled };
  } catch (error) {
    if (!(error instanceof Error)) throw error;
    if (!(error instanceof SchemaError)) return { fault: error.message };
    const pointer = pointerOf(error.location, uri);
    const problem = error.message.replace(`The schema is in error at ${error.location}: `, '');
    return pointer === undefined ? { fault: error.message } : { fault: problem, pointer };
  }
};
