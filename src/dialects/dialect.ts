/** How one service spells documents. Two entries; a third service with a regular wire would be a third. */
export interface Dialect {
  readonly name: 'json-api' | 'plain-json';
  /** Attributes stand below this member of the document, or directly in it. */
  readonly root: 'attributes' | null;
  /** An attribute's name on the wire, where its declaration does not say. */
  spell(name: string): string;
  readonly mediaType: string;
}

export const jsonApi: Dialect = {
  name: 'json-api', root: 'attributes', spell: (name) => name.replaceAll('_', '-'), mediaType: 'application/vnd.api+json',
};

export const plainJson: Dialect = { name: 'plain-json', root: null, spell: (name) => name, mediaType: 'application/json' };

export const dialectOf = (service: 'workspaces' | 'ci'): Dialect => (service === 'workspaces' ? jsonApi : plainJson);
