import { type PackageDeclaration, declarePackage } from '../message-declarations.ts';
import { stringMapType } from './well-known-types.ts';

/** Written in JSON as the number or the text itself. */
export const intOrStringType = 'k8s.io.apimachinery.pkg.util.intstr.IntOrString';

export const intOrStringPackage: PackageDeclaration = declarePackage('k8s.io.apimachinery.pkg.util.intstr', {
  messages: { IntOrString: { type: [1, 'int64'], intVal: [2, 'int32'], strVal: [3, 'string'] } },
});

export const kubernetesPackage: PackageDeclaration = declarePackage('k8s.io.api.core.v1', {
  messages: {
    NamespaceSpec: { finalizers: [1, 'repeated string'] },
    ServiceSpec: {
      ports: [1, 'repeated ServicePort'],
      selector: [2, stringMapType],
      clusterIP: [3, 'string'],
      type: [4, 'string'],
      externalIPs: [5, 'repeated string'],
      sessionAffinity: [7, 'string'],
      loadBalancerIP: [8, 'string'],
      loadBalancerSourceRanges: [9, 'repeated string'],
      externalName: [10, 'string'],
      externalTrafficPolicy: [11, 'string'],
      healthCheckNodePort: [12, 'int32'],
      publishNotReadyAddresses: [13, 'bool'],
      sessionAffinityConfig: [14, 'SessionAffinityConfig'],
      ipFamily: [15, 'string'],
      topologyKeys: [16, 'repeated string'],
      ipFamilyPolicy: [17, 'string'],
      clusterIPs: [18, 'repeated string'],
      ipFamilies: [19, 'repeated string'],
      allocateLoadBalancerNodePorts: [20, 'bool'],
      loadBalancerClass: [21, 'string'],
      internalTrafficPolicy: [22, 'string'],
    },
    ServicePort: {
      name: [1, 'string'],
      protocol: [2, 'string'],
      port: [3, 'int32'],
      targetPort: [4, intOrStringType],
      nodePort: [5, 'int32'],
      appProtocol: [6, 'string'],
    },
    SessionAffinityConfig: { clientIP: [1, 'ClientIPConfig'] },
    ClientIPConfig: { timeoutSeconds: [1, 'int32'] },
  },
});
