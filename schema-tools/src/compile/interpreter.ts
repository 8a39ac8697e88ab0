import { setShouldValidateFormat } from '@hyperjump/json-schema/draft-2020-12';
import { BasicOutputPlugin, interpret } from '@hyperjump/json-schema/experimental';
import { fromJs, uri as uriOf } from '@hyperjump/json-schema/instance/experimental';
import { type Interpreter, keywordName, type CompiledKeyword, shortenKeywordId } from '../evaluate/ast.ts';
import { containsUnknown } from '../evaluate/evaluation.ts';
import { SchemaError } from '../schema-error.ts';
import { withoutConsole } from './without-console.ts';
import type { RawSchema } from './raw-schema.ts';

interface InstanceNode {
  readonly pointer?: string;
}
type InterpreterHit = ReturnType<Interpreter['annotations']>['hits'][number];
/** The argument of a hyperjump plugin: a new object for each evaluated schema. */
interface SchemaContext {
  mark?: number;
}

const pointerOf = (place: InstanceNode): string => decodeURIComponent(uriOf(place as never).replace(/^[^#]*#/, ''));

/** Collects what passes: the hits of a failing subschema are dropped when it ends. */
const createCollector = (keywords: ReadonlySet<string>) => {
  const hits: InterpreterHit[] = [];
  return {
    hits,
    plugin: {
      beforeSchema: (_uri: string, _place: InstanceNode, context: SchemaContext): void => {
        context.mark = hits.length;
      },
      afterKeyword: (
        [id, location, said]: readonly [string, string, unknown],
        place: InstanceNode,
        _context: unknown,
        valid: boolean,
        schema: SchemaContext,
      ): void => {
        const row: CompiledKeyword = [shortenKeywordId(id), location, said];
        if (!valid) return;
        if (id.endsWith('/not')) hits.length = Math.min(hits.length, schema.mark ?? hits.length);
        if (!keywords.has(keywordName(row))) return;
        if (id.includes('/content') && typeof (place as { readonly value?: unknown }).value !== 'string') return;
        hits.push({ pointer: pointerOf(place), row, uri: location.slice(0, location.lastIndexOf('/')) });
      },
      afterSchema: (_uri: string, _place: InstanceNode, context: SchemaContext, valid: boolean): void => {
        if (!valid) hits.length = context.mark ?? hits.length;
      },
    },
  };
};

/** Hyperjump's own interpreter: for schemas that use a keyword the closures lack. Strict in both modes. */
export const createInterpreter = (raw: RawSchema, assertsFormats = false): Interpreter => {
  const run = (instance: unknown, plugins: readonly unknown[]): boolean => {
    // It only accepts JSON: a partially known instance has no certain result.
    if (containsUnknown(instance)) return true;
    // Drafts up to 2020-12 check formats only on request; v1 always does.
    setShouldValidateFormat(assertsFormats);
    try {
      return (
        withoutConsole(() =>
          interpret(raw as never, fromJs(instance as never), { outputFormat: 'FLAG', plugins: [...plugins] } as never),
        ) as {
          readonly valid: boolean;
        }
      ).valid;
    } catch (error) {
      const [, format] = /^The '(.*)' format is not supported/.exec(error instanceof Error ? error.message : '') ?? [];
      if (format !== undefined) throw new SchemaError(raw.schemaUri, `the format \`${format}\` is not known`);
      if (error instanceof RangeError)
        throw new RangeError('The instance is nested deeper than the stack holds; evaluate it in a thread with a larger stack.', {
          cause: error,
        });
      throw error;
    }
  };
  return {
    annotations: (instance, keywords) => {
      const { hits, plugin } = createCollector(keywords);
      const valid = run(instance, [plugin]);
      return { valid, hits: valid ? hits.filter(({ pointer }) => !pointer.includes('*')) : [] };
    },
    faults: (instance) => {
      const plugin = new BasicOutputPlugin();
      if (run(instance, [plugin])) return [];
      return plugin.errors.map(({ absoluteKeywordLocation, instanceLocation }) => ({
        pointer: decodeURIComponent(instanceLocation.replace(/^#/, '')),
        location: absoluteKeywordLocation,
      }));
    },
  };
};
