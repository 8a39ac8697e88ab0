import { isUnknown, type AttributeKind, type Endpoint, type Values } from '@slipway/declarations/declare';
import { documentFormatOf, encodeDocument, toNeutralDocument } from '@slipway/declarations/dialects';
import type { ApplyOperation, ApplyContext, ResourceOperations } from '../apply-operation.ts';
import { isDifferent } from '../check-result.ts';
import { assertGone, PossiblyHiddenError } from '../assert-gone.ts';
import { decodeResponse, responseDocument, fillPath, callEndpoint } from '../call-endpoint.ts';
import { readShared } from '../look-up.ts';
import { parseIncludedOptions, optionToWire, type OptionDocument } from './option-values.ts';

type VariableOptions = { readonly [name: string]: { readonly type: string; readonly options: readonly string[] } };

const optionsByName = (documents: readonly OptionDocument[]): VariableOptions =>
  Object.fromEntries(documents.filter((one) => one.options.length > 0).map(({ name, type, options }) => [name, { type, options }]));

const readWithOptions = async (state: Values, context: ApplyContext) => {
  const response = await context.client.call({
    method: 'GET',
    path: fillPath('GET /no-code-modules/{id}', state),
    query: { include: 'variable_options' },
    effect: 'read',
    acceptedStatuses: [404],
    signal: context.signal,
  });
  return { ...response, body: toNeutralDocument(response.body) };
};

const decodeModule = (body: unknown, context: ApplyContext): Values => ({
  ...decodeResponse(context.findResource('no_code_module'), body),
  variable_options: optionsByName(parseIncludedOptions(body)),
});

/** The offer that a registry module already has; there is no list of offers. */
const findOffer = async (desired: Values, context: ApplyContext): Promise<string | null> => {
  const response = await callEndpoint(context, 'GET /registry-modules/{registry_module_id}', desired, {
    effect: 'read',
    acceptedStatuses: [404],
  });
  const offers = responseDocument({ service: 'workspaces' }, response.body)?.['relationships'] as
    | { 'no-code-modules'?: { data?: readonly { id: string }[] } }
    | undefined;
  return offers?.['no-code-modules']?.data?.[0]?.id ?? null;
};

/**
 * Asserts that the offer does not exist. These endpoints answer 404 to organization tokens (spec 1), which can read the organization, so
 * the registry module is read, too.
 */
const assertOfferGone = async (state: Values, context: ApplyContext): Promise<void> => {
  await assertGone(context.findResource('no_code_module'), state, context);
  if (typeof state['registry_module_id'] !== 'string' || (await findOffer(state, context)) !== state['id']) return;
  throw new PossiblyHiddenError(
    'The service answered 404 for this no-code module, and its registry module still names it: ' +
      'organization tokens are refused by no-code endpoints. ' +
      'The object stays in the state. Use a user or a team token.',
  );
};

/** What an offer allows, for the plans of its workspaces; null where it is not there. */
export const lookUpOffer = async (id: string, context: ApplyContext): Promise<{ readonly variable_options: unknown } | null> => {
  const path = fillPath('GET /no-code-modules/{id}', { id });
  const { status, body } = await readShared(context, path, { query: { include: 'variable_options' }, lookup: true });
  return status === 404 ? null : { variable_options: optionsByName(parseIncludedOptions(toNeutralDocument(body))) };
};

export const read: ResourceOperations['read'] = async (state, context) => {
  const response = await readWithOptions(state, context);
  if (response.status === 404) {
    await assertOfferGone(state, context);
    return null;
  }
  return decodeModule(response.body, context);
};

/** An option set with an ID replaces that set; a set that is no longer configured is emptied, which removes the restriction. */
const optionEntries = (desired: VariableOptions, present: readonly OptionDocument[]): readonly object[] => [
  ...Object.entries(desired).map(([name, { type, options }]) => {
    const id = present.find((one) => one.name === name)?.id;
    const attributes = { 'variable-name': name, 'variable-type': type, options: options.map((option) => optionToWire(type, option)) };
    return { ...(id === undefined ? {} : { id }), type: 'variable-options', attributes };
  }),
  ...present
    .filter((one) => !(one.name in desired) && one.options.length > 0)
    .map(({ id, name, type }) => ({
      id,
      type: 'variable-options',
      attributes: { 'variable-name': name, 'variable-type': type, options: [] },
    })),
];

const moduleBody = (operation: ApplyOperation, names: readonly string[], options: readonly object[] | null): unknown => {
  const { resource, desired, prior } = operation;
  const encoded = encodeDocument(documentFormatOf(resource.service), {
    type: resource.type,
    attributes: resource.attributes,
    values: desired,
    names,
    ...(prior ? { id: String(prior['id']) } : {}),
  });
  const data = encoded['data'] as { relationships?: Record<string, { data: unknown }> };
  const module = data.relationships?.['registry-module'];
  // On requests the type is `registry-module`, in responses `registry-modules` (spec 1).
  if (module) module.data = { id: desired['registry_module_id'], type: 'registry-module' };
  if (options !== null) data.relationships = { ...data.relationships, 'variable-options': { data: options } };
  return encoded;
};

/** The default of `enabled` is another one at the hosted service. */
const isDefaultSent = (name: string, { client }: ApplyContext): boolean => name === 'enabled' && client.dialect === 'hosted';

export const put: ResourceOperations['put'] = async (operation, context) => {
  const { resource, prior, desired } = operation;
  const options = (desired['variable_options'] ?? {}) as VariableOptions;
  const plain = ['registry_module_id', 'enabled', 'version_pin'];
  if (prior === null) {
    const names = plain.filter((name) => operation.configured.includes(name) || isDefaultSent(name, context));
    const findExisting = async () => {
      const offer = await findOffer(desired, context);
      if (offer === null) return null;
      const response = await readWithOptions({ id: offer }, context);
      const current = decodeModule(response.body, context);
      return [...names, 'variable_options'].some((name) =>
        isDifferent(resource.attributes[name]?.kind as AttributeKind, desired[name], current[name]),
      )
        ? null
        : response;
    };
    const entries = optionEntries(options, []);
    const answer = await callEndpoint(context, resource.endpoints.create as Endpoint, desired, {
      body: moduleBody(operation, names, entries.length > 0 ? entries : null),
      effect: 'create',
      findExisting,
    });
    return operation.recordSuccess(
      ['organization', 'enabled', 'registry_module_id', 'variable_options'],
      decodeResponse(resource, answer.body),
    );
  }
  const names = plain.filter((name) => operation.changed.includes(name) && !isUnknown(desired[name]));
  const optionsChanged = operation.changed.includes('variable_options');
  if (names.length === 0 && !optionsChanged) return;
  const present = optionsChanged ? parseIncludedOptions((await readWithOptions(prior, context)).body) : [];
  const answer = await callEndpoint(
    context,
    resource.endpoints.update as Endpoint,
    { ...desired, ...prior },
    { body: moduleBody(operation, names, optionsChanged ? optionEntries(options, present) : null), effect: 'put' },
  );
  operation.recordSuccess([...names, ...(optionsChanged ? ['variable_options'] : [])], decodeResponse(resource, answer.body));
};
