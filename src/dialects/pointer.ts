import type { Attribute, Attributes } from '../declare/index.ts';
import type { Dialect } from './dialect.ts';

const escape = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

/** The RFC 6901 pointer, in the wire's names, of an attribute path in a request body. */
export const pointerOf = (dialect: Dialect, attributes: Attributes, path: readonly (string | number | { readonly key: string })[]): string => {
  const [name, ...rest] = path as [string, ...(string | number | { key: string })[]];
  const attribute = attributes[name];
  const at = attribute?.at;
  const data = dialect.name === 'json-api' ? ['data'] : [];
  if (typeof at === 'object' && (at.place === 'toOne' || at.place === 'toMany'))
    return `/${[...data, 'relationships', at.relationship, 'data'].map(escape).join('/')}`;
  const root = [...data, ...(dialect.root === null ? [] : [dialect.root])];
  const head = typeof at === 'string' ? at.split('.') : typeof at === 'object' && at.place === 'own' ? [at.name] : typeof at === 'object' && at.place === 'byForm' ? at.uuid.split('.') : [dialect.spell(name)];
  return `/${[...root, ...head, ...steps(dialect, attribute, rest)].map(escape).join('/')}`;
};

const steps = (dialect: Dialect, attribute: Attribute | undefined, path: readonly (string | number | { readonly key: string })[]): string[] => {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  if (typeof step === 'number') return [String(step), ...steps(dialect, attribute, rest)];
  if (typeof step === 'object') return [step.key, ...steps(dialect, attribute, rest)];
  const member = attribute?.kind.members?.[step] ?? attribute?.kind.item?.members?.[step];
  return [typeof member?.at === 'string' ? member.at : dialect.spell(step), ...steps(dialect, member, rest)];
};
