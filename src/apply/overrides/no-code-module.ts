import { isUnknown, type Kind, type Row, type Values } from '../../declare/index.ts';
import { dialectOf, encodeDocument, toNeutral } from '../../dialects/index.ts';
import type { Job, Surroundings, Verbs } from '../job.ts';
import { differs } from '../judge.ts';
import { assertGone, PerhapsHidden } from '../missing.ts';
import { decoded, documentIn, fill, send } from '../send.ts';
import { optionsIncluded, optionToWire, type OptionDocument } from './option-values.ts';

type Options = { readonly [name: string]: { readonly type: string; readonly options: readonly string[] } };

const asMap = (documents: readonly OptionDocument[]): Options =>
  Object.fromEntries(documents.filter((one) => one.options.length > 0).map(({ name, type, options }) => [name, { type, options }]));

const withOptions = async (state: Values, around: Surroundings) => {
  const answer = await around.line.call({
    method: 'GET', path: fill('GET /no-code-modules/{id}', state), query: { include: 'variable_options' }, effect: 'read', accept: [404], signal: around.signal,
  });
  return { ...answer, body: toNeutral(answer.body) };
};

const said = (body: unknown, around: Surroundings): Values =>
  ({ ...decoded(around.resourceNamed('no_code_module'), body), variable_options: asMap(optionsIncluded(body)) });

/** The offer that a registry module already has; there is no list of offers. */
const offerOf = async (want: Values, around: Surroundings): Promise<string | null> => {
  const answer = await send(around, 'GET /registry-modules/{registry_module_id}', want, { effect: 'read', accept: [404] });
  const offers = documentIn({ service: 'workspaces' }, answer.body)?.['relationships'] as { 'no-code-modules'?: { data?: readonly { id: string }[] } } | undefined;
  return offers?.['no-code-modules']?.data?.[0]?.id ?? null;
};

/** These endpoints answer 404 to organization tokens (spec 1), who may see the organization well enough: the registry module is asked, too. */
const assertOfferGone = async (state: Values, around: Surroundings): Promise<void> => {
  await assertGone(around.resourceNamed('no_code_module'), state, around);
  if (typeof state['registry_module_id'] !== 'string' || await offerOf(state, around) !== state['id']) return;
  throw new PerhapsHidden('The service answered 404 for this no-code module, and its registry module still names it: organization tokens are refused by no-code endpoints. '
    + 'The object stays in the state. Use a user or a team token.');
};

export const read: Verbs['read'] = async (state, around) => {
  const answer = await withOptions(state, around);
  if (answer.status === 404) { await assertOfferGone(state, around); return null; }
  return said(answer.body, around);
};

/** An option set with an id replaces that one; one that is no longer wanted is emptied, which lifts the restriction. */
const optionEntries = (want: Options, present: readonly OptionDocument[]): readonly object[] => [
  ...Object.entries(want).map(([name, { type, options }]) => {
    const id = present.find((one) => one.name === name)?.id;
    const attributes = { 'variable-name': name, 'variable-type': type, options: options.map((option) => optionToWire(type, option)) };
    return { ...(id === undefined ? {} : { id }), type: 'variable-options', attributes };
  }),
  ...present.filter((one) => !(one.name in want) && one.options.length > 0).map(({ id, name, type }) =>
    ({ id, type: 'variable-options', attributes: { 'variable-name': name, 'variable-type': type, options: [] } })),
];

const bodyOf = (job: Job, names: readonly string[], options: readonly object[] | null): unknown => {
  const { resource, want, prior } = job;
  const encoded = encodeDocument(dialectOf(resource.service), { type: resource.type, attributes: resource.attributes, values: want, names, ...(prior ? { id: String(prior['id']) } : {}) });
  const data = encoded['data'] as { relationships?: Record<string, { data: unknown }> };
  const module = data.relationships?.['registry-module'];
  // On requests the type is `registry-module`, in answers `registry-modules` (spec 1).
  if (module) module.data = { id: want['registry_module_id'], type: 'registry-module' };
  if (options !== null) data.relationships = { ...data.relationships, 'variable-options': { data: options } };
  return encoded;
};

export const put: Verbs['put'] = async (job, around) => {
  const { resource, prior, want } = job;
  const options = (want['variable_options'] ?? {}) as Options;
  const plain = ['registry_module_id', 'enabled', 'version_pin'];
  if (prior === null) {
    const names = plain.filter((name) => job.said.includes(name));
    const found = async () => {
      const offer = await offerOf(want, around);
      if (offer === null) return null;
      const answer = await withOptions({ id: offer }, around);
      const seen = said(answer.body, around);
      return [...names, 'variable_options'].some((name) => differs(resource.attributes[name]?.kind as Kind, want[name], seen[name])) ? null : answer;
    };
    const entries = optionEntries(options, []);
    const answer = await send(around, resource.endpoints.create as Row, want, { body: bodyOf(job, names, entries.length > 0 ? entries : null), effect: 'create', found });
    return job.done(['organization', 'enabled', 'registry_module_id', 'variable_options'], decoded(resource, answer.body));
  }
  const names = plain.filter((name) => job.changed.includes(name) && !isUnknown(want[name]));
  const reoptioned = job.changed.includes('variable_options');
  if (names.length === 0 && !reoptioned) return;
  const present = reoptioned ? optionsIncluded((await withOptions(prior, around)).body) : [];
  const answer = await send(around, resource.endpoints.update as Row, { ...want, ...prior }, { body: bodyOf(job, names, reoptioned ? optionEntries(options, present) : null), effect: 'put' });
  job.done([...names, ...(reoptioned ? ['variable_options'] : [])], decoded(resource, answer.body));
};
