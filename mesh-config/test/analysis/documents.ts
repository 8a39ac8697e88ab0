import { analysisOnlyKinds } from '../../src/analysis/collections.ts';
import { kinds } from '../../src/resources/kinds/kinds.ts';

/** The first five lines of a document, up to its `spec:`. */
export const documentHead = (name: string, called: string): string => {
  const { group, version } = [...kinds, ...analysisOnlyKinds].find(({ kind }) => kind === name)!;
  return `apiVersion: ${group === '' ? version : `${group}/${version}`}\nkind: ${name}\nmetadata:\n  name: ${called}\nspec:\n`;
};
/** Nine lines: the Service `web` of the namespace `default`, with HTTP at port 80, and the separator of documents. */
export const webService = `${documentHead('Service', 'web')}  selector: {app: web}\n  ports:\n  - {port: 80, name: http}\n---\n`;
/** Nine lines: a pod of the namespace `default` with one container, which is no proxy, and the separator of documents. */
export const barePod = (name: string, app = name): string =>
  `apiVersion: v1\nkind: Pod\nmetadata:\n  name: ${name}\n  labels: {app: ${app}}\n` +
  'spec:\n  containers:\n  - {name: web, image: web}\n---\n';
/** Six lines: a namespace with or without injection of proxies, and the separator of documents. */
export const namespaceDocument = (name: string, injection: 'enabled' | 'disabled' = 'enabled'): string =>
  `apiVersion: v1\nkind: Namespace\nmetadata:\n  name: ${name}\n  labels: {istio-injection: ${injection}}\n---\n`;
