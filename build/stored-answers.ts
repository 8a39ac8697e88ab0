import { join } from 'node:path';
import type { OutputFile, Plugin } from 'esbuild';
import { makeProvider } from '../src/provider/provider.ts';
import { createStoredAnswers } from '../src/protocol/stored-answers.ts';
import { version } from '../src/version.ts';

export const answersFile = 'provider-answers.cjs';

/** The file of answers that do not change, beside the plugin. */
export const buildStoredAnswers = async (folder: string): Promise<Pick<OutputFile, 'path' | 'contents'>> => {
  const answers = await createStoredAnswers(() => makeProvider({ version, environment: {}, log: () => {} }));
  return { path: join(folder, answersFile), contents: Buffer.from(`module.exports = ${JSON.stringify(answers)};\n`) };
};

/** The plugin loads them from that file. */
export const loadAnswersFromFile: Plugin = {
  name: 'stored-answers',
  setup: (building) => {
    building.onResolve({ filter: /provider-answers\.cjs$/ }, ({ path }) => ({ path, external: true }));
    building.onLoad({ filter: /[\\/]load-stored-answers\.ts$/ }, () => ({
      contents: `export const loadStoredAnswers = () => require('./${answersFile}');`,
      loader: 'js',
    }));
  },
};
