import { entriesOf, isArray, isObject, isSet, keyOf, membersOf, setOf, fieldOf, type Value } from '../values/index.ts';
import { members, object, type Builtin, type Circumstances } from './builtin.ts';

function* descend(value: Value, path: readonly Value[], circumstances: Circumstances): Generator<Value> {
  circumstances.tick(1 + path.length);
  yield [path, value];
  const steps: readonly (readonly [Value, Value])[] = isArray(value) ? value.map((item, index) => [index, item])
    : isSet(value) ? membersOf(value).map((member) => [member, member]) : isObject(value) ? entriesOf(value) : [];
  for (const [step, held] of steps) yield* descend(held, [...path, step], circumstances);
}

/** The nodes of a graph (a node's neighbours by node) that can be reached from some of them, these included. */
function reachable(graph: Value, from: Value, { tick }: Circumstances): Value {
  const edges = object(graph);
  const found = new Map<string, Value>();
  const waiting = [...members(from)];
  for (let node = waiting.pop(); node !== undefined; node = waiting.pop()) {
    const next = fieldOf(edges, node);
    tick(1);
    if (next === undefined || found.has(keyOf(node))) continue;
    found.set(keyOf(node), node);
    if (next !== null) waiting.push(...members(next));
  }
  return setOf(found.values());
}

export const walking: readonly Builtin[] = [
  { name: 'walk', takes: 1, run: () => undefined, each: ([value], circumstances) => descend(value as Value, [], circumstances) },
  { name: 'graph.reachable', takes: 2, run: ([graph, from], circumstances) => reachable(graph as Value, from as Value, circumstances) },
];
