import type { Entry } from '../../json-api/read.ts';
import { type Fault, refuse } from '../../problem.ts';
import type { Asking } from '../../route.ts';
import type { Rec } from '../../store/store.ts';
import type { Doc } from '../../json-api/document.ts';
import type { ModuleVersion } from '../registry/stored.ts';
import type { NoCodeModule, VariableOption } from './stored.ts';

export const renderOption = (offer: Rec<NoCodeModule>, { id, name, type, options }: VariableOption): Doc => ({
  id, type: 'variable-options', attributes: { 'variable-name': name, 'variable-type': type, options },
  relationships: { 'no-code-allowed-module': { data: { id: offer.id, type: 'no-code-modules' } } },
});

const faultsOf = (entry: Entry, version: ModuleVersion | undefined, creating: boolean): Fault[] => {
  const at = `${entry.pointer}/attributes`;
  const { 'variable-name': name, 'variable-type': type, options } = entry.attributes;
  const faults: Fault[] = [];
  if (creating && (typeof name !== 'string' || name === '')) faults.push({ detail: 'expected the name of a variable', pointer: `${at}/variable-name` });
  if (creating && (typeof type !== 'string' || type === '')) faults.push({ detail: 'expected the type of the variable', pointer: `${at}/variable-type` });
  if ((creating || options !== undefined) && !Array.isArray(options)) faults.push({ detail: 'expected a list of the allowed values', pointer: `${at}/options` });
  if (typeof name === 'string' && version && version.variables.length > 0 && !version.variables.some((one) => one.name === name))
    faults.push({ detail: `version ${version.version} of the module has no variable "${name}"; it has ${version.variables.map((one) => one.name).join(', ')}`, pointer: `${at}/variable-name` });
  return faults;
};

/** Entries of `variable-options`: with an id that option set is replaced, without it is new. One without values restricts nothing and goes. */
export const optionsSent = (asking: Asking, before: readonly VariableOption[], entries: readonly Entry[], version: ModuleVersion | undefined): readonly VariableOption[] => {
  refuse(entries.flatMap((entry) => [
    ...faultsOf(entry, version, entry.id === undefined),
    ...(entry.id !== undefined && !before.some((one) => one.id === entry.id) ? [{ detail: `${entry.id} is no variable option of this module`, pointer: `${entry.pointer}/id` }] : []),
  ]));
  let next = [...before];
  for (const { id, attributes, pointer } of entries) {
    const old = next.find((one) => one.id === id);
    const option: VariableOption = {
      id: old?.id ?? asking.newId('ncvaropt'), name: (attributes['variable-name'] as string | undefined) ?? old!.name,
      type: (attributes['variable-type'] as string | undefined) ?? old!.type, options: (attributes['options'] as unknown[] | undefined) ?? old!.options,
    };
    const twin = next.find((one) => one.name === option.name && one.id !== option.id);
    if (twin) refuse([{ detail: `the variable "${option.name}" has options already; name them by their id ${twin.id}`, pointer: `${pointer}/attributes/variable-name` }]);
    next = old ? next.map((one) => (one.id === old.id ? option : one)) : [...next, option];
  }
  return next.filter((one) => one.options.length > 0);
};
