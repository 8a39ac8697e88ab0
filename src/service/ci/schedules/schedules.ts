import { isObject, type JsonObject } from '../../json-api/parse-document.ts';
import { notFound } from '../../http/problem.ts';
import { type RequestContext, route } from '../../http/route.ts';
import type { StoredRecord } from '../../store/store.ts';
import { renderCiRecords } from '../pages/record-page.ts';
import { parsePipelineParameters } from '../pipelines/pipeline-parameters.ts';
import { resolveActor } from '../pipelines/start-pipeline.ts';
import type { PipelineParameters } from '../pipelines/pipeline-records.ts';
import { type ResolvedProject, requireCiProject, findProjectById, renderProjectSlug } from '../projects/require-project.ts';
import { objectMember, parseCiBody, uuidPathParameter, invalidRequest, optionalMember, requiredMember } from '../requests/read-request.ts';
import { ciCreated, ciOk, acknowledged, conflictIfDuplicate } from '../responses.ts';
import type { CiOrganization } from '../organizations/organization-records.ts';
import { nameMember, refMember, textMember } from '../requests/text-members.ts';
import { type Schedule, scheduledLink, type Timetable } from './schedule-records.ts';
import { timetableMember } from './timetable.ts';

/** Whose pipelines are that nobody is to be: not a user's, so in no group. */
const systemActor = { id: '00000000-0000-0000-0000-000000000000', login: 'system-actor', system: true } as const;
const actorMember = { description: 'current or system', accepts: (value: unknown) => value === 'current' || value === 'system' };

const renderSchedule = ({ id, body }: StoredRecord<Schedule>, slug: string) => ({
  id,
  name: body.name,
  description: body.description,
  timetable: body.timetable,
  parameters: body.parameters,
  'project-slug': slug,
  actor: { id: body.actor.id, login: body.actor.login, name: body.actor.system ? 'Scheduled' : body.actor.login },
  'created-at': body.createdAt,
  'updated-at': body.updatedAt,
});

/** Parameters of a schedule: those of its pipelines, and either `branch` or `tag`. */
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

const resolveScheduleActor = async (asking: RequestContext, { organization }: ResolvedProject, sent: unknown): Promise<Schedule['actor']> =>
  sent === 'system' ? systemActor : { ...(await resolveActor(asking, organization.id)), system: false };

const requireSchedule = async (
  asking: RequestContext,
): Promise<{ readonly schedule: StoredRecord<Schedule>; readonly here: ResolvedProject }> => {
  const id = uuidPathParameter(asking, 'schedule-id');
  const schedule = await asking.tx.get<Schedule>('ci-schedules', id);
  const project = schedule && (await findProjectById(asking, schedule.scope));
  const organization = project && (await asking.tx.get<CiOrganization>('ci-organizations', project.scope));
  if (!schedule || !organization) throw notFound(`the schedule ${id}`);
  return { schedule, here: { project, organization, host: project.body.host } };
};

const toTimetable = (timetable: unknown): Timetable =>
  Object.fromEntries(Object.entries(timetable as JsonObject).filter(([, value]) => value !== undefined)) as unknown as Timetable;
const collectionPath = '/project/{project-slug}/schedule';
const schedulePath = '/schedule/{schedule-id}';

/** Pipelines that start by the clock: beyond the specification, for public clients. */
export const routes = [
  route(`GET ${collectionPath}`, async (asking) => {
    const here = await requireCiProject(asking);
    return renderCiRecords<Schedule>(asking, { kind: 'ci-schedules', scope: here.project.id }, (records) =>
      records.map((schedule) => renderSchedule(schedule, renderProjectSlug(here, asking.dialect))),
    );
  }),
  route(`POST ${collectionPath}`, async (asking) => {
    const here = await requireCiProject(asking);
    const body = parseCiBody(asking, {
      name: requiredMember(nameMember),
      timetable: requiredMember(timetableMember),
      'attribution-actor': requiredMember(actorMember),
      parameters: requiredMember(objectMember),
      description: optionalMember(textMember),
    });
    const [id, now, name] = [asking.newId('uuid'), asking.clock.now().toISOString(), body['name'] as string];
    const schedule = await conflictIfDuplicate(
      `the project has a schedule "${name}" already`,
      asking.tx.insert<Schedule>({
        id,
        kind: 'ci-schedules',
        scope: here.project.id,
        key: name,
        name,
        body: {
          name,
          description: (body['description'] as string | undefined) ?? '',
          timetable: toTimetable(body['timetable']),
          parameters: parseScheduleParameters(body['parameters']),
          actor: await resolveScheduleActor(asking, here, body['attribution-actor']),
          createdAt: now,
          updatedAt: now,
          looked: now,
        },
      }),
    );
    await asking.tx.link(scheduledLink, 'all', id);
    return ciCreated(renderSchedule(schedule, renderProjectSlug(here, asking.dialect)));
  }),
  route(`GET ${schedulePath}`, async (asking) => {
    const { schedule, here } = await requireSchedule(asking);
    return ciOk(renderSchedule(schedule, renderProjectSlug(here, asking.dialect)));
  }),
  route(`PATCH ${schedulePath}`, async (asking) => {
    const { schedule, here } = await requireSchedule(asking);
    const body =
      isObject(asking.body) && Object.keys(asking.body).length === 0
        ? {}
        : parseCiBody(asking, {
            name: optionalMember(nameMember),
            timetable: optionalMember(timetableMember),
            'attribution-actor': optionalMember(actorMember),
            parameters: optionalMember(objectMember),
            description: optionalMember(textMember),
          });
    const [now, stored] = [asking.clock.now().toISOString(), schedule.body];
    const name = (body['name'] as string | undefined) ?? stored.name;
    const next: Schedule = {
      ...stored,
      name,
      description: (body['description'] as string | undefined) ?? stored.description,
      updatedAt: now,
      // A new timetable counts from now on: what it would have asked for before is not made up for.
      ...(body['timetable'] === undefined ? {} : { timetable: toTimetable(body['timetable']), looked: now }),
      ...(body['parameters'] === undefined ? {} : { parameters: parseScheduleParameters(body['parameters']) }),
      ...(body['attribution-actor'] === undefined ? {} : { actor: await resolveScheduleActor(asking, here, body['attribution-actor']) }),
    };
    const changed = await conflictIfDuplicate(
      `the project has a schedule "${name}" already`,
      asking.tx.update<Schedule>(schedule, { key: name, name, body: next }),
    );
    return ciOk(renderSchedule(changed, renderProjectSlug(here, asking.dialect)));
  }),
  route(`DELETE ${schedulePath}`, async (asking) => {
    const { schedule } = await requireSchedule(asking);
    await asking.tx.unlink(scheduledLink, 'all', schedule.id);
    await asking.tx.delete('ci-schedules', schedule.id);
    return acknowledged('Schedule deleted.');
  }),
];
