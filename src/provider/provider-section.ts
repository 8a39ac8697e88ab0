import { SettingError } from '../client/contract/errors.ts';
import { readHostedSetting, hostedVariables } from '../client/hosted/hosted-settings.ts';
import type { Diagnostic } from '../protocol/provider-server.ts';
import { findOtherLogin, withoutLogin } from './login-section.ts';
import {
  bool,
  isAbsent,
  isUnknown,
  object,
  oneOf,
  optional,
  renamed,
  type ServiceName,
  string,
  type Values,
} from '@slipway/declarations/declare';

const sectionKind = (service: string) =>
  object({
    address: optional(string, `Where the ${service} service is, without \`/api/v2\`.`),
    token: optional(string, 'The API token. Better in the environment than in a file.', { sensitive: true }),
    organization: optional(string, 'The organization of resources that do not name one.'),
    dialect: optional(
      oneOf('neutral', 'hosted'),
      'The API dialect of the service: that of the specification (`neutral`), or that of HCP Terraform and CircleCI (`hosted`).',
      {
        default: 'neutral',
        renamedFrom: renamed('profile'),
      },
    ),
  });

/** The provider block. Each member falls back to `SLIPWAY_<SECTION>_<MEMBER>` in the environment. */
export const providerAttributes = {
  workspaces: optional(sectionKind('workspace'), 'The service for workspaces, variable sets and no-code modules.'),
  ci: optional(sectionKind('CI'), 'The service for contexts, projects, pipelines and triggers.'),
  secret_fingerprints: optional(
    bool,
    'Whether private state holds a fingerprint of 20 bits of each write-only value, so that a changed value is sent again. Without them ' +
      'a changed value is sent when its `…_wo_version` changes.',
    { default: true },
  ),
};

const fingerprintsVariable = 'SLIPWAY_SECRET_FINGERPRINTS';

/** The setting of the block, else of the environment; throws for a text other than true and false. */
export const keepsFingerprints = (config: Values, environment: { readonly [name: string]: string | undefined }): boolean => {
  const configured = config['secret_fingerprints'];
  if (typeof configured === 'boolean') return configured;
  const text = environment[fingerprintsVariable] || 'true';
  if (text !== 'true' && text !== 'false')
    throw new SettingError(`${fingerprintsVariable} is ${JSON.stringify(text)}; expected true or false.`);
  return text === 'true';
};

/** The provider block as a declaration. */
export const providerBlock = {
  form: 'provider',
  name: 'slipway',
  attributes: providerAttributes,
  doc: 'Declares workspaces, variable sets, no-code modules, contexts, pipelines and triggers.',
};

export interface ProviderSection {
  readonly service: ServiceName;
  readonly address: string | null;
  readonly token: string | null;
  readonly organization: string | null;
  readonly profile: 'neutral' | 'hosted';
  /** Members that the engine learns only at apply. */
  readonly unknown: readonly string[];
  /** The address of the login in the environment, where the section names another address and so does not use the login. */
  readonly otherLogin?: string | undefined;
  /** A setting of the hosted clients that could not be read; reported when the service is first used. */
  readonly settingError?: { readonly member: string; readonly message: string } | null;
}

export const environmentVariable = (service: ServiceName, member: string): string =>
  `SLIPWAY_${service.toUpperCase()}_${member.toUpperCase()}`;

/**
 * The section of the block, else of our environment variables, else (hosted dialect) of the variables and files that clients of the hosted
 * services use.
 */
export const readSection = (
  service: ServiceName,
  config: Values,
  environmentWithLogin: { readonly [name: string]: string | undefined },
): ProviderSection => {
  const otherLogin = findOtherLogin(service, config, environmentWithLogin);
  const environment = otherLogin === undefined ? environmentWithLogin : withoutLogin(environmentWithLogin);
  const block = config[service];
  const values = (isAbsent(block) || isUnknown(block) ? {} : block) as Values;
  const unknown = isUnknown(block)
    ? ['address', 'token', 'organization', 'dialect']
    : Object.keys(values).filter((name) => isUnknown(values[name]));
  const member = (name: string): string | null => {
    const value = values[name];
    if (typeof value === 'string' && value !== '') return value;
    return environment[environmentVariable(service, name)] || null;
  };
  const profile = (member('dialect') ?? environment[environmentVariable(service, 'profile')] ?? 'neutral') as ProviderSection['profile'];
  const [own, hosted] = [member('address'), profile === 'hosted'];
  let settingError: NonNullable<ProviderSection['settingError']> | null = null;
  const either = (name: 'address' | 'token' | 'organization'): string | null => {
    const value = member(name);
    if (value !== null || !hosted || unknown.includes(name)) return value;
    try {
      return readHostedSetting(service, name, environment, own);
    } catch (error) {
      if (!(error instanceof SettingError)) throw error;
      settingError = { member: name, message: error.message };
      return null;
    }
  };
  const [address, token, organization] = [either('address'), either('token'), either('organization')];
  return { service, address, token, organization, profile, unknown, settingError, otherLogin };
};

/** A missing or invalid setting of the provider block. */
export class SectionError extends Error {
  readonly member: string;
  readonly service: ServiceName;
  constructor(service: ServiceName, member: string, message: string) {
    super(message);
    this.service = service;
    this.member = member;
  }
}

/**
 * Throws for an invalid dialect in the environment (that of the block is validated with the configuration) and for settings that could not
 * be read.
 */
export const checkSection = ({ service, profile, settingError }: ProviderSection): void => {
  if (settingError) throw new SectionError(service, settingError.member, settingError.message);
  if (profile !== 'neutral' && profile !== 'hosted')
    throw new SectionError(
      service,
      'dialect',
      `${environmentVariable(service, 'dialect')} is ${JSON.stringify(profile)}; expected "neutral" or "hosted".`,
    );
};

/** Former names of environment variables that are set, each with what to set instead. */
export const formerVariables = (environment: { readonly [name: string]: string | undefined }): readonly Diagnostic[] =>
  (['workspaces', 'ci'] as const).flatMap((service): readonly Diagnostic[] => {
    const [former, name] = [environmentVariable(service, 'profile'), environmentVariable(service, 'dialect')];
    if (!environment[former]) return [];
    if (!environment[name])
      return [{ severity: 'warning', summary: `The environment variable ${former} is deprecated`, detail: `Use ${name}.` }];
    return [
      {
        severity: 'error',
        summary: `The environment variable ${former} cannot be set together with ${name}`,
        detail: `${former} is the former name of ${name}. Unset ${former}.`,
      },
    ];
  });

/** Throws a sentence that names both places where the missing member can be set. */
export const requireSetting = (section: ProviderSection, member: 'address' | 'token' | 'organization'): string => {
  const value = section[member];
  if (value !== null) return value;
  const login = section.otherLogin === undefined ? '' : ` The login is for ${section.otherLogin}, and is not used for another address.`;
  const others = section.profile === 'hosted' ? hostedVariables[section.service][member] : undefined;
  throw new SectionError(
    section.service,
    member,
    `Set \`${member}\` in the provider's \`${section.service}\` section, or the environment variable ` +
      `${environmentVariable(section.service, member)}${others ? ` or ${others}` : ''}.${login}`,
  );
};
