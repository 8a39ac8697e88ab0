import { type Entry, type Json, manySent } from '../../json-api/read.ts';
import { type Fault, refuse } from '../../problem.ts';
import type { ModuleVersion } from '../registry/stored.ts';
import { variableFaults } from '../variables.ts';
import type { VariableOption } from './stored.ts';

const shown = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** A value as the module's variable would read it: text is text, anything else is code or JSON. */
const sameValue = (option: VariableOption, value: string): boolean => option.options.some((allowed) => {
  if (typeof allowed === 'string') return allowed === value;
  try { return JSON.stringify(JSON.parse(value)) === JSON.stringify(allowed); } catch { return String(allowed) === value; }
});

const faultsOf = ({ attributes, pointer }: Entry, version: ModuleVersion, options: readonly VariableOption[]): Fault[] => {
  const shape = variableFaults(attributes, true, `${pointer}/attributes`);
  if (shape.length > 0) return shape;
  const key = attributes['key'] as string;
  if (attributes['category'] === 'env') return [];
  if (version.variables.length > 0 && !version.variables.some(({ name }) => name === key))
    return [{ detail: `version ${version.version} of the module has no variable "${key}"; it has ${version.variables.map(({ name }) => name).join(', ')}`, pointer: `${pointer}/attributes/key` }];
  const option = options.find(({ name }) => name === key);
  const value = (attributes['value'] as string | null | undefined) ?? '';
  return option && !sameValue(option, value)
    ? [{ detail: `the value of "${key}" must be one of ${option.options.map(shown).join(', ')}`, pointer: `${pointer}/attributes/value` }] : [];
};

/** The `vars` of a request, judged by the module's variables and options. `have`: keys that hold a value already. */
export const variablesSent = (relationships: Json, version: ModuleVersion, options: readonly VariableOption[], have: ReadonlySet<string>): readonly Json[] => {
  const entries = manySent(relationships, 'vars', 'vars') ?? [];
  refuse(entries.flatMap((entry) => faultsOf(entry, version, options)));
  const given = new Set([...have, ...entries.map(({ attributes }) => attributes['key'] as string)]);
  refuse(version.variables.filter(({ name, required }) => required && !given.has(name))
    .map(({ name }) => ({ detail: `the module's variable "${name}" needs a value`, pointer: '/data/relationships/vars' })));
  return entries.map(({ attributes }) => attributes);
};
