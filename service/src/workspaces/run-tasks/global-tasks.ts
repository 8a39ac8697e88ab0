import { type Organization, resolveTier } from '../../access/records.ts';
import type { ServiceSettings } from '../../http/route.ts';
import type { LoadValues } from '../../nouns/noun-record.ts';
import type { ReadTransaction } from '../../store/store.ts';
import type { GlobalConfiguration, StoredRunTask } from './stored.ts';

interface TaskContext {
  readonly tx: ReadTransaction;
  readonly settings: Pick<ServiceSettings, 'tier'>;
}

/** Whether the plan of the organization has tasks that run in every workspace: each plan but the free one. */
export const hasGlobalTasks = async ({ tx, settings }: TaskContext, organization: string): Promise<boolean> => {
  const found = await tx.getByKey<Organization>('organizations', '', organization);
  return resolveTier(found?.body ?? {}, settings) !== 'free';
};

const renderConfiguration = (configuration: GlobalConfiguration | null): object => ({
  enabled: configuration?.enabled ?? false,
  stages: configuration?.stages ?? [],
  'enforcement-level': configuration?.['enforcement-level'] ?? 'advisory',
});

/** Null on the free plan: clients conclude from it that there are no global tasks. The stored configuration is kept for another plan. */
export const loadGlobalConfigurations: LoadValues = async (ctx, records) => {
  const organizations = [...new Set(records.map(({ scope }) => scope))];
  const allowed = await Promise.all(organizations.map(async (name) => [name, await hasGlobalTasks(ctx, name)] as const));
  const plans = new Map(allowed);
  return new Map(
    records.map(({ id, scope, body }) => [id, plans.get(scope) ? renderConfiguration((body as StoredRunTask).globalConfiguration) : null]),
  );
};
