import type { Attachment, Linkage, Endpoint, Values } from '@slipway/declarations/declare';
import { toNeutralDocument } from '@slipway/declarations/dialects';
import type { ListItem } from '../../client/contract/service-client.ts';
import { findByImportForms } from '../find.ts';
import { readShared } from '../look-up.ts';
import type { ApplyContext, ResourceOperations } from '../apply-operation.ts';
import { assertGone } from '../assert-gone.ts';
import { responseDocument, fillPath, toNeutralItem, nullIfNotFound, callEndpoint } from '../call-endpoint.ts';

/** Whether the right side is among what the left side is tied to; null when the left side is not there. */
const isAttached = async (form: Attachment, state: Values, context: ApplyContext): Promise<boolean | null> => {
  const { bodyAttribute, item, relationship } = form.attachment;
  const endpoint = form.endpoints.list as Endpoint;
  const path = fillPath(endpoint, state);
  if (relationship === undefined) {
    const keyOf = (entry: ListItem) => String(item.decode(toNeutralItem(entry) as unknown as Linkage));
    const index = { name: 'attached', keyOf };
    const { status } = await context.client.read({
      path: null,
      id: String(state[bodyAttribute]),
      index,
      list: { path },
      signal: context.signal,
    });
    return status !== 404;
  }
  const response = await readShared(context, path, {});
  if (response.status === 404) return null;
  const relationships = responseDocument(form, toNeutralDocument(response.body))?.['relationships'] as
    | { [name: string]: { data?: readonly Linkage[] } }
    | undefined;
  return (relationships?.[relationship]?.data ?? []).some((linkage) => item.decode(linkage) === state[bodyAttribute]);
};

/** Tying twice is tying once, and so is untying: both may be sent again. */
export const attachmentOperations = (form: Attachment): ResourceOperations => {
  const body = (values: Values) => ({ data: [form.attachment.item.encode(values[form.attachment.bodyAttribute])] });
  return {
    put: async (operation, context) => {
      await callEndpoint(context, form.endpoints.create as Endpoint, operation.desired, { body: body(operation.desired), effect: 'put' });
      operation.recordSuccess(Object.keys(form.attributes));
    },
    read: async (state, context) => {
      const attached = await nullIfNotFound(() => isAttached(form, state, context));
      if (attached === null) await assertGone(form, state, context);
      return attached ? Object.fromEntries(Object.keys(form.attributes).map((name) => [name, state[name]])) : null;
    },
    delete: async (state, context) => {
      await callEndpoint(context, form.endpoints.delete as Endpoint, state, {
        body: body(state),
        effect: 'delete',
        acceptedStatuses: [404],
      });
    },
    find: (text, context) => findByImportForms(form, text, context),
  };
};
