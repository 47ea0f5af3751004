/** One quiet line on stderr: it counts seconds in a terminal, and is printed once elsewhere. */

/**
 * @param {string} text
 * @returns {{ end(): void }}
 */
export function progressLine(text) {
  const begun = Date.now();
  const seconds = () => Math.round((Date.now() - begun) / 1000);
  if (!process.stderr.isTTY) {
    process.stderr.write(`  ${text} …\n`);
    return { end: () => undefined };
  }
  const draw = () => process.stderr.write(`\r  ${text} … ${seconds()} s `);
  draw();
  const timer = setInterval(draw, 1000);
  return {
    end() {
      clearInterval(timer);
      process.stderr.write(`\r\x1b[2K`);
    },
  };
}
