/** Variables of an identity, by name: `username`, `email`, `email:sha256`, `phone:digits`, `host`, … Values are raw. */
export type Variables = Readonly<Record<string, string>>;

const VARIABLE = /\{([a-z][a-z0-9_:]*)\}/g;

/** Names of the variables in a template, each once. */
export function variablesIn(template: string): string[] {
  return [...new Set([...template.matchAll(VARIABLE)].map((match) => match[1] as string))];
}

/**
 * Puts variables into a template, each encoded for where it goes. Unknown names throw: a rule that names a variable its
 * query type does not have is refused by the loader before it can get here.
 */
export function renderTemplate(
  template: string,
  variables: Variables,
  encode: (raw: string, name: string) => string = (raw) => raw,
): string {
  return template.replace(VARIABLE, (_, name: string) => {
    const raw = variables[name];
    if (raw === undefined) throw new Error(`the template names an unknown variable: ${name}`);
    return encode(raw, name);
  });
}
