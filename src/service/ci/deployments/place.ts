import { notFound } from '../../problem.ts';
import type { StoredRecord, ReadTransaction } from '../../store/store.ts';
import type { Component, Environment, Version } from '../stored.ts';

/** A component of a project, by its name. */
export const componentNamed = async (view: ReadTransaction, organization: string, project: string, name: string): Promise<StoredRecord<Component> | undefined> =>
  (await view.list<Component>({ kind: 'ci-components', scope: organization, body: [{ path: 'project', is: project }, { path: 'name', is: name }] })).records[0];
export const environmentNamed = (view: ReadTransaction, organization: string, name: string): Promise<StoredRecord<Environment> | undefined> => view.getByKey<Environment>('ci-environments', organization, name);

/** What of a component was deployed to an environment, oldest first; of one namespace where that is said. */
export const versionsAt = async (view: ReadTransaction, component: string, environment: string, namespace?: string): Promise<readonly StoredRecord<Version>[]> =>
  (await view.list<Version>({ kind: 'ci-versions', scope: component, body: [{ path: 'environment', is: environment }, ...(namespace === undefined ? [] : [{ path: 'namespace', is: namespace }])] })).records;

export const orNotFound = <T>(found: T | undefined, what: string): T => {
  if (found === undefined) throw notFound(what);
  return found;
};
