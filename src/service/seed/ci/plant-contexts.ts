import { each, type Tell } from '../entries.ts';
import { ask, groupNamed, type PlantingCi, projectNamed, type SeedCi } from './names.ts';

const valueOf = async (at: PlantingCi, type: string, value: string): Promise<string> =>
  (type === 'project' ? projectNamed(at, value) : type === 'group' ? groupNamed(at, value) : value);

export const plantContexts = (at: PlantingCi, given: SeedCi, tell: Tell): Promise<void> =>
  each(given.contexts, 'contexts', tell, async (context) => {
    const { id } = await ask(at, 'POST /context', {}, { name: context.name, owner: { id: at.home.id } }, context.id);
    for (const [name, value] of Object.entries(context.variables ?? {}))
      await ask(at, 'PUT /context/{context-id}/environment-variable/{env-var-name}', { 'context-id': id, 'env-var-name': name }, { value });
    for (const { restriction_type: type, restriction_value: value } of context.restrictions ?? [])
      await ask(at, 'POST /context/{context_id}/restrictions', { context_id: id }, { restriction_type: type, restriction_value: await valueOf(at, type, value) });
  });
