/** Replaces a secret wherever it would be stored or sent. */
export const maskText = '***';

const secretWords = /token|secret|passw|credential|signature|private.?key|api.?key|access.?key|hmac.?key|authorization|cookie/i;
/** Names that contain a secret's name without being one: `oauth-token-id`, `next_page_token`, `token_count`. */
const harmlessNames = /(^|[-_])(ids?|count|type|name|at|expires|days|hours)$|page.?token/i;

/** Whether a value of this name is a secret, by the words in the name. */
export const isSecretName = (name: string): boolean => secretWords.test(name) && !harmlessNames.test(name);

const decodeName = (name: string): string => {
  if (!name.includes('%')) return name;
  try {
    return decodeURIComponent(name);
  } catch {
    return name;
  }
};

const maskQuery = (query: string): string =>
  query
    .split('&')
    .map((part) => {
      const equals = part.indexOf('=');
      return equals >= 0 && secretWords.test(decodeName(part.slice(0, equals))) ? `${part.slice(0, equals)}=${maskText}` : part;
    })
    .join('&');

/**
 * Masks the user information of addresses in a text: `https://user:password@host` becomes `https://***@host`; also where the address is
 * percent-encoded.
 */
export const maskUserInfo = (text: string): string => {
  // Every request of a service is masked, and almost none has any.
  if (!text.includes('@') && !text.includes('%40')) return text;
  return text
    .replaceAll(/(:\/\/)[^\s/?#"'<>]*@/g, `$1${maskText}@`)
    .replaceAll(/(:\/\/|%3a%2f%2f)(?:(?!%2f)[^\s/?#"'<>&])+%40/gi, `$1${maskText}%40`);
};

/** Text up to the `{secret}` of each of these paths and from there on, as patterns without anchors. */
const splitSecretPaths = (paths: readonly string[]): readonly (readonly [before: string, after: string])[] =>
  [...new Set(paths.filter((path) => path.includes('{secret}')))].map((path) => {
    const [before, after = ''] = path
      .replaceAll(/[.*+?^$()|[\]\\]/g, '\\$&')
      .split('{secret}')
      .map((part) => part.replaceAll(/\{[^}]+\}/g, '[^/?"\\s]{1,200}'));
    return [before!, after];
  });

/** Masks query parameters that hold tokens, and the segment at `{secret}` of any of these paths, for all methods. */
export const createTargetMasker = (paths: readonly string[]): ((target: string) => string) => {
  const secretPaths = splitSecretPaths(paths);
  const holders = secretPaths.map(([before, after]) => new RegExp(`^(${before})[^/?]+(?=${after}/?(?:\\?|$))`));
  /** One look for the paths of all: most targets have no secret. */
  const beginnings = new RegExp(`^(?:${secretPaths.map(([before]) => before).join('|')})`);
  const maskPath = (target: string): string =>
    holders.length > 0 && beginnings.test(target)
      ? holders.reduce((text, holder) => text.replace(holder, `$1${maskText}`), target)
      : target;
  return (target) => {
    const path = maskPath(target);
    const question = path.indexOf('?');
    return maskUserInfo(question < 0 ? path : path.slice(0, question + 1) + maskQuery(path.slice(question + 1)));
  };
};

/** Masks secrets of addresses inside any text: links in responses, headers. */
export const createTextMasker = (paths: readonly string[]): ((text: string) => string) => {
  const holders = splitSecretPaths(paths).map(([before]) => new RegExp(`(${before})[^/?"\\s]+`, 'g'));
  return (text) => {
    if (!text.includes('/') && !text.includes('?') && !text.includes('%')) return text;
    const found = holders.reduce((match, holder) => match.replace(holder, `$1${maskText}`), maskUserInfo(text));
    return found.includes('=')
      ? found.replace(/([?&])([\w.%[\]-]{1,100})=[^&\s"'<>]*/g, (match, mark: string, name: string) =>
          secretWords.test(decodeName(name)) ? `${mark}${name}=${maskText}` : match,
        )
      : found;
  };
};
