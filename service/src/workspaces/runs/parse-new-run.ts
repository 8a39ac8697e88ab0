import { throwIfInvalid, unprocessable, type ErrorObject } from '../../http/problem.ts';
import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import { validateTypes } from '../../json-api/validate-types.ts';
import type { RunOptions } from './stored-parts.ts';

const attributeTypes = {
  message: 'text?',
  comment: 'text?',
  'is-destroy': 'flag?',
  'auto-apply': 'flag?',
  'plan-only': 'flag?',
  'save-plan': 'flag?',
  refresh: 'flag?',
  'refresh-only': 'flag?',
  'allow-config-generation': 'flag?',
  'allow-empty-apply': 'flag?',
  'debugging-mode': 'flag?',
  'engine-version': 'text?',
} as const;
const listNames = ['target-addrs', 'replace-addrs', 'invoke-action-addrs', 'policy-paths'] as const;
export const newRunAttributes: readonly string[] = [...Object.keys(attributeTypes), ...listNames, 'variables'];

/** Entries of a list, and characters of one. */
const limits = { entries: 1000, characters: 4096, value: 256 * 1024 } as const;

const validateList = (attributes: JsonObject, name: string): readonly ErrorObject[] => {
  const value = attributes[name];
  const pointer = `/data/attributes/${name}`;
  if (value === undefined || value === null) return [];
  if (!Array.isArray(value)) return [{ detail: 'expected a list of texts', pointer }];
  if (value.length > limits.entries) return [{ detail: `expected at most ${limits.entries} entries`, pointer }];
  return value.flatMap((entry: unknown, index) =>
    typeof entry === 'string' && entry !== '' && entry.length <= limits.characters
      ? []
      : [{ detail: `expected a text of 1 to ${limits.characters} characters`, pointer: `${pointer}/${index}` }],
  );
};

/** Errors in the variables of a new run, or of what is executed as one. */
export const validateRunVariables = ({ variables }: JsonObject): readonly ErrorObject[] => {
  const pointer = '/data/attributes/variables';
  if (variables === undefined || variables === null) return [];
  if (!Array.isArray(variables)) return [{ detail: 'expected a list of {"key", "value"}', pointer }];
  if (variables.length > limits.entries) return [{ detail: `expected at most ${limits.entries} entries`, pointer }];
  return variables.flatMap((entry: unknown, index) => {
    const at = `${pointer}/${index}`;
    if (!isObject(entry) || typeof entry['key'] !== 'string' || typeof entry['value'] !== 'string')
      return [{ detail: 'expected {"key", "value"} with texts', pointer: at }];
    if (entry['key'] === '' || entry['key'].length > limits.characters)
      return [{ detail: 'expected the name of a variable', pointer: `${at}/key` }];
    return entry['value'].length > limits.value ? [{ detail: `expected at most ${limits.value} characters`, pointer: `${at}/value` }] : [];
  });
};

/** Errors for attributes that exclude each other. */
const findConflicts = (attributes: JsonObject): readonly ErrorObject[] => {
  const isSet = (name: string): boolean => attributes[name] === true;
  const fault = (name: string, detail: string): ErrorObject => ({ detail, pointer: `/data/attributes/${name}` });
  const lists = (name: string): boolean => Array.isArray(attributes[name]) && (attributes[name] as unknown[]).length > 0;
  return [
    ...(isSet('plan-only') && isSet('auto-apply')
      ? [fault('auto-apply', 'a run with plan-only is never applied; leave out auto-apply')]
      : []),
    ...(isSet('plan-only') && isSet('save-plan') ? [fault('save-plan', 'a run with plan-only is never applied; leave out save-plan')] : []),
    ...(isSet('is-destroy') && isSet('refresh-only') ? [fault('refresh-only', 'a run destroys or refreshes; leave out one of both')] : []),
    ...(isSet('refresh-only') && attributes['refresh'] === false
      ? [fault('refresh', 'a run with refresh-only refreshes; leave out refresh')]
      : []),
    ...(isSet('refresh-only') && lists('replace-addrs')
      ? [fault('replace-addrs', 'a run with refresh-only replaces nothing; leave out replace-addrs')]
      : []),
    ...(typeof attributes['engine-version'] === 'string' && attributes['engine-version'] !== '' && !isSet('plan-only')
      ? [fault('engine-version', '"engine-version" of a run needs plan-only: other runs use the version of the workspace')]
      : []),
  ];
};

/** Throws 422 for attributes that a run cannot have. Each attribute is implemented, stored and returned, or refused; none is ignored. */
export const validateNewRun = (attributes: JsonObject): void => {
  throwIfInvalid([
    ...validateTypes(attributes, attributeTypes, false),
    ...listNames.flatMap((name) => validateList(attributes, name)),
    ...validateRunVariables(attributes),
    ...findConflicts(attributes),
  ]);
  const { 'engine-version': version } = attributes;
  if (typeof version === 'string' && version.length > limits.characters)
    throw unprocessable('expected a version', '/data/attributes/engine-version');
};

const optionalList = (value: unknown): readonly string[] | undefined =>
  Array.isArray(value) && value.length > 0 ? (value as readonly string[]) : undefined;

/** The options of a run beyond its kind; defaults are left out. */
export const parseRunOptions = (attributes: JsonObject): RunOptions | undefined => {
  const flag = <N extends string>(member: N, name: string): { readonly [member in N]?: true } =>
    (attributes[name] === true ? { [member]: true } : {}) as { readonly [member in N]?: true };
  const list = <N extends string>(member: N, name: string): { readonly [member in N]?: readonly string[] } => {
    const value = optionalList(attributes[name]);
    return (value ? { [member]: value } : {}) as { readonly [member in N]?: readonly string[] };
  };
  const variables = optionalList(attributes['variables']) as unknown as RunOptions['variables'];
  const options: RunOptions = {
    ...flag('refreshOnly', 'refresh-only'),
    ...flag('allowEmptyApply', 'allow-empty-apply'),
    ...flag('allowConfigGeneration', 'allow-config-generation'),
    ...flag('debuggingMode', 'debugging-mode'),
    ...list('targets', 'target-addrs'),
    ...list('replacements', 'replace-addrs'),
    ...list('invokedActions', 'invoke-action-addrs'),
    ...list('policyPaths', 'policy-paths'),
    ...(variables ? { variables: variables.map(({ key, value }) => ({ key, value })) } : {}),
  };
  return Object.keys(options).length === 0 ? undefined : options;
};
