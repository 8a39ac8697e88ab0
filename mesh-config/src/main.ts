import { setCheckout, type Checkout } from './build-info.ts';
import { runProgram } from './commands/run-program.ts';
import { program } from './program.ts';

/** Set by build.ts to JSON of a Checkout, in this file alone: so a commit changes no other file of what is built. */
declare const meshConfigBuild: string | undefined;
if (typeof meshConfigBuild !== 'undefined') setCheckout(JSON.parse(meshConfigBuild) as Checkout);

// Who reads may go away: what is left to say is lost then, and what is left to do is not.
for (const out of [process.stdout, process.stderr]) out.on('error', () => {});

process.exitCode = await runProgram(program, process.argv.slice(2));
