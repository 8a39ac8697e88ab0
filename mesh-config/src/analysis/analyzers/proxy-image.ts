import { getNode, isObject, textOf } from '../../resources/document-node.ts';
import type { Analyzer, AnalysisContext } from '../analyzer.ts';
import { collections } from '../collections.ts';
import { namespaceOf, shortNameOf, specOf } from '../resource-fields.ts';
import { isInjectionEnabled, proxiesOf } from '../workloads.ts';

const imageAnnotation = 'sidecar.istio.io/proxyImage';

/** The image that is currently injected, from the configuration of the injector; undefined where it cannot be read. */
const injectedProxyImageOf = (look: AnalysisContext): string | undefined => {
  const config = look.list(collections.configMaps).find((one) => shortNameOf(one) === 'istio-sidecar-injector');
  const text = config && textOf(getNode(specOf(config), 'data', 'values'));
  if (text === undefined) return undefined;
  let values: unknown;
  try {
    values = JSON.parse(text);
  } catch {
    return undefined;
  }
  if (!isObject(values)) return undefined;
  const place = getNode({ value: values, pointer: '' }, 'global');
  const [hub, tag, image] = [getNode(place, 'hub'), getNode(place, 'tag'), getNode(place, 'proxy', 'image')].map(({ value }) =>
    typeof value === 'string' || typeof value === 'number' ? String(value) : '',
  );
  return image ? `${hub}/${image}:${tag}` : undefined;
};

/** Images of running proxies that differ from the one that is injected. */
export const proxyImageAnalyzer: Analyzer = {
  name: 'proxy-image',
  codes: ['IST0105'],
  collections: [collections.pods],
  requires: [collections.configMaps, collections.namespaces],
  *check(resource, look) {
    const wanted = look.memoize(injectedProxyImageOf);
    const namespace = look.find(collections.namespaces, namespaceOf(resource));
    if (wanted === undefined || !namespace || !isInjectionEnabled(namespace) || resource.annotations[imageAnnotation]) return;
    for (const container of proxiesOf(resource)) {
      const place = getNode(container, 'image'),
        image = textOf(place);
      if (image !== undefined && image !== wanted)
        yield {
          code: 'IST0105',
          pointer: place.pointer,
          message: `The proxy runs ${image}, and ${wanted} is injected now: start the pod again`,
        };
    }
  },
};
