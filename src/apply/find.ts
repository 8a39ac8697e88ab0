import type { Answer } from '../client/line.ts';
import { type Attributes, isAbsent, type Kind, type Resource, type Row, type Values, nounOf } from '../declare/index.ts';
import { decodeDocument, dialectOf } from '../dialects/index.ts';
import { sameOrEmpty } from '../plan/equal.ts';
import type { Job, Surroundings } from './job.ts';
import { differs } from './judge.ts';
import { canFill, documentIn, fill, neutralItem, send } from './send.ts';

/** The first document of the list whose attributes are these. */
export const among = async (resource: Resource, row: Row, values: Values, names: readonly string[], around: Surroundings): Promise<Values | null> => {
  for await (const item of around.line.list({ path: fill(row, values), signal: around.signal })) {
    const document = neutralItem(item, resource.service);
    const said = decodeDocument(dialectOf(resource.service), resource.attributes, document);
    if (names.every((name) => !(name in said) || sameOrEmpty(resource.attributes[name]?.kind as Kind, values[name], said[name]))) return document;
  }
  return null;
};

/** The document with this natural key, by its `show by` row where it has one, else by walking the list. */
export const byNaturalKey = async (resource: Resource, values: Values, around: Surroundings): Promise<Values | null> => {
  const names = resource.naturalKey ?? [];
  const show = Object.entries(resource.endpoints).find(([op]) => op.startsWith('show by '))?.[1];
  if (canFill(show, values)) {
    const answer = await send(around, show, values, { effect: 'read', accept: [404] });
    return answer.status === 404 ? null : documentIn(resource, answer.body);
  }
  return canFill(resource.endpoints.list, values) ? among(resource, resource.endpoints.list, values, names, around) : null;
};

/**
 * Whether a create that may have been acted on was: the object with our natural key, if it is as we asked for. One that
 * differs is somebody else's, and null is answered, so that the service says by itself that the name is taken.
 */
export const lookForTwin = (job: Job, names: readonly string[], around: Surroundings): (() => Promise<Answer | null>) | undefined => {
  const { resource, want } = job;
  if (resource.naturalKey === undefined) return undefined;
  return async () => {
    const document = await byNaturalKey(resource, want, around);
    if (document === null) return null;
    const said = decodeDocument(dialectOf(resource.service), resource.attributes, document);
    const ours = names.every((name) => !(name in said) || !differs(resource.attributes[name]?.kind as Kind, want[name], said[name]));
    const body = resource.service === 'workspaces' ? { data: document } : document;
    return ours ? { status: 200, headers: { get: () => null }, body, requestId: null } : null;
  };
};

/** Gives every parameter one part, and those whose values hold slashes as many as their kind takes; null where that leads nowhere. */
const deal = (names: readonly string[], parts: readonly string[], attributes: Attributes): Values | null => {
  const [name, ...rest] = names;
  if (name === undefined) return parts.length === 0 ? {} : null;
  const kind = attributes[name]?.kind;
  for (let count = 1; count <= (kind?.slashes ? parts.length - rest.length : Math.min(1, parts.length)); count++) {
    const value = parts.slice(0, count).join('/');
    const others = !kind?.slashes || kind.accepts(value) ? deal(rest, parts.slice(count), attributes) : null;
    if (others !== null) return { [name]: value, ...others };
  }
  return null;
};

/** Splits an import text by a form such as `{organization}/{name}`; the last parameter takes the rest. */
export const splitBy = (form: string, text: string, attributes: Attributes = {}): Values | null => {
  const names = [...form.matchAll(/\{([a-z_]+)\}/g)].map((match) => match[1] as string);
  const parts = text.split('/');
  if (names.some((name) => attributes[name]?.kind.slashes)) return parts.includes('') ? null : deal(names, parts, attributes);
  if (parts.length < names.length || parts.some((part) => part === '')) return null;
  if (parts.length > names.length && names.length === 1) return null;
  const values = names.map((name, index) => [name, index === names.length - 1 ? parts.slice(index).join('/') : parts[index]] as const);
  return Object.fromEntries(values);
};

/** Ids that the text gives by a human name are looked up: `acme/common/…` for a variable set `common` of `acme`. */
export const resolveReferences = async (resource: Pick<Resource, 'attributes'>, values: Values, around: Surroundings): Promise<Values> => {
  const out: Record<string, unknown> = { ...values };
  for (const [name, value] of Object.entries(values)) {
    const attribute = resource.attributes[name];
    if (attribute?.refers === undefined || attribute.kind.accepts(value)) continue;
    const target = around.resourceNamed(attribute.refers);
    const organization = values['organization'] ?? around.line.organization;
    const document = await byNaturalKey(target, { organization, name: value }, around);
    if (document === null) throw new NotFound(`There is no ${nounOf(target.name)} named "${String(value)}" in the organization "${String(organization)}".`);
    out[name] = document['id'];
  }
  return out;
};

/** What a person asked for is not there: their configuration speaks. */
export class NotFound extends Error {}

/** A text to import by that names nothing of the kind: nothing was asked for. */
export class WrongForm extends Error {}

/** Tries the import forms in order; the first that fits the text, and whose object is there, names it. */
export const findByForms = async (resource: Resource, text: string, around: Surroundings): Promise<Values> => {
  for (const form of resource.imports) {
    const split = splitBy(form, text, resource.attributes);
    if (split === null || !fits(resource, split)) continue;
    const values = await resolveReferences(resource, split, around);
    if (resource.key.every((name) => !isAbsent(values[name]))) return pick(resource, values);
    const document = await byNaturalKey(resource, values, around);
    if (document === null) throw new NotFound(`No ${nounOf(resource.name)} "${text}" was found.`);
    return pick(resource, { ...decodeDocument(dialectOf(resource.service), resource.attributes, document), ...values, id: document['id'] });
  }
  if (resource.imports.length === 0) throw new WrongForm(`A ${nounOf(resource.name)} cannot be imported: no answer says all of what it is.`);
  throw new WrongForm(`A ${nounOf(resource.name)} is imported by ${resource.imports.map((form) => `\`${form.replaceAll(/[{}]/g, '')}\``).join(' or ')}; given "${text}".`);
};

/** A part fits its attribute's kind, or is a name to be looked up. */
const fits = (resource: Resource, values: Values): boolean =>
  Object.entries(values).every(([name, value]) => {
    const attribute = resource.attributes[name];
    return attribute === undefined || attribute.refers !== undefined || attribute.kind.accepts(value);
  });

/** The key, and what paths need; the read that follows does the rest. */
const pick = (resource: Resource, values: Values): Values => {
  const needed = new Set<string>([...resource.key, ...Object.entries(resource.attributes).filter(([, a]) => a.address).map(([name]) => name), ...(resource.naturalKey ?? [])]);
  return Object.fromEntries(Object.entries(values).filter(([name]) => needed.has(name)));
};
