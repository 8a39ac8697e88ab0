import type { Linkage, Endpoint, Values, ExclusiveList } from '@slipway/declarations/declare';
import { findByImportForms } from '../find.ts';
import type { ResourceOperations } from '../apply-operation.ts';
import { assertGone } from '../assert-gone.ts';
import { fillPath, toNeutralItem, nullIfNotFound, callEndpoint } from '../call-endpoint.ts';

export const exclusiveListOperations = (form: ExclusiveList): ResourceOperations => {
  const { pathAttribute, elementsAttribute, item } = form.exclusiveList;
  const endpoint = form.endpoints.create as Endpoint;
  const body = (values: readonly unknown[]) => ({ data: values.map((value) => item.encode(value)) });
  return {
    put: async (operation, context) => {
      await callEndpoint(context, endpoint, operation.desired, {
        body: body(operation.desired[elementsAttribute] as readonly unknown[]),
        effect: 'put',
      });
      operation.recordSuccess([pathAttribute, elementsAttribute]);
    },
    read: async (state, context): Promise<Values | null> => {
      const elements: unknown[] = [];
      const present = await nullIfNotFound(async () => {
        for await (const entry of context.client.list({ path: fillPath(form.endpoints.list as Endpoint, state), signal: context.signal }))
          elements.push(item.decode(toNeutralItem(entry) as unknown as Linkage));
        return true;
      });
      if (present === null) {
        await assertGone(form, state, context);
        return null;
      }
      return { [pathAttribute]: state[pathAttribute], [elementsAttribute]: elements };
    },
    delete: async (state, context) => {
      await callEndpoint(context, endpoint, state, { body: body([]), effect: 'delete', acceptedStatuses: [404] });
    },
    find: (text, context) => findByImportForms(form, text, context),
  };
};
