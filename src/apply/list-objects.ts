import type { Attachment, Endpoint, ExclusiveList, Linkage, Resource, Values } from '@slipway/declarations/declare';
import type { ApplyContext } from './apply-operation.ts';
import { fillPath, responseDocument, toNeutralItem } from './call-endpoint.ts';
import { decodeDocument, documentFormatOf, toNeutralDocument } from '@slipway/declarations/dialects';

/** The elements that the document of `list` names in a relationship. */
const readLinkages = async (
  form: Attachment,
  relationship: string,
  filters: Values,
  context: ApplyContext,
): Promise<readonly Linkage[]> => {
  const { body } = await context.client.call({
    method: 'GET',
    path: fillPath(form.endpoints.list as Endpoint, filters),
    effect: 'read',
    signal: context.signal,
  });
  const relationships = responseDocument(form, toNeutralDocument(body))?.['relationships'] as
    | { readonly [name: string]: { readonly data?: readonly Linkage[] } }
    | undefined;
  return relationships?.[relationship]?.data ?? [];
};

/** The objects that `list` returns, in the neutral dialect. */
async function* listItems(resource: Resource, filters: Values, { client, signal }: ApplyContext): AsyncGenerator<Values> {
  for await (const item of client.list({ path: fillPath(resource.endpoints.list as Endpoint, filters), signal }))
    yield toNeutralItem(item, resource.service);
}

async function* listAttachments(form: Attachment, filters: Values, context: ApplyContext): AsyncGenerator<Values> {
  const { bodyAttribute, item, relationship } = form.attachment;
  const items = relationship === undefined ? listItems(form, filters, context) : await readLinkages(form, relationship, filters, context);
  for await (const linkage of items) yield { ...filters, [bodyAttribute]: item.decode(linkage as unknown as Linkage) };
}

/** One object that contains all elements; none if there are no elements. */
async function* listElements(form: ExclusiveList, filters: Values, context: ApplyContext): AsyncGenerator<Values> {
  const elements: unknown[] = [];
  for await (const item of listItems(form, filters, context)) elements.push(form.exclusiveList.item.decode(item as unknown as Linkage));
  if (elements.length > 0) yield { ...filters, [form.exclusiveList.elementsAttribute]: elements };
}

/** The objects that the `list` endpoint of a resource returns, as its attributes; `filters` are the parameters of that endpoint. */
export async function* listObjects(resource: Resource, filters: Values, context: ApplyContext): AsyncGenerator<Values> {
  if ('attachment' in resource) return yield* listAttachments(resource as Attachment, filters, context);
  if ('exclusiveList' in resource) return yield* listElements(resource as ExclusiveList, filters, context);
  for await (const document of listItems(resource, filters, context))
    yield { ...filters, ...decodeDocument(documentFormatOf(resource.service), resource.attributes, document) };
}
