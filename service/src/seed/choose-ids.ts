import { newId } from '../store/new-id.ts';

/** IDs that an entry chooses, by prefix, in the order in which objects are created; null: random. */
export interface ChosenIds {
  readonly [prefix: string]: readonly (string | null | undefined)[];
}

const isUuid = (id: string): boolean => /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(id);
const prefixOf = (id: string): string => (isUuid(id) ? 'uuid' : id.slice(0, id.indexOf('-')));

/** Makes IDs: each chosen one once, random ones otherwise. */
export const createIdSource = (chosen: string | null | undefined | ChosenIds): ((prefix: string) => string) => {
  const ids = typeof chosen === 'string' ? { [prefixOf(chosen)]: [chosen] } : (chosen ?? {});
  const left = new Map(Object.entries(ids).map(([prefix, list]) => [prefix, [...list]]));
  return (prefix) => left.get(prefix)?.shift() ?? newId(prefix);
};
