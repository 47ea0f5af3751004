const AT_MOST = 20_000;

/** Caches a pure function's results by its argument, at most `AT_MOST`: thousands of rules share hosts, patterns and words. */
export function remembered<T>(find: (key: string) => T): (key: string) => T {
  const answers = new Map<string, T>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = find(key);
    if (answers.size >= AT_MOST) answers.clear();
    answers.set(key, answer);
    return answer;
  };
}
