/** The program `circleci` inside of jobs: `FOLDER WORD...`. The folder is that which `installAgent` prepared. */
import { createProcessIo } from './process-io.ts';
import { runAgent } from './run-agent.ts';

const [folder = '', ...words] = process.argv.slice(2);
void runAgent(words, createProcessIo(folder)).then((code) => {
  process.exitCode = code;
});
