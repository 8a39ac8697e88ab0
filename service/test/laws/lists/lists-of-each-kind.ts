/** One list of each way of turning pages, of either service. */
export const listsOfEachKind = [
  'workspaces.list',
  'remoteStateConsumers.list of a workspace that shares with all',
  'contexts.list',
  'pipelines.listOfProject',
  'policies.listDecisions',
  'deployments.listComponents',
  'users.collaborations',
] as const;
