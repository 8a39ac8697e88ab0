import type { StoredRecord, Store } from '../../../src/service/store/store.ts';

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
        await tx.insert({ id, kind: 'workspaces', scope: 'acme', key: name, name, body: { ...template.body, name, project, tags } });
        for (const [kind, to] of links) await tx.link(kind, id, to);
      }
    });
};
