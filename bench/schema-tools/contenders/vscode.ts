import { getLanguageService } from 'vscode-json-languageservice';
import { TextDocument } from 'vscode-languageserver-textdocument';
import type { Contender } from './contender.ts';

const uri = 'file:///instance.json';

/** The language service of editors: parses with places, answers diagnostics, those of deprecated properties among them. */
export const vscode: Contender = {
  name: 'vscode-json-languageservice',
  async prepare({ schema, schemas }) {
    const service = getLanguageService({ schemaRequestService: () => Promise.reject(new Error('nothing is fetched')) });
    const others = Object.entries(schemas).map(([other, one]) => ({ uri: other, schema: one }));
    service.configure({
      validate: true,
      allowComments: true,
      schemas: [...others, { uri: 'file:///schema.json', fileMatch: ['instance.json'], schema }],
    });
    const judge = (text: string): PromiseLike<unknown> => {
      const document = TextDocument.create(uri, 'json', 1, text);
      return service.doValidation(document, service.parseJSONDocument(document));
    };
    // Its schema is resolved at the first use.
    await judge('{}');
    return judge;
  },
};
