import { describeRules, type DescribedRule } from './described-rule.ts';

export const networkingRules: readonly DescribedRule[] = [
  ...describeRules(['VirtualService'], {
    'virtualservice-hosts': [['hosts'], 'At least one host. Each is a name, which can begin with `*`, or an IP address.'],
    'virtualservice-mesh-hosts': [['hosts'], '`*` is allowed only if `gateways` has an entry and does not contain `mesh`.'],
    'virtualservice-duplicate-hosts': [['hosts'], 'No host is equal to another one, or matched by the wildcard of another one.'],
    'virtualservice-routes': [
      ['http', 'tls', 'tcp'],
      'At least one entry in all. `http` needs a route or a redirect, `tls` a match with `sniHosts` and a route, `tcp` a route.',
    ],
    'virtualservice-gateways': [
      ['gateways', 'http[].match[].gateways'],
      '`namespace/name` with two DNS labels, or a full name, such as `mesh`.',
    ],
    'virtualservice-redirects': [
      ['http[].redirect', 'http[].rewrite'],
      'A redirect excludes route, fault and rewrite. Redirects and rewrites need `uri` or `authority`. `redirectCode` is 300 to 399.',
    ],
    'virtualservice-headers': [
      ['http[].match[].headers', 'http[].headers', 'http[].route[].headers'],
      'Header names are not empty, and header matches are not null.',
    ],
    'virtualservice-ports': [
      ['http[].match[].port', 'destination.port'],
      'The port of a match is 0 to 65535. The port of a destination, if present, is 1 to 65535.',
    ],
    'virtualservice-retries': [
      ['http[].retries'],
      '`attempts` is not negative. With 0 attempts, no other field is allowed. `retryOn` lists known conditions and status codes.',
    ],
    'virtualservice-destinations': [
      ['http[].route[].destination', 'http[].mirror'],
      'A route needs a destination. The host is a name, neither `*` nor an IP address. The subset is a DNS label.',
    ],
    'virtualservice-percentages': [
      ['http[].mirrorPercent', 'http[].fault.abort.percentage', 'http[].fault.delay.percentage'],
      'At most 100. A fractional value is 0 or at least 0.0001.',
    ],
    'virtualservice-cors': [
      ['http[].corsPolicy'],
      'Origins are `*`, or names with or without scheme and port. Methods are known, header names not empty, `maxAge` whole seconds.',
    ],
    'virtualservice-faults': [
      ['http[].fault'],
      'An abort or a delay is required. `httpStatus` is 200 to 600. `grpcStatus`, `http2Error` and `exponentialDelay` are rejected.',
    ],
    'virtualservice-weights': [['route[].weight'], '0 to 100. The weights of several destinations add up to 100.'],
    'virtualservice-sni-hosts': [['tls[].match[].sniHosts'], 'Names or IP addresses that match one of `hosts`.'],
  }),
  ...describeRules(['DestinationRule'], {
    'destinationrule-host': [['host'], 'Required. A name, which can begin with `*`; not an IP address.'],
    'destinationrule-policy': [
      ['trafficPolicy', 'subsets[].trafficPolicy', 'trafficPolicy.portLevelSettings[]', 'trafficPolicy.connectionPool'],
      'Not empty.',
    ],
    'destinationrule-counts': [
      ['trafficPolicy.connectionPool', 'trafficPolicy.outlierDetection'],
      'Counts are not negative, and percentages are at most 100. `consecutiveErrors` excludes the newer error counts.',
    ],
    'destinationrule-load-balancer': [
      ['trafficPolicy.loadBalancer'],
      'A cookie needs a name and a time. `distribute` and `failover` exclude each other. Weights add up to 100. Localities do not overlap.',
    ],
    'destinationrule-tls': [['trafficPolicy.tls'], '`MUTUAL` needs a `clientCertificate` and a `privateKey`.'],
    'destinationrule-subsets': [
      ['subsets[].name', 'trafficPolicy.portLevelSettings[].port'],
      'The name of a subset is a DNS label. Port settings need a port.',
    ],
  }),
  ...describeRules(['Gateway'], {
    'gateway-servers': [
      ['metadata.name', 'servers'],
      'The name is a DNS label. At least one server is required, and each server needs hosts.',
    ],
    'gateway-hosts': [
      ['servers[].hosts'],
      '`host` or `namespace/host`. The namespace is a DNS label, `*` or `.`. The host is `*`, a full name or an IP address.',
    ],
    'gateway-ports': [
      ['servers[].port'],
      'A name that no other server has and a known protocol are required. The number is at most 65535.',
    ],
    'gateway-tls': [
      ['servers[].tls'],
      'Required for HTTPS and TLS. Otherwise only HTTP can have it, with passthrough. The mode determines the required certificates.',
    ],
  }),
  ...describeRules(['ServiceEntry'], {
    'serviceentry-hosts': [['hosts'], 'At least one host. Each is a name, which can begin with `*`; not `*` alone, and not an IP address.'],
    'serviceentry-addresses': [
      ['addresses'],
      'IP addresses or CIDR blocks. Blocks are allowed only with the resolution `NONE` or `STATIC`.',
    ],
    'serviceentry-ports': [
      ['ports'],
      'Names are DNS labels, protocols are known, and numbers are 1 to 65535. Names and numbers are unique.',
    ],
    'serviceentry-endpoints': [
      ['endpoints'],
      'None with `NONE`. `STATIC`: IP addresses or Unix sockets. `DNS`: IP addresses or full names. Their ports are in the entry.',
    ],
    'serviceentry-several-hosts': [['hosts', 'ports'], 'With several hosts and a resolution, every port has an HTTP or TLS protocol.'],
  }),
  ...describeRules(['Sidecar'], {
    'sidecar-egress': [
      ['egress'],
      'At least one entry, each with hosts in the form `namespace/host`. An entry without a port must be the last one.',
    ],
    'sidecar-ports': [
      ['ingress[].port', 'egress[].port'],
      'Names are DNS labels, protocols known, numbers unique and 1 to 65535. An egress without a number is bound to a Unix socket.',
    ],
    'sidecar-ingress': [
      ['ingress[].bind', 'ingress[].defaultEndpoint'],
      '`bind` is an IP address. The endpoint is `127.0.0.1:PORT`, `:PORT` or a Unix socket.',
    ],
  }),
  ...describeRules(['EnvoyFilter'], {
    'envoyfilter-patches': [
      ['configPatches[].applyTo', 'configPatches[].patch'],
      '`applyTo` and an operation are required, and a value unless the operation removes something.',
    ],
    'envoyfilter-matches': [
      ['configPatches[].match'],
      'Only the kind of match that fits `applyTo`. A filter has a name. A subfilter is allowed only below the HTTP connection manager.',
    ],
    'envoyfilter-values': [
      ['configPatches[].patch.value'],
      "A message of Envoy's API v2 that fits `applyTo`, without unknown fields or wrong types. A typed configuration is of v2 or v3.",
    ],
    'envoyfilter-filters': [
      ['filters'],
      'Type, name and configuration are required. A filter before or after another one needs the name of the other one.',
    ],
  }),
  ...describeRules(['Sidecar', 'EnvoyFilter'], {
    'workload-selector': [['workloadSelector'], 'If present, it has `labels`, which can be empty.'],
  }),
];
