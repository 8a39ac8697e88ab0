import { type PackageDeclaration, declarePackage } from '../message-declarations.ts';
import { meshConfigMessages } from './mesh/mesh-config.ts';
import { proxyConfigMessages } from './mesh/proxy-config.ts';

export const meshPackage: PackageDeclaration = declarePackage('istio.mesh.v1alpha1', meshConfigMessages, proxyConfigMessages);
