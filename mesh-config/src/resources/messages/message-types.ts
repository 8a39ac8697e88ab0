import type { DescMessage, FileRegistry } from '@bufbuild/protobuf';
import { createMessageRegistry } from './message-declarations.ts';
import { adapterModelPackage } from './packages/adapter-model.ts';
import { authenticationPackage } from './packages/authentication.ts';
import { kubernetesPackage, intOrStringPackage } from './packages/kubernetes.ts';
import { meshPackage } from './packages/mesh.ts';
import { mixerPackage, mixerClientPackage } from './packages/mixer.ts';
import { networkingPackage } from './packages/networking.ts';
import { policyPackage } from './packages/policy.ts';
import { rbacPackage } from './packages/rbac.ts';
import { securityPackage } from './packages/security.ts';
import { typePackage } from './packages/type.ts';

let registry: FileRegistry | undefined;

/** The message of this full name, created from the declarations on first use. */
export const getMessageType = (name: string): DescMessage => {
  registry ??= createMessageRegistry(
    networkingPackage,
    typePackage,
    securityPackage,
    authenticationPackage,
    rbacPackage,
    mixerPackage,
    mixerClientPackage,
    policyPackage,
    meshPackage,
    intOrStringPackage,
    kubernetesPackage,
    adapterModelPackage,
  );
  const found = registry.getMessage(name);
  if (!found) throw new Error(`no declaration of the message ${name}. This is a bug in Slipway; please report it`);
  return found;
};
