import type { Here } from '../support.ts';

/** Where the policies of acme are; `rest` begins with a slash. */
export const at = ({ org }: Pick<Here, 'org'>, rest = ''): string => `/owner/${org}/context/config${rest}`;

/** A policy whose rule is violated where the configuration's version is below this one. */
export const versionPolicy = (name: string, least: string, how: 'enable_rule' | 'enable_hard' = 'enable_rule'): string =>
  `package org\npolicy_name["${name}"]\n${how}["${name}_version"]\n${name}_version = "version is below ${least}" { input.version < ${least} }\n`;

export const replaceBy = (here: Here, policies: Record<string, string>) => here.ci(`POST ${at(here, '/policy-bundle')}`, { policies });
export const ask = async (here: Here, input: string, metadata?: unknown): Promise<any> =>
  (await here.ci(`POST ${at(here, '/decision')}`, { input, ...(metadata === undefined ? {} : { metadata }) })).body;
