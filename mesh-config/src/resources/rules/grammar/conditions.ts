import { isAddressOrBlock } from './addresses.ts';
import { isPortText } from './port-texts.ts';

interface ConditionKey {
  readonly matches: (key: string) => boolean;
  /** The kind of its values; undefined: any text. */
  readonly value?: { readonly isValid: (text: string) => boolean; readonly expected: string };
}
const isKey =
  (...keys: readonly string[]) =>
  (key: string): boolean =>
    keys.includes(key);
/** Text before a bracket, something in the brackets, and the bracket at the end: `request.headers[x]`. */
const hasBrackets =
  (prefix: string) =>
  (key: string): boolean => {
    const open = key.indexOf('[');
    return key.startsWith(prefix) && open > 0 && key.endsWith(']') && open < key.length - 2;
  };
const address = { isValid: isAddressOrBlock, expected: 'an IP address or a CIDR block' };
const keys: readonly ConditionKey[] = [
  { matches: isKey('source.ip', 'destination.ip'), value: address },
  { matches: isKey('destination.port'), value: { isValid: isPortText, expected: 'a port from 0 to 65535' } },
  {
    matches: isKey(
      'source.namespace',
      'source.principal',
      'request.auth.principal',
      'request.auth.audiences',
      'request.auth.presenter',
      'connection.sni',
    ),
  },
  { matches: hasBrackets('request.headers') },
  { matches: hasBrackets('request.auth.claims') },
  { matches: hasBrackets('experimental.envoy.filters.') },
];
const replacedKeys: readonly (readonly [prefix: string, advice: string])[] = [
  ['destination.namespace', 'the namespace of the policy'],
  ['destination.labels[', 'the selector of the policy'],
  ['destination.name', 'the selector of the policy'],
  ['destination.user', 'the selector of the policy'],
];

export const findConditionKey = (key: string): ConditionKey | undefined => keys.find(({ matches }) => matches(key));
export const describeUnknownKey = (key: string): string => {
  const [, replacement] = replacedKeys.find(([prefix]) => key.startsWith(prefix)) ?? [];
  if (replacement !== undefined) return `attribute ${key} is replaced by ${replacement}`;
  const isUnfinished = ['request.headers', 'request.auth.claims', 'experimental.envoy.filters.'].some((prefix) => key.startsWith(prefix));
  return isUnfinished ? `bad key (${key}): should have format a[b]` : `unknown attribute: ${key}`;
};
