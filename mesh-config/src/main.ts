import { setCheckout, type Checkout } from './build-info.ts';
import { runProgram } from './commands/run-program.ts';
import { program } from './program.ts';

/** Set by build.ts to the JSON of a Checkout. Only this file contains it, so that a commit changes no other built file. */
declare const meshConfigBuild: string | undefined;
if (typeof meshConfigBuild !== 'undefined') setCheckout(JSON.parse(meshConfigBuild) as Checkout);

// The reader of the output may close it: the rest of the output is then lost, and the program continues.
for (const out of [process.stdout, process.stderr]) out.on('error', () => {});

void runProgram(program, process.argv.slice(2)).then((code) => {
  process.exitCode = code;
});
