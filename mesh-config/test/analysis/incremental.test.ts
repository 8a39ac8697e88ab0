import { fc } from '@slipway/test-support/seed';
import { runs } from '@slipway/test-support/scale';
import { suite } from 'uvu';
import * as assert from 'uvu/assert';
import { analyze } from '../../src/analysis/analyze.ts';
import { createAnalysisCache } from '../../src/analysis/analysis-cache.ts';
import type { Analyzer, ResourceSet } from '../../src/analysis/analyzer.ts';
import type { Resource } from '../../src/resources/resource.ts';
import { analyzers, createResourceSet, formatDiagnosticLine, readResources } from './find-diagnostics.ts';

const test = suite('mesh analysis: only what has changed is checked again');

const resources = readResources(`apiVersion: v1
kind: Namespace
metadata: { name: shop, labels: { istio-injection: enabled } }
---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec: { selector: { app: web }, ports: [{ port: 80, name: http }] }
---
apiVersion: v1
kind: Pod
metadata: { name: web-1, namespace: shop, labels: { app: web } }
spec: { containers: [{ name: web, image: web }] }
---
apiVersion: networking.istio.io/v1alpha3
kind: VirtualService
metadata: { name: a, namespace: shop }
spec: { hosts: [web], http: [{ route: [{ destination: { host: web, subset: stable } }] }] }
---
apiVersion: networking.istio.io/v1alpha3
kind: VirtualService
metadata: { name: b, namespace: shop }
spec: { hosts: [web], http: [{ route: [{ destination: { host: web, subset: stable } }] }] }
---
apiVersion: networking.istio.io/v1alpha3
kind: VirtualService
metadata: { name: c, namespace: shop }
spec: { hosts: [] }
---
apiVersion: networking.istio.io/v1alpha3
kind: DestinationRule
metadata: { name: web, namespace: shop }
spec: { host: web, trafficPolicy: { tls: { mode: ISTIO_MUTUAL } }, subsets: [{ name: stable, labels: { v: one } }] }
---
apiVersion: networking.istio.io/v1alpha3
kind: Gateway
metadata: { name: edge, namespace: shop }
spec: { selector: { app: web }, servers: [{ port: { number: 81, name: http, protocol: HTTP }, hosts: ["*"] }] }
---
apiVersion: networking.istio.io/v1alpha3
kind: ServiceEntry
metadata: { name: web, namespace: shop }
spec: { hosts: [web.shop.svc.cluster.local], ports: [{ number: 80, name: http, protocol: HTTP }], resolution: DNS }
---
apiVersion: authentication.istio.io/v1alpha1
kind: Policy
metadata: { name: default, namespace: shop }
spec: { peers: [{ mtls: {} }] }
---
apiVersion: networking.istio.io/v1alpha3
kind: Sidecar
metadata: { name: one, namespace: shop }
spec: { egress: [{ hosts: [./*] }] }
---
apiVersion: networking.istio.io/v1alpha3
kind: Sidecar
metadata: { name: two, namespace: shop }
spec: { egress: [{ hosts: [./*] }] }
`);
/** Lists of collections keep their identity as long as nothing in them changes, as snapshots keep theirs. */
const keepLists = (): ((present: readonly Resource[]) => ResourceSet) => {
  const lists = new Map<string, readonly Resource[]>();
  return (present) => {
    const set = createResourceSet(present);
    return {
      resources: (collection) => {
        const [found, known] = [set.resources(collection), lists.get(collection)];
        if (!found || (known?.length === found.length && known.every((one, index) => one === found[index]))) return found && known;
        lists.set(collection, found);
        return found;
      },
    };
  };
};

test('an analysis with what is kept of earlier ones finds what one without finds', () => {
  fc.assert(
    fc.property(fc.array(fc.subarray(resources.map((_, index) => index)), { minLength: 2, maxLength: 6 }), (steps) => {
      const [cache, toSet] = [createAnalysisCache(), keepLists()];
      for (const chosen of steps) {
        const present = chosen.map((index) => resources[index]!);
        const kept = analyze(toSet(present), analyzers, {}, cache).diagnostics.map(formatDiagnosticLine);
        assert.equal(kept, analyze(createResourceSet(present), analyzers).diagnostics.map(formatDiagnosticLine));
      }
    }),
    { numRuns: runs(60) },
  );
});
test('a resource that has not changed is not checked again, unless what its analyzer has read has changed', () => {
  const checked: string[] = [];
  const [services, gateways] = ['k8s/core/v1/services', 'istio/networking/v1alpha3/gateways'];
  const count = (name: string, reads: string): Analyzer => ({
    name,
    codes: ['IST0101'],
    collections: ['istio/networking/v1alpha3/virtualservices'],
    requires: [],
    check: (resource, look) => {
      checked.push(`${name} ${resource.name}`);
      return look.list(reads).length > 0 ? [] : [{ code: 'IST0101', pointer: '', message: 'none' }];
    },
  });
  const [cache, toSet, own] = [createAnalysisCache(), keepLists(), [count('a', services), count('b', gateways)]];
  const ofKind = (part: string) => resources.filter(({ collection }) => collection.endsWith(part));
  const [virtualServices, edge] = [ofKind('/virtualservices'), ofKind('/gateways')];
  const run = (...present: readonly Resource[]): readonly string[] => {
    checked.length = 0;
    analyze(toSet(present), own, {}, cache);
    return [...checked];
  };
  assert.is(run(...virtualServices).length, 6);
  assert.equal(run(...virtualServices), []);
  assert.equal(run(...virtualServices, ...edge), ['b shop/a', 'b shop/b', 'b shop/c']);
  const changed = { ...virtualServices[0]!, version: 'v2' };
  assert.equal(run(changed, ...virtualServices.slice(1), ...edge), ['a shop/a', 'b shop/a']);
  // It has moved within its file: its line is another.
  Object.assign(changed, { origin: { ...changed.origin, line: 7 } });
  assert.equal(run(changed, ...virtualServices.slice(1), ...edge), ['a shop/a']);
});
test.run();
