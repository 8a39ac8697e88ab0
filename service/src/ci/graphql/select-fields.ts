import { isRecord } from '@slipway/declarations/record';
import { GraphqlFault } from './graphql-fault.ts';
import type { SelectedField } from './parse-query.ts';

/** Loads a member when it is selected, with the arguments of its field. */
export type FieldLoader = (given: SelectedField['arguments']) => unknown;
/** An object of a response. A function is a member that is loaded when it is selected: a FieldLoader. */
export interface GraphqlObject {
  readonly [name: string]: unknown;
}

const selectMember = async (value: unknown, field: SelectedField): Promise<unknown> => {
  const loaded: unknown = typeof value === 'function' ? await (value as FieldLoader)(field.arguments) : value;
  if (Array.isArray(loaded)) {
    const items: unknown[] = [];
    for (const item of loaded) items.push(await selectMember(item, field));
    return items;
  }
  if (loaded === null || loaded === undefined) return null;
  if (isRecord(loaded) !== field.selection.length > 0)
    throw new GraphqlFault(
      isRecord(loaded) ? `the field ${field.name} needs a selection of its fields` : `the field ${field.name} has no fields to select`,
    );
  return isRecord(loaded) ? selectFields(loaded, field.selection) : loaded;
};

/** The selected members of an object. Throws GraphqlFault for one that it does not have. */
export const selectFields = async (object: GraphqlObject, selection: readonly SelectedField[]): Promise<object> => {
  const selected: { [alias: string]: unknown } = {};
  for (const field of selection) {
    if (!Object.hasOwn(object, field.name))
      throw new GraphqlFault(`there is no field "${field.name.slice(0, 60)}" here; expected ${Object.keys(object).join(', ')}`);
    Object.defineProperty(selected, field.alias, {
      value: await selectMember(object[field.name], field),
      enumerable: true,
      configurable: true,
    });
  }
  return selected;
};
