import type { Annotation, AnnotationSchema, Compiled, Fault, Mode } from '../api.ts';
import { escapePointerToken } from '../json.ts';
import { SchemaError } from '../schema-error.ts';
import { keywordName, type CompiledKeyword, annotationValue, type SchemaAst, astOf } from './ast.ts';
import { findCycle } from './schema-graph.ts';
import type { InstanceLocation } from './instance-location.ts';
import type { Evaluation } from './evaluation.ts';
import { rootEvaluator } from './evaluators.ts';

const rootLocation: InstanceLocation = { parent: null, step: '' };

/** Builds the pointers of many locations with shared prefixes, so that the cost is not quadratic in the depth. */
const pointerFormatter = (): ((at: InstanceLocation) => string) => {
  const known = new Map<InstanceLocation, string>([[rootLocation, '']]);
  return (at) => {
    const way: InstanceLocation[] = [];
    let place = at;
    for (; !known.has(place); place = place.parent!) way.push(place);
    let pointer = known.get(place)!;
    for (let step = way.pop(); step; step = way.pop()) {
      pointer += `/${escapePointerToken(step.step)}`;
      if (way.length > 0) known.set(step, pointer);
    }
    return pointer;
  };
};

const noKeywords: ReadonlySet<string> = new Set();

const runEvaluation = (
  schemas: SchemaAst,
  instance: unknown,
  keywords: ReadonlySet<string>,
  wanted: Partial<Evaluation> & { readonly at: InstanceLocation | null },
): { readonly valid: boolean; readonly run: Evaluation } => {
  const state: Evaluation = {
    hits: [],
    lenient: wanted.lenient ?? false,
    faults: wanted.faults ?? null,
    allFaults: wanted.faults !== undefined,
    uncertain: false,
    only: wanted.only ?? null,
    dynamicScope: [],
  };
  try {
    return { valid: rootEvaluator(schemas, keywords, state.lenient).evaluate(instance, wanted.at, state, null), run: state };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const endless = findCycle(schemas, false);
    if (endless !== undefined) throw new SchemaError(endless, 'it may refer to itself without end, and does so for this instance');
    throw new RangeError('The instance is nested deeper than the stack holds; evaluate it in a thread with a larger stack.', {
      cause: error,
    });
  }
};

const siblingValues = (schemas: SchemaAst, uri: string, row: CompiledKeyword): ReadonlyMap<string, unknown> => {
  const rows = schemas.nodes[uri];
  return new Map(
    Array.isArray(rows)
      ? (rows as readonly CompiledKeyword[]).filter((other) => other !== row).map((other) => [keywordName(other), annotationValue(other)])
      : [],
  );
};

export interface AnnotationOptions {
  readonly keywords: readonly string[];
  readonly mode?: Mode;
  /** Evaluates with listeners at these objects of the instance only, and the objects that contain them. */
  readonly only?: ReadonlySet<unknown>;
}

/** Throws where a schema was packed for less than it is asked for: what was left out of it would be missing in the answer. */
const throwUnlessPacked = ({ packedKeywords }: SchemaAst, keywords: readonly string[], mode: Mode): void => {
  if (packedKeywords === undefined || (mode === 'lenient' && keywords.every((keyword) => packedKeywords.includes(keyword)))) return;
  throw new TypeError(
    `This schema was packed for ${packedKeywords.join(', ')} in lenient mode; it cannot answer for ${keywords.join(', ')} in ${mode} mode.`,
  );
};

/**
 * The values of annotations for every place of the instance they apply to, by evaluating the schema. In no order of places. Throws a
 * TypeError for a schema that was packed for other keywords, and in strict mode for every packed one that does not validate.
 */
export const annotations = (compiled: AnnotationSchema, instance: unknown, options: AnnotationOptions): readonly Annotation[] => {
  throwUnlessPacked(astOf(compiled), options.keywords, options.mode ?? 'strict');
  return collectAnnotations(compiled, instance, options);
};

/** Evaluates keywords that a packed schema may contain in part. */
export const collectAnnotations = (
  compiled: AnnotationSchema,
  instance: unknown,
  { keywords, mode = 'strict', only }: AnnotationOptions,
): readonly Annotation[] => {
  const schemas = astOf(compiled);
  const wanted = new Set(keywords);
  const pointerOf = pointerFormatter();
  const hits = schemas.interpreter
    ? schemas.interpreter.annotations(instance, wanted).hits
    : runEvaluation(schemas, instance, wanted, { at: rootLocation, lenient: mode === 'lenient', only: only ?? null }).run.hits.map(
        ({ at, row, uri }) => ({ pointer: pointerOf(at), row, uri }),
      );
  // One row can apply to thousands of locations.
  const said = new Map<CompiledKeyword, Omit<Annotation, 'pointer'>>();
  return hits.map(({ pointer, row, uri }) => {
    let known = said.get(row);
    if (!known)
      said.set(
        row,
        (known = { keyword: keywordName(row), value: annotationValue(row), location: row[1], beside: siblingValues(schemas, uri, row) }),
      );
    return { keyword: known.keyword, pointer, value: known.value, location: known.location, beside: known.beside };
  });
};

const validatingAst = (compiled: Compiled): SchemaAst => {
  const schemas = astOf(compiled);
  if (schemas.packedKeywords !== undefined)
    throw new TypeError(`This schema was packed for ${schemas.packedKeywords.join(', ')}; it cannot validate. Pack it without keywords.`);
  return schemas;
};

/** Whether the instance is valid. Throws a TypeError for a schema that was packed for annotations. */
export const isValid = (compiled: Compiled, instance: unknown): boolean => {
  const schemas = validatingAst(compiled);
  return schemas.interpreter
    ? schemas.interpreter.annotations(instance, noKeywords).valid
    : runEvaluation(schemas, instance, noKeywords, { at: null }).valid;
};

/**
 * Why an instance is not valid; empty when it is. Of failing `anyOf`/`oneOf` branches, the faults of the nearest one. Throws as `isValid`
 * does.
 */
export const faults = (compiled: Compiled, instance: unknown): readonly Fault[] => {
  const schemas = validatingAst(compiled);
  if (schemas.interpreter)
    return schemas.interpreter.faults(instance).map(({ pointer, location }) => {
      const keyword = keywordName(['', location, undefined]);
      return { pointer, keyword, location, message: `does not match \`${keyword}\` of the schema` };
    });
  if (runEvaluation(schemas, instance, noKeywords, { at: null }).valid) return [];
  const { faults: found } = runEvaluation(schemas, instance, noKeywords, { at: rootLocation, faults: [] }).run;
  const told = new Set<string>();
  const pointerOf = pointerFormatter();
  return (found ?? [])
    .map(({ at, ...fault }) => ({ pointer: pointerOf(at), ...fault }))
    .filter(({ pointer, message }) => {
      const key = `${pointer} ${message}`;
      return !told.has(key) && told.add(key);
    });
};
