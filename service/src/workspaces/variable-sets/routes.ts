import type { Route } from '../../http/route.ts';
import { routes as varsetAttachments } from './variable-set-attachments.ts';
import { routes as varsetLists } from './variable-set-lists.ts';
import { routes as varsetVariables } from './variable-set-variables.ts';
import { routes as varsets } from './variable-sets.ts';

/** The endpoints of variable sets, their variables and what they are attached to. */
export const routes: readonly Route[] = [varsets, varsetLists, varsetVariables, varsetAttachments].flat();
