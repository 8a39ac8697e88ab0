import { join } from 'node:path';
import type { OutputFile, Plugin } from 'esbuild';
import { makeProvider } from '../src/provider/provider.ts';
import { constantProcedures, createStoredAnswers } from '../src/protocol/stored-answers.ts';
import { version } from '../declarations/src/version.ts';

export const answersFile = 'provider-answers.json';

/** The file of answers that do not change, beside the plugin. */
export const buildStoredAnswers = async (folder: string): Promise<Pick<OutputFile, 'path' | 'contents'>> => {
  const answers = await createStoredAnswers(() => makeProvider({ version, environment: {}, log: () => {} }));
  return { path: join(folder, answersFile), contents: Buffer.from(JSON.stringify(answers)) };
};

/** Of the three processes that a plan starts, one is asked for the schema: the file is read then. */
const loader = `const answers = {};
for (const name of ${JSON.stringify(constantProcedures)})
  Object.defineProperty(answers, name, { enumerable: true, get: () => require('./${answersFile}')[name] });
export const loadStoredAnswers = () => answers;`;

/** The plugin loads them from that file. */
export const loadAnswersFromFile: Plugin = {
  name: 'stored-answers',
  setup: (building) => {
    building.onResolve({ filter: /provider-answers\.json$/ }, ({ path }) => ({ path, external: true }));
    building.onLoad({ filter: /[\\/]load-stored-answers\.ts$/ }, () => ({
      contents: loader,
      loader: 'js',
    }));
  },
};
