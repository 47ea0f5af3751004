/** The oldest Node that runs the project; said in one sentence before anything newer than Node 12 is loaded. */
const NEEDED = [20, 18];

/** @returns {string | null} what to do, or null when this Node will do */
export function nodeComplaint(version = process.versions.node) {
  const [major, minor] = version.split('.').map(Number);
  if (major > NEEDED[0] || (major === NEEDED[0] && minor >= NEEDED[1])) return null;
  return `Footprint needs Node ${NEEDED.join('.')} or newer and this is ${version}: install it from nodejs.org and try again.`;
}
