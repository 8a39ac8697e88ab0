/** In what a person wrote what is judged, so that a fault can say what to write instead. */
export interface Language {
  /** What a name in it is called, with its article. */
  readonly name: string;
  line(name: string, value: string): string;
}

export const hcl: Language = { name: 'an attribute', line: (name, value) => `${name} = ${value}` };
export const yaml: Language = { name: 'a member', line: (name, value) => `${name}: ${value}` };
export const json: Language = { name: 'a member', line: (name, value) => `"${name}": ${value}` };
