import { describeRules, type DescribedRule } from './described-rule.ts';

export const networkingRules: readonly DescribedRule[] = [
  ...describeRules(['VirtualService'], {
    'virtualservice-hosts': [['hosts'], 'At least one; each is a name, which may begin with a star, or an IP address.'],
    'virtualservice-mesh-hosts': [['hosts'], '`*` only where no gateway of `gateways` is `mesh` and at least one stands there.'],
    'virtualservice-duplicate-hosts': [['hosts'], 'None is equal to another, or covered by its star.'],
    'virtualservice-routes': [
      ['http', 'tls', 'tcp'],
      'At least one entry among them. `http` has a route or a redirect, `tls` a match with `sniHosts` and a route, `tcp` a route.',
    ],
    'virtualservice-gateways': [['gateways', 'http[].match[].gateways'], '`namespace/name` of two labels, or a full name, such as `mesh`.'],
    'virtualservice-redirects': [
      ['http[].redirect', 'http[].rewrite'],
      'A redirect stands without route, fault and rewrite. Both have a `uri` or an `authority`. A `redirectCode` is 300 to 399.',
    ],
    'virtualservice-headers': [
      ['http[].match[].headers', 'http[].headers', 'http[].route[].headers'],
      'No name of a header is empty, and no comparison is null.',
    ],
    'virtualservice-ports': [
      ['http[].match[].port', 'destination.port'],
      'Of a match 0 to 65535; of a destination, where it is there, 1 to 65535.',
    ],
    'virtualservice-retries': [
      ['http[].retries'],
      'Attempts are not negative; with none, nothing else stands there. `retryOn` is a list of known words and statuses.',
    ],
    'virtualservice-destinations': [
      ['http[].route[].destination', 'http[].mirror'],
      'There; its host is a name, neither `*` nor an IP address; its subset is a label.',
    ],
    'virtualservice-percentages': [
      ['http[].mirrorPercent', 'http[].fault.abort.percentage', 'http[].fault.delay.percentage'],
      'At most 100. A fraction is 0, or at least 0.0001.',
    ],
    'virtualservice-cors': [
      ['http[].corsPolicy'],
      'Origins are `*`, or names with scheme and port or without. Methods are known, names of headers not empty, `maxAge` whole seconds.',
    ],
    'virtualservice-faults': [
      ['http[].fault'],
      'An abort or a delay. An `httpStatus` is 200 to 600. `grpcStatus`, `http2Error` and `exponentialDelay` are refused.',
    ],
    'virtualservice-weights': [['route[].weight'], '0 to 100; the weights of several destinations are 100 in sum.'],
    'virtualservice-sni-hosts': [['tls[].match[].sniHosts'], 'Names or IP addresses that one of `hosts` covers.'],
  }),
  ...describeRules(['DestinationRule'], {
    'destinationrule-host': [['host'], 'There; a name, which may begin with a star, and no IP address.'],
    'destinationrule-policy': [
      ['trafficPolicy', 'subsets[].trafficPolicy', 'trafficPolicy.portLevelSettings[]', 'trafficPolicy.connectionPool'],
      'None is empty.',
    ],
    'destinationrule-counts': [
      ['trafficPolicy.connectionPool', 'trafficPolicy.outlierDetection'],
      'Counts are not negative, percentages at most 100. `consecutiveErrors` excludes the newer counts of errors.',
    ],
    'destinationrule-load-balancer': [
      ['trafficPolicy.loadBalancer'],
      'A cookie has name and time. `distribute` and `failover` exclude each other; weights are 100 in sum, and localities do not overlap.',
    ],
    'destinationrule-tls': [['trafficPolicy.tls'], '`MUTUAL` has a `clientCertificate` and a `privateKey`.'],
    'destinationrule-subsets': [
      ['subsets[].name', 'trafficPolicy.portLevelSettings[].port'],
      'A subset has a label as name. Settings of a port have a port.',
    ],
  }),
  ...describeRules(['Gateway'], {
    'gateway-servers': [['metadata.name', 'servers'], 'The name is a label. There is a server, and each has hosts.'],
    'gateway-hosts': [
      ['servers[].hosts'],
      '`host` or `namespace/host`; the namespace is a label, `*` or `.`, the host `*`, a full name or an IP address.',
    ],
    'gateway-ports': [['servers[].port'], 'A name, which no other server has, and a known protocol; the number is at most 65535.'],
    'gateway-tls': [
      ['servers[].tls'],
      'HTTPS and TLS need it; of others, HTTP may have one that passes connections through. The mode says which certificates there are.',
    ],
  }),
  ...describeRules(['ServiceEntry'], {
    'serviceentry-hosts': [['hosts'], 'At least one; each is a name, which may begin with a star, neither `*` nor an IP address.'],
    'serviceentry-addresses': [['addresses'], 'IP addresses or blocks; blocks only with the resolution `NONE` or `STATIC`.'],
    'serviceentry-ports': [['ports'], 'Names are labels, protocols known, numbers 1 to 65535; no name and no number stands twice.'],
    'serviceentry-endpoints': [
      ['endpoints'],
      'None with `NONE`; IP addresses or sockets with `STATIC`, IP addresses or full names with `DNS`. Their ports are ports of the entry.',
    ],
    'serviceentry-several-hosts': [['hosts', 'ports'], 'With several hosts and a resolution, every port is of HTTP or TLS.'],
  }),
  ...describeRules(['Sidecar'], {
    'sidecar-egress': [['egress'], 'At least one, each with hosts, `namespace/host`. One without a port is the last.'],
    'sidecar-ports': [
      ['ingress[].port', 'egress[].port'],
      'Names are labels, protocols known, numbers 1 to 65535 and each once. An egress without a number is bound to a socket.',
    ],
    'sidecar-ingress': [
      ['ingress[].bind', 'ingress[].defaultEndpoint'],
      'Bound to an IP address; the endpoint is `127.0.0.1:PORT`, `:PORT` or a socket.',
    ],
  }),
  ...describeRules(['EnvoyFilter'], {
    'envoyfilter-patches': [
      ['configPatches[].applyTo', 'configPatches[].patch'],
      'What it applies to, an operation, and a value unless it removes.',
    ],
    'envoyfilter-matches': [
      ['configPatches[].match'],
      'Only the kind of match that fits `applyTo`. A filter has a name, and a filter within it only below the HTTP connection manager.',
    ],
    'envoyfilter-values': [
      ['configPatches[].patch.value'],
      "A message of Envoy's API v2, that of `applyTo`: no unknown field, no other type. A typed configuration names a message of v2 or v3.",
    ],
    'envoyfilter-filters': [['filters'], 'Type, name and configuration; one that stands before or after another names it.'],
  }),
  ...describeRules(['Sidecar', 'EnvoyFilter'], {
    'workload-selector': [['workloadSelector'], 'Where it is there, it has `labels`, which may be empty.'],
  }),
];
