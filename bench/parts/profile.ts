/**
 * Where a CPU profile's time goes, by function: `tsx bench/parts/profile.ts <file.cpuprofile> [lines]`. Self time, then time
 * with callees.
 */
import { readFileSync } from 'node:fs';

interface Node {
  readonly id: number;
  readonly callFrame: { readonly functionName: string; readonly url: string; readonly lineNumber: number };
  readonly children?: readonly number[];
}
const [file, lines = '40'] = process.argv.slice(2);
if (file === undefined) throw new Error('which profile?');
const { nodes, samples, timeDeltas } = JSON.parse(readFileSync(file, 'utf8')) as {
  nodes: readonly Node[];
  samples: readonly number[];
  timeDeltas: readonly number[];
};
const byId = new Map(nodes.map((node) => [node.id, node]));
const selfTimes = new Map<number, number>();
samples.forEach((id, at) => selfTimes.set(id, (selfTimes.get(id) ?? 0) + timeDeltas[at]!));
const functionLabel = ({ callFrame: { functionName, url, lineNumber } }: Node): string =>
  `${functionName || '(anonymous)'} ${url.split('/').slice(-2).join('/')}:${lineNumber + 1}`;

const self = new Map<string, number>(),
  totalTimes = new Map<string, number>();
const addTimes = (node: Node, above: ReadonlySet<string>): number => {
  const called = functionLabel(node);
  const inside = new Set(above).add(called);
  const mine = selfTimes.get(node.id) ?? 0;
  const sum = (node.children ?? []).reduce((all, id) => all + addTimes(byId.get(id)!, inside), mine);
  self.set(called, (self.get(called) ?? 0) + mine);
  if (!above.has(called)) totalTimes.set(called, (totalTimes.get(called) ?? 0) + sum);
  return sum;
};
const all = addTimes(nodes[0]!, new Set());
for (const [title, times] of [
  ['self', self],
  ['with callees', totalTimes],
] as const) {
  console.log(`\n${title}`);
  for (const [called, time] of [...times].sort((a, b) => b[1] - a[1]).slice(0, Number(lines)))
    console.log(`${((time / all) * 100).toFixed(1).padStart(5)} %  ${(time / 1000).toFixed(0).padStart(6)} ms  ${called}`);
}
