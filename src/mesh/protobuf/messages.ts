import type { DescMessage, FileRegistry } from '@bufbuild/protobuf';
import { messagesOf } from './declare.ts';
import { authentication } from './packages/authentication.ts';
import { kubernetes, kubernetesNumbers } from './packages/kubernetes.ts';
import { mesh } from './packages/mesh.ts';
import { mixer, mixerClient } from './packages/mixer.ts';
import { networking } from './packages/networking.ts';
import { policy } from './packages/policy.ts';
import { rbac } from './packages/rbac.ts';
import { security } from './packages/security.ts';
import { type } from './packages/type.ts';

let made: FileRegistry | undefined;

/** The message of this full name; made of the declarations when first asked for one. */
export const messageOf = (name: string): DescMessage => {
  made ??= messagesOf(networking, type, security, authentication, rbac, mixer, mixerClient, policy, mesh, kubernetesNumbers, kubernetes);
  const found = made.getMessage(name);
  if (!found) throw new Error(`no declaration of the message ${name}; this is our fault, please report it`);
  return found;
};
