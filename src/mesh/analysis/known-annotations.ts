/** Annotations of meshes, by the kinds on which they say something; undefined: on every kind. */
const pod = ['Pod'], service = ['Service'], podAndNamespace = ['Pod', 'Namespace'];
const under = (prefix: string, kinds: readonly string[], ...names: readonly string[]) => names.map((name) => [`${prefix}/${name}`, kinds] as const);

export const knownAnnotations: ReadonlyMap<string, readonly string[] | undefined> = new Map<string, readonly string[] | undefined>([
  ...under('sidecar.istio.io', pod, 'inject', 'status', 'proxyImage', 'proxyImageType', 'proxyCPU', 'proxyCPULimit', 'proxyMemory', 'proxyMemoryLimit', 'logLevel', 'agentLogLevel', 'componentLogLevel', 'interceptionMode', 'bootstrapOverride',
    'controlPlaneAuthPolicy', 'discoveryAddress', 'rewriteAppHTTPProbers', 'statsInclusionPrefixes', 'statsInclusionSuffixes', 'statsInclusionRegexps', 'extraStatTags', 'enableCoreDump', 'userVolume', 'userVolumeMount'),
  ...under('traffic.sidecar.istio.io', pod, 'includeInboundPorts', 'excludeInboundPorts', 'includeOutboundIPRanges', 'excludeOutboundIPRanges', 'includeOutboundPorts', 'excludeOutboundPorts', 'excludeInterfaces', 'kubevirtInterfaces'),
  ...under('status.sidecar.istio.io', pod, 'port'),
  ...under('readiness.status.sidecar.istio.io', pod, 'applicationPorts', 'failureThreshold', 'initialDelaySeconds', 'periodSeconds'),
  ...under('policy.istio.io', pod, 'check', 'checkBaseRetryWaitTime', 'checkMaxRetryWaitTime', 'checkRetries', 'lang'),
  ...under('proxy.istio.io', pod, 'config', 'overrides'), ...under('prometheus.istio.io', pod, 'merge-metrics'), ...under('inject.istio.io', pod, 'templates'),
  ...under('alpha.istio.io', service, 'canonical-serviceaccounts', 'kubernetes-serviceaccounts', 'identity'), ...under('networking.istio.io', service, 'exportTo'),
  ...under('topology.istio.io', podAndNamespace, 'controlPlaneClusters'),
]);

/** Prefixes of those who install meshes: what they write is theirs. */
const others = ['operator.istio.io/', 'install.istio.io/'];
export const isOfMesh = (annotation: string): boolean => /^([a-z0-9-]+\.)*istio\.io\//.test(annotation) && !others.some((one) => annotation.includes(one));
