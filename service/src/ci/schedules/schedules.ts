import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { parsePipelineParameters } from '../pipelines/pipeline-parameters.ts';
import type { PipelineParameters } from '../pipelines/pipeline-records.ts';
import { type ResolvedProject, requireCiProject, findProjectById, renderProjectSlug } from '../projects/require-project.ts';
import { objectMember, parseCiBody, uuidPathParameter, invalidRequest, optionalMember, requiredMember } from '../requests/read-request.ts';
import { ciCreated, ciOk, acknowledged, conflictIfDuplicate } from '../responses.ts';
import type { CiRight } from '../roles/right-holders.ts';
import { requireRight } from '../roles/require-right.ts';
import { bothSpellings } from '../hosted-dialect.ts';
import { nameMember, refMember, textMember } from '../requests/text-members.ts';
import { type Schedule, scheduledLink, type Timetable } from './schedule-records.ts';
import { actorMember, requireOwnActor, resolveScheduleActor } from './schedule-actor.ts';
import { timetableMember } from './timetable.ts';

const renderSchedule = ({ id, body }: StoredRecord<Schedule>, slug: string, dialect: RequestContext['dialect']) =>
  bothSpellings(
    {
      id,
      name: body.name,
      description: body.description,
      timetable: body.timetable,
      parameters: body.parameters,
      'project-slug': slug,
      actor: { id: body.actor.id, login: body.actor.login, name: body.actor.system ? 'Scheduled' : body.actor.login },
      'created-at': body.createdAt,
      'updated-at': body.updatedAt,
    },
    dialect,
  );

/** Parses the parameters of a schedule: pipeline parameters, and either `branch` or `tag`. */
const parseScheduleParameters = (value: unknown): PipelineParameters => {
  const parameters = parsePipelineParameters(value);
  const [branch, tag] = [parameters['branch'], parameters['tag']];
  if ((branch === undefined) === (tag === undefined))
    throw invalidRequest({ detail: 'expected either branch or tag among them', pointer: '/parameters' });
  if (!refMember.accepts(branch ?? tag))
    throw invalidRequest({
      detail: `expected ${refMember.description}`,
      pointer: `/parameters/${branch === undefined ? 'tag' : 'branch'}`,
    });
  return parameters;
};

const requireSchedule = async (
  ctx: RequestContext,
  right?: CiRight,
): Promise<{ readonly schedule: StoredRecord<Schedule>; readonly here: ResolvedProject }> => {
  const id = uuidPathParameter(ctx, 'schedule-id');
  const schedule = await ctx.tx.get<Schedule>('ci-schedules', id);
  const here = schedule && (await findProjectById(ctx, schedule.scope));
  if (!schedule || !here) throw notFound(`the schedule ${id}`);
  if (right !== undefined) await requireRight(ctx, right, here);
  return { schedule, here };
};

const toTimetable = (timetable: unknown): Timetable =>
  Object.fromEntries(Object.entries(timetable as JsonObject).filter(([, value]) => value !== undefined)) as unknown as Timetable;
export const newScheduleMembers = {
  name: requiredMember(nameMember),
  timetable: requiredMember(timetableMember),
  'attribution-actor': requiredMember(actorMember),
  parameters: requiredMember(objectMember),
  description: optionalMember(textMember),
};
export const scheduleUpdateMembers = {
  name: optionalMember(nameMember),
  timetable: optionalMember(timetableMember),
  'attribution-actor': optionalMember(actorMember),
  parameters: optionalMember(objectMember),
  description: optionalMember(textMember),
};

const collectionPath = '/project/{project-slug}/schedule';
const schedulePath = '/schedule/{schedule-id}';

/** Schedules start pipelines at given times: not in the specification, for public clients. */
export const routes = [
  route(`GET ${collectionPath}`, async (ctx) => {
    const resolved = await requireCiProject(ctx);
    return renderCiRecords<Schedule>(ctx, { kind: 'ci-schedules', scope: resolved.project.id }, (records) =>
      records.map((schedule) => renderSchedule(schedule, renderProjectSlug(resolved, ctx.dialect), ctx.dialect)),
    );
  }),
  route(`POST ${collectionPath}`, async (ctx) => {
    const resolved = await requireCiProject(ctx, 'manage-project');
    const body = parseCiBody(ctx, newScheduleMembers);
    const [id, now, name] = [ctx.newId('uuid'), ctx.clock.now().toISOString(), body['name'] as string];
    const schedule = await conflictIfDuplicate(
      `the project has a schedule "${name}" already`,
      ctx.tx.insert<Schedule>({
        id,
        kind: 'ci-schedules',
        scope: resolved.project.id,
        key: name,
        name,
        body: {
          name,
          description: (body['description'] as string | undefined) ?? '',
          timetable: toTimetable(body['timetable']),
          parameters: parseScheduleParameters(body['parameters']),
          actor: await resolveScheduleActor(ctx, resolved.organization.id, body['attribution-actor']),
          createdAt: now,
          updatedAt: now,
          looked: now,
        },
      }),
    );
    await ctx.tx.link(scheduledLink, 'all', id);
    return ciCreated(renderSchedule(schedule, renderProjectSlug(resolved, ctx.dialect), ctx.dialect));
  }),
  route(`GET ${schedulePath}`, async (ctx) => {
    const { schedule, here: resolved } = await requireSchedule(ctx);
    return ciOk(renderSchedule(schedule, renderProjectSlug(resolved, ctx.dialect), ctx.dialect));
  }),
  route(`PATCH ${schedulePath}`, async (ctx) => {
    const { schedule, here: resolved } = await requireSchedule(ctx, 'manage-project');
    const body = isObject(ctx.body) && Object.keys(ctx.body).length === 0 ? {} : parseCiBody(ctx, scheduleUpdateMembers);
    const [now, stored] = [ctx.clock.now().toISOString(), schedule.body];
    const name = (body['name'] as string | undefined) ?? stored.name;
    const next: Schedule = {
      ...stored,
      name,
      description: (body['description'] as string | undefined) ?? stored.description,
      updatedAt: now,
      // A new timetable applies from now on: earlier times are not made up for.
      ...(body['timetable'] === undefined ? {} : { timetable: toTimetable(body['timetable']), looked: now }),
      ...(body['parameters'] === undefined ? {} : { parameters: parseScheduleParameters(body['parameters']) }),
      ...(body['attribution-actor'] === undefined
        ? {}
        : { actor: await resolveScheduleActor(ctx, resolved.organization.id, body['attribution-actor']) }),
    };
    await requireOwnActor(ctx, resolved.organization, next.actor, '/attribution-actor');
    const changed = await conflictIfDuplicate(
      `the project has a schedule "${name}" already`,
      ctx.tx.update<Schedule>(schedule, { key: name, name, body: next }),
    );
    return ciOk(renderSchedule(changed, renderProjectSlug(resolved, ctx.dialect), ctx.dialect));
  }),
  route(`DELETE ${schedulePath}`, async (ctx) => {
    const { schedule } = await requireSchedule(ctx, 'manage-project');
    await ctx.tx.unlink(scheduledLink, 'all', schedule.id);
    await ctx.tx.delete('ci-schedules', schedule.id);
    return acknowledged('Schedule deleted.');
  }),
];
