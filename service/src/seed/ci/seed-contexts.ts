import { forEachEntry, type ReportSeedError } from '../entries.ts';
import { invokeCiRoute, findGroupId, type CiSeedContext, findProjectId, type CiSeed } from './seed-context.ts';
import { setTimes } from '../set-times.ts';
import { setVariableTimes } from './set-variable-times.ts';

const resolveRestrictionValue = async (context: CiSeedContext, type: string, value: string): Promise<string> =>
  type === 'project' ? findProjectId(context, value) : type === 'group' ? findGroupId(context, value) : value;

export const seedContexts = (at: CiSeedContext, seed: CiSeed, report: ReportSeedError): Promise<void> =>
  forEachEntry(seed.contexts, 'contexts', report, async (context) => {
    const { id } = await invokeCiRoute(at, 'POST /context', {}, { name: context.name, owner: { id: at.ciOrganization.id } }, context.id);
    for (const [name, value] of Object.entries(context.variables ?? {}))
      await invokeCiRoute(
        at,
        'PUT /context/{context-id}/environment-variable/{env-var-name}',
        { 'context-id': id, 'env-var-name': name },
        { value },
      );
    await setVariableTimes(at, 'ci-context-variables', id, context.variable_times);
    for (const { id: chosen, restriction_type: type, restriction_value: value } of context.restrictions ?? [])
      await invokeCiRoute(
        at,
        'POST /context/{context_id}/restrictions',
        { context_id: id },
        { restriction_type: type, restriction_value: await resolveRestrictionValue(at, type, value) },
        chosen,
      );
    await setTimes(at, 'ci-contexts', id, context, context.all_members === false ? { closed: true } : {});
  });
