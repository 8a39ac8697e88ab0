import { isUnknown, type AttributeKind, type Endpoint, type Values } from '../../declare/index.ts';
import { documentFormatOf, encodeDocument, toNeutralDocument } from '../../dialects/index.ts';
import type { ApplyOperation, ApplyContext, ResourceOperations } from '../apply-operation.ts';
import { isDifferent } from '../check-result.ts';
import { assertGone, PossiblyHiddenError } from '../assert-gone.ts';
import { decodeResponse, responseDocument, fillPath, callEndpoint } from '../call-endpoint.ts';
import { parseIncludedOptions, optionToWire, type OptionDocument } from './option-values.ts';

type VariableOptions = { readonly [name: string]: { readonly type: string; readonly options: readonly string[] } };

const optionsByName = (documents: readonly OptionDocument[]): VariableOptions =>
  Object.fromEntries(documents.filter((one) => one.options.length > 0).map(({ name, type, options }) => [name, { type, options }]));

const readWithOptions = async (state: Values, around: ApplyContext) => {
  const answer = await around.client.call({
    method: 'GET',
    path: fillPath('GET /no-code-modules/{id}', state),
    query: { include: 'variable_options' },
    effect: 'read',
    accept: [404],
    signal: around.signal,
  });
  return { ...answer, body: toNeutralDocument(answer.body) };
};

const decodeModule = (body: unknown, around: ApplyContext): Values => ({
  ...decodeResponse(around.findResource('no_code_module'), body),
  variable_options: optionsByName(parseIncludedOptions(body)),
});

/** The offer that a registry module already has; there is no list of offers. */
const findOffer = async (want: Values, around: ApplyContext): Promise<string | null> => {
  const answer = await callEndpoint(around, 'GET /registry-modules/{registry_module_id}', want, { effect: 'read', accept: [404] });
  const offers = responseDocument({ service: 'workspaces' }, answer.body)?.['relationships'] as
    | { 'no-code-modules'?: { data?: readonly { id: string }[] } }
    | undefined;
  return offers?.['no-code-modules']?.data?.[0]?.id ?? null;
};

/** These endpoints answer 404 to organization tokens (spec 1), who may see the organization well enough: the registry module is asked, too. */
const assertOfferGone = async (state: Values, around: ApplyContext): Promise<void> => {
  await assertGone(around.findResource('no_code_module'), state, around);
  if (typeof state['registry_module_id'] !== 'string' || (await findOffer(state, around)) !== state['id']) return;
  throw new PossiblyHiddenError(
    'The service answered 404 for this no-code module, and its registry module still names it: organization tokens are refused by no-code endpoints. ' +
      'The object stays in the state. Use a user or a team token.',
  );
};

export const read: ResourceOperations['read'] = async (state, around) => {
  const answer = await readWithOptions(state, around);
  if (answer.status === 404) {
    await assertOfferGone(state, around);
    return null;
  }
  return decodeModule(answer.body, around);
};

/** An option set with an id replaces that one; one that is no longer wanted is emptied, which lifts the restriction. */
const optionEntries = (want: VariableOptions, present: readonly OptionDocument[]): readonly object[] => [
  ...Object.entries(want).map(([name, { type, options }]) => {
    const id = present.find((one) => one.name === name)?.id;
    const attributes = { 'variable-name': name, 'variable-type': type, options: options.map((option) => optionToWire(type, option)) };
    return { ...(id === undefined ? {} : { id }), type: 'variable-options', attributes };
  }),
  ...present
    .filter((one) => !(one.name in want) && one.options.length > 0)
    .map(({ id, name, type }) => ({
      id,
      type: 'variable-options',
      attributes: { 'variable-name': name, 'variable-type': type, options: [] },
    })),
];

const moduleBody = (job: ApplyOperation, names: readonly string[], options: readonly object[] | null): unknown => {
  const { resource, want, prior } = job;
  const encoded = encodeDocument(documentFormatOf(resource.service), {
    type: resource.type,
    attributes: resource.attributes,
    values: want,
    names,
    ...(prior ? { id: String(prior['id']) } : {}),
  });
  const data = encoded['data'] as { relationships?: Record<string, { data: unknown }> };
  const module = data.relationships?.['registry-module'];
  // On requests the type is `registry-module`, in answers `registry-modules` (spec 1).
  if (module) module.data = { id: want['registry_module_id'], type: 'registry-module' };
  if (options !== null) data.relationships = { ...data.relationships, 'variable-options': { data: options } };
  return encoded;
};

export const put: ResourceOperations['put'] = async (job, around) => {
  const { resource, prior, want } = job;
  const options = (want['variable_options'] ?? {}) as VariableOptions;
  const plain = ['registry_module_id', 'enabled', 'version_pin'];
  if (prior === null) {
    const names = plain.filter((name) => job.said.includes(name));
    const found = async () => {
      const offer = await findOffer(want, around);
      if (offer === null) return null;
      const answer = await readWithOptions({ id: offer }, around);
      const seen = decodeModule(answer.body, around);
      return [...names, 'variable_options'].some((name) =>
        isDifferent(resource.attributes[name]?.kind as AttributeKind, want[name], seen[name]),
      )
        ? null
        : answer;
    };
    const entries = optionEntries(options, []);
    const answer = await callEndpoint(around, resource.endpoints.create as Endpoint, want, {
      body: moduleBody(job, names, entries.length > 0 ? entries : null),
      effect: 'create',
      found,
    });
    return job.recordSuccess(['organization', 'enabled', 'registry_module_id', 'variable_options'], decodeResponse(resource, answer.body));
  }
  const names = plain.filter((name) => job.changed.includes(name) && !isUnknown(want[name]));
  const reoptioned = job.changed.includes('variable_options');
  if (names.length === 0 && !reoptioned) return;
  const present = reoptioned ? parseIncludedOptions((await readWithOptions(prior, around)).body) : [];
  const answer = await callEndpoint(
    around,
    resource.endpoints.update as Endpoint,
    { ...want, ...prior },
    { body: moduleBody(job, names, reoptioned ? optionEntries(options, present) : null), effect: 'put' },
  );
  job.recordSuccess([...names, ...(reoptioned ? ['variable_options'] : [])], decodeResponse(resource, answer.body));
};
