import type { Annotation, Compiled, Fault, Mode } from '../api.ts';
import { escaped } from '../json.ts';
import { SchemaError } from '../schema-error.ts';
import { nameOf, type Row, saidBy, type Schemas, schemasOf } from './ast.ts';
import { circle } from './graph.ts';
import type { At, Run } from './node.ts';
import { program } from './program.ts';

const start: At = { outer: null, step: '' };

/** The pointers of many places: what lies above several is spelled once, so that depth costs its sum and not its square. */
const pointing = (): ((at: At) => string) => {
  const known = new Map<At, string>([[start, '']]);
  return (at) => {
    const way: At[] = [];
    let place = at;
    for (; !known.has(place); place = place.outer!) way.push(place);
    let pointer = known.get(place)!;
    for (let step = way.pop(); step; step = way.pop()) {
      pointer += `/${escaped(step.step)}`;
      if (way.length > 0) known.set(step, pointer);
    }
    return pointer;
  };
};

const none: ReadonlySet<string> = new Set();

const run = (schemas: Schemas, instance: unknown, keywords: ReadonlySet<string>, wanted: Partial<Run> & { readonly at: At | null }): { readonly valid: boolean; readonly run: Run } => {
  const state: Run = { hits: [], lenient: wanted.lenient ?? false, faults: wanted.faults ?? null, every: wanted.faults !== undefined, doubt: false, only: wanted.only ?? null, scope: [] };
  try {
    return { valid: program(schemas, keywords, state.lenient).evaluate(instance, wanted.at, state, null), run: state };
  } catch (error) {
    if (!(error instanceof RangeError)) throw error;
    const endless = circle(schemas, false);
    if (endless !== undefined) throw new SchemaError(endless, 'it may refer to itself without end, and does so for this instance');
    throw new RangeError('The instance is nested deeper than the stack holds; evaluate it in a thread with a larger stack.', { cause: error });
  }
};

const besideOf = (schemas: Schemas, uri: string, row: Row): ReadonlyMap<string, unknown> => {
  const rows = schemas.nodes[uri];
  return new Map(Array.isArray(rows) ? (rows as readonly Row[]).filter((other) => other !== row).map((other) => [nameOf(other), saidBy(other)]) : []);
};

export interface Asked {
  readonly keywords: readonly string[];
  readonly mode?: Mode;
  /** Listens at these objects of the instance alone; must hold all on the way to one, too. */
  readonly only?: ReadonlySet<unknown>;
}

/** The values of annotations for every place of the instance they apply to, by evaluating the schema. In no order of places. */
export const annotations = (compiled: Compiled, instance: unknown, { keywords, mode = 'strict', only }: Asked): readonly Annotation[] => {
  const schemas = schemasOf(compiled);
  const wanted = new Set(keywords);
  const pointerOf = pointing();
  const hits = schemas.interpreter ? schemas.interpreter.annotations(instance, wanted).hits
    : run(schemas, instance, wanted, { at: start, lenient: mode === 'lenient', only: only ?? null }).run.hits.map(({ at, row, uri }) => ({ pointer: pointerOf(at), row, uri }));
  // One row may speak at thousands of places.
  const said = new Map<Row, Omit<Annotation, 'pointer'>>();
  return hits.map(({ pointer, row, uri }) => {
    let known = said.get(row);
    if (!known) said.set(row, known = { keyword: nameOf(row), value: saidBy(row), location: row[1], beside: besideOf(schemas, uri, row) });
    return { keyword: known.keyword, pointer, value: known.value, location: known.location, beside: known.beside };
  });
};

/** Whether the instance is valid. */
export const isValid = (compiled: Compiled, instance: unknown): boolean => {
  const schemas = schemasOf(compiled);
  return schemas.interpreter ? schemas.interpreter.annotations(instance, none).valid : run(schemas, instance, none, { at: null }).valid;
};

/** Why an instance is not valid; empty when it is. Of failing `anyOf`/`oneOf` branches the nearest one is told. */
export const faults = (compiled: Compiled, instance: unknown): readonly Fault[] => {
  const schemas = schemasOf(compiled);
  if (schemas.interpreter)
    return schemas.interpreter.faults(instance).map(({ pointer, location }) => {
      const keyword = nameOf(['', location, undefined]);
      return { pointer, keyword, location, message: `is not as \`${keyword}\` of the schema asks` };
    });
  if (run(schemas, instance, none, { at: null }).valid) return [];
  const { faults: found } = run(schemas, instance, none, { at: start, faults: [] }).run;
  const told = new Set<string>();
  const pointerOf = pointing();
  return (found ?? []).map(({ at, ...fault }) => ({ pointer: pointerOf(at), ...fault })).filter(({ pointer, message }) => {
    const key = `${pointer} ${message}`;
    return !told.has(key) && told.add(key);
  });
};
