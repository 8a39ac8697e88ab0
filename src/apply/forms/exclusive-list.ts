import type { Linkage, Endpoint, Values, ExclusiveList } from '../../declare/index.ts';
import { findByImportForms } from '../find.ts';
import type { ResourceOperations } from '../apply-operation.ts';
import { assertGone } from '../assert-gone.ts';
import { fillPath, toNeutralItem, nullIfNotFound, callEndpoint } from '../call-endpoint.ts';

export const exclusiveListOperations = (form: ExclusiveList): ResourceOperations => {
  const { pathAttribute: of, elementsAttribute: ids, item } = form.wholeList;
  const row = form.endpoints.create as Endpoint;
  const body = (values: readonly unknown[]) => ({ data: values.map((value) => item.encode(value)) });
  return {
    put: async (job, around) => {
      await callEndpoint(around, row, job.want, { body: body(job.want[ids] as readonly unknown[]), effect: 'put' });
      job.recordSuccess([of, ids]);
    },
    read: async (state, around): Promise<Values | null> => {
      const found: unknown[] = [];
      const there = await nullIfNotFound(async () => {
        for await (const entry of around.client.list({ path: fillPath(form.endpoints.list as Endpoint, state), signal: around.signal }))
          found.push(item.decode(toNeutralItem(entry) as unknown as Linkage));
        return true;
      });
      if (there === null) {
        await assertGone(form, state, around);
        return null;
      }
      return { [of]: state[of], [ids]: found };
    },
    delete: async (state, around) => {
      await callEndpoint(around, row, state, { body: body([]), effect: 'delete', accept: [404] });
    },
    find: (text, around) => findByImportForms(form, text, around),
  };
};
