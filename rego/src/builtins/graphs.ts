import { entriesOf, isArray, isObject, isSet, keyOf, membersOf, setOf, getField, type RegoValue } from '../values/index.ts';
import { asMembers, asObject, type Builtin, type BuiltinContext } from './builtin.ts';

function* walkValue(value: RegoValue, path: readonly RegoValue[], circumstances: BuiltinContext): Generator<RegoValue> {
  circumstances.tick(1 + path.length);
  yield [path, value];
  const steps: readonly (readonly [RegoValue, RegoValue])[] = isArray(value)
    ? value.map((item, index) => [index, item])
    : isSet(value)
      ? membersOf(value).map((member) => [member, member])
      : isObject(value)
        ? entriesOf(value)
        : [];
  for (const [step, held] of steps) yield* walkValue(held, [...path, step], circumstances);
}

/** The nodes of a graph (a node's neighbours by node) that can be reached from some of them, these included. */
function reachableNodes(graph: RegoValue, from: RegoValue, { tick }: BuiltinContext): RegoValue {
  const edges = asObject(graph);
  const found = new Map<string, RegoValue>();
  const waiting = [...asMembers(from)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const next = getField(edges, node);
    tick(1);
    if (next === undefined || found.has(keyOf(node))) continue;
    found.set(keyOf(node), node);
    if (next !== null) waiting.push(...asMembers(next));
  }
  return setOf(found.values());
}

export const graphBuiltins: readonly Builtin[] = [
  { name: 'walk', arity: 1, run: () => undefined, runAll: ([value], circumstances) => walkValue(value as RegoValue, [], circumstances) },
  {
    name: 'graph.reachable',
    arity: 2,
    run: ([graph, from], circumstances) => reachableNodes(graph as RegoValue, from as RegoValue, circumstances),
  },
];
