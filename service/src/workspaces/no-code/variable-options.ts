import type { DocumentEntry } from '../../json-api/parse-document.ts';
import { type ErrorObject, throwIfInvalid } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import type { ModuleVersion } from '../registry/stored.ts';
import { fitsType, isSameType } from './fits-type.ts';
import type { StoredNoCodeModule, StoredVariableOption } from './stored.ts';

export const renderVariableOption = (
  noCodeModule: StoredRecord<StoredNoCodeModule>,
  { id, name, type, options }: StoredVariableOption,
): ResourceObject => ({
  id,
  type: 'variable-options',
  attributes: { 'variable-name': name, 'variable-type': type, options },
  relationships: { 'no-code-allowed-module': { data: { id: noCodeModule.id, type: 'no-code-modules' } } },
});

/** Whether an option may have no values: in the hosted dialect an empty or missing list leaves the value to the creator of a workspace. */
const mayLackValues = (ctx: RequestContext, values: unknown): boolean =>
  ctx.dialect === 'hosted' && (values === null || values === undefined);

const validateOption = (
  ctx: RequestContext,
  entry: DocumentEntry,
  version: ModuleVersion | undefined,
  creating: boolean,
): ErrorObject[] => {
  const at = `${entry.pointer}/attributes`;
  const { 'variable-name': name, 'variable-type': type, options } = entry.attributes;
  const faults: ErrorObject[] = [];
  if ((creating || name !== undefined) && (typeof name !== 'string' || name === ''))
    faults.push({ detail: 'expected the name of a variable', pointer: `${at}/variable-name` });
  if ((creating || type !== undefined) && (typeof type !== 'string' || type === ''))
    faults.push({ detail: 'expected the type of the variable', pointer: `${at}/variable-type` });
  if ((creating || options !== undefined) && !Array.isArray(options) && !mayLackValues(ctx, options))
    faults.push({ detail: 'expected a list of the allowed values', pointer: `${at}/options` });
  if (typeof name === 'string' && version && version.variables.length > 0 && !version.variables.some((one) => one.name === name))
    faults.push({
      detail:
        `version ${version.version} of the module has no variable "${name}"; ` +
        `it has ${version.variables.map((one) => one.name).join(', ')}`,
      pointer: `${at}/variable-name`,
    });
  return faults;
};

type Options = readonly StoredVariableOption[];
type OptionAttributes = {
  readonly 'variable-name'?: string;
  readonly 'variable-type'?: string;
  readonly options?: readonly unknown[] | null;
};

const validateEntries = (
  ctx: RequestContext,
  before: Options,
  entries: readonly DocumentEntry[],
  version: ModuleVersion | undefined,
): readonly ErrorObject[] =>
  entries.flatMap((entry) => {
    const isUnknown = entry.id !== undefined && !before.some(({ id }) => id === entry.id);
    return [
      ...validateOption(ctx, entry, version, entry.id === undefined),
      ...(isUnknown ? [{ detail: `${entry.id} is no variable option of this module`, pointer: `${entry.pointer}/id` }] : []),
    ];
  });

const parseEntry = (ctx: RequestContext, before: Options, { id, attributes }: DocumentEntry): StoredVariableOption => {
  const { 'variable-name': name, 'variable-type': type, options } = attributes as OptionAttributes;
  // Clients of the hosted service send the options without their ids.
  const old = before.find((one) => one.id === id || (ctx.dialect === 'hosted' && id === undefined && one.name === name));
  const values = options === undefined && id !== undefined ? old!.options : (options ?? []);
  return { id: old?.id ?? ctx.newId('ncvaropt'), name: name ?? old!.name, type: type ?? old!.type, options: values };
};

const findDuplicates = (next: Options, parsed: Options, entries: readonly DocumentEntry[]): readonly ErrorObject[] =>
  parsed.flatMap(({ id, name }, index) => {
    const duplicate =
      next.find((other) => other.name === name && other.id !== id) ?? parsed.slice(0, index).find((other) => other.id === id);
    if (!duplicate) return [];
    const pointer = `${entries[index]!.pointer}/attributes/variable-name`;
    return [{ detail: `the variable "${name}" has options already: ${duplicate.id}`, pointer }];
  });

/** Checks options whose name and type are known: the type must be that of the module's variable, and each value must fit it. */
const validateFit = (
  { name, type, options }: StoredVariableOption,
  pointer: string,
  version: ModuleVersion | undefined,
): readonly ErrorObject[] => {
  const variable = version?.variables.find((one) => one.name === name);
  if (variable && !isSameType(variable.type, type))
    return [
      {
        detail: `the variable "${name}" of version ${version!.version} is of the type ${variable.type}, not ${type}`,
        pointer: `${pointer}/attributes/variable-type`,
      },
    ];
  return options.flatMap((value, index): ErrorObject[] =>
    fitsType(type, value)
      ? []
      : [
          {
            detail: `expected a value of the type ${type}, got ${(JSON.stringify(value) ?? 'nothing').slice(0, 60)}`,
            pointer: `${pointer}/attributes/options/${index}`,
          },
        ],
  );
};

/**
 * The options after a request. An entry of `variable-options` with an id replaces that option, one without is new. An option without
 * values restricts nothing and is removed. In the hosted dialect it is kept, and an entry without an id replaces
 * the option of its variable.
 */
export const parseVariableOptions = (
  ctx: RequestContext,
  before: Options,
  entries: readonly DocumentEntry[],
  version: ModuleVersion | undefined,
): Options => {
  throwIfInvalid(validateEntries(ctx, before, entries, version));
  const parsed = entries.map((entry) => parseEntry(ctx, before, entry));
  throwIfInvalid(parsed.flatMap((option, index) => validateFit(option, entries[index]!.pointer, version)));
  const next = [
    ...before.map((old) => parsed.findLast(({ id }) => id === old.id) ?? old),
    ...parsed.filter(({ id }) => !before.some((old) => old.id === id)),
  ];
  throwIfInvalid(findDuplicates(next, parsed, entries));
  return ctx.dialect === 'hosted' ? next : next.filter(({ options }) => options.length > 0);
};
