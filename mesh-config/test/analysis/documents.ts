import { analysisOnlyKinds } from '../../src/analysis/collections.ts';
import { kinds } from '../../src/resources/kinds/kinds.ts';

/** The five lines that a document begins with, up to its `spec:`. */
export const documentHead = (name: string, called: string): string => {
  const { group, version } = [...kinds, ...analysisOnlyKinds].find(({ kind }) => kind === name)!;
  return `apiVersion: ${group === '' ? version : `${group}/${version}`}\nkind: ${name}\nmetadata:\n  name: ${called}\nspec:\n`;
};
/** Nine lines: the Service `web` of the namespace `default`, which speaks HTTP at its port 80, and the end of its document. */
export const webService = `${documentHead('Service', 'web')}  selector: {app: web}\n  ports:\n  - {port: 80, name: http}\n---\n`;
/** Nine lines: a pod of the namespace `default` with one container, which is no proxy, and the end of its document. */
export const barePod = (name: string, app = name): string =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\n  labels: {app: ${app}}\n` +
  'spec:\n  containers:\n  - {name: web, image: web}\n---\n';
/** Six lines: a namespace whose pods get a proxy, or do not, and the end of its document. */
export const namespaceDocument = (name: string, injection: 'enabled' | 'disabled' = 'enabled'): string =>
  `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${name}\n  labels: {istio-injection: ${injection}}\n---\n`;
