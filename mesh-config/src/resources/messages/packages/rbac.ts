import { type PackageDeclaration, declarePackage } from '../message-declarations.ts';
import { stringMapType } from './well-known-types.ts';

const list = 'repeated string';

export const rbacPackage: PackageDeclaration = declarePackage('istio.rbac.v1alpha1', {
  messages: {
    ServiceRole: { rules: [1, 'repeated AccessRule'] },
    AccessRule: {
      services: [1, list],
      hosts: [5, list],
      not_hosts: [6, list],
      paths: [2, list],
      not_paths: [7, list],
      methods: [3, list],
      not_methods: [8, list],
      ports: [9, 'repeated int32'],
      not_ports: [10, 'repeated int32'],
      constraints: [4, 'repeated AccessRule.Constraint'],
    },
    'AccessRule.Constraint': { key: [1, 'string'], values: [2, list] },
    ServiceRoleBinding: {
      subjects: [1, 'repeated Subject'],
      roleRef: [2, 'RoleRef'],
      mode: [3, 'EnforcementMode'],
      actions: [4, 'repeated AccessRule'],
      role: [5, 'string'],
    },
    Subject: {
      user: [1, 'string'],
      names: [4, list],
      not_names: [5, list],
      group: [2, 'string'],
      groups: [6, list],
      not_groups: [7, list],
      namespaces: [8, list],
      not_namespaces: [9, list],
      ips: [10, list],
      not_ips: [11, list],
      properties: [3, stringMapType],
    },
    RoleRef: { kind: [1, 'string'], name: [2, 'string'] },
    RbacConfig: {
      mode: [1, 'RbacConfig.Mode'],
      inclusion: [2, 'RbacConfig.Target'],
      exclusion: [3, 'RbacConfig.Target'],
      enforcement_mode: [4, 'EnforcementMode'],
    },
    'RbacConfig.Target': { services: [1, list], namespaces: [2, list] },
  },
  enums: {
    EnforcementMode: { ENFORCED: 0, PERMISSIVE: 1 },
    'RbacConfig.Mode': { OFF: 0, ON: 1, ON_WITH_INCLUSION: 2, ON_WITH_EXCLUSION: 3 },
  },
});
