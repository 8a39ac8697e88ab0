import type { Attribute, AttributeKind, Attributes, Values } from '@slipway/declarations/declare';
import { providerBlock } from 'slipway/provider/provider-section';
import { actions, dataSources, ephemerals, resources } from '@slipway/declarations/resources';

/** An attribute that holds a secret, and the declaration that has it. */
export interface SensitivePlace {
  readonly form: 'resource' | 'data' | 'ephemeral' | 'action' | 'provider';
  readonly type: string;
  readonly path: readonly string[];
  /** Values of the whole declaration, the required ones with a sample, and this one with the secret. */
  values(secret: string): Values;
}

const isSensitive = ({ sensitive, secret, writeOnly }: Attribute): boolean => Boolean(sensitive || secret || writeOnly);

/** A value that the kind accepts. */
const sampleOf = (kind: AttributeKind): unknown => {
  const words = (kind.json as { enum?: readonly unknown[] }).enum;
  if (words) return words.at(-1);
  if (kind.members) return samplesOf(kind.members);
  if (kind.item) return kind.collection === 'map' ? { a: sampleOf(kind.item) } : [sampleOf(kind.item)];
  if (kind.type === 'bool') return true;
  if (kind.type === 'number') return 7;
  const candidates = [
    '00000000-0000-4000-8000-0000000000ac',
    'gh/acme/web',
    'gh/acme',
    'varset-1',
    'var-1',
    'ws-1',
    'prj-1',
    'nocode-1',
    'ABC',
    'main',
  ];
  return candidates.find((text) => kind.accepts(text)) ?? '00000000-0000-4000-8000-0000000000ac';
};
const samplesOf = (attributes: Attributes): Values =>
  Object.fromEntries(Object.entries(attributes).flatMap(([name, { mode, kind }]) => (mode === 'required' ? [[name, sampleOf(kind)]] : [])));

/** A value of the kind whose strings are all the secret. */
const secretOf = (kind: AttributeKind, secret: string): unknown =>
  kind.item ? (kind.collection === 'map' ? { key: secretOf(kind.item, secret) } : [secretOf(kind.item, secret)]) : secret;

type Fill = (secret: string) => Values;

/** Of each sensitive attribute: its path, and values of its block that hold the secret there. A computed one is sent only in a state. */
const findPlaces = (attributes: Attributes, isStored: boolean): readonly { readonly path: readonly string[]; readonly values: Fill }[] =>
  Object.entries(attributes).flatMap(([name, attribute]) => {
    const { kind } = attribute;
    if (attribute.mode === 'computed' && !isStored) return [];
    if (isSensitive(attribute))
      return [{ path: [name], values: (secret) => ({ ...samplesOf(attributes), [name]: secretOf(kind, secret) }) }];
    const members = kind.members ?? kind.item?.members;
    const wrap = (inner: Values): unknown => (kind.members ? inner : kind.collection === 'map' ? { PASSWORD: inner } : [inner]);
    return findPlaces(members ?? {}, isStored).map(({ path, values }) => ({
      path: [name, ...path],
      values: (secret: string) => ({ ...samplesOf(attributes), [name]: wrap(values(secret)) }),
    }));
  });

const forms = {
  resource: resources,
  data: dataSources,
  ephemeral: ephemerals,
  action: actions,
  provider: { provider: providerBlock },
} as const;

/** Every sensitive attribute that an engine sends, nested ones too. */
export const sensitivePlaces: readonly SensitivePlace[] = Object.entries(forms).flatMap(([form, declared]) =>
  Object.entries(declared as { readonly [name: string]: { readonly attributes: Attributes } }).flatMap(([type, { attributes }]) =>
    findPlaces(attributes, form === 'resource').map(({ path, values }) => ({ form: form as SensitivePlace['form'], type, path, values })),
  ),
);
