import { id, mapOf, optional, string, stringMatching } from '@slipway/declarations/declare';

/** `state_store "slipway_workspace"`. docs/state-stores.md has the same table. */
export const workspaceStateStore = {
  form: 'state store',
  name: 'workspace',
  doc: 'Keeps each state in a workspace of an organization, as its state versions, under its lock.',
  attributes: {
    organization: optional(string, "The organization of the workspaces; the one of the provider's `workspaces` section unless set."),
    prefix: optional(
      stringMatching(/^[A-Za-z0-9_-]{1,80}$/, 'the beginning of a workspace name: 1 to 80 letters, digits, - and _'),
      'What the names of the workspaces begin with. The state `prod` with the prefix `net-` is in the workspace `net-prod`.',
    ),
    project_id: optional(
      id('prj'),
      'The project of the workspaces: new ones are created there, and those of other projects are not touched.',
    ),
    tags: optional(
      mapOf(string, { most: 10 }),
      'Key-value tags of the workspaces: new ones get all of them, and those that lack one are not touched.',
    ),
  },
} as const;
