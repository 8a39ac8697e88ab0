import type { Attachment, Linkage, Row, Values } from '../../declare/index.ts';
import { toNeutral } from '../../dialects/index.ts';
import { findByForms } from '../find.ts';
import type { Surroundings, Verbs } from '../job.ts';
import { assertGone } from '../missing.ts';
import { documentIn, fill, neutralItem, orNotThere, send } from '../send.ts';

/** Whether the right side is among what the left side is tied to; null when the left side is not there. */
const isTied = async (form: Attachment, state: Values, around: Surroundings): Promise<boolean | null> => {
  const { left, right, item, within } = form.attachment;
  const row = form.endpoints.list as Row;
  if (within === undefined) {
    for await (const entry of around.line.list({ path: fill(row, state), signal: around.signal }))
      if (item.decode(neutralItem(entry) as unknown as Linkage) === state[right]) return true;
    return false;
  }
  const answer = await around.line.read({ path: fill(row, state), id: String(state[left]), accept: [404], signal: around.signal });
  if (answer.status === 404) return null;
  const relationships = documentIn(form, toNeutral(answer.body))?.['relationships'] as { [name: string]: { data?: readonly Linkage[] } } | undefined;
  return (relationships?.[within]?.data ?? []).some((linkage) => item.decode(linkage) === state[right]);
};

/** Tying twice is tying once, and so is untying: both may be sent again. */
export const attachmentVerbs = (form: Attachment): Verbs => {
  const body = (values: Values) => ({ data: [form.attachment.item.encode(values[form.attachment.right])] });
  return {
    put: async (job, around) => {
      await send(around, form.endpoints.create as Row, job.want, { body: body(job.want), effect: 'put' });
      job.done(Object.keys(form.attributes));
    },
    read: async (state, around) => {
      const tied = await orNotThere(() => isTied(form, state, around));
      if (tied === null) await assertGone(form, state, around);
      return tied ? Object.fromEntries(Object.keys(form.attributes).map((name) => [name, state[name]])) : null;
    },
    delete: async (state, around) => {
      await send(around, form.endpoints.delete as Row, state, { body: body(state), effect: 'delete', accept: [404] });
    },
    find: (text, around) => findByForms(form, text, around),
  };
};
