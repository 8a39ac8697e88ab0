import type { Resource, Row } from '../../declare/index.ts';
import type { Verbs } from '../job.ts';
import { verbsByRows } from '../verbs.ts';
import { decoded, send } from '../send.ts';

/** Every trigger can be disabled by an update, but only some kinds when they are made (spec 2): where the answer does not say `disabled`, an update does. */
export const disableAfterwards = (resource: Resource): Verbs['put'] => async (job, around) => {
  await verbsByRows(resource).put(job, around);
  if (job.prior !== null || job.want['disabled'] !== true || job.state()['disabled'] === true) return;
  const answer = await send(around, resource.endpoints.update as Row, { ...job.want, ...job.state() }, { body: { disabled: true }, effect: 'put' });
  job.done(['disabled'], decoded(resource, answer.body));
};
