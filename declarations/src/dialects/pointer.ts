import type { Attribute, Attributes } from '../declare/index.ts';
import type { DocumentFormat } from './document-format.ts';

const escapeStep = (step: string): string => step.replaceAll('~', '~0').replaceAll('/', '~1');

/** The RFC 6901 pointer, in the wire's names, of an attribute path in a request body. */
export const pointerOf = (
  dialect: DocumentFormat,
  attributes: Attributes,
  path: readonly (string | number | { readonly key: string })[],
): string => {
  const [name, ...rest] = path as [string, ...(string | number | { key: string })[]];
  const attribute = attributes[name];
  const at = attribute?.at;
  const data = dialect.name === 'json-api' ? ['data'] : [];
  if (typeof at === 'object' && (at.place === 'toOne' || at.place === 'toMany'))
    return `/${[...data, 'relationships', at.relationship, 'data'].map(escapeStep).join('/')}`;
  const root = [...data, ...(dialect.root === null ? [] : [dialect.root])];
  const head =
    typeof at === 'string'
      ? at.split('.')
      : typeof at === 'object' && at.place === 'own'
        ? [at.name]
        : typeof at === 'object' && at.place === 'byForm'
          ? at.uuid.split('.')
          : [dialect.wireName(name)];
  return `/${[...root, ...head, ...pointerSteps(dialect, attribute, rest)].map(escapeStep).join('/')}`;
};

const pointerSteps = (
  dialect: DocumentFormat,
  attribute: Attribute | undefined,
  path: readonly (string | number | { readonly key: string })[],
): string[] => {
  const [step, ...rest] = path;
  if (step === undefined) return [];
  if (typeof step === 'number') return [String(step), ...pointerSteps(dialect, attribute, rest)];
  if (typeof step === 'object') return [step.key, ...pointerSteps(dialect, attribute, rest)];
  const member = attribute?.kind.members?.[step] ?? attribute?.kind.item?.members?.[step];
  return [typeof member?.at === 'string' ? member.at : dialect.wireName(step), ...pointerSteps(dialect, member, rest)];
};
