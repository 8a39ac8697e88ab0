import type { CiTestService } from '../support.ts';

/** Where the policies of acme are; `rest` begins with a slash. */
export const policyPathOf = ({ org }: Pick<CiTestService, 'org'>, rest = ''): string => `/owner/${org}/context/config${rest}`;

/** A policy whose rule is violated where the configuration's version is below this one. */
export const versionPolicy = (name: string, least: string, how: 'enable_rule' | 'enable_hard' = 'enable_rule'): string =>
  `package org\npolicy_name["${name}"]\n${how}["${name}_version"]\n` +
  `${name}_version = "version is below ${least}" { input.version < ${least} }\n`;

export const replacePolicies = (here: CiTestService, policies: Record<string, string>) =>
  here.ci(`POST ${policyPathOf(here, '/policy-bundle')}`, { policies });
export const requestDecision = async (here: CiTestService, input: string, metadata?: unknown): Promise<any> =>
  (await here.ci(`POST ${policyPathOf(here, '/decision')}`, { input, ...(metadata === undefined ? {} : { metadata }) })).body;
