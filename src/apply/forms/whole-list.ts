import type { Linkage, Row, Values, WholeList } from '../../declare/index.ts';
import { findByForms } from '../find.ts';
import type { Verbs } from '../job.ts';
import { assertGone } from '../missing.ts';
import { fill, neutralItem, orNotThere, send } from '../send.ts';

export const wholeListVerbs = (form: WholeList): Verbs => {
  const { of, ids, item } = form.wholeList;
  const row = form.endpoints.create as Row;
  const body = (values: readonly unknown[]) => ({ data: values.map((value) => item.encode(value)) });
  return {
    put: async (job, around) => {
      await send(around, row, job.want, { body: body(job.want[ids] as readonly unknown[]), effect: 'put' });
      job.done([of, ids]);
    },
    read: async (state, around): Promise<Values | null> => {
      const found: unknown[] = [];
      const there = await orNotThere(async () => {
        for await (const entry of around.line.list({ path: fill(form.endpoints.list as Row, state), signal: around.signal }))
          found.push(item.decode(neutralItem(entry) as unknown as Linkage));
        return true;
      });
      if (there === null) { await assertGone(form, state, around); return null; }
      return { [of]: state[of], [ids]: found };
    },
    delete: async (state, around) => {
      await send(around, row, state, { body: body([]), effect: 'delete', accept: [404] });
    },
    find: (text, around) => findByForms(form, text, around),
  };
};
