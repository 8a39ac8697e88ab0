import type { Doc } from '../json-api/document.ts';
import type { Asking } from '../route.ts';
import type { Rec } from '../store/store.ts';
import type { StoredWorkspace } from './stored.ts';

/** Workspaces named by others (`include=workspaces`). */
export const briefWorkspaces = async (_asking: Asking, records: readonly Rec<StoredWorkspace>[]): Promise<readonly Doc[]> =>
  records.map(({ id, body }) => ({ id, type: 'workspaces', attributes: { name: body.name }, links: { self: `/api/v2/organizations/${body.organization}/workspaces/${body.name}` } }));
