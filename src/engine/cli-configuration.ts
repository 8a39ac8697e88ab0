import { existsSync, readFileSync } from 'node:fs';
import { homedir } from 'node:os';
import { join } from 'node:path';
import { providerHost } from './address.ts';
import type { ProcessEnvironment } from './find-engine.ts';

/**
 * The text of the CLI configuration the engine is given: our provider from `mirror`, everything else as the user has it.
 * `theirs`: the text of the user's own file, or empty.
 */
export function renderCliConfiguration(mirror: string, userText = ''): string {
  const mirrorBlock = `  filesystem_mirror {\n    path    = ${JSON.stringify(mirror)}\n    include = ["${providerHost}/*/*"]\n  }\n`;
  const block = /^[ \t]*provider_installation[ \t]*\{[ \t]*$/m.exec(userText);
  if (!block)
    return (
      `provider_installation {\n${mirrorBlock}  direct {\n` +
      `    exclude = ["${providerHost}/*/*"]\n  }\n}\n${userText && `\n${userText}`}`
    );

  const start = block.index + block[0].length + 1;
  const end = findClosingBrace(userText, start);
  return (
    userText.slice(0, start) +
    mirrorBlock +
    userText.slice(start, end).replace(/^([ \t]*)(\w+)[ \t]*\{([^{}]*)\}/gm, excludeHost) +
    userText.slice(end)
  );
}

/** One of the user's methods, with our host excluded from it. */
function excludeHost(whole: string, space: string, method: string, inside: string): string {
  if (method === 'dev_overrides') return whole;
  const list = /\bexclude[ \t]*=[ \t]*\[/.exec(inside);
  if (list) return whole.replace(list[0], `${list[0]}"${providerHost}/*/*", `);
  return `${space}${method} {${inside.trimEnd()}\n${space}  exclude = ["${providerHost}/*/*"]\n${space}}`;
}

/** Where the block that is open at `start` closes. */
function findClosingBrace(text: string, start: number): number {
  let depth = 1;
  for (let at = start; at < text.length; at++) {
    if (text[at] === '{') depth++;
    else if (text[at] === '}' && --depth === 0) return at;
  }
  return text.length;
}

/** The user's own CLI configuration: the file `TF_CLI_CONFIG_FILE` names, else `~/.terraformrc`; empty when there is none. */
export function readUserConfiguration(environment: ProcessEnvironment): string {
  const home = environment.HOME ?? homedir();
  const files = environment.TF_CLI_CONFIG_FILE ? [environment.TF_CLI_CONFIG_FILE] : [join(home, '.terraformrc'), join(home, '.tofurc')];
  const file = files.find((name) => existsSync(name));
  return file ? readFileSync(file, 'utf8') : '';
}
