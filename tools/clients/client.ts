/** What is done with the client of a language: `npm run check:clients`, `npm run build:clients`. */
export interface ClientTool {
  readonly name: 'typescript' | 'python' | 'go';
  /** What this machine lacks; null: nothing. */
  missing(): Promise<string | null>;
  /** Writes the generated part, which is not committed. @throws Error with what the generator printed; a warning is an error */
  generate(): Promise<void>;
  /** Types, lint and the client's own tests. @returns a line for each fault */
  check(): Promise<readonly string[]>;
  /** The public surface as it is committed in `surface.txt`: a line for each public name, sorted. */
  surface(): Promise<string>;
  /** Builds what would be published. @returns the files, in that folder */
  build(folder: string): Promise<readonly string[]>;
}
