import type { Route } from '../route.ts';
import * as discovery from './discovery.ts';
import * as organizations from './organizations.ts';
import * as projects from './projects.ts';
import * as projectTags from './project-tags.ts';
import * as varsetAttachments from './variable-sets/varset-attachments.ts';
import * as varsetLists from './variable-sets/varset-lists.ts';
import * as varsetVariables from './variable-sets/varset-variables.ts';
import * as varsets from './variable-sets/varsets.ts';

/** Every endpoint of service 1, one file per noun; a test reads the directory and misses none. */
export const routes: readonly Route[] = [
  discovery, organizations, projects, projectTags, varsets, varsetLists, varsetVariables, varsetAttachments,
].flatMap((noun) => noun.routes);
