type Variables = Readonly<Record<string, string | undefined>>;

/** `${NAME-text}` and its kin: a colon before the sign makes an empty value count as none. */
const otherwiseOf = (value: string | undefined, sign: string, text: string): string => {
  const isThere = sign.startsWith(':') ? (value ?? '') !== '' : value !== undefined;
  if (sign.endsWith('+')) return isThere ? text : '';
  return isThere ? value! : text;
};

/**
 * Replaces `$NAME`, `${NAME}`, `${NAME-text}`, `${NAME:-text}`, `${NAME=text}`, `${NAME:=text}`, `${NAME+text}` and `${NAME:+text}` by
 * variables; one that is not set is empty. `$$` is a dollar sign.
 */
export const substituteVariables = (template: string, variables: Variables): string =>
  template.replace(
    /\$(?:(\$)|([A-Za-z_][A-Za-z0-9_]*)|\{([A-Za-z_][A-Za-z0-9_]*)(?:(:?[-=+])((?:[^{}]|\$\{[^{}]*\})*))?\})/g,
    (_whole, dollar?: string, bare?: string, name?: string, sign?: string, text?: string) => {
      if (dollar !== undefined) return '$';
      if (bare !== undefined) return variables[bare] ?? '';
      const value = variables[name!];
      return sign === undefined ? (value ?? '') : otherwiseOf(value, sign, substituteVariables(text ?? '', variables));
    },
  );
