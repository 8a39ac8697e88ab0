/** Annotations of meshes, by the kinds on which they have an effect; undefined: on every kind. */
const pod = ['Pod'],
  service = ['Service'],
  podAndNamespace = ['Pod', 'Namespace'];
const annotationsWithPrefix = (prefix: string, kinds: readonly string[], ...names: readonly string[]) =>
  names.map((name) => [`${prefix}/${name}`, kinds] as const);

export const knownAnnotations: ReadonlyMap<string, readonly string[] | undefined> = new Map<string, readonly string[] | undefined>([
  ...annotationsWithPrefix(
    'sidecar.istio.io',
    pod,
    'inject',
    'status',
    'proxyImage',
    'proxyImageType',
    'proxyCPU',
    'proxyCPULimit',
    'proxyMemory',
    'proxyMemoryLimit',
    'logLevel',
    'agentLogLevel',
    'componentLogLevel',
    'interceptionMode',
    'bootstrapOverride',
    'controlPlaneAuthPolicy',
    'discoveryAddress',
    'rewriteAppHTTPProbers',
    'statsInclusionPrefixes',
    'statsInclusionSuffixes',
    'statsInclusionRegexps',
    'extraStatTags',
    'enableCoreDump',
    'userVolume',
    'userVolumeMount',
  ),
  ...annotationsWithPrefix(
    'traffic.sidecar.istio.io',
    pod,
    'includeInboundPorts',
    'excludeInboundPorts',
    'includeOutboundIPRanges',
    'excludeOutboundIPRanges',
    'includeOutboundPorts',
    'excludeOutboundPorts',
    'excludeInterfaces',
    'kubevirtInterfaces',
  ),
  ...annotationsWithPrefix('status.sidecar.istio.io', pod, 'port'),
  ...annotationsWithPrefix(
    'readiness.status.sidecar.istio.io',
    pod,
    'applicationPorts',
    'failureThreshold',
    'initialDelaySeconds',
    'periodSeconds',
  ),
  ...annotationsWithPrefix('policy.istio.io', pod, 'check', 'checkBaseRetryWaitTime', 'checkMaxRetryWaitTime', 'checkRetries', 'lang'),
  ...annotationsWithPrefix('proxy.istio.io', pod, 'config', 'overrides'),
  ...annotationsWithPrefix('prometheus.istio.io', pod, 'merge-metrics'),
  ...annotationsWithPrefix('inject.istio.io', pod, 'templates'),
  ...annotationsWithPrefix('alpha.istio.io', service, 'canonical-serviceaccounts', 'kubernetes-serviceaccounts', 'identity'),
  ...annotationsWithPrefix('networking.istio.io', service, 'exportTo'),
  ...annotationsWithPrefix('topology.istio.io', podAndNamespace, 'controlPlaneClusters'),
]);

/** Prefixes of those who install meshes: what they write is theirs. */
const installerPrefixes = ['operator.istio.io/', 'install.istio.io/'];
export const isMeshAnnotation = (annotation: string): boolean =>
  /^([a-z0-9-]+\.)*istio\.io\//.test(annotation) && !installerPrefixes.some((one) => annotation.includes(one));
