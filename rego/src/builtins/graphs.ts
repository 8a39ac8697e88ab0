import { entriesOf, isArray, isEqual, isObject, isSet, keyOf, membersOf, setOf, getField, type RegoValue } from '../values/index.ts';
import { asMembers, asObject, defineBuiltin, type Builtin, type BuiltinContext } from './builtin.ts';

function* walkValue(value: RegoValue, path: readonly RegoValue[], context: BuiltinContext): Generator<RegoValue> {
  context.tick(1 + path.length);
  yield [path, value];
  const steps: readonly (readonly [RegoValue, RegoValue])[] = isArray(value)
    ? value.map((item, index) => [index, item])
    : isSet(value)
      ? membersOf(value).map((member) => [member, member])
      : isObject(value)
        ? entriesOf(value)
        : [];
  for (const [step, child] of steps) yield* walkValue(child, [...path, step], context);
}

/** The nodes of a graph (neighbours by node) that are reachable from the start nodes, including these. */
function reachableNodes(graph: RegoValue, from: RegoValue, { tick }: BuiltinContext): RegoValue {
  const edges = asObject(graph);
  const reached = new Map<string, RegoValue>();
  const waiting = [...asMembers(from)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const next = getField(edges, node);
    tick(1);
    if (next === undefined || reached.has(keyOf(node))) continue;
    reached.set(keyOf(node), node);
    if (next !== null) waiting.push(...asMembers(next));
  }
  return setOf(reached.values());
}

/** The longest paths from the start nodes; a path ends before the node that would repeat in it. */
function reachablePaths(graph: RegoValue, from: RegoValue, { tick, checkSize }: BuiltinContext): RegoValue {
  const edges = asObject(graph);
  const paths: RegoValue[] = [];
  const waiting: (readonly RegoValue[])[] = asMembers(from).flatMap((node) => (getField(edges, node) === undefined ? [] : [[node]]));
  for (let path = waiting.pop(); path; path = waiting.pop()) {
    const reached = path;
    tick(1 + path.length);
    const next = asMembers(getField(edges, path.at(-1) as RegoValue)).filter((node) => getField(edges, node) !== undefined);
    const further = next.filter((node) => !reached.some((each) => isEqual(each, node)));
    if (further.length < next.length || next.length === 0) paths.push(isSelfLoop(path, next) ? [...path, ...path] : path);
    waiting.push(...further.map((node) => [...reached, node]));
    checkSize(waiting.length + paths.length);
  }
  return setOf(paths);
}
/** A single node that leads to itself is told twice. */
const isSelfLoop = (path: readonly RegoValue[], next: readonly RegoValue[]): boolean =>
  path.length === 1 && next.some((node) => isEqual(node, path[0] as RegoValue));

export const graphBuiltins: readonly Builtin[] = [
  {
    ...defineBuiltin('walk', 1, () => undefined),
    runAll: ([value], context) => walkValue(value as RegoValue, [], context),
  },
  defineBuiltin('graph.reachable_paths', 2, ([graph, from], context) => reachablePaths(graph, from, context)),
  defineBuiltin('graph.reachable', 2, ([graph, from], context) => reachableNodes(graph, from, context)),
];
