import {
  entriesOf,
  getField,
  isArray,
  isObject,
  isSet,
  keyOf,
  membersOf,
  setOf,
  type ObjectValue,
  type RegoValue,
} from '../values/index.ts';
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

/** The paths of one search: a visited node is not entered again, on any path. */
interface PathSearch {
  readonly edges: ObjectValue;
  readonly passed: Set<string>;
  readonly found: RegoValue[];
  readonly context: BuiltinContext;
}
function searchPaths(search: PathSearch, before: readonly RegoValue[], node: RegoValue): void {
  const { edges, passed, found, context } = search;
  const next = getField(edges, node);
  context.tick(1 + before.length);
  context.checkSize(found.length);
  // A node that is not in the graph ends the path before it.
  if (next === undefined) return void found.push(before);
  const path = [...before, node];
  const neighbours = isArray(next) || isSet(next) ? asMembers(next) : [];
  if (neighbours.length === 0) found.push(path);
  let ended: readonly RegoValue[] = [];
  for (const neighbour of neighbours) {
    if (passed.has(keyOf(neighbour))) {
      // Open Policy Agent has it once more for each further visited neighbour.
      ended = [...ended, ...path];
      context.checkSize(ended.length);
      found.push(ended);
    } else {
      passed.add(keyOf(node));
      searchPaths(search, path, neighbour);
    }
  }
}
/** The paths from the start nodes; each edge of a start node is followed on its own. */
function reachablePaths(graph: RegoValue, from: RegoValue, context: BuiltinContext): RegoValue {
  const [edges, found] = [asObject(graph), [] as RegoValue[]];
  for (const start of asMembers(from)) {
    const next = getField(edges, start);
    if (next === undefined) continue;
    const neighbours = isArray(next) || isSet(next) ? asMembers(next) : [];
    if (neighbours.length === 0) found.push([start]);
    for (const neighbour of neighbours) searchPaths({ edges, passed: new Set([keyOf(start)]), found, context }, [start], neighbour);
  }
  return setOf(found);
}

export const graphBuiltins: readonly Builtin[] = [
  {
    ...defineBuiltin('walk', 1, () => undefined),
    runAll: ([value], context) => walkValue(value as RegoValue, [], context),
  },
  defineBuiltin('graph.reachable_paths', 2, ([graph, from], context) => reachablePaths(graph, from, context)),
  defineBuiltin('graph.reachable', 2, ([graph, from], context) => reachableNodes(graph, from, context)),
];
