import { readFileSync, writeFileSync } from 'node:fs';
import type { CostTable } from './compare-costs.ts';

const file = new URL('costs.json', import.meta.url);

export interface CommittedCosts {
  /** Another major version of Node allocates other objects for the same program. */
  readonly node: string;
  readonly operations: CostTable;
}

export const nodeMajor = process.versions.node.split('.')[0]!;

export const readCosts = (): CommittedCosts => JSON.parse(readFileSync(file, 'utf8')) as CommittedCosts;

/** A line for each operation, so that the diff of a commit says what costs more. */
export const writeCosts = (operations: CostTable): void => {
  const lines = Object.entries(operations).map(([title, costs]) => `    ${JSON.stringify(title)}: ${writeLine(costs)}`);
  writeFileSync(file, `{\n  "node": ${JSON.stringify(nodeMajor)},\n  "operations": {\n${lines.join(',\n')}\n  }\n}\n`);
};
const writeLine = (costs: object): string =>
  `{ ${Object.entries(costs)
    .map(([name, value]) => `"${name}": ${value}`)
    .join(', ')} }`;
