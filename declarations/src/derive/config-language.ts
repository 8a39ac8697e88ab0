/** The language of a configuration, so that an error can show what to write. */
export interface ConfigLanguage {
  /** The term for a name in it, with its article. */
  readonly name: string;
  assignment(name: string, value: string): string;
}

export const hcl: ConfigLanguage = { name: 'an attribute', assignment: (name, value) => `${name} = ${value}` };
export const yaml: ConfigLanguage = { name: 'a member', assignment: (name, value) => `${name}: ${value}` };
export const json: ConfigLanguage = { name: 'a member', assignment: (name, value) => `"${name}": ${value}` };
