/**
 * An error that the operator can fix. Its message is one sentence that says what to do; it is shown without a stack. `detail`
 * is shown below it: the last lines that a child wrote.
 */
export class StartupError extends Error {
  override readonly name = 'StartupError';
  readonly detail: string;

  constructor(sentence: string, detail = '') {
    super(sentence);
    this.detail = detail;
  }
}
