import type { DocumentEntry } from '../../json-api/parse-document.ts';
import { type ErrorObject, throwIfInvalid } from '../../http/problem.ts';
import type { RequestContext } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import type { ResourceObject } from '../../json-api/resource-object.ts';
import type { ModuleVersion } from '../registry/stored.ts';
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

const validateOption = (entry: DocumentEntry, version: ModuleVersion | undefined, creating: boolean): ErrorObject[] => {
  const at = `${entry.pointer}/attributes`;
  const { 'variable-name': name, 'variable-type': type, options } = entry.attributes;
  const faults: ErrorObject[] = [];
  if ((creating || name !== undefined) && (typeof name !== 'string' || name === ''))
    faults.push({ detail: 'expected the name of a variable', pointer: `${at}/variable-name` });
  if ((creating || type !== undefined) && (typeof type !== 'string' || type === ''))
    faults.push({ detail: 'expected the type of the variable', pointer: `${at}/variable-type` });
  if ((creating || options !== undefined) && !Array.isArray(options))
    faults.push({ detail: 'expected a list of the allowed values', pointer: `${at}/options` });
  if (typeof name === 'string' && version && version.variables.length > 0 && !version.variables.some((one) => one.name === name))
    faults.push({
      detail: `version ${version.version} of the module has no variable "${name}"; it has ${version.variables.map((one) => one.name).join(', ')}`,
      pointer: `${at}/variable-name`,
    });
  return faults;
};

/** Entries of `variable-options`: with an id that option set is replaced, without it is new. One without values restricts nothing and goes. */
export const parseVariableOptions = (
  ctx: RequestContext,
  before: readonly StoredVariableOption[],
  entries: readonly DocumentEntry[],
  version: ModuleVersion | undefined,
): readonly StoredVariableOption[] => {
  throwIfInvalid(
    entries.flatMap((entry) => [
      ...validateOption(entry, version, entry.id === undefined),
      ...(entry.id !== undefined && !before.some((one) => one.id === entry.id)
        ? [{ detail: `${entry.id} is no variable option of this module`, pointer: `${entry.pointer}/id` }]
        : []),
    ]),
  );
  const parsed = entries.map(({ id, attributes }): StoredVariableOption => {
    const {
      'variable-name': name,
      'variable-type': type,
      options,
    } = attributes as { readonly 'variable-name'?: string; readonly 'variable-type'?: string; readonly options?: readonly unknown[] };
    const old = before.find((one) => one.id === id);
    return { id: old?.id ?? ctx.newId('ncvaropt'), name: name ?? old!.name, type: type ?? old!.type, options: options ?? old!.options };
  });
  const next = [
    ...before.map((old) => parsed.findLast((one) => one.id === old.id) ?? old),
    ...parsed.filter((one) => !before.some((old) => old.id === one.id)),
  ];
  throwIfInvalid(
    parsed.flatMap((one, index) => {
      const duplicate = next.find((other) => other.name === one.name && other.id !== one.id);
      return duplicate
        ? [
            {
              detail: `the variable "${one.name}" has options already: ${duplicate.id}`,
              pointer: `${entries[index]!.pointer}/attributes/variable-name`,
            },
          ]
        : [];
    }),
  );
  return next.filter((one) => one.options.length > 0);
};
