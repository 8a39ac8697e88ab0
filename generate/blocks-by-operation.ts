import { overrideEndpoints } from '../src/apply/resource-operations.ts';
import { actions, dataSources, ephemerals, resources } from '../declarations/src/resources/index.ts';
import { endpointShape } from './endpoint-shape.ts';

export interface ReachingBlock {
  readonly name: string;
  readonly construct: string;
}

const pascalCase = (name: string): string =>
  name
    .split('_')
    .map((word) => `${word[0]?.toUpperCase()}${word.slice(1)}`)
    .join('');

/** What a person writes, by the shape of the requests it makes. */
export const blocksByOperation = (): ReadonlyMap<string, readonly ReachingBlock[]> => {
  const found = new Map<string, ReachingBlock[]>();
  const add = (row: string | undefined, name: string, construct: string) => {
    if (row === undefined) return;
    const list = found.get(endpointShape(row)) ?? [];
    if (!list.some((one) => one.name === name)) list.push({ name, construct });
    found.set(endpointShape(row), list);
  };
  for (const one of Object.values(resources))
    for (const row of [...Object.values(one.endpoints), ...(overrideEndpoints[one.name] ?? [])])
      add(row, `slipway_${one.name}`, pascalCase(one.name));
  for (const one of Object.values(dataSources))
    for (const row of one.requests) add(row, `data slipway_${one.name}`, `DataSlipway${pascalCase(one.name)}`);
  for (const one of Object.values(ephemerals))
    for (const row of one.requests) add(row, `ephemeral slipway_${one.name}`, `EphemeralSlipway${pascalCase(one.name)}`);
  for (const one of Object.values(actions)) for (const row of one.requests) add(row, `action slipway_${one.name}`, '');
  return found;
};
