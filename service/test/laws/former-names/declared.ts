import type { Attribute, AttributeKind, Attributes, Values } from '@slipway/declarations/declare';
import { providerBlock } from 'slipway/provider/provider-section';
import { actions, dataSources, ephemerals, resources } from '@slipway/declarations/resources';

export interface Declared {
  readonly form: string;
  readonly name: string;
  readonly doc: string;
  readonly attributes: Attributes;
}
const declared = [
  ...[resources, dataSources, ephemerals, actions].flatMap((of) => Object.values(of)),
  providerBlock,
] as readonly Declared[];

export interface Walked {
  readonly path: readonly string[];
  readonly name: string;
  readonly attribute: Attribute;
}
export interface Former extends Walked {
  readonly of: Declared;
  readonly former: string;
}

const membersOf = ({ members, item }: Pick<AttributeKind, 'members' | 'item'>): Attributes | undefined =>
  members ?? (item && membersOf(item));

/** Every attribute with its path: those of objects, and of objects in collections. */
function* walk(attributes: Attributes, path: readonly string[] = []): Generator<Walked> {
  for (const [name, attribute] of Object.entries(attributes)) {
    yield { path, name, attribute };
    const members = membersOf(attribute.kind);
    if (members) yield* walk(members, [...path, name]);
  }
}

export const formers: readonly Former[] = declared.flatMap((of) =>
  [...walk(of.attributes)].flatMap(({ path, name, attribute }) =>
    attribute.renamedFrom ? [{ of, path, name, former: attribute.renamedFrom.name, attribute }] : [],
  ),
);
export const written = formers.filter(({ attribute }) => attribute.mode !== 'computed');
export const title = ({ of, path, former }: Former): string => `${of.form} ${of.name}: ${[...path, former].join('.')}`;

/** `name: path` of every attribute that is so. */
export const where = (is: (one: Walked) => boolean): readonly string[] =>
  declared.flatMap((of) => [...walk(of.attributes)].filter(is).map(({ path, name }) => `${of.name}: ${[...path, name].join('.')}`));

/** A value that the kind takes. */
export const sample = (kind: AttributeKind): unknown => {
  const words = (kind.json as { enum?: readonly unknown[] }).enum;
  if (words) return words.at(-1);
  if (kind.item) return [sample(kind.item)];
  if (kind.type === 'bool') return true;
  return kind.type === 'number' ? 7 : '00000000-0000-4000-8000-0000000000ac';
};

export const nested = (path: readonly string[], values: Values): Values =>
  path.reduceRight<Values>((inner, name) => ({ [name]: inner }), values);
export const formerKind = ({ attribute }: Former): AttributeKind => attribute.renamedFrom!.kind ?? attribute.kind;
