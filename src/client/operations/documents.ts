import { type Attributes, type Config, isAbsent, type Kind, type State, type Values } from '../../declare/index.ts';
import { decodeDocument, encodeDocument, jsonApi } from '../../dialects/index.ts';
import { sameOrEmpty } from '../../plan/equal.ts';
import { MalformedAnswer } from '../errors.ts';
import type { Answer } from '../line.ts';
import { bodyOf, type Told } from './ask.ts';

/** What a service says of one object, in snake case. What it does not speak of is not there; `id` is. */
export type Document<A extends Attributes> = Partial<State<A>> & { readonly id: string };
/** What may be written, all of it optional on an update. */
export type Change<A extends Attributes, Not extends keyof A = never> = Partial<Omit<Config<A>, Not>>;
export type New<A extends Attributes, Not extends keyof A = never> = Omit<Config<A>, Not>;

export const decode = <A extends Attributes>(attributes: A, document: Values): Document<A> =>
  decodeDocument(jsonApi, attributes, document) as unknown as Document<A>;

/** The document of an answer; MalformedAnswer where a service answers a success without one. */
export const documentIn = (answer: Told): Values & { readonly id: string } => {
  const { data } = bodyOf(answer);
  if (typeof data?.['id'] !== 'string') throw new MalformedAnswer(answer.asked, answer.status, 'no document', null);
  return data as Values & { readonly id: string };
};
export const decodeOne = <A extends Attributes>(attributes: A, answer: Told): Document<A> => decode(attributes, documentIn(answer));

interface Encoding { readonly id?: string; /** An update that gives no id. */ readonly change?: true; readonly relationships?: { readonly [name: string]: { readonly data: unknown } } }

/** A request document of what is said. On a create null is silence; on an update it clears. */
export const encode = (type: string, attributes: Attributes, said: Values, { id, change, relationships = {} }: Encoding = {}): { data: Record<string, unknown> } => {
  const clears = id !== undefined || change === true;
  const names = Object.keys(said).filter((name) => {
    const attribute = attributes[name];
    if (attribute === undefined) throw new RangeError(`${type} have no ${name}`);
    return said[name] !== undefined && (clears || said[name] !== null) && attribute.mode !== 'computed' && !attribute.local && !attribute.address;
  });
  const { data } = encodeDocument(jsonApi, { type, attributes, values: said, names, ...(id === undefined ? {} : { id }) }) as { data: Record<string, unknown> };
  if (Object.keys(relationships).length > 0) data['relationships'] = { ...data['relationships'] as object | undefined, ...relationships };
  return { data };
};

/** `{data: [{type, id}]}`. */
export const references = (type: string, ids: readonly string[]): { data: readonly { type: string; id: string }[] } => ({ data: ids.map((id) => ({ type, id })) });

/**
 * The answer a lost create would have given: the document, if it is as was asked for. One that differs is somebody else's;
 * then null, so that the service says by itself that the name is taken.
 */
export const asAsked = (attributes: Attributes, said: Values, document: Values | null): Answer | null => {
  if (document === null) return null;
  const shown = decodeDocument(jsonApi, attributes, document);
  const same = Object.entries(said).every(([name, value]) => isAbsent(value) || !(name in shown) || sameOrEmpty(attributes[name]?.kind as Kind, value, shown[name]));
  return same ? { status: 200, headers: { get: () => null }, body: { data: document }, requestId: null } : null;
};
