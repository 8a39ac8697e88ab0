import { settle } from '../../src/service/workspaces/project-members.ts';
import type { Store } from '../../src/service/store/store.ts';

/** A workspace as its endpoints store it, as far as other nouns read it. */
export const workspaceIn = (store: Store, id: string, name: string, project: string, organization = 'acme') =>
  store.write(async (tx) => {
    await tx.insert({ id, kind: 'workspaces', scope: organization, key: name, name, body: { name, organization, project, attributes: {} } });
    await settle(tx, id, project);
  });
