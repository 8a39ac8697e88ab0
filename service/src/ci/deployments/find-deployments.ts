import { notFound } from '../../http/problem.ts';
import type { StoredRecord, ReadTransaction } from '../../store/store.ts';
import type { DeployComponent, DeployEnvironment, ComponentVersion } from './deployment-records.ts';

/** A component of a project by name. */
export const findComponent = async (
  view: ReadTransaction,
  organization: string,
  project: string,
  name: string,
): Promise<StoredRecord<DeployComponent> | undefined> =>
  (
    await view.list<DeployComponent>({
      kind: 'ci-components',
      scope: organization,
      body: [
        { path: 'project', is: project },
        { path: 'name', is: name },
      ],
    })
  ).records[0];
export const findDeployEnvironment = (
  view: ReadTransaction,
  organization: string,
  name: string,
): Promise<StoredRecord<DeployEnvironment> | undefined> => view.getByKey<DeployEnvironment>('ci-environments', organization, name);

/** Versions of a component in an environment, oldest first; those of one namespace when it is given. */
export const listComponentVersions = async (
  view: ReadTransaction,
  component: string,
  environment: string,
  namespace?: string,
): Promise<readonly StoredRecord<ComponentVersion>[]> =>
  (
    await view.list<ComponentVersion>({
      kind: 'ci-versions',
      scope: component,
      body: [{ path: 'environment', is: environment }, ...(namespace === undefined ? [] : [{ path: 'namespace', is: namespace }])],
    })
  ).records;

export const requireFound = <T>(record: T | undefined, what: string): T => {
  if (record === undefined) throw notFound(what);
  return record;
};
