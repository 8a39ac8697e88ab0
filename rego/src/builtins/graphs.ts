import { entriesOf, isArray, isObject, isSet, keyOf, membersOf, setOf, getField, type RegoValue } from '../values/index.ts';
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

export const graphBuiltins: readonly Builtin[] = [
  {
    ...defineBuiltin('walk', 1, () => undefined),
    runAll: ([value], context) => walkValue(value as RegoValue, [], context),
  },
  defineBuiltin('graph.reachable', 2, ([graph, from], context) => reachableNodes(graph, from, context)),
];
