import { basename } from 'node:path';
import picomatch from 'picomatch';

/** Names that files of many programs have. */
const broadStems: ReadonlySet<string> = new Set(
  (
    'app application build bundle cache catalog component config configuration data defaults definition definitions deploy ' +
    'deployment env environment feature features file function functions group groups host hosts index info input job jobs list ' +
    'locale main manifest map meta metadata model module modules options output package page pages parameters permissions pipeline ' +
    'pipelines plugin plugins policy preferences product profile profiles project properties resource resources role roles route ' +
    'routes rule rules runtime schema script server service services session settings setup site source sources spec state step ' +
    'steps tags task tasks template templates test theme themes translation user users values variables version workflow workflows ' +
    'workspace'
  ).split(' '),
);

const stemOf = (name: string): string => name.toLowerCase().replace(/^\./, '').replace(/\..*$/, '');

/** Whether a catalog's globs match a file by a name that many programs use: `config.json`, `*.yaml`. A glob with a folder is not broad. */
export function isBroadMatch(patterns: readonly string[], file: string): boolean {
  const name = basename(file);
  const path = file.replaceAll('\\', '/').replace(/^\/+/, '');
  const matching = patterns
    .filter((pattern) => !pattern.startsWith('!'))
    .map((pattern) => pattern.replace(/^(?:\*\*\/|\.?\/)/, ''))
    .filter((pattern) => picomatch(`**/${pattern}`, { dot: true })(path));
  return (
    matching.length > 0 &&
    matching.every((pattern) => !pattern.includes('/') && (/^\*\.\w+$/.test(pattern) || broadStems.has(stemOf(name))))
  );
}
