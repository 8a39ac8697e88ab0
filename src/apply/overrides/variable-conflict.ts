import { nounOf, type Resource, type Values } from '@slipway/declarations/declare';
import { decodeDocument, documentFormatOf } from '@slipway/declarations/dialects';
import type { ApplyContext, ApplyOperation, ResourceOperations } from '../apply-operation.ts';
import { nullIfNotFound } from '../call-endpoint.ts';
import { isDifferent } from '../check-result.ts';
import { lookUp } from '../look-up.ts';

/** A variable that `on_conflict = "error"` does not take over. */
export class ConflictError extends Error {}

/** What a person calls the variable by: its name or key, and what holds it. */
export const variableKey = (resource: Resource): readonly string[] => resource.naturalKey ?? resource.key;

/** The existing variable of that name, decoded; null if there is none, or its owner does not exist yet. */
export const findExistingVariable = async (resource: Resource, values: Values, context: ApplyContext): Promise<Values | null> => {
  const document = await nullIfNotFound(() => lookUp(resource, resource.endpoints.read, values, variableKey(resource), context));
  return document && decodeDocument(documentFormatOf(resource.service), resource.attributes, document);
};

const secretNames = ['value', 'value_wo'];

/** Updates the existing variable instead of creating one; adopting it leaves a value that cannot be read. */
const takeOver = async (
  operation: ApplyOperation,
  existing: Values,
  isAdopted: boolean,
  put: ResourceOperations['put'],
  context: ApplyContext,
): Promise<void> => {
  const { resource, desired } = operation;
  const writable = Object.keys(resource.attributes).filter((name) => resource.attributes[name]!.mode !== 'computed');
  const isKept = (name: string): boolean => (secretNames.includes(name) || name === 'value_wo_version') && !(name in existing);
  const changed = writable.filter((name) =>
    isKept(name)
      ? !isAdopted
      : resource.attributes[name]!.local || isDifferent(resource.attributes[name]!.kind, desired[name], existing[name] ?? null),
  );
  operation.recordSuccess(
    writable.filter((name) => !secretNames.includes(name)),
    existing,
  );
  await put({ ...operation, prior: { ...desired, ...existing }, changed }, context);
  if (isAdopted) operation.recordSuccess([...secretNames, 'value_wo_version']);
};

/** `on_conflict` decides what a create does with a variable that exists already. */
export const putWithConflict =
  (put: ResourceOperations['put']): ResourceOperations['put'] =>
  async (operation, context) => {
    const { resource, prior, desired } = operation;
    const { on_conflict: mode } = desired;
    const isUpsert = resource.endpoints.create === resource.endpoints.update;
    const isDecidedByService = isUpsert ? mode === 'overwrite' : mode === 'error';
    if (prior !== null || isDecidedByService) return put(operation, context);
    const existing = await findExistingVariable(resource, desired, context);
    if (existing === null) return put(operation, context);
    if (mode === 'error')
      throw new ConflictError(`The ${nounOf(resource.name)} "${String(desired['name'] ?? desired['key'])}" already exists. Import it.`);
    await takeOver(operation, existing, mode === 'adopt', put, context);
  };
