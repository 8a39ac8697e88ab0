import { type Entry, type Json, manySent } from '../../json-api/read.ts';
import { type Fault, refuse } from '../../problem.ts';
import type { ModuleVersion } from '../registry/stored.ts';
import type { Variable } from '../stored.ts';
import { variableFaults } from '../variables.ts';
import type { VariableOption } from './stored.ts';

/** One variable of a request: its attributes with the defaults of spec 1, and where it stands. */
export interface SentVariable { readonly attributes: Json; readonly pointer: string }
/** What the variables of a request are judged by; `there`: those that the workspace has already. */
export interface Measure { readonly version: ModuleVersion; readonly options: readonly VariableOption[]; readonly there: readonly Variable[] }

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** A value as the module's variable would read it: text is text, anything else is code or JSON. */
const sameValue = (option: VariableOption, value: string): boolean => option.options.some((allowed) => {
  if (typeof allowed === 'string') return allowed === value;
  try { return JSON.stringify(JSON.parse(value)) === JSON.stringify(allowed); } catch { return String(allowed) === value; }
});

const faultsOf = ({ attributes, pointer: at }: SentVariable, { version, options, there }: Measure): Fault[] => {
  const { key, value, category, sensitive } = attributes as Partial<Variable>;
  const pointer = `${at}/attributes`;
  const old = there.find((one) => one.key === key && one.category === category);
  if (old?.sensitive && sensitive === false) return [{ detail: `the variable "${key}" is sensitive and stays so`, pointer: `${pointer}/sensitive` }];
  if (category === 'env') return [];
  if (version.variables.length > 0 && !version.variables.some(({ name }) => name === key))
    return [{ detail: `version ${version.version} of the module has no variable "${key}"; it has ${version.variables.map(({ name }) => name).join(', ')}`, pointer: `${pointer}/key` }];
  const option = options.find(({ name }) => name === key);
  return option && !sameValue(option, value ?? '')
    ? [{ detail: `the value of "${key}" must be one of ${option.options.map(shown).join(', ')}`, pointer: `${pointer}/value` }] : [];
};

const identity = ({ attributes: { key, category } }: SentVariable): string => `${String(category)}:${String(key)}`;

/** `sensitive` has its default only where nothing is there that it could uncover. */
const withDefaults = ({ attributes, pointer }: Entry): SentVariable => ({ attributes: { ...attributes, value: attributes['value'] ?? '', hcl: attributes['hcl'] ?? false }, pointer });

/** The `vars` of a request, judged by the module's variables and options. */
export const variablesSent = (relationships: Json, measure: Measure): readonly SentVariable[] => {
  const entries = manySent(relationships, 'vars', 'vars') ?? [];
  refuse(entries.flatMap(({ attributes, pointer }) => variableFaults(attributes, true, `${pointer}/attributes`)));
  const sent = entries.map(withDefaults);
  const twins = sent.filter((one, index) => sent.findIndex((other) => identity(other) === identity(one)) < index);
  refuse([
    ...twins.map(({ attributes, pointer }) => ({ detail: `the variable "${String(attributes['key'])}" is sent twice`, pointer: `${pointer}/attributes/key` })),
    ...sent.flatMap((one) => faultsOf(one, measure)),
  ]);
  const given = new Set([...measure.there, ...sent.map(({ attributes }) => attributes as unknown as Variable)].filter(({ category }) => category === 'infra').map(({ key }) => key));
  refuse(measure.version.variables.filter(({ name, required }) => required && !given.has(name))
    .map(({ name }) => ({ detail: `the module's variable "${name}" needs a value`, pointer: '/data/relationships/vars' })));
  return sent;
};
