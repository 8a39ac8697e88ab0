import { type Package, packageOf } from '../declare.ts';
import { meshConfig } from './mesh/mesh-config.ts';
import { proxyConfig } from './mesh/proxy-config.ts';

export const mesh: Package = packageOf('istio.mesh.v1alpha1', meshConfig, proxyConfig);
