import type { RequestContext } from '../../http/route.ts';
import { type DocumentEntry, type JsonObject, parseToMany } from '../../json-api/parse-document.ts';
import { type ErrorObject, throwIfInvalid } from '../../http/problem.ts';
import type { ModuleVersion } from '../registry/stored.ts';
import type { StoredVariable } from '../variables/stored.ts';
import { validateVariable } from '../variables/variables.ts';
import type { StoredVariableOption } from './stored.ts';

/** One variable of a request: its attributes with the defaults of spec 1, and its JSON pointer. */
export interface ParsedModuleVariable {
  readonly attributes: JsonObject;
  readonly pointer: string;
}
/** What the variables of a request are judged by; `there`: those that the workspace has already. */
export interface ModuleVariableRules {
  readonly version: ModuleVersion;
  readonly options: readonly StoredVariableOption[];
  readonly existing: readonly StoredVariable[];
}

const renderValue = (value: unknown): string => JSON.stringify(value) ?? 'nothing';

/** A value as the module's variable would read it: text is text, anything else is code or JSON. */
const isAllowedValue = (option: StoredVariableOption, value: string): boolean =>
  option.options.some((allowed) => {
    if (typeof allowed === 'string') return allowed === value;
    try {
      return JSON.stringify(JSON.parse(value)) === JSON.stringify(allowed);
    } catch {
      return String(allowed) === value;
    }
  });

const validateModuleVariable = (
  { attributes, pointer: at }: ParsedModuleVariable,
  { version, options, existing }: ModuleVariableRules,
): ErrorObject[] => {
  const { key, value, category, sensitive } = attributes as Partial<StoredVariable>;
  const pointer = `${at}/attributes`;
  const old = existing.find((one) => one.key === key && one.category === category);
  if (old?.sensitive && sensitive === false)
    return [{ detail: `the variable "${key}" is sensitive and stays so`, pointer: `${pointer}/sensitive` }];
  if (category === 'env') return [];
  if (version.variables.length > 0 && !version.variables.some(({ name }) => name === key))
    return [
      {
        detail:
          `version ${version.version} of the module has no variable "${key}"; ` +
          `it has ${version.variables.map(({ name }) => name).join(', ')}`,
        pointer: `${pointer}/key`,
      },
    ];
  const option = options.find(({ name }) => name === key);
  return option && option.options.length > 0 && !isAllowedValue(option, value ?? '')
    ? [{ detail: `the value of "${key}" must be one of ${option.options.map(renderValue).join(', ')}`, pointer: `${pointer}/value` }]
    : [];
};

const buildVariableKey = ({ attributes: { key, category } }: ParsedModuleVariable): string => `${String(category)}:${String(key)}`;

/** Applies defaults. `sensitive` has none if it could reveal an existing value. */
const applyDefaults = ({ attributes, pointer }: DocumentEntry): ParsedModuleVariable => ({
  attributes: { ...attributes, value: attributes['value'] ?? '', hcl: attributes['hcl'] ?? false },
  pointer,
});

/** The `vars` of a request, judged by the module's variables and options. */
export const parseModuleVariables = (
  ctx: Pick<RequestContext, 'dialect'>,
  relationships: JsonObject,
  measure: ModuleVariableRules,
): readonly ParsedModuleVariable[] => {
  const entries = parseToMany(ctx, relationships, 'vars', 'vars') ?? [];
  throwIfInvalid(entries.flatMap(({ attributes, pointer }) => validateVariable(attributes, true, `${pointer}/attributes`)));
  const parsed = entries.map(applyDefaults);
  const keys = new Set<string>();
  const duplicates = parsed.filter((one) => {
    const key = buildVariableKey(one);
    return keys.has(key) || !keys.add(key);
  });
  throwIfInvalid([
    ...duplicates.map(({ attributes, pointer }) => ({
      detail: `the variable "${String(attributes['key'])}" is sent twice`,
      pointer: `${pointer}/attributes/key`,
    })),
    ...parsed.flatMap((one) => validateModuleVariable(one, measure)),
  ]);
  const provided = new Set(
    [...measure.existing, ...parsed.map(({ attributes }) => attributes as unknown as StoredVariable)]
      .filter(({ category }) => category === 'infra')
      .map(({ key }) => key),
  );
  throwIfInvalid(
    measure.version.variables
      .filter(({ name, required }) => required && !provided.has(name))
      .map(({ name }) => ({ detail: `the module's variable "${name}" needs a value`, pointer: '/data/relationships/vars' })),
  );
  return parsed;
};
