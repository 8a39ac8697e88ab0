import type { Attachment, Linkage, Endpoint, Values } from '../../declare/index.ts';
import { toNeutralDocument } from '../../dialects/index.ts';
import { findByImportForms } from '../find.ts';
import type { ApplyContext, ResourceOperations } from '../apply-operation.ts';
import { assertGone } from '../assert-gone.ts';
import { responseDocument, fillPath, toNeutralItem, nullIfNotFound, callEndpoint } from '../call-endpoint.ts';

/** Whether the right side is among what the left side is tied to; null when the left side is not there. */
const isAttached = async (form: Attachment, state: Values, around: ApplyContext): Promise<boolean | null> => {
  const { pathAttribute: left, bodyAttribute: right, item, within } = form.attachment;
  const row = form.endpoints.list as Endpoint;
  if (within === undefined) {
    for await (const entry of around.client.list({ path: fillPath(row, state), signal: around.signal }))
      if (item.decode(toNeutralItem(entry) as unknown as Linkage) === state[right]) return true;
    return false;
  }
  const answer = await around.client.read({ path: fillPath(row, state), id: String(state[left]), accept: [404], signal: around.signal });
  if (answer.status === 404) return null;
  const relationships = responseDocument(form, toNeutralDocument(answer.body))?.['relationships'] as
    | { [name: string]: { data?: readonly Linkage[] } }
    | undefined;
  return (relationships?.[within]?.data ?? []).some((linkage) => item.decode(linkage) === state[right]);
};

/** Tying twice is tying once, and so is untying: both may be sent again. */
export const attachmentOperations = (form: Attachment): ResourceOperations => {
  const body = (values: Values) => ({ data: [form.attachment.item.encode(values[form.attachment.bodyAttribute])] });
  return {
    put: async (job, around) => {
      await callEndpoint(around, form.endpoints.create as Endpoint, job.want, { body: body(job.want), effect: 'put' });
      job.recordSuccess(Object.keys(form.attributes));
    },
    read: async (state, around) => {
      const tied = await nullIfNotFound(() => isAttached(form, state, around));
      if (tied === null) await assertGone(form, state, around);
      return tied ? Object.fromEntries(Object.keys(form.attributes).map((name) => [name, state[name]])) : null;
    },
    delete: async (state, around) => {
      await callEndpoint(around, form.endpoints.delete as Endpoint, state, { body: body(state), effect: 'delete', accept: [404] });
    },
    find: (text, around) => findByImportForms(form, text, around),
  };
};
