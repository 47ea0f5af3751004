const MAX_RESULTS = 20_000;

/** Caches a pure function's results by its argument, at most `MAX_RESULTS`: thousands of rules share hosts, patterns and words. */
export function memoize<T>(find: (key: string) => T): (key: string) => T {
  const answers = new Map<string, T>();
  return (key) => {
    const known = answers.get(key);
    if (known !== undefined) return known;
    const answer = find(key);
    if (answers.size >= MAX_RESULTS) answers.clear();
    answers.set(key, answer);
    return answer;
  };
}
