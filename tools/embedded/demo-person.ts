/** The invented person that the demo looks up, and the example command of `npm start -- --simulator`. */

/** Username. */
export const DEMO_SUBJECT = 'robinsample';

/** In the simulator's format: registered on that share of all platforms. */
export const DEMO_PERSON = { identities: { username: [DEMO_SUBJECT], email: ['robin.sample@example.com'] }, share: 0.4 } as const;
