import type { StoredRecord, Store } from '../../../service/src/store/store.ts';

/** How many workspaces one transaction inserts. */
const batch = 2000;
const teams = 500;
const environments = ['production', 'staging', 'development'];

/** The `at`th name: `team-007-billing-000507`. */
export const workspaceName = (at: number): string =>
  `team-${String(at % teams).padStart(3, '0')}-${['billing', 'search', 'checkout', 'mail'][at % 4]!}-${String(at).padStart(6, '0')}`;

const workspaceId = (at: number): string => `ws-${String(at).padStart(16, '0')}`;

interface Planted {
  /** A workspace that was created over HTTP: the others are copies of it. */
  readonly template: string;
  /** Id of the project that every 100th workspace is in. */
  readonly project: string;
  /** Id of the flat tag that every second workspace has. */
  readonly tag: string;
  readonly count: number;
}

/** Links of one workspace: project, key-value tags as the service keeps them, flat tag. */
const linksOf = (at: number, home: string, { project, tag }: Planted): readonly (readonly [kind: string, to: string])[] => {
  const pairs: readonly (readonly [string, string])[] = [
    ['environment', environments[at % environments.length]!],
    ['team', `team-${at % teams}`],
  ];
  return [
    ['workspace-project', at % 100 === 0 ? project : home],
    ...pairs.flatMap(([key, value]) => [
      ['workspace-tagged', `key\t${key}`] as const,
      ['workspace-tagged', `pair\t${key}\t${value}`] as const,
    ]),
    ...(at % 2 === 0 ? [['workspace-tags', tag] as const] : []),
  ];
};

/** Of the current run of the `at`th workspace: every fifth has none, 100 of 100,000 errored, 2,000 wait for somebody. */
const statusOf = (at: number): string | undefined => {
  if (at % 5 === 0) return undefined;
  if (at % 1000 === 1) return 'errored';
  return at % 50 === 2 ? 'planned' : 'applied';
};

/** A minute of the year 2026 for each, in no order: 7,919 is prime to 500,000. */
const timeOf = (at: number): string => new Date(Date.UTC(2026, 0, 1) + ((at * 7919) % 500_000) * 60_000).toISOString();

const activityOf = (at: number) => {
  const status = statusOf(at);
  return {
    latestChangeAt: timeOf(at),
    currentRun: status === undefined ? null : { id: `run-${String(at).padStart(16, '0')}`, status, createdAt: timeOf(at + 1) },
  };
};

interface WorkspaceBody {
  readonly project: string;
  readonly tags: readonly { readonly createdAt: string }[];
}

/** Inserts copies of a workspace of the organization `acme`: each with two key-value tags, every second one with a flat tag. */
export const plantWorkspaces = async (store: Store, planted: Planted): Promise<void> => {
  const template = (await store.read((view) => view.get<WorkspaceBody>('workspaces', planted.template))) as StoredRecord<WorkspaceBody>;
  const { createdAt } = template.body.tags[0]!;
  for (let from = 0; from < planted.count; from += batch)
    await store.write(async (tx) => {
      for (let at = from; at < Math.min(from + batch, planted.count); at++) {
        const [id, name] = [workspaceId(at), workspaceName(at)];
        const links = linksOf(at, template.body.project, planted);
        const tags = links
          .map(([, to]) => to.split('\t'))
          .filter(([kind]) => kind === 'pair')
          .map(([, key, value]) => ({ key, value, createdAt }));
        const project = links[0]![1];
        const body = { ...template.body, ...activityOf(at), name, project, tags };
        await tx.insert({ id, kind: 'workspaces', scope: 'acme', key: name, name, body });
        for (const [kind, to] of links) await tx.link(kind, id, to);
      }
    });
};
